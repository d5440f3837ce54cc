package store_test

import (
	"testing"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
)

// A group of the operator wins over a concept.
func TestSynonymsWinOverConcepts(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, page("a", "Private hire", ""), page("b", "Uber pick-up", ""), page("c", "Zeppelin", ""))
	check.Same(t, "b", find(t, db, content.Query{Search: "lyft"}).ids[0], "a concept")
	check.Must(admin.New(db).AddSynonyms(t.Context(), []string{"lyft", "zeppelin"}))(t)
	check.Same(t, []string{"c"}, find(t, db, content.Query{Search: "lyft"}).ids)
}
