package store

import (
	"context"
	"fmt"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

// readSynonyms reads the synonyms for the items of a language, and their revision.
func readSynonyms(ctx context.Context, q *db.Queries, language string) (search.Synonyms, int64, error) {
	rows, err := q.ReadSynonyms(ctx, language)
	if err != nil {
		return search.Synonyms{}, 0, fmt.Errorf("read synonyms: %w", db.Classify(err))
	}
	var revision int64
	var groups [][]search.Synonym
	for i, row := range rows {
		revision = row.Revision
		if row.Word == "" { // there are none
			break
		}
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, nil)
		}
		group := &groups[len(groups)-1]
		if n := len(*group); n == 0 || (*group)[n-1].Text != row.Reading {
			*group = append(*group, search.Synonym{Text: row.Reading, Reading: search.Reading{Plain: row.Plain}})
		}
		(*group)[len(*group)-1].Reading.Add(row.Lexeme, row.Positions, 0)
	}
	return search.NewSynonyms(groups), revision, nil
}
