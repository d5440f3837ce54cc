package relevance_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/postgres"
	"airport-content/internal/sample"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// Every line of the scripts, asked of a real database with the sample airports.
func TestScripts(t *testing.T) {
	t.Parallel()
	_, scripts := parse(t)
	db := open(t, sampleDatabase(t))
	for _, e := range scripts {
		ids, _ := searchFor(t, db, e.Airport, e.Query)
		if err := e.Check(ids); err != nil {
			t.Error(err)
		}
	}
}

// sampleDatabase makes a database with the sample airports and returns its URL.
func sampleDatabase(t *testing.T) string {
	t.Helper()
	url := testenv.Database(t)
	db := open(t, url)
	for _, airport := range sample.Airports() {
		if _, err := db.AddAirport(t.Context(), airport.Code, airport.Name); err != nil {
			t.Fatal(err)
		}
		input, err := sample.Open(airport.Code)
		if err != nil {
			t.Fatal(err)
		}
		defer input.Close()
		options := ingest.Options{Retention: time.Hour, Waiting: func() {}, Progress: func(int) {}}
		if _, _, err := ingest.Import(t.Context(), url, airport.Code, input, options); err != nil {
			t.Fatal(err)
		}
	}
	return url
}

func open(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Options{URL: url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// searchFor returns the ids of everything that a search finds, in order.
func searchFor(t *testing.T, db *postgres.DB, airport, query string) ([]string, content.Head) {
	t.Helper()
	var found result
	err := db.List(t.Context(), content.Query{Airport: airport, Search: query, Size: 1000}, &found)
	if err != nil {
		t.Fatalf("%s %q: %v", airport, query, err)
	}
	if found.head.Total != len(found.ids) {
		t.Errorf("%s %q: %d items, but a total of %d", airport, query, len(found.ids), found.head.Total)
	}
	return found.ids, found.head
}

// result gathers what a search finds.
type result struct {
	head content.Head
	ids  []string
}

func (r *result) Head(h content.Head) error {
	if h.Search == nil {
		return errors.New("no search was run")
	}
	r.head = h
	return nil
}

func (r *result) Item(i *content.Item) error {
	r.ids = append(r.ids, i.ID)
	return nil
}
