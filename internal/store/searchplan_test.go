package store_test

import (
	"fmt"
	"testing"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/importer"
)

// A search has no plan of a search whose plan differs.
func TestKeptPlans(t *testing.T) {
	t.Parallel()
	docs := []doc{page("coffee", "Starbucks", ""), page("one", "Lantern", "")}
	for thing := range 6 { // twelve items have both words: enough items, and too few things
		for _, language := range []string{"en", "de"} {
			d := in(language, fmt.Sprint(thing, language), "Lantern umbrella", "")
			d.TranslationKey = fmt.Sprint(thing)
			docs = append(docs, d)
		}
	}
	f := newFixture(t, docs...)
	find := func(q content.Query) content.Page {
		q.Size = 1
		return check.Must(viewIn(t, f.Store, "AAA").list(t.Context(), q))(t)
	}
	for range 2 {
		check.Same(t, 1, find(content.Query{Search: "starbuks"}).Total, "corrected")
		check.Same(t, 0, find(content.Query{Search: "starbuks", Uncorrected: true}).Total, "uncorrected")
		check.Same(t, "any", find(content.Query{Search: "lantern umbrella", Prefer: inGerman}).Search.Match, "things")
		check.Same(t, "all", find(content.Query{Search: "lantern umbrella"}).Search.Match, "items")
	}

	check.Same(t, 0, find(content.Query{Search: "zeppelin"}).Total, "before an import")
	importDocs(t, f.url, "AAA", importer.Options{}, page("zeppelin", "Zeppelin", ""))
	check.Same(t, 1, find(content.Query{Search: "zeppelin"}).Total, "after an import")

	check.Same(t, 0, find(content.Query{Search: "airship"}).Total, "before a synonym")
	check.Must(admin.New(f.Primary()).AddSynonyms(t.Context(), []string{"airship", "zeppelin"}))(t)
	check.Same(t, 1, find(content.Query{Search: "airship"}).Total, "after a synonym")
}
