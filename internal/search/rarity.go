package search

import (
	"unicode"

	"airport-content/internal/search/word"
)

// rarity tells which words of a query are common, after commonShare. No Vietnamese word is. The function
// attempts has what follows.
type rarity struct {
	most int            // items of all languages that may hold a word that is not common
	held map[string]int // document frequencies, by the name of the clause
}

func rarityIn(drafts []draft) rarity {
	all := rarity{held: map[string]int{}}
	items := 0
	for _, d := range drafts {
		items += d.corpus.Items
		if d.corpus.Language == word.Vietnamese { // each syllable is a word here, and more common than the word that it belongs to
			continue
		}
		held := map[string]int{}
		for _, a := range d.alternatives {
			for _, clauses := range [][]clause{a.wanted, a.clauses} {
				for _, c := range clauses {
					held[c.name] = max(held[c.name], c.likely)
				}
			}
		}
		for name, frequency := range held {
			all.held[name] += frequency
		}
	}
	all.most = items / commonShare
	return all
}

func (r rarity) isCommon(name string) bool { return name != "" && r.held[name] > r.most }

// isRare reports whether an item holds a word that is not common. Numbers and single letters are
// never rare: they mean too many things, such as a gate and a price.
func (r rarity) isRare(name string) bool {
	letters := 0
	for _, letter := range name {
		if unicode.IsLetter(letter) {
			letters++
		}
	}
	held := r.held[name]
	return letters > 1 && 0 < held && held <= r.most
}
