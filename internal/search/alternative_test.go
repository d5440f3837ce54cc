package search_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

// What a negation excludes is neither marked nor named in the answer.
func TestExcludedWordsAreNotUsed(t *testing.T) {
	t.Parallel()
	s := shelve("other | Burger | no taxi, cab or zorbas")
	s.concepts = true
	for _, excluded := range []string{"taxi", "zorbas"} {
		page := s.run(t, search.Request{Text: "burger except " + excluded, Highlighted: true})
		check.Same(t, "", page.Search.Concepts[excluded], excluded)
		if h := page.Items[0].Highlight; h != nil && h.Snippet != nil {
			t.Errorf("what %s means is marked: %s", excluded, *h.Snippet)
		}
	}
}
