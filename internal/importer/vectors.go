package importer

import (
	"context"
	"strings"
	"unicode/utf8"

	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// vectors makes the vectors of items, and stages their words.
func (s *session) vectors(ctx context.Context, items []*ingest.Record) ([]document.Vector, error) {
	stems := word.Stems{}
	for _, r := range items {
		for _, text := range r.Texts {
			stems.Add(word.Language(r.Item.Language), text.Tokens)
		}
	}
	if err := s.lexicon.Fill(ctx, s.Queries, stems); err != nil {
		return nil, err
	}
	vectors := make([]document.Vector, len(items))
	var words []db.StageWordsParams
	for i, r := range items {
		language := word.Language(r.Item.Language)
		vectors[i] = document.NewVector(language, document.Tags(s.airport, string(r.Item.Type), language, r.Item.Metadata), r.Texts, stems)
		for _, text := range r.Texts {
			for i, t := range text.Tokens {
				written := t.Text
				if !t.IsWord() {
					written = word.Hyphenated(text.Tokens, i)
				}
				if s.staged[word.Word{Language: language, Text: written}] || !isSpellable(t.Text) {
					continue
				}
				written = strings.Clone(written) // a copy, so that the text need not stay in memory
				s.staged[word.Word{Language: language, Text: written}] = true
				if stem := stems.Of(word.Word{Language: language, Text: t.Text}); stem.Lexeme != "" {
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
func isSpellable(text string) bool {
	n := utf8.RuneCountInString(text)
	return minWordLetters <= n && n <= maxWordLetters && word.IsLetters(text)
}
