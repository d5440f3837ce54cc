package store

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// synonymsOfRevision are the synonyms of a language in a revision.
type synonymsOfRevision struct {
	revision int64
	search.Synonyms
}

// synonymsOf returns the synonyms of a language in a revision.
func (r Reader) synonymsOf(ctx context.Context, language string, revision int64) (search.Synonyms, error) {
	if cached, ok := r.synonyms.Get(language); ok && cached.revision == revision {
		return cached.Synonyms, nil
	}
	synonyms, err := r.readSynonyms(ctx, language, revision)
	if err == nil {
		r.synonyms.Add(language, synonymsOfRevision{revision, synonyms}, 1)
	}
	return synonyms, err
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
	stems := map[search.Token]search.Stem{}
	texts := make([]string, len(rows)) // normalised
	for i, row := range rows {
		texts[i] = search.Normalise(row.Word)
		search.AddTokens(stems, language, texts[i])
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
		*group = append(*group, search.Synonym{Typed: row.Word, Text: texts[i], Analysis: search.NewAnalysis(texts[i], language, stems)})
	}
	return search.NewSynonyms(groups), nil
}
