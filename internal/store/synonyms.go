package store

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// keptSynonyms are the synonyms of a revision.
type keptSynonyms struct {
	revision int64
	search.Synonyms
}

// synonymsOf returns the synonyms of a language in a revision.
func (r Reader) synonymsOf(ctx context.Context, language string, revision int64) (search.Synonyms, error) {
	if kept, ok := r.synonyms.Load(language); ok && kept.(keptSynonyms).revision == revision {
		return kept.(keptSynonyms).Synonyms, nil
	}
	synonyms, found, err := r.readSynonyms(ctx, language)
	if err != nil {
		return search.Synonyms{}, err
	}
	if found != revision {
		return search.Synonyms{}, content.ErrOtherState
	}
	r.synonyms.Store(language, keptSynonyms{revision, synonyms})
	return synonyms, nil
}

// readSynonyms reads the synonyms for the items of a language, and their revision.
func (r Reader) readSynonyms(ctx context.Context, language string) (search.Synonyms, int64, error) {
	rows, err := r.pool.ReadSynonyms(ctx, language)
	if err != nil {
		return search.Synonyms{}, 0, r.failed(err)
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
			*group = append(*group, search.Synonym{Text: row.Reading, Analysis: search.Analysis{Plain: row.Plain}})
		}
		(*group)[len(*group)-1].Analysis.Add(row.Lexeme, row.Positions, 0)
	}
	return search.NewSynonyms(groups), revision, nil
}
