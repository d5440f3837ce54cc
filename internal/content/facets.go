package content

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Counts count items by type and language.
type Counts = map[Type]map[string]int

// Facets are the facets of several filters, by the names of the filters.
type Facets = Object[Facet]

// Facet has the values of a filter, and how many items have each; the most frequent value first.
type Facet = Object[int]

// MetadataFacet is the facet of a key of the metadata. Cut reports that it lacks values: there are
// more than LargestFacet, or some are too long.
type MetadataFacet struct {
	Facet
	Cut bool
}

// Object is a JSON object whose members keep their order.
type Object[T any] []Member[T]

// Member is a member of an Object.
type Member[T any] struct {
	Name  string
	Value T
}

// MarshalJSONTo writes the object.
func (o Object[T]) MarshalJSONTo(out *jsontext.Encoder) error {
	if err := out.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, member := range o {
		if err := out.WriteToken(jsontext.String(member.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(out, member.Value); err != nil {
			return err
		}
	}
	return out.WriteToken(jsontext.EndObject)
}

// CountTypes makes the facet of types. Only items that the key may read, and that the filter of
// languages takes, count.
func (q Query) CountTypes(counts Counts) Facet {
	items := map[string]int{}
	languagesTaken := taken(counts, q.Languages)
	for t, languages := range counts {
		for tag, n := range languages {
			if q.Allowed.Has(t) && (len(q.Languages) == 0 || languagesTaken[tag]) {
				items[string(t)] += n
			}
		}
	}
	return newFacet(items)
}

// CountLanguages makes the facet of languages without their regions: pt for pt-BR. Only items that
// the key may read, and that the filter of types takes, count.
func (q Query) CountLanguages(counts Counts) Facet {
	tags := map[string]int{}
	for t, languages := range counts {
		for tag, n := range languages {
			if q.Shown().Has(t) {
				tags[tag] += n
			}
		}
	}
	items := map[string]int{}
	for tag, n := range tags {
		items[languageOf(tag).Primary()] += n
	}
	return newFacet(items)
}

// Total counts the items that pass all filters of the query.
func (q Query) Total(counts Counts) int {
	total := 0
	for _, v := range q.CountTypes(counts) {
		if q.Shown().Has(Type(v.Name)) {
			total += v.Value
		}
	}
	return total
}

func newFacet(items map[string]int) Facet {
	facet := Facet{}
	for name, n := range items {
		if n > 0 {
			facet = append(facet, Member[int]{name, n})
		}
	}
	slices.SortFunc(facet, func(a, b Member[int]) int { return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Name, b.Name)) })
	return facet
}
