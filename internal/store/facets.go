package store

import (
	"context"
	"fmt"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

const (
	mostFacetRows   = 500     // of a facet, from the database; the statements ask for one more
	facetMemory     = 4 << 20 // bytes of all kept facets
	facetEntrySize  = 300     // estimate of a kept facet without its values and its request
	facetMemberSize = 40      // estimate of a value without its text
)

// countMetadata counts the values of the keys that the query asks for, among the items that queries of
// SearchPage find. Without queries, it counts among all items.
func (r Reader) countMetadata(ctx context.Context, st *content.State, q content.Query, open []byte, queries string) (map[string]content.MetadataFacet, error) {
	facets := make(map[string]content.MetadataFacet, len(q.CountMetadata))
	for _, key := range q.CountMetadata {
		k := facetKeyOf(st, q, key, queries)
		facet, kept := r.keptFacet(k, st)
		if !kept {
			rows, err := r.countValues(ctx, st, q, open, key, queries)
			if err != nil {
				return nil, r.failed(ctx, err)
			}
			if facet, err = r.keepFacet(ctx, k, st, rows); err != nil {
				return nil, err
			}
		}
		facets[key] = facet
	}
	return facets, nil
}

func (r Reader) countValues(ctx context.Context, st *content.State, q content.Query, open []byte, key, queries string) ([]db.CountMetadataRow, error) {
	path, types, languages, since := metadataPath(q.Metadata, key), q.Shown().Names(), st.InLanguages(q.Languages), timeOrNull(q.ModifiedSince)
	if queries == "" {
		return r.pool.CountMetadata(ctx, db.CountMetadataParams{Airport: st.Code, Key: key, Path: path, Types: types, Languages: languages,
			Since: since, Open: open, Liked: liked(st, q)})
	}
	rows, err := r.pool.CountFoundMetadata(ctx, db.CountFoundMetadataParams{Airport: st.Code, Tags: search.Tags(st.Code, q.Allowed), Queries: queries,
		Key: key, Path: path, Types: types, Languages: languages, Since: since, Open: open, Liked: liked(st, q)})
	return db.Convert(rows, func(row db.CountFoundMetadataRow) db.CountMetadataRow { return db.CountMetadataRow(row) }), err
}

// facetKey is what a facet of metadata depends on, apart from the state of the airport.
type facetKey struct{ airport, request string }

type keptFacet struct {
	state string
	content.MetadataFacet
}

// facetKeyOf describes the facet of a key among the items that pass the other filters: all of the
// query but what only chooses the page.
func facetKeyOf(st *content.State, q content.Query, key, queries string) facetKey {
	q.Metadata = slices.DeleteFunc(slices.Clone(q.Metadata), func(f content.MetadataFilter) bool { return f.Key == key })
	q.Size, q.From, q.Highlight, q.Counts, q.CountMetadata = 0, 0, false, false, nil
	return facetKey{st.Code, fmt.Sprintf("%s %#v %s", key, q, queries)}
}

// keptFacet gives a facet that was counted for the state before.
func (r Reader) keptFacet(k facetKey, st *content.State) (content.MetadataFacet, bool) {
	kept, ok := r.facets.Get(k)
	return kept.MetadataFacet, ok && kept.state == st.ID
}

// keepFacet makes a facet of metadata from the counts of its values. It keeps the facet for the state.
func (r Reader) keepFacet(ctx context.Context, k facetKey, st *content.State, rows []db.CountMetadataRow) (content.MetadataFacet, error) {
	if len(rows) == 0 {
		return content.MetadataFacet{}, r.checkNoRow(ctx, st)
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return content.MetadataFacet{}, err
	}
	values := make(map[string]int, len(rows))
	for _, row := range rows {
		values[row.Value] = int(row.Items)
	}
	_, long := values[""]
	delete(values, "")
	facet, cut := content.CountMetadata(values)
	made := content.MetadataFacet{Facet: facet, Cut: cut || long || len(rows) > mostFacetRows}
	size := facetEntrySize + len(k.request)
	for _, member := range facet {
		size += facetMemberSize + len(member.Name)
	}
	r.facets.Add(k, keptFacet{st.ID, made}, size)
	return made, nil
}
