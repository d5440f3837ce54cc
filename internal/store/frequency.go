package store

import (
	"context"

	"airport-content/internal/db"
)

// counted is what a document frequency counts: the items of a search language that hold a lexeme, or one that begins with it.
type counted struct {
	language, lexeme string
	prefix           bool
}

// countItems gives each lexeme its document frequency among the items that the key may read. It reads what is not cached.
func (x index) countItems(ctx context.Context, frequencies map[counted]int) error {
	types := x.types()
	var params db.ListFrequenciesParams
	for c := range frequencies {
		if c.lexeme == "" {
			continue
		}
		if items, ok := x.frequencies.Get(frequencyKey{x.st.Code, x.st.ID, types, c}); ok {
			frequencies[c] = items
			continue
		}
		last := c.lexeme
		if c.prefix {
			last += "\U0010FFFF"
		}
		params.Languages, params.Lexemes, params.Lasts = append(params.Languages, c.language), append(params.Lexemes, c.lexeme), append(params.Lasts, last)
	}
	if len(params.Lexemes) == 0 {
		return nil
	}
	params.Airport, params.Types = x.st.Code, texts(x.query.Allowed)
	rows, err := x.pool.ListFrequencies(ctx, params)
	if err != nil {
		return x.failed(err)
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return err
	}
	for _, row := range rows {
		c := counted{row.Language, row.Lexeme, row.Prefix}
		frequencies[c] = int(row.Items)
		x.frequencies.Add(frequencyKey{x.st.Code, x.st.ID, types, c}, int(row.Items), 1)
	}
	return nil
}

// frequencyKey is what a document frequency depends on.
type frequencyKey struct {
	airport, state string
	types          string // that the key may read; "*": every type
	counted
}
