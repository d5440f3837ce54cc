package concept

import (
	"sync/atomic"

	"airport-content/internal/search/word"
)

// Name is a name of a concept in a language. It remembers the stems of its words, because the search
// looks at all names of a concept each time.
type Name struct {
	Words []string // as queries are read
	stems atomic.Pointer[[]word.Stem]
}

// Stems lists the stems of the words. The function tells the stem of a word, the same each time, or
// a zero stem as long as the stem is unknown.
func (n *Name) Stems(of func(text string) word.Stem) []word.Stem {
	if known := n.stems.Load(); known != nil {
		return *known
	}
	stems, isKnown := make([]word.Stem, len(n.Words)), true
	for i, text := range n.Words {
		stems[i] = of(text)
		isKnown = isKnown && stems[i] != word.Stem{}
	}
	if isKnown {
		n.stems.Store(&stems)
	}
	return stems
}
