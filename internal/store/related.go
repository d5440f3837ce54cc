package store

import (
	"context"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

// Related lists the lexemes of words of items that the key may read. It reads what is not remembered.
func (x index) Related(ctx context.Context, parts []search.Part) (map[search.Part][]search.Lexeme, error) {
	found := make(map[search.Part][]search.Lexeme, len(parts))
	params := db.ListRelatedParams{Airport: x.st.Code, Types: x.query.Allowed.Names()}
	for _, part := range parts {
		if lexemes, ok := x.related.Get(keyOf(x, part)); ok {
			found[part] = lexemes
			continue
		}
		params.Languages, params.Parts, params.Inside = append(params.Languages, part.Language), append(params.Parts, part.Text), append(params.Inside, part.Inside)
	}
	if len(params.Parts) == 0 {
		return found, nil
	}
	rows, err := x.pool.ListRelated(ctx, params)
	if err != nil {
		return nil, x.failed(ctx, err)
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return nil, err
	}
	read := map[search.Part][]search.Lexeme{}
	for _, row := range rows {
		part := search.Part{Language: row.Language, Text: row.Part, Inside: row.Inside}
		list := read[part]
		if row.Lexeme != "" {
			list = append(list, search.Lexeme{Text: row.Lexeme, Frequency: int(row.Items)})
		}
		read[part] = list
	}
	for part, list := range read {
		x.related.Add(keyOf(x, part), list, 1)
		found[part] = list
	}
	return found, nil
}
