package search

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxTerms   = 12 // terms that are searched and scored: the first ones that the airport may hold
	maxUnknown = 12 // words for which a correction is looked up
	longestRun = 4  // words of a run that is compared with synonyms

	// One word in a title has a ts_rank of 0.61; several words together have nearly 1. This factor makes them equal.
	severalWords = 0.61
	// asSynonym makes a synonym count a little less than the word itself.
	asSynonym = 0.8
)

// Plan says how a query is run.
type Plan struct {
	All, Any string   // tsqueries for items that hold every word, or any word; empty if there is nothing to search for
	Most     int      // at most so many items hold every word
	Terms    []Term   // what is scored
	Unknown  []string // words that no item holds, without repeats
	Missing  []string // texts that must be read into the vocabulary first
}

// Term is a word or phrase that is scored. Of the forms that an item holds, the best one counts.
type Term struct {
	Forms  []Form
	Weight float64
	Part   int // the place of its language among those of the airport
}

// Form is one way to say a term.
type Form struct {
	Query  string  // a tsquery
	Factor float64 // of its rank
}

// NewPlan makes the plan of a query. If the plan has Missing texts, the caller reads these into the vocabulary and calls again.
func NewPlan(q Query, v Vocabulary) Plan {
	p := planner{vocabulary: v}
	p.readAll(q)
	var all, any []string
	for _, words := range q {
		if branch, ok := p.alternative(words); ok {
			all = append(all, branch.all)
			any = append(any, branch.any)
			p.plan.Most += branch.most
		}
	}
	p.plan.All, p.plan.Any = join(all, " | "), join(any, " | ")
	return p.plan
}

type planner struct {
	vocabulary Vocabulary
	substance  bool // at least one word is more than the frame of a question
	plan       Plan
}

// read looks a text up.
func (p *planner) read(text string) Reading {
	reading, ok := p.vocabulary.Readings[text]
	if !ok && !slices.Contains(p.plan.Missing, text) {
		p.plan.Missing = append(p.plan.Missing, text)
	}
	return reading
}

func (p *planner) readAll(q Query) {
	for _, words := range q {
		for _, w := range words {
			asks := p.read(w.Text).query() != ""
			p.substance = p.substance || asks && (w.Kind == Bare || w.Kind == Phrase)
		}
	}
}

// branch is the plan of one alternative.
type branch struct {
	all, any string
	most     int
}

// alternative plans one alternative. It is not ok if there is nothing to search for within the limit of terms.
func (p *planner) alternative(words []Word) (b branch, ok bool) {
	var wanted, unwanted []string
	b.most = p.vocabulary.Items
	cut := false
	for len(words) > 0 {
		first, size := words[0], 1
		var t term
		if first.Kind == Bare {
			t, size = p.bareTerm(words)
		} else {
			t = p.term(words[:1], nil)
		}
		words = words[size:]
		switch {
		case t.query == "", first.Kind == Frame && p.substance: // says nothing
			continue
		case first.Kind == Absent:
			unwanted = append(unwanted, "!"+t.query)
			continue
		case t.most == 0:
			p.unknown(first, t)
		case len(p.plan.Terms) == maxTerms:
			cut = true
			continue
		default:
			p.plan.Terms = append(p.plan.Terms, t.Term)
		}
		wanted = append(wanted, t.query)
		b.most = min(b.most, t.most)
	}
	if len(wanted) == 0 && (cut || len(unwanted) == 0) {
		return b, false
	}
	b.all, b.any = join(wanted, " & "), join(wanted, " | ")
	if len(unwanted) > 0 {
		b.all = join(append(nonEmpty(b.all), unwanted...), " & ")
		b.any = join(append(nonEmpty(b.any), unwanted...), " & ")
	}
	return b, true
}

func (p *planner) unknown(w Word, t term) {
	if w.Kind == Bare && t.lexemes == 1 && !t.synonyms && len(p.plan.Unknown) < maxUnknown && !slices.Contains(p.plan.Unknown, w.Text) {
		p.plan.Unknown = append(p.plan.Unknown, w.Text)
	}
}

// term is a Term with what the plan needs to know about it.
type term struct {
	Term
	query    string // a tsquery of any form
	most     int    // items that may hold it
	lexemes  int    // of the words themselves
	synonyms bool   // it has synonyms, even if no item holds them
}

// bareTerm makes a term of the first words, and returns how many it used: the longest run that has synonyms, else two words
// that the airport writes as one, or a word that it writes without its hyphen, else only the first word.
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
	return p.term(words[:1], nil), 1
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
	var queries []string
	t.most = math.MaxInt
	for _, w := range words {
		reading := p.read(w.Text)
		if query := reading.query(); query != "" {
			queries = append(queries, query)
			t.most = min(t.most, reading.held())
		}
		for _, l := range reading.words() {
			t.lexemes++
			t.Weight += p.vocabulary.weight(l.Items)
		}
	}
	if t.lexemes == 0 {
		return t
	}
	t.query = join(queries, " & ")
	t.Forms = []Form{{t.query, factor(t.lexemes)}}
	if len(others) == 0 {
		return t
	}
	holding := t.most
	any := []string{t.query}
	for _, o := range others {
		t.Forms = append(t.Forms, Form{o.query(), asSynonym * factor(len(o.words()))})
		any = append(any, o.query())
		holding = max(holding, o.held())
		t.most += o.held()
	}
	t.query, t.Weight = join(any, " | "), p.vocabulary.weight(holding)
	return t
}

func factor(lexemes int) float64 {
	if lexemes > 1 {
		return severalWords
	}
	return 1
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

// join writes several tsqueries as one.
func join(queries []string, operator string) string {
	if len(queries) < 2 {
		return strings.Join(queries, "")
	}
	return "(" + strings.Join(queries, operator) + ")"
}

func nonEmpty(query string) []string {
	if query == "" {
		return nil
	}
	return []string{query}
}
