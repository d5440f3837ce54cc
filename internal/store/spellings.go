package store

import (
	"context"
	"slices"

	"airport-content/internal/content"
)

const (
	spellingMemory    = 8 << 20 // bytes of all kept spellings
	spellingEntrySize = 100     // estimate of a text without its bytes
)

// spellingKey names a key of the metadata of an airport.
type spellingKey struct{ airport, key string }

// keptSpellings has the texts that items of an airport have under a key, by content.Fold.
type keptSpellings struct {
	state string
	texts map[string][]string
}

// spelled gives filters of metadata all spellings of their values: an index finds equal texts alone,
// and letter case does not count.
func (r Reader) spelled(ctx context.Context, st *content.State, filters []content.MetadataFilter) ([]content.MetadataFilter, error) {
	filters = slices.Clone(filters)
	for i := range filters {
		f := &filters[i]
		if !slices.ContainsFunc(f.Values, content.HasCase) {
			continue
		}
		texts, err := r.spellings(ctx, st, f.Key)
		if err != nil {
			return nil, err
		}
		values := slices.Clone(f.Values)
		for _, value := range f.Values {
			values = append(values, texts[content.Fold(value)]...)
		}
		slices.Sort(values)
		f.Values = slices.Compact(values)
	}
	return filters, nil
}

// spellings reads the texts under a key.
func (r Reader) spellings(ctx context.Context, st *content.State, key string) (map[string][]string, error) {
	k := spellingKey{st.Code, key}
	if kept, ok := r.spellingsOf.Get(k); ok && kept.state == st.ID {
		return kept.texts, nil
	}
	rows, err := r.pool.ListMetadataTexts(ctx, st.Code, key)
	switch {
	case err != nil:
		return nil, r.failed(ctx, err)
	case len(rows) == 0:
		err = r.checkNoRow(ctx, st)
	default:
		err = r.check(st, rows[0].StateID)
	}
	if err != nil {
		return nil, err
	}
	texts, size := make(map[string][]string, len(rows)), spellingEntrySize
	for _, row := range rows {
		folded := content.Fold(row.Value)
		texts[folded] = append(texts[folded], row.Value)
		size += spellingEntrySize + len(folded) + len(row.Value)
	}
	r.spellingsOf.Add(k, keptSpellings{st.ID, texts}, size)
	return texts, nil
}
