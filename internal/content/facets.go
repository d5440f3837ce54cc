package content

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Counts count items by type and language.
type Counts = map[Type]map[string]int

// Facets are the facets of several filters: for each value of a filter, the number of items with
// it.
type Facets []NamedFacet

// NamedFacet is the facet of a filter.
type NamedFacet struct {
	Filter string
	Facet
}

// MarshalJSONTo writes an object, whose members keep the order of the facets.
func (f Facets) MarshalJSONTo(out *jsontext.Encoder) error {
	if err := out.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, facet := range f {
		if err := out.WriteToken(jsontext.String(facet.Filter)); err != nil {
			return err
		}
		if err := facet.MarshalJSONTo(out); err != nil {
			return err
		}
	}
	return out.WriteToken(jsontext.EndObject)
}

// Facet lists the values that items have, the most frequent first.
type Facet []Value

// Value is a value of a filter, and how many items have it.
type Value struct {
	Name  string
	Items int
}

// MarshalJSONTo writes an object, whose members keep the order of the facet.
func (f Facet) MarshalJSONTo(out *jsontext.Encoder) error {
	if err := out.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, v := range f {
		if err := out.WriteToken(jsontext.String(v.Name)); err != nil {
			return err
		}
		if err := out.WriteToken(jsontext.Int(int64(v.Items))); err != nil {
			return err
		}
	}
	return out.WriteToken(jsontext.EndObject)
}

// CountTypes makes the facet of types. Only items that the key may read, and that the filter of
// languages takes, count.
func (q Query) CountTypes(counts Counts) Facet {
	items := map[string]int{}
	for t, languages := range counts {
		for language, n := range languages {
			if q.Allowed.Has(t) && inLanguages(language, q.Languages) {
				items[string(t)] += n
			}
		}
	}
	return newFacet(items)
}

// CountLanguages makes the facet of languages, by their first part: pt for pt-BR. Only items that
// the key may read, and that the filter of types takes, count.
func (q Query) CountLanguages(counts Counts) Facet {
	items := map[string]int{}
	for t, languages := range counts {
		for language, n := range languages {
			if q.Shown().Has(t) {
				primary, _, _ := strings.Cut(strings.ToLower(language), "-")
				items[primary] += n
			}
		}
	}
	return newFacet(items)
}

// Total counts the items that pass all filters of the query.
func (q Query) Total(counts Counts) int {
	total := 0
	for _, v := range q.CountTypes(counts) {
		if q.Shown().Has(Type(v.Name)) {
			total += v.Items
		}
	}
	return total
}

func newFacet(items map[string]int) Facet {
	facet := Facet{}
	for name, n := range items {
		if n > 0 {
			facet = append(facet, Value{name, n})
		}
	}
	slices.SortFunc(facet, func(a, b Value) int { return cmp.Or(cmp.Compare(b.Items, a.Items), cmp.Compare(a.Name, b.Name)) })
	return facet
}
