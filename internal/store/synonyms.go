package store

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/search/suggest"
	"airport-content/internal/search/word"
)

// synonymsOfRevision are the synonyms of a language in a revision.
type synonymsOfRevision struct {
	revision int64
	words    search.Synonyms
	titles   suggest.Synonyms
}

// synonymsOf returns the synonyms of a language in a revision.
func (r Reader) synonymsOf(ctx context.Context, language string, revision int64) (synonymsOfRevision, error) {
	if cached, ok := r.synonyms.Get(language); ok && cached.revision == revision {
		return cached, nil
	}
	words, err := r.readSynonyms(ctx, language, revision)
	if err != nil {
		return synonymsOfRevision{}, err
	}
	synonyms := synonymsOfRevision{revision, words, suggest.NewSynonyms(words.Groups())}
	r.synonyms.Add(language, synonyms, 1)
	return synonyms, nil
}

func (r Reader) readSynonyms(ctx context.Context, language string, revision int64) (search.Synonyms, error) {
	rows, err := r.pool.ReadSynonyms(ctx, language)
	switch {
	case err != nil:
		return search.Synonyms{}, r.failed(ctx, err)
	case rows[0].Revision != revision:
		return search.Synonyms{}, content.ErrOtherState
	case rows[0].Word == "":
		return search.Synonyms{}, nil // no group
	}
	stems := word.Stems{}
	for _, row := range rows {
		stems.Add(language, word.Query.Read(row.Word))
	}
	if err := r.lexicon.Fill(ctx, r.pool.Queries, stems); err != nil {
		return search.Synonyms{}, r.failed(ctx, err)
	}
	var groups [][]search.Synonym
	for i, row := range rows {
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, nil)
		}
		group := &groups[len(groups)-1]
		*group = append(*group, search.NewSynonym(row.Word, language, stems))
	}
	return search.NewSynonyms(groups), nil
}
