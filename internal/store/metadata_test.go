package store_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"airport-content/internal/content"
)

// fits is the filter of metadata by the words of the contract.
func fits(metadata map[string]any, f content.MetadataFilter) bool {
	values, ok := metadata[f.Key].([]any)
	if !ok {
		values = []any{metadata[f.Key]}
	}
	return slices.ContainsFunc(values, func(value any) bool {
		return slices.ContainsFunc(f.Values, func(asked string) bool {
			switch value := value.(type) {
			case string:
				return value == asked
			case bool:
				return strconv.FormatBool(value) == asked
			case json.Number:
				of, _ := new(big.Rat).SetString(value.String())
				number, ok := new(big.Rat).SetString(asked)
				return ok && of.Cmp(number) == 0
			}
			return false
		})
	})
}

// holds reports whether a doc holds all or any of the words of a search.
func holds(d doc, q content.Query) bool {
	words := strings.Fields(q.Search)
	held := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.Contains("number "+d.Body, word) })
	return len(held) == len(words) || q.Match == "any" && len(held) > 0
}

// For random filters and keys, a list finds what the filters say, and the count of a value is the
// total of a list with that filter.
func TestFiltersOfMetadata(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(41, 2))
	number := func(text string) any { return json.Number(text) }
	values := []any{"1", number("1"), number("1.0"), "1.0", number("1.5e2"), number("150"), "1,2", "1, 2", true, "true", "", nil, number("-0.50"),
		map[string]any{"1": "1"}, []any{"1", number("1"), "1"}, []any{number("1"), "2", true, nil, []any{"3"}}, []any{}, "3", `"\ || $."gate"`, "é"}
	asked := []string{"1", "true", "1.50E+2", `"\ || $."gate"`, "é", "3", "2", "1, 2", "-5e-1", "null", "1.00"}
	words := []string{"lounge", "shower", "lounge shower", ""}
	docs := make([]doc, 150)
	for n := range docs {
		docs[n] = doc{ID: fmt.Sprintf("item-%03d", n), Type: string(content.Types()[random.IntN(4)]), Title: "Number", Body: words[random.IntN(4)],
			Language: []string{"en", "de", "pt-BR"}[random.IntN(3)], Date: time.Date(2025, 1, 1, 0, n, 0, 0, time.UTC).Format(time.RFC3339)}
		if n%5 > 0 {
			docs[n].Metadata = map[string]any{"gate": values[random.IntN(len(values))], "pay-TV": values[random.IntN(4)], "other": n}
		}
	}
	pool, _ := corpusOf(t, docs...)
	view := viewOf(t, pool, "AAA")
	for range 200 {
		view.allowed = []content.Scope{everyType, everyType, content.OnlyTypes("page", "news"), content.OnlyTypes("faq"), {}}[random.IntN(5)]
		q := content.Query{Size: 1000, Allowed: view.allowed, Languages: [][]string{nil, {"de"}, {"pt", "en"}}[random.IntN(3)]}
		if view.allowed.Has("news") {
			q.Types = [][]content.Type{nil, {"news"}}[random.IntN(2)]
		}
		if random.IntN(3) == 0 {
			q.ModifiedSince = time.Date(2025, 1, 1, 0, random.IntN(150), 0, 0, time.UTC)
		}
		random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
		q.Metadata = []content.MetadataFilter{{Key: "gate", Values: slices.Clone(asked[:1+random.IntN(4)])}, {Key: "pay-TV", Values: []string{"1"}}}[:random.IntN(3)]
		q.CountMetadata = []string{"gate", "pay-TV", "none"}[:random.IntN(4)]
		// A match that is given finds the same whatever the other filters are.
		q.Search, q.Match = []string{"", "lounge", "lounge shower", "number"}[random.IntN(4)], []string{"all", "any"}[random.IntN(2)]
		page, err := view.list(t.Context(), q)
		check(t, err)

		var want []string
		for _, d := range slices.Backward(docs) { // newest first
			date, _ := time.Parse(time.RFC3339, d.Date)
			if view.allowed.Filtered(q.Types).Has(content.Type(d.Type)) && date.After(q.ModifiedSince) && (q.Languages == nil || slices.Contains(q.Languages, d.Language[:2])) &&
				!slices.ContainsFunc(q.Metadata, func(f content.MetadataFilter) bool { return !fits(d.Metadata, f) }) && holds(d, q) {
				want = append(want, d.ID)
			}
		}
		got := idsOf(page)
		if q.Search != "" {
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) || page.Total != len(want) {
			t.Errorf("%+v: %v of %d, want %v", q, got, page.Total, want)
		}
		for key, facet := range page.Metadata {
			if !slices.IsSortedFunc(facet, func(a, b content.Value) int { return cmp.Or(b.Items-a.Items, cmp.Compare(a.Name, b.Name)) }) {
				t.Errorf("%s: out of order: %v", key, facet)
			}
			for _, v := range facet {
				with := q
				with.CountMetadata = nil
				with.Metadata = slices.DeleteFunc(slices.Clone(q.Metadata), func(f content.MetadataFilter) bool { return f.Key == key })
				with.Metadata = append(with.Metadata, content.MetadataFilter{Key: key, Values: []string{v.Name}})
				if list, err := view.list(t.Context(), with); err != nil || list.Total != v.Items || v.Items == 0 {
					t.Errorf("%+v: facet %s says %d of %q, a list %d, %v", q, key, v.Items, v.Name, list.Total, err)
				}
			}
		}
	}
}

func TestItemsByID(t *testing.T) {
	t.Parallel()
	pool, _ := corpusOf(t, page("a", "A", ""), in("de", "b", "B", ""), doc{ID: "c", Type: "news", Title: "C"})
	view := viewOf(t, pool, "AAA")
	for name, test := range map[string]struct {
		allowed   content.Scope
		languages []string
		want      []string
	}{
		"all":            {everyType, nil, []string{"c", "a", "b"}},
		"of a scope":     {content.OnlyTypes("page"), nil, []string{"a", "b"}},
		"of no scope":    {content.Scope{}, nil, nil},
		"of a language":  {everyType, []string{"en"}, []string{"c", "a"}},
		"of no language": {everyType, []string{"fr"}, nil},
	} {
		view.allowed = test.allowed
		page, err := view.list(t.Context(), content.Query{IDs: []string{"c", "x", "a", "b"}, Languages: test.languages, Size: 100})
		if err != nil || page.Total != len(test.want) || !slices.Equal(idsOf(page), test.want) {
			t.Errorf("%s: %v of %d, %v", name, idsOf(page), page.Total, err)
		}
	}
}
