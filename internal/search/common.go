package search

import (
	"strings"
	"unicode"
)

// common tells which words of a query are common: more than a fifth of the airport's items hold
// them. Beside a rarer word they bring nothing up by themselves; they still count for the order.
// "coffee terminal 2" finds what has to do with coffee.
type common struct {
	most int            // of the items, in all languages; more make a word common
	held map[string]int // how many items hold a word, by the name of its clause
}

// commonShare of the items hold a word that is not common.
const commonShare = 5

func commonAmong(planners []*planner) common {
	c := common{held: map[string]int{}}
	items := 0
	for _, p := range planners {
		items += p.corpus.Items
		if p.corpus.Language == vietnamese { // syllables are written apart, and are common where their word is not
			continue
		}
		for name, frequency := range p.frequencies {
			c.held[name] += frequency
		}
	}
	c.most = items / commonShare
	return c
}

func (c common) is(name string) bool { return c.held[name] > c.most }

// isRare reports whether a word is rarer, and an item holds it. Numbers and single letters never
// are: they stand for too much, such as a gate and a price.
func (c common) isRare(name string) bool {
	letters := 0
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	held := c.held[name]
	return letters > 1 && 0 < held && held <= c.most
}

// name is the name of a clause of a query's words, under which its frequency is noted. A phrase of
// several words has none: it is neither common nor rare.
func (p *planner) name(words []Word, c clause) string {
	if words[0].Kind == Phrase && c.lexemes > 1 {
		return ""
	}
	name := nameOf(words)
	p.frequencies[name] = c.frequency
	return name
}

// nameOf joins the words as they were typed: languages may spell them differently.
func nameOf(words []Word) string {
	typed := make([]string, len(words))
	for i, w := range words {
		typed[i] = w.Typed
	}
	return strings.Join(typed, " ")
}
