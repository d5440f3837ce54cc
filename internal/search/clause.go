package search

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"airport-content/internal/search/word"
)

const (
	longestPieces = 12 // pieces of a run that is looked up among the synonyms, in an unspaced script
	// asPart is the share of its weight that one word counts in a clause of several words.
	asPart = 0.6
	// asTyped is the share of a word's weight that depends on accents: an item gains the share only
	// with the accents that were typed.
	asTyped = 0.9
	// asStopPhrase is the share of its weight that a stop phrase counts.
	asStopPhrase = 0.3
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
		c.Prefix, c.PrefixTitle = l.query(anywhere), l.query(inTitles)
	} else {
		c.Word, c.WordTitle = l.query(anywhere), l.query(inTitles)
	}
}

// clause is a Clause with the facts that the planner needs.
type clause struct {
	Clause
	name      string // the words in the query; empty for a phrase
	query     string // a tsquery for the words, or one of their synonyms
	frequency int    // an upper bound of the items that the query finds
	likely    int    // the items that the query is likely to find
	lexemes   int    // of the words themselves
	synonyms  bool   // the words have synonyms, held by items or not
	whole     bool   // no part has a meaning of its own
	role      role
	terms     [][]Lexeme
}

// role tells when a clause finds items by itself. A clause of every role counts for the order.
type role int

const (
	always     role = iota
	beside          // beside two words or more that items hold
	lastResort      // if nothing else finds an item
	never
)

// bareClause makes a clause of the first words, and returns the number of words used. It takes the
// longest run with synonyms, else a unit, else the first word. If the first word has parts, size is
// 0: the caller splits the word and searches for each part. before is the word in front of words.
func (p *planner) bareClause(before Word, words []Word) (c clause, size int) {
	run := bareRun(words)
	first, least := words[0], 1
	inText := words[0].piece || len(words) > 1 && words[1].piece
	if inText {
		if first.Text, least = firstWord(before, words); first.Text == "" {
			return clause{}, 1
		}
	}
	for size = len(run); size >= least; size-- {
		if others := p.corpus.Synonyms.of(p.key(words[:size])); others != nil {
			text, known, spellings := p.analyse(words[:size]), p.knownSynonyms(others), p.otherSpellings(before, words[:size])
			if len(spellings) > 0 && p.clause(text, nil).frequency == 0 { // no item has the typed spelling
				text, spellings = spellings[:1], spellings[1:]
			}
			for _, other := range spellings {
				if !slices.ContainsFunc(known, func(k Analysis) bool { return k.key() == other.key() }) {
					known = append(known, other)
				}
			}
			c = p.clause(text, known)
			c.synonyms = true
			return c, size
		}
	}
	if p.sentence {
		if together, size := p.asOne(run); size > 0 {
			return p.clause(p.analyse(words[:size]), []Analysis{together}), size
		}
	} else if c, size = p.unit(run); size > 0 {
		return c, size
	}
	if p.split(words[0]) != nil {
		return clause{}, 0
	}
	var others []Analysis
	if !p.sentence && !inText {
		var after Word
		if len(run) > 1 {
			after = run[1]
		}
		others = p.writtenAs(before, first, after)
	}
	c = p.wordClause(first, others)
	if inText && isAllOf(first.Text, word.IsHiragana) { // mostly endings
		c.role = lastResort
	}
	return c, least
}

// otherSpellings lists the other ways in which items write words that have synonyms together:
// FastTrack for fast track, 24 h for 24h. Numbers stay apart: 24/7 is not 247.
func (p *planner) otherSpellings(before Word, words []Word) []Analysis {
	text := strings.Join(texts(words), " ")
	switch {
	case word.IsUnspaced(text) && len(words) > 1, !word.IsUnspaced(text) && p.sentence, word.IsNumber(strings.ReplaceAll(text, " ", "")):
		return nil
	case len(words) > 1:
		words = asWords([]string{text}, Bare)
	}
	return p.writtenAs(before, words[0], Word{})
}

// bareRun is the longest run of bare words that may have synonyms together.
func bareRun(words []Word) []Word {
	longest := word.MaxSynonym
	if word.IsUnspaced(words[0].Text) {
		longest = longestPieces
	}
	run := words[:min(longest, len(words))]
	if end := slices.IndexFunc(run, func(w Word) bool { return w.Kind != Bare }); end >= 0 {
		run = run[:end]
	}
	return run
}

// wordClause makes a clause of a word, with the other ways in which items write the word.
func (p *planner) wordClause(w Word, others []Analysis) clause {
	text := p.analysis(w.Text)
	c := p.spelled(text, others)
	if text.frequency() > 0 {
		c.Weight = p.clause([]Analysis{text}, nil).Weight // the frequency of the other spellings is only a bound
	}
	return c
}

// spelled makes a clause of a text with its other spellings. The index has most spellings of one
// place (check-in: check, in, checkin), so the same items hold them.
func (p *planner) spelled(text Analysis, others []Analysis) clause {
	c := p.clause([]Analysis{text}, others)
	c.likely = text.frequency()
	for _, o := range others {
		c.likely = max(c.likely, o.frequency())
	}
	return c
}

