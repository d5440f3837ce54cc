package importer

import (
	"context"
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

// itemTexts is what an item's vector is made of.
type itemTexts struct {
	id, contentType string
	language        string // search.Language
	texts           []search.Text
}

// vectors makes the vectors of some items, and stages their words.
func (s *session) vectors(ctx context.Context, q *db.Queries, items []itemTexts) ([]search.Vector, error) {
	stems := map[search.Token]search.Stem{}
	for _, item := range items {
		for _, text := range item.texts {
			search.AddTokens(stems, item.language, text.Words)
		}
	}
	if err := s.lexicon.Fill(ctx, q, stems); err != nil {
		return nil, err
	}
	vectors := make([]search.Vector, len(items))
	var words []db.StageWordsParams
	for i, item := range items {
		tags := search.ItemTags(s.airport, item.contentType, item.language)
		vectors[i] = search.NewVector(item.language, tags, item.texts, stems)
		for word := range s.words.fresh(item) {
			stem := search.StemOf(search.Token{Language: item.language, Word: word}, stems)
			if stem.Lexeme != "" {
				words = append(words, db.StageWordsParams{Unaccented: stem.Unaccented, Language: item.language, Word: word, Lexeme: stem.Lexeme})
			}
		}
	}
	_, err := q.StageWords(ctx, words)
	return vectors, err
}

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

func newWordFilter() *wordFilter {
	return &wordFilter{maphash.MakeSeed(), make([]uint64, wordFilterSlots)}
}

// fresh yields the words of an item that can be misspelled and that have not passed recently.
func (f *wordFilter) fresh(item itemTexts) func(func(string) bool) {
	return func(yield func(string) bool) {
		of := maphash.String(f.seed, item.language)
		for _, text := range item.texts {
			for word := range strings.SplitSeq(text.Words, " ") {
				hash := maphash.String(f.seed, word) ^ of
				slot := &f.seen[hash%wordFilterSlots]
				if *slot == hash {
					continue
				}
				*slot = hash
				if isSpellable(word) && !yield(word) {
					return
				}
			}
		}
	}
}

// isSpellable accepts words that have only letters.
func isSpellable(word string) bool {
	n := utf8.RuneCountInString(word)
	return minWordLetters <= n && n <= maxWordLetters && !search.IsUnspaced(word) &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
