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
// key.
func (r Reader) countMetadata(ctx context.Context, st *content.State, q content.Query) (map[string]content.Facet, error) {
	facets := make(map[string]content.Facet, len(q.CountMetadata))
	for _, key := range q.CountMetadata {
		rows, err := r.pool.CountMetadata(ctx, db.CountMetadataParams{Airport: st.Code, Key: key, Path: metadataPath(q.Metadata, key),
			Types: q.Shown().Names(), Languages: st.InLanguages(q.Languages), Since: timeOrNull(q.ModifiedSince)})
		if err != nil {
			return nil, r.failed(ctx, err)
		}
		if facets[key], err = r.metadataFacet(ctx, st, rows); err != nil {
			return nil, err
		}
	}
	return facets, nil
}

// countMetadata makes these facets for the items that the queries find.
func (x items) countMetadata(ctx context.Context, p db.SearchPageParams) (map[string]content.Facet, error) {
	facets := make(map[string]content.Facet, len(x.query.CountMetadata))
	for _, key := range x.query.CountMetadata {
		found, err := x.pool.CountFoundMetadata(ctx, db.CountFoundMetadataParams{Airport: p.Airport, Tags: p.Tags, Queries: p.Queries, Key: key,
			Path: metadataPath(x.query.Metadata, key), Types: p.Types, Languages: p.Languages, Since: p.Since})
		if err != nil {
			return nil, x.failed(ctx, err)
		}
		rows := db.Convert(found, func(row db.CountFoundMetadataRow) db.CountMetadataRow { return db.CountMetadataRow(row) })
		if facets[key], err = x.metadataFacet(ctx, x.st, rows); err != nil {
			return nil, err
		}
	}
	return facets, nil
}

func (r Reader) metadataFacet(ctx context.Context, st *content.State, rows []db.CountMetadataRow) (content.Facet, error) {
	if len(rows) == 0 {
		return content.Facet{}, r.checkNoRow(ctx, st)
	}
	values := make(map[string]int, len(rows))
	for _, row := range rows {
		values[row.Value] = int(row.Items)
	}
	return content.CountMetadata(values), r.check(st, rows[0].StateID)
}
