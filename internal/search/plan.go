package search

import (
	"cmp"
	"slices"
	"strings"

	"airport-content/internal/search/document"
	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

const (
	maxClauses    = 24     // clauses that are searched and scored, the rarest ones
	mostFrequency = 60_000 // of all clauses together; the commonest clauses are left out
	fewClauses    = 2      // clauses that stay, however common
	maxUnknown    = 12     // words for which a correction is looked up
)

// Plan says how a query is run. It depends only on the parameters of NewPlan.
type Plan struct {
	Languages []LanguagePlan // without languages with nothing to search for
	AtMost    int            // an upper bound of the items that hold every word
	Single    bool           // the query is one word or phrase: any word is searched for only if no item holds the whole
	Terms     []mark.Term    // terms to mark in the found items
	// Unknown has the bare words of the query that no item holds, also not as a synonym or a related
	// word.
	Unknown []Unknown
}

// Unknown is a word that no item holds.
type Unknown struct{ Text, Unaccented string }

// LanguagePlan is the search of the items of one language. All, Any, Parts and Title are tsqueries.
type LanguagePlan struct {
	Language string
	All      string   // finds items that hold every word
	Any      string   // finds items that hold one of the words
	Parts    string   // finds items that hold one of the words, or a part of one
	Title    string   // finds items whose title holds the whole query; empty unless it is two to six words
	Clauses  []Clause // the weightiest first
}

// NewPlan makes the plan of a query for the items of these languages. stems are those of the
// query's Tokens. Items of a language are searched for lexemes of this language only. A word that
// no item holds is searched for as a prefix.
func NewPlan(q Query, corpora []Corpus, stems word.Stems) Plan {
	plan := newPlan(q, corpora, stems, nil)
	if len(plan.Unknown) > 0 {
		plan = newPlan(q, corpora, stems, plan.Unknown)
	}
	return plan
}

func newPlan(q Query, corpora []Corpus, stems word.Stems, prefixes []Unknown) Plan {
	planners := make([]*planner, len(corpora))
	words := len(slices.Concat(q...))
	for i, c := range corpora {
		planners[i] = &planner{corpus: c, stems: stems, prefixes: prefixes, single: q.isSingle(), sentence: words > shortQuery, endings: words > keywords,
			analyses: map[string]Analysis{}, frequencies: map[string]int{}}
		planners[i].read(q)
	}
	common := commonAmong(planners)
	plan := Plan{Single: q.isSingle()}
	for i, p := range planners {
		if i == 0 {
			plan.Unknown = p.unknown
		}
		plan.Unknown = slices.DeleteFunc(plan.Unknown, func(text Unknown) bool { return !slices.Contains(p.unknown, text) })
		language := p.plan(common)
		if language.All == "" {
			continue // nothing but stop words
		}
		plan.AtMost += p.atMost
		plan.Terms = append(plan.Terms, p.terms...)
		if len(corpora) > 1 {
			likely := likelihood(q, planners, i)
			for n := range language.Clauses {
				language.Clauses[n].Weight *= likely
			}
			// Languages share lexemes. With the tag, the index leaves out items of other languages.
			tag := quote(document.LanguageTag(language.Language))
			for _, query := range []*string{&language.All, &language.Any, &language.Parts} {
				*query = tag + " & " + *query
			}
		}
		plan.Languages = append(plan.Languages, language)
	}
	return plan
}

// likelihood is the likelihood, up to 1, that the query is in language i: the weight of its words
// anywhere, divided by their weight here. The weight of a word anywhere is its weight in the
// language in which most items hold the word; 0 for a stop word of any language. The motive:
// "coffee" is rare in German, but the few German items with the word must not outrank the English
// ones. The order within a language stays.
func likelihood(q Query, planners []*planner, i int) float64 {
	here, there := 0.0, 0.0
	for _, w := range slices.Concat(q...) {
		if frequency := planners[i].analysis(w.Text).frequency(); frequency > 0 && w.Kind != Absent {
			here += planners[i].corpus.weight(frequency)
			there += weightAnywhere(w.Text, planners)
		}
	}
	if here == 0 {
		return 1
	}
	return min(1, there/here)
}

func weightAnywhere(text string, planners []*planner) float64 {
	most, weight := 0, 0.0
	for _, p := range planners {
		analysis := p.analysis(text)
		if analysis.isEmpty() {
			return 0
		}
		if frequency := analysis.frequency(); frequency > most {
			most, weight = frequency, p.corpus.weight(frequency)
		}
	}
	return weight
}

// isSingle reports whether the query is one word or phrase.
func (q Query) isSingle() bool {
	if len(q) != 1 || len(q[0]) != 1 {
		return false
	}
	text := q[0][0]
	return text.Kind != Bare || !word.IsUnspaced(text.Text) || isOneWord(text.Text)
}

// planner makes the plan for the items of one language.
type planner struct {
	corpus    Corpus
	stems     word.Stems
	prefixes  []Unknown // unknown words that are searched for as prefixes
	analyses  map[string]Analysis
	single    bool // as Plan.Single
	sentence  bool // the query is longer than shortQuery
	endings   bool // Korean words of the query may have endings
	substance bool // at least one word is no stop phrase
	accented  bool // at least one word was typed with accents

	title        string
	alternatives []alternative
	frequencies  map[string]int // of clauses, by their names
	unknown      []Unknown
	terms        []mark.Term
	clauses      int // marked so far
	compounds    int // words looked up in compounds so far
	atMost       int
}

// read makes the alternatives and the title of the query.
func (p *planner) read(q Query) {
	q = p.respell(q)
	for _, w := range slices.Concat(q...) {
		analysis := p.analysis(w.Text)
		p.accented = p.accented || w.Kind == Bare && analysis.isAccented()
		p.substance = p.substance || !analysis.isEmpty() && (w.Kind == Bare || w.Kind == Phrase)
	}
	for _, words := range q {
		p.alternatives = append(p.alternatives, p.alternative(words))
	}
	p.title = p.titleOf(q)
}

// plan chooses the clauses, and writes the tsqueries. All is empty if there is nothing to search
// for.
func (p *planner) plan(common common) LanguagePlan {
	plan := LanguagePlan{Language: p.corpus.Language, Title: p.title}
	var least float64
	plan.Clauses, least = choose(p.alternatives)
	var all, any, parts []string
	for _, a := range p.alternatives {
		every, some, more := a.all(), a.any(least, common), a.any(least, common, lastResort)
		if every != "" && more != "" {
			all, any, parts = append(all, every), append(any, cmp.Or(some, more)), append(parts, more)
			p.atMost += a.atMost
		}
	}
	plan.All, plan.Any, plan.Parts = join(all, " | "), join(any, " | "), join(parts, " | ")
	return plan
}

// analysis looks a text up.
func (p *planner) analysis(text string) Analysis {
	analysis, ok := p.analyses[text]
	if !ok {
		analysis = p.corpus.analyse(text, p.stems)
		p.analyses[text] = analysis
	}
	return analysis
}

// titleOf is a tsquery for titles that hold all words of the query one after the other; empty for
// one word, for a long query, and for one with operators.
func (p *planner) titleOf(q Query) string {
	if len(q) != 1 || len(q[0]) > shortQuery {
		return ""
	}
	var whole Analysis
	for _, w := range q[0] {
		if w.Kind == Phrase || w.Kind == Absent {
			return ""
		}
		if w.Kind == Bare {
			whole.Lexemes = append(whole.Lexemes, p.analysis(w.Text).Lexemes...)
		}
	}
	if len(whole.lexemes()) > 1 {
		return whole.query(inTitles)
	}
	return ""
}

// alternative is the part of a query between two "or".
type alternative struct {
	wanted, unwanted []string // tsqueries
	names            []string // of the wanted clauses
	clauses          []clause // that items may hold
	atMost           int      // an upper bound of the items that hold all that is wanted
}

func (p *planner) alternative(words []Word) alternative {
	a := alternative{atMost: p.corpus.Items}
	var before Word // the one before the first
	var side string // such as "after", if only stop words stand between it and the first
	for len(words) > 0 {
		first, size := words[0], 1
		var c, compound clause
		switch first.Kind {
		case Bare:
			if c, size = p.bareClause(before, words); size == 0 {
				words = slices.Concat(p.split(first), words[1:])
				continue
			}
			if size == 1 {
				c, compound = p.withRelated(first, c)
			}
		default:
			c = p.clause(p.analyse(words[:1]), nil)
		}
		run := words[:size]
		words = words[size:]
		before = run[size-1]
		switch {
		case c.query == "": // a stop word
			if slices.Contains(word.Sides, first.Text) {
				side = first.Text
			}
			continue
		case first.Kind == Absent:
			a.unwanted = append(a.unwanted, "!"+c.query)
		case first.Kind == StopPhrase && p.substance:
			c.role = beside
			c.Weight *= asStopPhrase
			c.name = p.name(run, c)
			a.add(c)
			p.mark(c)
		default:
			p.want(&a, run, words, side, c, compound)
		}
		side = ""
	}
	return a
}

// want adds a clause that items have to hold, and clauses that raise an item's rank: compounds and
// parts of the word, the word with its accents, and the word beside its neighbours in the query.
func (p *planner) want(a *alternative, run, next []Word, side string, c, compound clause) {
	first := run[0]
	bare := first.Kind == Bare
	var partly []clause
	if bare && c.lexemes > 1 && !c.whole {
		partly = p.partly(run, c)
		if partly != nil && partly[0].role == lastResort && !isAllOf(first.Text, word.IsKatakana) {
			c.Weight *= 1 - asPart // the pieces of a guessed word have the rest
		}
	}
	p.mark(c, partly...)
	c.name = p.name(run, c)
	compound.name = c.name
	if bare && !c.synonyms {
		if typed, differs := p.asAccented(run); differs {
			c.Weight *= 1 - asTyped
			typed.name = c.name
			a.add(typed)
		} else if placed, ok := p.placed(side, run); ok {
			c.Weight *= 1 - asPlaced
			placed.name = c.name
			a.add(placed)
		}
	}
	a.names = append(a.names, c.name)
	a.wanted = append(a.wanted, c.query)
	a.atMost = min(a.atMost, c.frequency)
	a.add(c, compound)
	if bare && len(run) == 1 && len(next) > 0 {
		a.add(p.sideBySide(first, next[0]))
	}
	a.add(partly...)
	if bare && c.frequency == 0 && c.lexemes == 1 && !c.synonyms {
		p.addUnknown(first.Text)
	}
}

// addUnknown notes a word that no item holds, unless it has synonyms.
func (p *planner) addUnknown(text string) {
	analysis := p.analysis(text)
	if len(p.unknown) < maxUnknown && !p.corpus.Synonyms.lexeme[analysis.key()] {
		p.unknown = union(p.unknown, []Unknown{{text, analysis.Unaccented}})
	}
}

// mark notes the terms of a clause and of its parts, if items hold the term.
func (p *planner) mark(c clause, partly ...clause) {
	for _, of := range append(partly, c) {
		for _, lexemes := range of.terms {
			if (Analysis{Lexemes: lexemes}).frequency() > 0 {
				p.terms = append(p.terms, mark.Term{Language: p.corpus.Language, Lexemes: toMark(lexemes), Clause: p.clauses, Weight: c.Weight, Optional: c.role == beside || of.role == lastResort})
			}
		}
	}
	p.clauses++
}

func toMark(lexemes []Lexeme) []mark.Lexeme {
	list := make([]mark.Lexeme, len(lexemes))
	for i, l := range lexemes {
		list[i] = mark.Lexeme{Text: l.Text, Prefix: l.Prefix}
	}
	return list
}

// add adds clauses that items may hold. A repeated clause gains weight.
func (a *alternative) add(clauses ...clause) {
	for _, c := range clauses {
		if c.frequency == 0 {
			continue
		}
		if i := slices.IndexFunc(a.clauses, func(o clause) bool { return o.query == c.query }); i >= 0 {
			a.clauses[i].Weight += c.Weight
			a.clauses[i].role = min(a.clauses[i].role, c.role)
			continue
		}
		a.clauses = append(a.clauses, c)
	}
}

// all is a tsquery for items that hold all that is wanted.
func (a alternative) all() string { return join(append(slices.Clone(a.wanted), a.unwanted...), " & ") }

// any is a tsquery for items that hold a clause of at least this weight; empty if there is nothing
// to search for. Stop phrases are left out beside a single word, and where no item holds any other
// word: the items that they find have little to do with the query. Common words are left out beside
// a rare word. Clauses of role lastResort are left out, unless roles has it.
func (a alternative) any(least float64, common common, roles ...role) string {
	held := slices.ContainsFunc(a.clauses, func(c clause) bool { return c.role != beside })
	roles = append(roles, always)
	if held && len(a.wanted) > 1 {
		roles = append(roles, beside)
	}
	rare := slices.ContainsFunc(a.names, common.isRare)
	var any []string
	for _, c := range a.clauses {
		if c.Weight >= least && slices.Contains(roles, c.role) && !(rare && common.is(c.name)) {
			any = append(any, c.query)
		}
	}
	switch {
	case any != nil:
	case held: // clauses of other alternatives are rarer
		return ""
	case len(a.wanted) > 0: // no item holds them
		any = a.wanted
	default:
		return a.all()
	}
	return join(append([]string{join(any, " | ")}, a.unwanted...), " & ")
}

// choose chooses the clauses that are searched and scored, and returns the least of their weights.
func choose(alternatives []alternative) (chosen []Clause, least float64) {
	var clauses []clause
	for _, a := range alternatives {
		clauses = append(clauses, a.clauses...)
	}
	slices.SortStableFunc(clauses, func(a, b clause) int { return cmp.Compare(b.Weight, a.Weight) })
	frequency := 0
	for i, c := range clauses {
		frequency += c.frequency
		if i == maxClauses || i >= fewClauses && frequency > mostFrequency {
			break
		}
		chosen = append(chosen, c.Clause)
		least = c.Weight
	}
	return chosen, least
}

// join writes several tsqueries as one.
func join(queries []string, operator string) string {
	if len(queries) < 2 {
		return strings.Join(queries, "")
	}
	return "(" + strings.Join(queries, operator) + ")"
}
