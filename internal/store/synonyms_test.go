package store_test

import (
	"strings"
	"testing"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/schema"
	"airport-content/internal/testenv"
)

// Searches work without synonyms. Migrating adds the default ones.
func TestDefaultSynonymsAreAddedOnce(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	db, conn := testenv.Pool(t, url), connect(t, url)
	execute(t, conn, "DELETE FROM synonym")
	execute(t, conn, "UPDATE synonym_state SET revision = 1, defaults_added = false, defaults = 0")
	addAirport(t, db, "AAA")
	check.Must(admin.New(db).AddSynonyms(t.Context(), []string{"zeppelin", "wireless internet"}))(t)
	check.Same(t, 0, find(t, db, content.Query{Search: "restroom"}).Total, "an empty airport")
	check.Must(schema.Migrate(t.Context(), url))(t)
	importDocs(t, url, "AAA", importer.Options{}, page("a", "Toilets", ""), page("b", "Wi-Fi", ""))
	for search, want := range map[string]int{"restroom": 1, "zeppelin": 1} {
		check.Same(t, want, find(t, db, content.Query{Search: search}).Total, search)
	}
	check.Must(admin.New(db).RemoveSynonym(t.Context(), "toilet"))(t)
	importDocs(t, url, "AAA", importer.Options{}, page("c", "Toilets", ""))
	check.Must(schema.Migrate(t.Context(), url))(t)
	check.Same(t, 0, find(t, db, content.Query{Search: "restroom"}).Total, "a default synonym that was removed is back")
}

// A database of an earlier program gets the missing defaults, and keeps its operator's changes.
func TestNewDefaultSynonyms(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	db, conn := testenv.Pool(t, url), connect(t, url)
	execute(t, conn, "DELETE FROM synonym")
	execute(t, conn, "UPDATE synonym_state SET defaults = 1")
	execute(t, conn, `INSERT INTO synonym (language, word, normalised, group_id) VALUES
		('english', 'rideshare', 'rideshare', 1), ('english', 'private hire', 'private hire', 1), ('', 'painkiller', 'painkiller', 2), ('', 'tablet', 'tablet', 2)`)
	check.Must(schema.Migrate(t.Context(), url))(t)
	addAirport(t, db, "AAA")
	importDocs(t, url, "AAA", importer.Options{}, page("a", "Private hire", ""), page("b", "Tablet", ""), page("c", "Pharmacy", ""), page("d", "Toilets", ""))
	for search, want := range map[string]string{"uber": "a", "painkiller": "b"} {
		f := find(t, db, content.Query{Search: search})
		check.Same(t, want, strings.Join(f.ids, " "), search)
	}
}
