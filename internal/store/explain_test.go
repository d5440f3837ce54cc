package store_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/store"
)

// The explanation of a search has its page, and scores that put the items into their order.
func TestExplain(t *testing.T) {
	t.Parallel()
	pool, _ := corpusOf(t,
		page("a", "Coffee bar", "Coffee and cake, and more coffee"), page("b", "Bar", "Coffee once"), page("c", "Cake shop", "No drinks"), page("d", "Espresso bar", "Strong"),
		page("e", "Coffee", "Beans"), page("f", "Lost property", "Where things go"), doc{ID: "g", Type: "page", Title: "Kaffeebar", Body: "Kaffee und Kuchen", Language: "de"})
	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	for _, words := range []string{"coffee", "coffee bar", "cofee bra", "cak*", `"coffee bar"`, "Kaffee Kuchen", "espresso or cake", "lost property", "nothing of this", "the"} {
		q := content.Query{Search: words, Allowed: content.EveryType(), Size: 100}
		e := check.Must(s.Explain(t.Context(), "AAA", q))(t)
		check.Same(t, find(t, pool, q).Page.Items, e.Items, words)
		if len(e.Gains) != len(e.Items) {
			t.Fatalf("%s: %d gains of %d items", words, len(e.Gains), len(e.Items))
		}
		for n, g := range e.Gains {
			sum, of := 0.0, 0
			for _, gain := range g.Clauses {
				sum += gain
			}
			for _, c := range e.Clauses {
				if c.Language == g.Language {
					of++
				}
			}
			if len(g.Clauses) != of || max(sum-g.Score, g.Score-sum) > 1e-9 || g.Score == 0 {
				t.Errorf("%s: %s: %+v of %d clauses", words, e.Items[n].ID, g, of)
			}
		}
		if !slices.IsSortedFunc(e.Gains, func(a, b store.Gains) int {
			order := func(of store.Gains) int { return map[bool]int{true: 2}[of.Foremost] + map[bool]int{true: 1}[of.First] }
			return cmp.Or(order(b)-order(a), cmp.Compare(b.Score, a.Score))
		}) {
			t.Errorf("%s: not in the order of the page: %+v", words, e.Gains)
		}
	}
	check.Error(t, content.ErrAirportNotFound, check.Failure(s.Explain(t.Context(), "BBB", content.Query{Search: "x", Size: 1})))
}
