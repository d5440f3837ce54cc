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

// metadataFacet makes the facet of a key of the metadata, from the counts of its values and the
// error of the statement that counted.
func (r Reader) metadataFacet(ctx context.Context, st *content.State, rows []db.CountMetadataRow, err error) (content.Facet, error) {
	switch {
	case err != nil:
		return content.Facet{}, r.failed(ctx, err)
	case len(rows) == 0:
		return content.Facet{}, r.checkNoRow(ctx, st)
	}
	values := make(map[string]int, len(rows))
	for _, row := range rows {
		values[row.Value] = int(row.Items)
	}
	return content.CountMetadata(values), r.check(st, rows[0].StateID)
}
