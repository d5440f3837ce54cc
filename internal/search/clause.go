package search

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	longestRun    = 4  // words of a run that is looked up among the synonyms
	longestPieces = 12 // pieces of such a run in an unspaced script
	// asPart is the share of its weight that one word counts in a clause of several words.
	asPart = 0.6
	// asTyped is the share of a word's weight that depends on accents: an item gains the share only
	// with the accents that were typed.
	asTyped = 0.9
	// asStopPhrase is the share of its weight that a stop phrase counts.
	asStopPhrase = 0.3
	// wholePieces is the most pieces of a query that is searched for as one word.
	wholePieces = 3
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
}

// IsWord reports whether the clause is one word without synonyms.
func (c Clause) IsWord() bool { return c.Prefix == "" && c.Phrase == "" && c.Synonyms == "" }

// setWord sets the word, or the prefix.
func (c *Clause) setWord(l Lexeme) {
	if l.Prefix {
		c.Prefix, c.PrefixTitle = l.query(""), l.query("A")
	} else {
		c.Word, c.WordTitle = l.query(""), l.query("A")
	}
}

// clause is a Clause with the facts that the planner needs.
type clause struct {
	Clause
	name      string // the words in the query; empty for a phrase
	query     string // a tsquery for the words, or one of their synonyms
	frequency int    // an upper bound of the items that the query finds
	lexemes   int    // of the words themselves
	synonyms  bool   // the words have synonyms, held by items or not
	optional  bool   // an item need not hold the clause to match every word
	whole     bool   // no part has a meaning of its own
	terms     [][]Lexeme
}

// bareClause makes a clause of the first words, and returns the number of words used. It takes the
// longest run with synonyms, else a unit, else the first word. If the first word has parts, size is
// 0: the caller splits the word and searches for each part. before is the word in front of words.
func (p *planner) bareClause(before Word, words []Word) (c clause, size int) {
	run, longest := 1, longestRun
	if IsUnspaced(words[0].Text) {
		longest = longestPieces
	}
	for run < min(longest, len(words)) && words[run].Kind == Bare {
		run++
	}
	for size = run; size > 0; size-- {
		if others := p.corpus.Synonyms.of(p.key(words[:size])); others != nil {
			c = p.clause(p.analyse(words[:size]), p.knownSynonyms(others))
			c.synonyms = true
			return c, size
		}
	}
	if p.sentence {
		if together, size := p.asOne(words[:run]); size > 0 {
			return p.clause(p.analyse(words[:size]), []Analysis{together}), size
		}
	} else if c, size = p.unit(words[:run]); size > 0 {
		return c, size
	}
	if p.split(words[0]) != nil {
		return clause{}, 0
	}
	var others []Analysis
	if !p.sentence {
		var after Word
		if run > 1 {
			after = words[1]
		}
		others = p.writtenAs(before, words[0], after)
	}
	c = p.clause(p.analyse(words[:1]), nil)
	if others != nil {
		weight, held := c.Weight, c.frequency > 0
		if c = p.clause(p.analyse(words[:1]), others); held {
			c.Weight = weight // the frequency of the other spellings is only a bound
		}
	}
	return c, 1
}

func (p *planner) analyse(words []Word) []Analysis {
	list := make([]Analysis, len(words))
	for i, w := range words {
		list[i] = p.analysis(w.Text)
	}
	return list
}

// split parts a word at its hyphens or into its pieces. It does not split a number (24/7), nor an
// unspaced word that is the whole query.
func (p *planner) split(w Word) []Word {
	texts := strings.Fields(w.Text)
	switch unspaced := IsUnspaced(w.Text); {
	case len(texts) < 2, unspaced && p.single:
		return nil
	case !unspaced && strings.ContainsFunc(w.Text, unicode.IsDigit):
		return nil
	}
	list := make([]Word, len(texts))
	for i, text := range texts {
		list[i] = Word{Typed: text, Text: text, Kind: w.Kind}
	}
	return list
}

// partly makes a clause of each word of a clause of several, so that an item with some of the words
// is found too.
func (p *planner) partly(words []Word) []clause {
	var list []clause
	for _, w := range words {
		for _, l := range p.analysis(w.Text).lexemes() {
			part := p.wordClause(l, asPart)
			part.name = nameOf(words) + " " + l.Text
			p.frequencies[part.name] = l.Frequency
			list = append(list, part)
		}
	}
	return list
}

// wordClause scores one lexeme with a share of its weight.
func (p *planner) wordClause(l Lexeme, share float64) clause {
	c := clause{query: l.query(""), frequency: l.Frequency, terms: [][]Lexeme{{l}}}
	c.Weight = share * p.corpus.weight(l.Frequency)
	c.setWord(l)
	return c
}

// asAccented makes a clause of a word with the accents that were typed. Items with these accents
// then rank higher. There is no clause where accents make no difference: the word has none, or all
// items with the word have these accents, or no item has.
func (p *planner) asAccented(words []Word) (clause, bool) {
	l := p.analysis(words[0].Text).lexemes()
	if !p.accented || len(words) != 1 || len(l) != 1 || l[0].AccentedFrequency == 0 || l[0].AccentedFrequency >= l[0].Frequency {
		return clause{}, false
	}
	return p.wordClause(Lexeme{Text: l[0].Accented, Frequency: l[0].AccentedFrequency}, asTyped), true
}

func (p *planner) key(words []Word) string {
	var all Analysis
	for _, w := range words {
		all.Lexemes = append(all.Lexemes, p.analysis(w.Text).Lexemes...)
	}
	return all.key()
}

// knownSynonyms lists the synonyms that items of the airport may hold.
func (p *planner) knownSynonyms(synonyms []Synonym) []Analysis {
	var known []Analysis
	for _, s := range synonyms {
		if analysis := p.corpus.counted(s.Analysis); analysis.frequency() > 0 {
			known = append(known, analysis)
		}
	}
	return known
}

// clause makes one clause: an item must hold all the texts, or one of their synonyms, the others.
func (p *planner) clause(texts, others []Analysis) clause {
	var c clause
	var queries, titles []string
	c.frequency = math.MaxInt
	for _, analysis := range texts {
		if query := analysis.query(); query != "" {
			queries, titles = append(queries, query), append(titles, analysis.titleQuery())
			c.frequency = min(c.frequency, analysis.frequency())
			c.terms = append(c.terms, analysis.Lexemes)
		}
		for _, l := range analysis.lexemes() {
			c.lexemes++
			c.Weight += p.corpus.weight(l.Frequency)
		}
	}
	if c.lexemes == 0 {
		return clause{}
	}
	c.query = join(queries, " & ")
	if c.lexemes == 1 {
		c.setWord(Analysis{Lexemes: c.terms[0]}.lexemes()[0])
	} else {
		c.Phrase, c.PhraseTitle = c.query, join(titles, " & ")
	}
	if len(others) == 0 {
		return c
	}
	commonest := c.frequency
	queries, titles = nil, nil
	for _, o := range others {
		queries, titles = append(queries, o.query()), append(titles, o.titleQuery())
		c.terms = append(c.terms, o.Lexemes)
		commonest = max(commonest, o.frequency())
		c.frequency += o.frequency()
	}
	c.Synonyms, c.SynonymsTitle = join(queries, " | "), join(titles, " | ")
	c.query = join(slices.Insert(queries, 0, c.query), " | ")
	c.Weight = p.corpus.weight(commonest)
	return c
}
