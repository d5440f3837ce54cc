package admin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"airport-content/internal/db"
	"airport-content/internal/lexicon"
	"airport-content/internal/search/word"
	"airport-content/internal/spelling"
)

const (
	mostNearest = 3
	// leastPrefix is the length in letters of the shortest common prefix that makes two words
	// similar.
	leastPrefix = 4
	// leastEdited is the length in letters of the shortest word that is compared by edits. Shorter
	// words are similar to too many words.
	leastEdited = 5
)

// FindUnknown finds the first word of each query that no item of the airport holds, and similar
// words that items hold.
func (d DB) FindUnknown(ctx context.Context, queries []QueryCount) error {
	airports := map[string]vocabulary{}
	stems := word.Stems{}
	for _, q := range queries {
		known, ok := airports[q.Airport]
		if !ok {
			rows, err := d.pool.ListWords(ctx, q.Airport)
			if err != nil {
				return fmt.Errorf("list the words of %s: %w", q.Airport, db.Classify(err))
			}
			known = newVocabulary(rows)
			airports[q.Airport] = known
		}
		for language := range known.lexemes {
			for text := range strings.FieldsSeq(q.Words) {
				stems.AddWord(word.Word{Language: language, Text: text})
			}
		}
	}
	if err := lexicon.New().Fill(ctx, d.pool.Queries, stems); err != nil {
		return err
	}
	for i := range queries {
		known := airports[queries[i].Airport]
		for text := range strings.FieldsSeq(queries[i].Words) {
			if !known.has(text, stems) {
				queries[i].Unknown, queries[i].Nearest = text, known.nearest(text)
				break
			}
		}
	}
	return nil
}

// vocabulary is the words of an airport's items.
type vocabulary struct {
	unaccented []string                   // words without accents, before stemming
	lexemes    map[string]map[string]bool // by language
}

func newVocabulary(rows []db.ListWordsRow) vocabulary {
	written, lexemes := map[string]bool{}, map[string]map[string]bool{}
	for _, row := range rows {
		written[row.Unaccented] = true
		if lexemes[row.Language] == nil {
			lexemes[row.Language] = map[string]bool{}
		}
		lexemes[row.Language][row.Lexeme] = true
	}
	return vocabulary{slices.Sorted(maps.Keys(written)), lexemes}
}

// has reports whether items hold any form of a word, or whether the word is a stop word.
func (v vocabulary) has(text string, stems word.Stems) bool {
	for language, lexemes := range v.lexemes {
		if stem := stems.Of(word.Word{Language: language, Text: text}); stem.Lexeme == "" || lexemes[stem.Lexeme] {
			return true
		}
	}
	return false
}

// nearest lists the words similar to a text, fewest edits first. A similar word has the same prefix,
// or the same first letter and edits in at most a quarter of the text's letters.
func (v vocabulary) nearest(text string) []string {
	letters := []rune(text)
	var near []string
	for _, known := range v.unaccented {
		other := []rune(known)
		common := 0
		for common < min(len(letters), len(other)) && letters[common] == other[common] {
			common++
		}
		samePrefix := common >= max(leastPrefix, min(len(letters), len(other))/2)
		if samePrefix || common > 0 && len(letters) >= leastEdited && 4*spelling.Distance(text, known) <= len(letters) {
			near = append(near, known)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(spelling.Distance(text, a), spelling.Distance(text, b)) })
	return near[:min(mostNearest, len(near))]
}