func texts(words []Word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Text
	}
	return list
}

func (p *planner) analyse(words []Word) []Analysis {
	var list []Analysis
	for i, w := range words {
		analysis := p.analysis(w.Text)
		if i > 0 && w.piece {
			last := &list[len(list)-1]
			last.Lexemes = slices.Concat(last.Lexemes, analysis.Lexemes)
			continue
		}
		list = append(list, analysis)
	}
	return list
}

// split parts a word at its hyphens, or a text in pieces into its words. It does not split a number
// (24/7), nor an unspaced word that is the whole query.
func (p *planner) split(w Word) []Word {
	texts := strings.Fields(w.Text)
	switch unspaced := word.IsUnspaced(w.Text); {
	case len(texts) < 2, unspaced && p.single:
		return nil
	case unspaced && !p.sentence:
		if texts = wordsOf(texts, p.endings); len(texts) == 1 {
			return nil
		}
	case !unspaced && strings.ContainsFunc(w.Text, unicode.IsDigit):
		return nil
	}
	return asWords(texts, w.Kind)
}

// partly makes a clause of each word of a clause c of several, so that an item with some of the
// words is found too. If items may hold an unspaced word, its parts find items only if nothing else
// does. An unspaced word with synonyms is certainly a word, and has no such parts. A spaced word
// weighs no more than the whole, however rare the word is: GitHub is not about a "git" and a "hub".
// If spaced words have synonyms together, and no item holds any of these, then only a word with
// synonyms of its own finds items by itself: the card of "SIM card" is another card.
func (p *planner) partly(words []Word, c clause) []clause {
	var list []clause
	unspaced := word.IsUnspaced(words[0].Text)
	parts := strings.Fields(strings.Join(texts(words), " "))
	if unspaced {
		if c.synonyms {
			return nil
		}
		parts = partsOf(parts)
	}
	for _, text := range parts {
		part := p.clause([]Analysis{p.analysis(text)}, nil)
		if part.query == "" {
			continue
		}
		part.Weight *= asPart / float64(part.lexemes)
		switch held := c.frequency > 0; {
		case !unspaced:
			part.Weight = min(part.Weight, asPart*c.Weight)
			if c.synonyms && !held && p.corpus.Synonyms.of(p.analysis(text).key()) == nil {
				part.role = never
			}
		case held:
			part.role = lastResort
		}
		part.name = nameOf(words) + " " + text
		p.frequencies[part.name] = part.frequency
		list = append(list, part)
	}
	return list
}

// asAccented makes a clause of a word with the accents that were typed. Items with these accents
// then rank higher. There is no clause where accents make no difference: the word has none, or all
// items with the word have these accents, or no item has.
func (p *planner) asAccented(words []Word) (clause, bool) {
	l := p.analysis(words[0].Text).lexemes()
	if !p.accented || len(words) != 1 || len(l) != 1 || l[0].AccentedFrequency == 0 || l[0].AccentedFrequency >= l[0].Frequency {
		return clause{}, false
	}
	c := p.clause([]Analysis{{Lexemes: []Lexeme{{Text: l[0].Accented, Frequency: l[0].AccentedFrequency}}}}, nil)
	c.Weight *= asTyped
	return c, true
}

func (p *planner) key(words []Word) string {
	var all Analysis
	for _, w := range words {
		all.Lexemes = append(all.Lexemes, p.analysis(w.Text).Lexemes...)
	}
	return all.key()
}

// knownSynonyms lists the synonyms that items of the airport may hold. In a language without a
// stemmer, these have other forms too.
func (p *planner) knownSynonyms(synonyms []Synonym) []Analysis {
	var known []Analysis
	add := func(a Analysis) {
		if a.frequency() > 0 && !slices.ContainsFunc(known, func(o Analysis) bool { return o.key() == a.key() }) {
			known = append(known, a)
		}
	}
	for _, s := range synonyms {
		add(p.corpus.counted(s.Analysis))
		for _, text := range withSpace(s.Text) {
			add(p.analysis(text))
		}
		if p.inflects() && word.IsLetters(s.Text) {
			for _, l := range p.corpus.commonest(p.corpus.inflected(s.Analysis.Unaccented)) {
				add(Analysis{Lexemes: []Lexeme{l}})
			}
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
		if !analysis.isEmpty() {
			queries, titles = append(queries, analysis.query(anywhere)), append(titles, analysis.query(inTitles))
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
	c.likely = c.frequency
	if len(others) == 0 {
		return c
	}
	commonest := c.frequency
	queries, titles = nil, nil
	for _, o := range others {
		queries, titles = append(queries, o.query(anywhere)), append(titles, o.query(inTitles))
		c.terms = append(c.terms, o.Lexemes)
		commonest = max(commonest, o.frequency())
		c.frequency += o.frequency()
	}
	c.Synonyms, c.SynonymsTitle = join(queries, " | "), join(titles, " | ")
	c.query = join(slices.Insert(queries, 0, c.query), " | ")
	c.likely = c.frequency
	c.Weight = p.corpus.weight(commonest)
	return c
}
