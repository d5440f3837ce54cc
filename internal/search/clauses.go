package search

import (
	"slices"

	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// runPlan is a run of words as clauses.
type runPlan struct {
	main     clause       // items hold the run if they hold main; without a query for a stop word
	others   []clause     // that find items by themselves, or raise their rank
	marks    []mark.Term  // what is marked; the draft numbers the clauses
	unknown  *unknownWord // the word, if no item holds it
	doubtful *unknownWord // the word, if it is doubtful as in wholePlan
	concept  usedConcept  // without a name if the words are no concept
	served   bool         // the words are of another language that the airport has items in
}

// planRun makes the clauses of a run. Each step takes the main clause, and returns it with what the
// step changed, and the clauses beside it. These weigh a share of the word (ranking.go).
func (p *planner) planRun(r run) (plan runPlan) {
	switch first := r.words[0]; {
	case r.is(asNoted):
		plan = r.unit.plan(p, r)
	case first.Kind == Bare:
		plan = p.planWords(p.lookUp(r))
	case first.isFrame() && p.substance:
		plan = p.planExactly(r, beside, stopPhraseShare)
	default:
		plan = p.planExactly(r, always, 1)
	}
	plan.main.Reading = r.reading()
	return plan
}

// lookUp finds what items hold of a run.
func (p *planner) lookUp(r run) run {
	if r.is(asNoted) {
		r.concept = p.understand(r.words)
	}
	r.texts, r.spellings = p.spellings(r, r.is(asSynonym) || r.is(asNoted))
	r.synonyms = allOf(p.found(asSynonym, r))
	return r
}

// planExactly makes the clause of a phrase, or of a word that counts a share of its weight: nothing
// but the words as typed.
func (p *planner) planExactly(r run, finds role, share float64) runPlan {
	main := p.clause(p.typed(r), nil)
	main.role = finds
	main.Weight *= share
	if r.words[0].Kind != Phrase || main.lexemes == 1 { // a phrase of several words is neither common nor rare
		main.name = r.name()
	}
	if main.query == "" || r.words[0].Kind == Absent {
		return runPlan{main: main}
	}
	return runPlan{main: main, marks: p.marks(main, nil)}
}

// planWords makes the clauses of a word. Several words are planned together if items write them as
// one, or if they have synonyms together.
func (p *planner) planWords(r run) runPlan {
	main := p.wordClause(r)
	if main.query == "" {
		return runPlan{}
	}
	main, others, marks := p.widened(main, r)
	main, order := p.ordering(main, r)
	plan := runPlan{main: main, others: append(others, order...), marks: marks}
	if text := r.only(); text != "" && main.frequency == 0 && main.lexemes == 1 && !r.is(asSynonym) && !p.corpus.Synonyms.lexeme[p.analysis(text).key()] {
		plan.unknown = &unknownWord{text, p.analysis(text).Unaccented}
	}
	return plan
}

// wordClause makes the clause of a run as typed, in other spellings and as synonyms.
func (p *planner) wordClause(r run) clause {
	main := p.clause(r.texts, slices.Concat(r.synonyms, r.spellings))
	main.name = r.name()
	if !r.is(asSynonym) {
		// The index has most spellings of one place (check-in: check, in, checkin), so the same
		// items hold them.
		main.likely = concat(r.texts).frequency()
		for _, o := range r.spellings {
			main.likely = max(main.likely, o.frequency())
		}
	}
	if r.inText && isAllOf(r.parts(), word.IsHiragana) { // mostly endings
		main.role = lastResort
	}
	return main
}

// spellings are the typed texts of a run, and their other spellings. If no item can hold the typed
// texts, another spelling stands for them. If the run has names, too, one does so if no item holds the
// typed texts.
func (p *planner) spellings(r run, hasNames bool) (texts, others []Analysis) {
	texts, others = p.typed(r), allOf(p.found(asSpelling, r))
	if parts := r.parts(); hasNames && len(parts) > 1 && len(concat(texts).lexemes()) == 1 { // carry on
		texts = []Analysis{p.phrase(parts...)}
	}
	if hasNames && areWrittenAsOne(p, r.words) { // e-mail
		others = append(others, p.together(r.parts()))
	}
	if len(others) > 0 && (texts == nil || hasNames && concat(texts).frequency() == 0) {
		return others[:1], others[1:]
	}
	return texts, others
}

// widened lets items serve that hold related words, or parts of the run. It makes clauses of these,
// and all marks.
func (p *planner) widened(main clause, r run) (_ clause, others []clause, marks []mark.Term) {
	main, related := p.related(main, r)
	whole, parts := p.partly(main, r)
	return whole, slices.Concat(related, parts), p.marks(whole, parts)
}

// related adds related words to the clause of a single word. If no item holds the word, the related
// words replace it. Otherwise they make clauses of their own, which count less, and an item with a
// related word counts as an item with the word.
func (p *planner) related(main clause, r run) (_ clause, related []clause) {
	if main.lexemes != 1 || r.only() == "" || concat(r.texts).isEmpty() || r.concept != nil && r.concept.foreign {
		return main, nil
	}
	found := p.found(asRelated, r)
	if main.frequency == 0 && len(found) > 0 {
		other := p.clause(r.texts, allOf(found))
		other.name = main.name
		return other, nil
	}
	for _, f := range found {
		others := slices.DeleteFunc(f.of, func(a Analysis) bool { return a.query(anywhere) == main.Word })
		if len(others) == 0 {
			continue
		}
		all := p.clause(r.texts, others)
		c := main.sharing(f.by.share, all.Synonyms, all.SynonymsTitle)
		c.Reading = f.by.name
		c.frequency = all.frequency - concat(r.texts).frequency()
		c.terms = all.terms[1:] // the first is the word itself
		main = main.or(c)
		related = append(related, c)
	}
	return main, related
}

// partly makes a clause of each part of a run. If items may hold a word in pieces, its parts find
// items only if nothing else does, as the parts of a concept do that are no names of the concept. A
// word with spaces weighs no more than the whole, however rare it is: GitHub is not about a "git"
// and a "hub".
func (p *planner) partly(main clause, r run) (whole clause, parts []clause) {
	held, pieces := main.frequency > 0, r.isUnspaced()
	for _, f := range p.found(asPart, r) {
		for _, part := range f.of {
			c := p.clause([]Analysis{part}, nil)
			c.name, c.Reading = r.name()+" "+part.key(), f.by.name
			c.Weight *= f.by.share / float64(c.lexemes)
			if !pieces {
				c.Weight = min(c.Weight, f.by.share*main.Weight)
			}
			if r.concept != nil && !part.isOneOf(slices.Concat(r.concept.names...)) || pieces && held {
				c.role = lastResort
			}
			parts = append(parts, c)
		}
	}
	if len(parts) > 0 && pieces && held && !isAllOf(r.parts(), word.IsKatakana) {
		main.Weight *= 1 - partShare // the pieces of a guessed word have the rest; Katakana is no guess
	}
	return main, parts
}

// ordering makes clauses that only raise the rank of items. They take their share from the word.
func (p *planner) ordering(main clause, r run) (rest clause, order []clause) {
	if r.only() == "" || r.unit != nil {
		return main, nil
	}
	for _, f := range p.found(asOrder, r) {
		c := p.clause(f.of[:1], f.of[1:])
		c.Weight *= f.by.share
		c.role, c.name, c.Reading = beside, main.name, f.by.name
		order = append(order, c)
		main.Weight *= 1 - f.by.share
	}
	return main, order
}

// marks are the terms of a clause and of its parts, if items hold the term.
func (p *planner) marks(main clause, parts []clause) (marks []mark.Term) {
	for _, from := range append(slices.Clone(parts), main) {
		for _, lexemes := range from.terms {
			if analysisOf(lexemes...).frequency() == 0 {
				continue
			}
			term := mark.Term{Language: p.corpus.Language, Weight: main.Weight, Optional: main.role == beside || from.role == lastResort}
			for _, l := range lexemes {
				term.Lexemes = append(term.Lexemes, mark.Lexeme{Text: l.Text, Prefix: l.Prefix})
			}
			marks = append(marks, term)
		}
	}
	return marks
}
