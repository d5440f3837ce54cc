package store_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// An airport gets content, is searched with a mistyped word, and tells what has changed.
func Example() {
	ctx := context.Background()
	address, drop, err := testenv.ExampleDatabase(ctx)
	fatal(err)
	defer drop(ctx)
	pool, err := db.Open(ctx, db.Options{URL: address, MaxConns: 4})
	fatal(err)
	defer pool.Close()

	_, err = admin.New(pool).AddAirport(ctx, "SFO", "San Francisco")
	fatal(err)
	load := func(lines string, o importer.Options) {
		result, err := importer.Run(ctx, address, "SFO", strings.NewReader(lines), o)
		fatal(err)
		fmt.Printf("import: %d added, %d deleted\n", result.Added, result.Deleted)
	}
	load(`{"id":"cafe","contentType":"dining","title":"Coffee bar","content":"<p>Espresso at gate 7.</p>"}
{"id":"deck","contentType":"amenity","title":"Observation deck","content":"<p>Runway views.</p>"}`, importer.Options{})

	s := store.New(pool, nil, store.Options{Timeout: time.Minute})
	state, err := s.State(ctx, "SFO")
	fatal(err)
	const partner, firstTry = 1, 1
	reader := s.Reader(partner, firstTry)
	page, err := reader.List(ctx, &state, content.Query{Allowed: content.EveryType(), Search: "esprasso", Size: 20})
	fatal(err)
	fmt.Printf("search: %d found, %s first; corrected: %v\n", page.Total, page.Items[0].ID, page.Search.Corrected)

	all := content.ChangesQuery{Allowed: content.EveryType(), After: content.Cursor{Epoch: state.Epoch, Start: state.Revision}, Size: 100}
	first, err := reader.ListChanges(ctx, &state, all)
	fatal(err)
	load(`{"id":"cafe","contentType":"dining","title":"Coffee bar","content":"<p>Espresso at gate 7.</p>"}`, importer.Options{Prune: true, Retention: time.Hour})
	state, err = s.State(ctx, "SFO")
	fatal(err)
	all.After = first.Next
	changes, err := reader.ListChanges(ctx, &state, all)
	fatal(err)
	fmt.Printf("changes: %d at first, then %d\n", len(first.List), len(changes.List))
	// Output:
	// import: 2 added, 0 deleted
	// search: 1 found, cafe first; corrected: map[esprasso:espresso]
	// import: 0 added, 1 deleted
	// changes: 2 at first, then 1
}

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
