package search

import (
	"strings"
	"unicode"

	"airport-content/internal/search/word"
)

// common tells which words of a query are common: more than a fifth of the airport's items hold a
// common word. Beside a rare word, a common word alone finds no item, but still counts for the
// order: "coffee terminal 2" finds items about coffee.
type common struct {
	most int            // items of all languages that may hold a word that is not common
	held map[string]int // document frequencies, by the name of the clause
}

// A word is common if more than one item in commonShare holds the word.
const commonShare = 5

func commonAmong(planners []*planner) common {
	c := common{held: map[string]int{}}
	items := 0
	for _, p := range planners {
		items += p.corpus.Items
		if p.corpus.Language == word.Vietnamese { // each syllable is a word here, and more common than the word that it belongs to
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

// isRare reports whether an item holds a word that is not common. Numbers and single letters are
// never rare: they mean too many things, such as a gate and a price.
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

// name names the clause of a query's words, and notes its frequency under the name. A phrase of
// several words and the word of a number have no name: they are neither common nor rare.
func (p *planner) name(words []Word, c clause) string {
	if words[0].Kind == Phrase && c.lexemes > 1 || len(words) == 1 && numberOf(words[0].Text, p.corpus.Language) != "" {
		return ""
	}
	name := nameOf(words)
	p.frequencies[name] = c.likely
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
