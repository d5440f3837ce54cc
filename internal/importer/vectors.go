package importer

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search"
)

// vectors makes the vectors of items, and stages their words.
func (s *session) vectors(ctx context.Context, items []*ingest.Record) ([]search.Vector, error) {
	stems := map[search.Token]search.Stem{}
	for _, r := range items {
		for _, text := range r.Texts {
			search.AddTokens(stems, search.Language(r.Item.Language), text.Words)
		}
	}
	if err := s.lexicon.Fill(ctx, s.Queries, stems); err != nil {
		return nil, err
	}
	vectors := make([]search.Vector, len(items))
	var words []db.StageWordsParams
	for i, r := range items {
		language := search.Language(r.Item.Language)
		vectors[i] = search.NewVector(language, search.ItemTags(s.airport, string(r.Item.Type), language), r.Texts, stems)
		for _, text := range r.Texts {
			for w := range search.EachWord(text.Words) {
				if s.staged[search.Token{Language: language, Word: w.As}] || !isSpellable(w.Word) {
					continue
				}
				written := strings.Clone(w.As) // a copy, so that the text need not stay in memory
				s.staged[search.Token{Language: language, Word: written}] = true
				if stem := search.StemOf(search.Token{Language: language, Word: w.Word}, stems); stem.Lexeme != "" {
					words = append(words, db.StageWordsParams{Unaccented: stem.Unaccented, Language: language, Word: written, Lexeme: stem.Lexeme})
				}
			}
		}
	}
	if len(s.staged) > maxStaged {
		clear(s.staged) // words that come again are staged twice, which does no harm
	}
	_, err := s.StageWords(ctx, words)
	return vectors, err
}

const (
	maxStaged      = 100_000 // words remembered; a large site has some 50,000 different words
	minWordLetters = 3
	maxWordLetters = 40
)

// isSpellable accepts words that have only letters.
func isSpellable(word string) bool {
	n := utf8.RuneCountInString(word)
	return minWordLetters <= n && n <= maxWordLetters && !search.IsUnspaced(word) &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
