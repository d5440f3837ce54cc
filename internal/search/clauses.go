package search

import (
	"slices"

	"airport-content/internal/search/word"
)

// clauses makes the clauses of a run, and notes what to mark. Items hold the run if they hold main;
// the others find items by themselves, or raise their rank. main is empty for a stop word.
func (p *planner) clauses(r run) (main clause, others []clause) {
	switch {
	case r.is(asPlaced):
		return p.placeClauses(r)
	case r.is(asTimed):
		return p.openClause(r.words[0].time.hour), nil
	case r.is(asConcept):
		return p.conceptClauses(r)
	}
	r.texts = p.typed(r)
	if r.words[0].Kind != Bare {
		main = p.clause(r.texts, nil)
	} else {
		main = p.main(&r)
	}
	if main.query == "" || r.words[0].Kind == Absent {
		return main, nil
	}
	main.name = p.nameOf(r, main)
	if r.words[0].Kind == Bare {
		others = p.related(&main, r)
		split := p.partly(&main, r)
		p.mark(main, split)
		return main, slices.Concat(others, split, p.ordering(&main, r))
	}
	if r.words[0].Kind == StopPhrase && p.substance {
		main.role = beside
		main.Weight *= stopPhraseShare
	}
	p.mark(main, nil)
	return main, nil
}

// main makes the clause of a run as typed, in other spellings and as synonyms.
func (p *planner) main(r *run) clause {
	spelled, meant := analysesIn(p.found(asSpelling, *r)), analysesIn(p.found(asSynonym, *r))
	typed := concat(r.texts).frequency()
	if len(spelled) > 0 && (r.texts == nil || r.is(asSynonym) && typed == 0) { // no item has the typed spelling
		r.texts, spelled = spelled[:1], spelled[1:]
	}
	c := p.clause(r.texts, slices.Concat(meant, spelled))
	if !r.is(asSynonym) {
		// The index has most spellings of one place (check-in: check, in, checkin), so the same items hold
		// them.
		c.likely = concat(r.texts).frequency()
		for _, o := range slices.Concat(meant, spelled) {
			c.likely = max(c.likely, o.frequency())
		}
		if typed > 0 && c.lexemes == 1 {
			c.Weight = p.corpus.weight(typed)
		}
	}
	if r.inText && isAllOf(r.parts(), word.IsHiragana) { // mostly endings
		c.role = lastResort
	}
	r.held = c.frequency > 0
	return c
}

func analysesIn(list []finding) (analyses []Analysis) {
	for _, f := range list {
		analyses = append(analyses, f.Analysis)
	}
	return analyses
}

// related adds related words to the clause of a single word. If no item holds the word, the related
// words replace it. Otherwise they make clauses of their own, which count less, and an item with a
// related word counts as an item with the word.
func (p *planner) related(main *clause, r run) (list []clause) {
	if main.lexemes != 1 {
		return nil
	}
	typed, held := r.texts, main.frequency > 0
	itself := main.Word
	found := slices.DeleteFunc(p.found(asRelated, r), func(f finding) bool { return f.query(anywhere) == itself })
	if !held && len(found) > 0 {
		*main = p.clause(typed, analysesIn(found))
		main.name = p.nameOf(r, *main)
		return nil
	}
	for _, group := range byReading(found) {
		c := p.clause(typed, analysesIn(group))
		c.frequency -= concat(typed).frequency()
		main.query = join([]string{main.query, c.Synonyms}, " | ")
		main.frequency += c.frequency
		main.likely += c.frequency
		main.terms = append(main.terms, c.terms[1:]...) // the first is the word itself
		c.Word, c.WordTitle, c.Prefix, c.PrefixTitle = "", "", "", ""
		c.query, c.name, c.role, c.Weight = c.Synonyms, main.name, beside, group[0].by.share*main.Weight
		list = append(list, c)
	}
	return list
}

// byReading parts findings by what found them.
func byReading(list []finding) (groups [][]finding) {
	for i, f := range list {
		if i == 0 || list[i-1].by != f.by {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, f)
	}
	return groups
}

// partly makes a clause of each part of a run. If items may hold a word in pieces, its parts find
// items only if nothing else does. A word with spaces weighs no more than the whole, however rare it
// is: GitHub is not about a "git" and a "hub". If several words have synonyms, and no item holds any
// of these, then a word without synonyms of its own finds items only if nothing else does: the card
// of "SIM card" is another card.
func (p *planner) partly(main *clause, r run) (list []clause) {
	found := p.found(asPart, r)
	for _, f := range found {
		c := p.clause([]Analysis{f.Analysis}, nil)
		c.Weight *= f.by.share / float64(c.lexemes)
		switch held := main.frequency > 0; {
		case !r.isUnspaced():
			c.Weight = min(c.Weight, f.by.share*main.Weight)
			if r.is(asSynonym) && !held && p.corpus.Synonyms.of(f.key()) == nil {
				c.role = lastResort
			}
		case held:
			c.role = lastResort
		}
		c.name = r.name() + " " + f.key()
		list = append(list, c)
	}
	if len(list) > 0 && list[0].role == lastResort && !isAllOf(r.parts(), word.IsKatakana) {
		main.Weight *= 1 - found[0].by.share // the pieces of a guessed word have the rest
	}
	return list
}

// ordering makes clauses that only raise the rank of items. They take their share from the word.
func (p *planner) ordering(main *clause, r run) (list []clause) {
	for _, group := range byReading(p.found(asOrder, r)) {
		c := p.clause(analysesIn(group[:1]), analysesIn(group[1:]))
		c.Weight *= group[0].by.share
		main.Weight *= 1 - group[0].by.share
		c.role, c.name = beside, main.name
		list = append(list, c)
	}
	return list
}

// nameOf names the clause of a run. A phrase of several words has no name: it is neither common nor
// rare.
func (p *planner) nameOf(r run, c clause) string {
	if r.words[0].Kind == Phrase && c.lexemes > 1 {
		return ""
	}
	return r.name()
}
