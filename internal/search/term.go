package search

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longestRun = 4 // words of a run that is compared with synonyms
	// asPart is how much one word counts of several that belong together, such as those of a synonym.
	asPart = 0.6
)

// term is a Term with what the plan needs to know about it.
type term struct {
	Term
	query    string // a tsquery of any form
	held     int    // at most so many items hold it
	lexemes  int    // of the words themselves
	synonyms bool   // it has synonyms, even if no item holds them
	frame    bool   // an item that lacks it still holds all that is wanted
}

// bareTerm makes a term of the first words, and returns how many it used: the longest run that has synonyms, else two words
// that the airport writes as one, or a word that it writes without its hyphen, else only the first word. It uses none if the
// first word is several with a hyphen, which are searched for one by one.
func (p *planner) bareTerm(words []Word) (t term, size int) {
	run := 1
	for run < min(longestRun, len(words)) && words[run].Kind == Bare {
		run++
	}
	for size = run; size > 0; size-- {
		if others := p.vocabulary.Synonyms.of(p.key(words[:size])); others != nil {
			t = p.term(words[:size], p.readSynonyms(others))
			t.synonyms = true
			return t, size
		}
	}
	if text, size := joined(words[:run]); text != "" {
		if as := p.read(text); as.held() > 0 {
			return p.term(words[:size], []Reading{as}), size
		}
	}
	if parts(words[0]) != nil {
		return term{}, 0
	}
	return p.term(words[:1], nil), 1
}

// parts takes a word with hyphens apart. Numbers stay what they are: 24/7.
func parts(w Word) []Word {
	texts := strings.Fields(w.Text)
	if len(texts) < 2 || strings.ContainsFunc(w.Text, unicode.IsDigit) {
		return nil
	}
	list := make([]Word, len(texts))
	for i, text := range texts {
		list[i] = Word{Typed: text, Text: text, Kind: w.Kind}
	}
	return list
}

// partly makes terms of each word of several that belong together, so that items that hold some of them are found too.
func (p *planner) partly(words []Word) []term {
	var list []term
	for _, w := range words {
		for _, l := range p.read(w.Text).words() {
			one := Reading{Lexemes: []Lexeme{l}}
			list = append(list, term{
				Term:  Term{Word: Form{one.query(), one.titleQuery()}, Weight: asPart * p.vocabulary.weight(l.Items)},
				query: one.query(), held: l.Items,
			})
		}
	}
	return list
}

func (p *planner) key(words []Word) string {
	var all Reading
	for _, w := range words {
		all.Lexemes = append(all.Lexemes, p.read(w.Text).Lexemes...)
	}
	return all.key()
}

// readSynonyms lists the synonyms that items of the airport may hold.
func (p *planner) readSynonyms(synonyms []Synonym) []Reading {
	var held []Reading
	for _, s := range synonyms {
		if reading := p.read(s.Text); reading.held() > 0 {
			held = append(held, reading)
		}
	}
	return held
}

// term makes one term: an item must hold all the words, or one of the others, which mean the same.
func (p *planner) term(words []Word, others []Reading) term {
	var t term
	var queries, titles []string
	t.held = math.MaxInt
	for _, w := range words {
		reading := p.read(w.Text)
		if query := reading.query(); query != "" {
			queries, titles = append(queries, query), append(titles, reading.titleQuery())
			t.held = min(t.held, reading.held())
		}
		for _, l := range reading.words() {
			t.lexemes++
			t.Weight += p.vocabulary.weight(l.Items)
		}
	}
	if t.lexemes == 0 {
		return term{}
	}
	form := Form{join(queries, " & "), join(titles, " & ")}
	if t.lexemes == 1 {
		t.Word = form
	} else {
		t.Phrase = form
	}
	t.query = form.Query
	if len(others) == 0 {
		return t
	}
	holding := t.held
	queries, titles = nil, nil
	for _, o := range others {
		queries, titles = append(queries, o.query()), append(titles, o.titleQuery())
		holding = max(holding, o.held())
		t.held += o.held()
	}
	t.Synonyms = Form{join(queries, " | "), join(titles, " | ")}
	t.query = join(slices.Insert(queries, 0, t.query), " | ")
	t.Weight = p.vocabulary.weight(holding)
	return t
}

// joined writes the first word as one with the next (dutyfree for duty free), or without its hyphen (wifi for wi-fi), and
// returns how many words it used. text is empty if there is nothing to join. Numbers are never joined.
func joined(words []Word) (text string, size int) {
	first := words[0].Text
	if parts := strings.Fields(first); len(parts) > 1 {
		for i := 1; i < len(parts); i++ {
			if joinable(parts[i-1], parts[i]) {
				return strings.Join(parts, ""), 1
			}
		}
		return "", 0
	}
	if len(words) < 2 || !joinable(first, words[1].Text) {
		return "", 0
	}
	return first + words[1].Text, 2
}

func joinable(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return !unicode.IsDigit(last) && !unicode.IsDigit(first)
}
