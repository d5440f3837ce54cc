package search

import (
	"math"
	"slices"
)

// Clause is the unit of scoring: a word or prefix, several words, and their synonyms. An item's
// score for a clause is the largest score among these. Each text is a tsquery, or the same tsquery
// within titles; empty texts are absent.
type Clause struct {
	Weight        float64 `json:"weight"`
	Word          string  `json:"word,omitempty"` // counts once for each occurrence
	WordTitle     string  `json:"word_title,omitempty"`
	Prefix        string  `json:"prefix,omitempty"` // as Word, for every word with this beginning
	PrefixTitle   string  `json:"prefix_title,omitempty"`
	Phrase        string  `json:"phrase,omitempty"` // several words; counts once
	PhraseTitle   string  `json:"phrase_title,omitempty"`
	Synonyms      string  `json:"synonyms,omitempty"` // count once
	SynonymsTitle string  `json:"synonyms_title,omitempty"`
	Reading       string  `json:"-"` // why items gain by it: the name of a reading, or what a concept adds; for people
}

// IsWord reports whether the clause is one word without synonyms.
func (c Clause) IsWord() bool { return c.Prefix == "" && c.Phrase == "" && c.Synonyms == "" }

// setWord sets the word, or the prefix.
func (c *Clause) setWord(l Lexeme) {
	if l.Prefix {
		c.Prefix, c.PrefixTitle = l.query(anywhere), l.query(inTitles)
	} else {
		c.Word, c.WordTitle = l.query(anywhere), l.query(inTitles)
	}
}

// clause is a Clause with the facts that the planner needs.
type clause struct {
	Clause
	name          string // the words in the query; empty for a phrase of several words, a place and a time
	query         string // a tsquery for the words, or one of their synonyms
	frequency     int    // an upper bound of the items that the query finds
	likely        int    // the items that the query is likely to find
	lexemes       int    // of the words themselves
	role          role
	terms         [][]Lexeme // to mark
	isPlaceOrTime bool
	elsewhere     string   // a tsquery for items that are known to be in another place, or closed then
	intent        bool     // the words say what somebody wants; other words of the query only refine it
	types         []string // content types of the concept's things
}

// titles lists the tsqueries of the clause within titles.
func (c Clause) titles() []string {
	return slices.DeleteFunc([]string{c.WordTitle, c.PrefixTitle, c.PhraseTitle, c.SynonymsTitle}, func(q string) bool { return q == "" })
}

// excluded is a tsquery for the items that a negation of the clause means: those in the place, or
// with the words in the title.
func (c clause) excluded() string {
	if titles := c.titles(); len(titles) > 0 && !c.isPlaceOrTime {
		return join(titles, " | ")
	}
	return "(" + c.query + ")"
}

// role tells when a clause finds items by itself. A clause of every role counts for the order.
type role int

const (
	always     role = iota
	beside          // if two words or more are wanted, and items hold one of them
	lastResort      // if nothing else finds an item
	never
)

// sharing makes a clause beside c: items that hold something else gain a share of the weight of c.
func (c clause) sharing(share float64, tsquery, titles string) clause {
	return clause{Clause: Clause{Weight: share * c.Weight, Synonyms: tsquery, SynonymsTitle: titles}, name: c.name, query: tsquery, role: beside}
}

// or is the clause, but items that another clause finds count as items with the words.
func (c clause) or(o clause) clause {
	c.query = join([]string{c.query, o.query}, " | ")
	c.frequency += o.frequency
	c.likely += o.frequency
	c.terms = slices.Concat(c.terms, o.terms)
	return c
}

// clause makes one clause: an item must hold all the texts, or one of the others.
func (p *planner) clause(texts, others []Analysis) clause {
	var c clause
	var queries, titles []string
	c.frequency = math.MaxInt
	for _, a := range texts {
		if !a.isEmpty() {
			queries, titles = append(queries, a.query(anywhere)), append(titles, a.query(inTitles))
			c.frequency = min(c.frequency, a.frequency())
			c.terms = append(c.terms, a.Lexemes)
			c.lexemes += len(a.lexemes())
		}
	}
	if c.lexemes == 0 {
		return clause{}
	}
	c.query, c.likely, c.Weight = join(queries, " & "), c.frequency, p.weightOf(texts)
	if c.lexemes == 1 {
		c.setWord(analysisOf(c.terms[0]...).lexemes()[0])
	} else {
		c.Phrase, c.PhraseTitle = c.query, join(titles, " & ")
	}
	if len(others) > 0 {
		c = p.withOthers(c, texts, others)
	}
	return c
}

// withOthers adds other texts, one of which an item may hold instead. The commonest text tells the
// weight. A tsquery leaves out what another one finds: "car park" beside "park".
func (p *planner) withOthers(c clause, texts, others []Analysis) clause {
	commonest, typed := c.frequency, c.query
	var queries, titles []string
	for i, o := range others {
		c.terms = append(c.terms, o.Lexemes)
		commonest = max(commonest, o.frequency())
		if !slices.ContainsFunc(texts, func(a Analysis) bool { return !o.holds(a) }) || isFoundBy(others, i) {
			continue
		}
		queries, titles = append(queries, o.query(anywhere)), append(titles, o.query(inTitles))
		c.frequency += o.frequency()
		if slices.ContainsFunc(texts, func(a Analysis) bool { return a.holds(o) }) {
			typed = ""
		}
	}
	c.Synonyms, c.SynonymsTitle = join(queries, " | "), join(titles, " | ")
	if typed != "" {
		queries = slices.Insert(queries, 0, typed)
	}
	c.query, c.likely, c.Weight = join(queries, " | "), c.frequency, p.corpus.weight(commonest)
	return c
}

// isFoundBy reports whether another analysis of a list finds each item that the i-th one finds.
func isFoundBy(list []Analysis, i int) bool {
	for k, o := range list {
		if k != i && list[i].holds(o) && (len(o.Lexemes) < len(list[i].Lexemes) || k < i) {
			return true
		}
	}
	return false
}

// typed is a run as it was typed, a text for each word; a phrase, and a word in pieces, is one text. It
// is nil if no item can hold the typed words apart.
func (p *planner) typed(r run) (texts []Analysis) {
	if r.isPhrase() {
		whole := p.phrase(r.parts()...)
		if len(whole.lexemes()) < len(r.parts()) {
			return nil
		}
		return []Analysis{whole}
	}
	for i, w := range r.words {
		a := p.analysis(w.Parts...)
		if i > 0 && w.piece {
			last := &texts[len(texts)-1]
			last.Lexemes = slices.Concat(last.Lexemes, a.Lexemes)
			continue
		}
		texts = append(texts, a)
	}
	return texts
}
