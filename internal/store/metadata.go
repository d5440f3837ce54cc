package store

import (
	"context"
	"encoding/json"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

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
			if value == "true" || value == "false" || content.IsNumber(value) {
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

// countMetadata makes the facets of keys of the metadata. A facet ignores the filter of its own
// key: count counts the values of a key in the items that match the path for all other filters.
func (r Reader) countMetadata(ctx context.Context, st *content.State, q content.Query,
	count func(key string, path *string) ([]db.CountMetadataRow, error)) (map[string]content.Facet, error) {
	facets := make(map[string]content.Facet, len(q.CountMetadata))
	for _, key := range q.CountMetadata {
		rows, err := count(key, metadataPath(q.Metadata, key))
		switch {
		case err != nil:
			err = r.failed(ctx, err)
		case len(rows) == 0:
			err = r.checkNoRow(ctx, st)
		default:
			err = r.check(st, rows[0].StateID)
		}
		if err != nil {
			return nil, err
		}
		values := make(map[string]int, len(rows))
		for _, row := range rows {
			values[row.Value] = int(row.Items)
		}
		facets[key] = content.CountMetadata(values)
	}
	return facets, nil
}
