package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"airport-content/internal/content"
)

const (
	mostKeyCounts = 20_000 // numbers of items of a key, type and language
	keyCountSize  = 100    // estimate of such a number in bytes
)

// metadataKeys has how many items of an airport have each key of the metadata.
type metadataKeys struct {
	items map[string]content.Counts
	cut   bool // rare keys are left out
	size  int
}

// Size is the memory of the keys in bytes.
func (k *metadataKeys) Size() int { return k.size }

// without counts, for each filter of metadata, the items of the query's types and languages that lack
// its key. It is nil without such filters, and if the count takes too long: the page does not need it.
// A key that may be too rare to be counted is left out.
func (r Reader) without(ctx context.Context, st *content.State, q content.Query) (map[string]int, error) {
	if q.Metadata == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	index, err := r.index(ctx, st, keysIndex)
	if errors.Is(err, content.ErrTimeout) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	keys := index.(*metadataKeys)
	without := make(map[string]int, len(q.Metadata))
	for _, f := range q.Metadata {
		if with, ok := keys.items[f.Key]; ok || !keys.cut {
			without[f.Key] = q.Total(st.Items) - q.Total(with)
		}
	}
	return without, nil
}

func (r Reader) readKeys(ctx context.Context, st *content.State) (index, error) {
	rows, err := r.pool.CountKeys(ctx, st.Code, mostKeyCounts+1)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return &metadataKeys{}, r.checkNoRow(ctx, st)
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return nil, err
	}
	keys := &metadataKeys{items: map[string]content.Counts{}, size: keyCountSize * len(rows)}
	for _, row := range rows {
		t := content.Type(row.ContentType)
		if keys.items[row.Key] == nil {
			keys.items[row.Key] = content.Counts{}
		}
		if keys.items[row.Key][t] == nil {
			keys.items[row.Key][t] = map[string]int{}
		}
		keys.items[row.Key][t][row.Language] = int(row.Items)
	}
	if keys.cut = len(rows) > mostKeyCounts; keys.cut {
		delete(keys.items, rows[mostKeyCounts].Key) // it may lack rows
	}
	return keys, nil
}

// literalOf is the boolean or the number that a value of a filter may stand for too, as a jsonpath has
// it; empty for any other text.
func literalOf(value string) string {
	for _, literal := range []string{"true", "false"} {
		if content.Fold(value) == content.Fold(literal) { // also falſe, which strings.ToLower would leave
			return literal
		}
	}
	if content.IsNumber(value) {
		return value
	}
	return ""
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
			if literal := literalOf(value); literal != "" {
				values = append(values, `$."`+f.Key+`" == `+literal)
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
