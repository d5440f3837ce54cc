// Package lexicon reads the stems of words from PostgreSQL, and caches them. A stem depends only on
// the word and its language, so a cached stem never expires.
package lexicon

import (
	"context"
	"fmt"

	"airport-content/internal/cache"
	"airport-content/internal/db"
	"airport-content/internal/search/word"
)

// remembered is the most stems that a lexicon caches; each takes some 200 bytes.
const remembered = 50_000

// Lexicon is a cache of stems.
type Lexicon struct {
	stems *cache.Cache[key, word.Stem]
}

type key struct{ dictionary, word string }

// New makes an empty lexicon.
func New() *Lexicon { return &Lexicon{cache.New[key, word.Stem](remembered)} }

// Known is the stem of a word, if it is cached.
func (l *Lexicon) Known(w word.Word) (word.Stem, bool) {
	return l.stems.Get(key{word.Dictionary(w.Language), w.Text})
}

// Fill gives each word its stem.
func (l *Lexicon) Fill(ctx context.Context, q *db.Queries, stems word.Stems) error {
	unknown := map[key][]word.Word{}
	for w := range stems {
		k := key{word.Dictionary(w.Language), w.Text}
		if stem, ok := l.stems.Get(k); ok {
			stems[w] = stem
		} else {
			unknown[k] = append(unknown[k], w)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	var params db.ReadStemsParams
	for k, of := range unknown {
		params.Dictionaries, params.Words, params.Bases = append(params.Dictionaries, k.dictionary), append(params.Words, k.word), append(params.Bases, of[0].Base())
	}
	rows, err := q.ReadStems(ctx, params)
	if err != nil {
		return fmt.Errorf("read the stems of %d words: %w", len(unknown), db.Classify(err))
	}
	for _, row := range rows {
		stem := word.Stem{Lexeme: row.Lexeme, Unaccented: row.Unaccented}
		if row.Accented != row.Lexeme {
			stem.Accented = row.Accented
		}
		k := key{row.Dictionary, row.Word}
		l.stems.Add(k, stem, 1)
		for _, w := range unknown[k] {
			stems[w] = stem
		}
	}
	return nil
}
