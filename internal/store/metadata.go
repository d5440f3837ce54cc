package store

import (
	"context"
	"encoding/json"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// keptWithout has the counts of an airport's items without a key of the metadata.
type keptWithout struct {
	state  string
	counts content.Counts
}

const (
	withoutMemory    = 1 << 20 // bytes of all that is kept of items without a key
	withoutEntrySize = 1000    // estimate
)

// without counts, for each filter of metadata, the items of the query's types and languages that lack
// its key. It is nil without such filters.
func (r Reader) without(ctx context.Context, st *content.State, q content.Query) (map[string]int, error) {
	if q.Metadata == nil {
		return nil, nil
	}
	without := make(map[string]int, len(q.Metadata))
	for _, f := range q.Metadata {
		counts, err := r.withoutKey(ctx, st, f.Key)
		if err != nil {
			return nil, err
		}
		without[f.Key] = q.Total(counts)
	}
	return without, nil
}

func (r Reader) withoutKey(ctx context.Context, st *content.State, key string) (content.Counts, error) {
	k := spellingKey{st.Code, key}
	if kept, ok := r.withoutKeys.Get(k); ok && kept.state == st.ID {
		return kept.counts, nil
	}
	ctx, done, err := r.beginLong(ctx, searchTimeout)
	if err != nil {
		return nil, err
	}
	defer done()
	rows, err := r.pool.CountWithoutKey(ctx, st.Code, key)
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
	counts := countsOf(db.Convert(rows, func(row db.CountWithoutKeyRow) db.CountOpenRow {
		return db.CountOpenRow{ContentType: row.ContentType, Language: row.Language, Items: row.Items}
	}))
	r.withoutKeys.Add(k, keptWithout{st.ID, counts}, withoutEntrySize)
	return counts, nil
}

// metadataPath is the jsonpath for all filters except the filter of the key "but"; nil if no filter
// is left. An item passes if its metadata matches the path. Lax mode also compares the elements of
// lists.
func metadataPath(filters []content.MetadataFilter, but string) *string {
	var keys []string
	for _, f := range filters {
		if f.Key == but {
			continue
		}
		var values []string
		for _, value := range f.Values {
			text, _ := json.Marshal(value) // a valid string
			values = append(values, `$."`+f.Key+`" == `+string(text))
			if folded := content.Fold(value); folded == content.Fold("true") || folded == content.Fold("false") {
				values = append(values, `$."`+f.Key+`" == `+strings.ToLower(value))
			} else if content.IsNumber(value) {
				values = append(values, `$."`+f.Key+`" == `+value)
			}
		}
		keys = append(keys, "("+strings.Join(values, " || ")+")")
	}
	if keys == nil {
		return nil
	}
	path := strings.Join(keys, " && ")
	return &path
}
