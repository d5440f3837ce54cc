package store

import (
	"context"
	"fmt"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

const (
	mostFacetRows   = 500     // of a facet, from the database; the statements ask for one more
	facetMemory     = 4 << 20 // bytes of all kept facets
	facetEntrySize  = 300     // estimate of a kept facet without its values and its request
	facetMemberSize = 40      // estimate of a value without its text
)

// facetKey is what a facet of metadata depends on, apart from the state of the airport.
type facetKey struct{ airport, request string }

type keptFacet struct {
	state string
	content.MetadataFacet
}

// facetKeyOf describes the facet of a key among the items that pass the other filters: all of the
// query but what only chooses the page. found says what finds the items.
func facetKeyOf(st *content.State, q content.Query, key, found string) facetKey {
	q.Metadata = slices.DeleteFunc(slices.Clone(q.Metadata), func(f content.MetadataFilter) bool { return f.Key == key })
	q.Size, q.From, q.Highlight, q.Counts, q.CountMetadata = 0, 0, false, false, nil
	return facetKey{st.Code, fmt.Sprintf("%s %#v %s", key, q, found)}
}

// keptFacet gives a facet that was counted for the state before.
func (r Reader) keptFacet(k facetKey, st *content.State) (content.MetadataFacet, bool) {
	kept, ok := r.facets.Get(k)
	return kept.MetadataFacet, ok && kept.state == st.ID
}

// keepFacet makes a facet of metadata from the counts of its values, and the error of the statement
// that counted. It keeps the facet for the state.
func (r Reader) keepFacet(ctx context.Context, k facetKey, st *content.State, rows []db.CountMetadataRow, err error) (content.MetadataFacet, error) {
	switch {
	case err != nil:
		return content.MetadataFacet{}, r.failed(ctx, err)
	case len(rows) == 0:
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
