package store_test

import (
	"fmt"
	"maps"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/importer"
)

// byKeys asks for items with the value 1 under each of the keys.
func byKeys(keys ...string) content.Query {
	q := content.Query{Size: 5}
	for _, key := range keys {
		q.Metadata = append(q.Metadata, content.MetadataFilter{Key: key, Values: []string{"1"}})
	}
	return q
}

func withGate(id string) doc {
	d := page(id, "Number", "text")
	d.Metadata = map[string]any{"gate": 1, "none": nil}
	return d
}

// One statement counts the items without any key. It runs again only after a change of the airport.
func TestItemsWithoutAKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withGate("a"), page("b", "Number", "text"))
	ask := func(want map[string]int, keys ...string) (statements int64) {
		t.Helper()
		v := viewIn(t, f.Store, "AAA")
		before := f.statements.Load()
		check.Same(t, want, check.Must(v.list(t.Context(), byKeys(keys...)))(t).WithoutKey)
		return f.statements.Load() - before
	}
	importDocs(t, f.url, "AAA", importer.Options{}, withGate("c"), page("d", "Number", "text"))
	counted := ask(map[string]int{"gate": 2, "Gate": 4, "none": 2}, "gate", "Gate", "none")
	kept := ask(map[string]int{"gait": 4, "gat": 4, "x": 4}, "gait", "gat", "x")
	check.Same(t, counted, kept+1, "statements for the first filters, and for keys that no item has")
	importDocs(t, f.url, "AAA", importer.Options{}, page("e", "Number", "text"))
	check.Same(t, counted, ask(map[string]int{"gate": 3, "gait": 5, "none": 3}, "gate", "gait", "none"), "statements after an import")
}

// Where an airport has very many keys, the rare ones are not counted.
func TestItemsWithoutARareKey(t *testing.T) {
	t.Parallel()
	docs := []doc{first}
	for n := range 210 {
		d := withGate(fmt.Sprint("item-", n))
		for key := range 100 {
			d.Metadata[fmt.Sprint("of-", n, "-", key)] = key
		}
		docs = append(docs, d)
	}
	f := newFixture(t, docs...)
	got := check.Must(viewIn(t, f.Store, "AAA").list(t.Context(), byKeys("gate", "gait", "of-99-99")))(t).WithoutKey
	maps.DeleteFunc(got, func(key string, _ int) bool { return key == "of-99-99" }) // it may be among those that are counted
	check.Same(t, map[string]int{"gate": 1}, got)
}

// A page does not wait long for the count of the items without a key.
func TestNoCountOfItemsWithoutAKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withGate("a"), page("b", "Number", "text"))
	release, err := f.HoldIndexes()
	check.NoError(t, err)
	v := viewIn(t, f.Store, "AAA")
	got := check.Must(v.list(t.Context(), byKeys("gate")))(t)
	check.Same(t, []string{"a"}, idsOf(got))
	check.Same(t, nil, got.WithoutKey)
	release()
	check.Eventually(t, "the items are counted", func() bool {
		return check.Must(v.list(t.Context(), byKeys("gate")))(t).WithoutKey["gate"] == 1
	})
}
