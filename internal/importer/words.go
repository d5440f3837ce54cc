package importer

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordFilter drops most repeated words of an import. It remembers the hashes of words in a table of fixed size, so its memory
// stays flat. A word that was overwritten in the table passes again, which costs a little time and does no harm.
type wordFilter struct {
	seed maphash.Seed
	seen []uint64
}

const (
	wordFilterSlots = 1 << 17 // 1 MiB; a large site has some 50,000 different words
	minWordLetters  = 3
	maxWordLetters  = 40
)

// fresh lists the words of normalised texts in a language that can be misspelled and that it has not passed recently.
func (f *wordFilter) fresh(language string, texts ...string) []string {
	if f.seen == nil {
		f.seed, f.seen = maphash.MakeSeed(), make([]uint64, wordFilterSlots)
	}
	var words []string
	of := maphash.String(f.seed, language)
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			hash := maphash.String(f.seed, word) ^ of
			slot := &f.seen[hash%wordFilterSlots]
			if *slot == hash || !isSpellable(word) {
				continue
			}
			*slot = hash
			words = append(words, strings.Clone(word))
		}
	}
	return words
}

// isSpellable accepts words that have only letters.
func isSpellable(word string) bool {
	n := utf8.RuneCountInString(word)
	return minWordLetters <= n && n <= maxWordLetters &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
