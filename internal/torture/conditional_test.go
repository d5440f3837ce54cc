package torture_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/postgres"
)

// queries notes what a service asks its database; keys are looked up beside them now and then.
type queries struct {
	mu   sync.Mutex
	list []query
}

type query struct {
	sql  string
	args []any
}

func (q *queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !strings.HasPrefix(data.SQL, "-- name: GetAccess ") {
		q.list = append(q.list, query{data.SQL, data.Args})
	}
	return ctx
}

func (q *queries) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// taken are the queries since it was last called.
func (q *queries) taken() []query {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.list
	q.list = nil
	return taken
}

func (q query) name() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(q.sql, "-- name: "), " ")
	return name
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	asked := &queries{}
	a := newTracedAirport(t, asked)
	key, id := a.key()
	a.importItems(importOptions(), item("a", "page", "Where the toilets are"), item("b", "news", "Opening"))
	const search = "/content?q=toilets"
	paths := []string{"/content", "/content?includeBody=false&contentType=page", search, "/content/a",
		"/changes", "/changes?cursor=" + a.get(key, "/changes").body.NextCursor}
	known := map[string]string{} // tags, by path
	learn := func() {
		t.Helper()
		for _, path := range paths {
			got := a.get(key, path)
			if known[path] = got.header.Get("ETag"); got.status != 200 || known[path] == "" {
				t.Fatalf("%s: %d, tag %q", path, got.status, known[path])
			}
		}
	}
	unchanged := func(when string, paths ...string) {
		t.Helper()
		for _, path := range paths {
			asked.taken()
			got := a.get(key, path, "If-None-Match", known[path], "Cache-Control", "no-cache")
			if got.status != 304 {
				t.Errorf("%s: %s: %d, want 304", when, path, got.status)
			}
			if list := asked.taken(); len(list) != 1 || list[0].name() != "GetState" {
				t.Errorf("%s: %s: a 304 took %v", when, path, list)
			}
		}
	}
	changed := func(when string, paths ...string) {
		t.Helper()
		for _, path := range paths {
			if got := a.get(key, path, "If-None-Match", known[path]); got.status != 200 || got.header.Get("ETag") == known[path] {
				t.Errorf("%s: %s: %d with tag %s, want 200 and another tag than %s", when, path, got.status, got.header.Get("ETag"), known[path])
			}
		}
	}

	learn()
	unchanged("at first", paths...)
	a.importItems(importOptions(), item("a", "page", "Where the toilets are"), item("b", "news", "Opening"))
	unchanged("after an import that changed nothing", paths...)
	a.importItems(importOptions(), item("a", "page", "Where the toilets are"), item("b", "news", "Closing"))
	changed("after an import", paths...)
	learn()
	if _, err := a.db.RenameAirport(t.Context(), code, "San Francisco International"); err != nil {
		t.Fatal(err)
	}
	changed("after the airport got another name", paths...)
	if name := a.get(key, "/content").body.Meta.AirportName; name != "San Francisco International" {
		t.Errorf("the name is %q", name)
	}
	learn()
	if _, err := a.db.AddSynonyms(t.Context(), []string{"toilets", "comfort station"}); err != nil {
		t.Fatal(err)
	}
	changed("after a new synonym", search)
	unchanged("after a new synonym", slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == search })...)
	learn()
	if _, err := a.db.ResetAirportSync(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	paths = slices.Delete(paths, 5, 6) // the cursor
	changed("after reset-sync", paths...)

	learn()
	if _, err := a.db.SetKey(t.Context(), id, postgres.KeyChange{Scopes: scopesOf([]content.Type{"page"})}); err != nil {
		t.Fatal(err)
	}
	waitFor(t.Context(), t, "the key's new scope counts", func() bool {
		return a.get(key, "/content", "If-None-Match", known["/content"]).status == 200
	})
	changed("after the key got another scope", paths...)
}
