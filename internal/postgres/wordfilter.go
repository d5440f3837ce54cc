package postgres

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordFilter passes each word of an import on about once. It remembers words by hash in a table of fixed size, so its memory
// stays flat. A word that lost its place in the table is passed on again, which costs a little work and changes nothing.
type wordFilter struct {
	seed maphash.Seed
	seen []uint64
}

const (
	wordFilterSlots = 1 << 17 // 1 MiB; a large site has some 50,000 different words
	minWordLetters  = 3
	maxWordLetters  = 40
)

// fresh lists the words of normalised texts that people may misspell, and that were not seen shortly before.
func (f *wordFilter) fresh(texts ...string) []string {
	if f.seen == nil {
		f.seed, f.seen = maphash.MakeSeed(), make([]uint64, wordFilterSlots)
	}
	var words []string
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			hash := maphash.String(f.seed, word)
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

// isSpellable takes words of letters alone.
func isSpellable(word string) bool {
	n := utf8.RuneCountInString(word)
	return minWordLetters <= n && n <= maxWordLetters &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
