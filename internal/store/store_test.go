package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/db"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/ingest"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// batches counts the reads of states: nothing else sends batches.
type batches struct{ atomic.Int64 }

func (b *batches) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	b.Add(1)
	return ctx
}
func (*batches) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*batches) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}
func (*batches) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}
func (*batches) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// fixture is a store over an airport AAA with one item.
type fixture struct {
	*store.Store
	url   string
	reads batches
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	db, err := db.Open(t.Context(), db.Options{URL: f.url, MaxConns: 4, Tracer: &f.reads})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	addAirport(t, db, "AAA")
	importDocs(t, f.url, "AAA", ingest.Options{}, page("a", "First", "text"))
	f.Store = store.New(db, nil, time.Minute, slog.New(slog.DiscardHandler))
	return f
}

// hold makes reads of the airport's state wait until release is called.
func (f *fixture) hold(t *testing.T) (release func()) {
	t.Helper()
	conn := connect(t, f.url)
	execute(t, conn, "BEGIN; LOCK TABLE airport_state")
	return func() { execute(t, conn, "COMMIT") }
}

func (f *fixture) awaitReads(t *testing.T, n int64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); f.reads.Load() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d reads, want %d", f.reads.Load(), n)
		}
	}
}

func TestWhoeverComesDuringAReadSharesTheNextOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	release := f.hold(t)
	var all sync.WaitGroup
	ask := func(want string) {
		all.Go(func() {
			view, err := f.View(t.Context(), "AAA", 1)
			if err != nil {
				t.Error(err)
			} else if want != "" && view.State.Name != want {
				t.Errorf("the name is %q, want %q", view.State.Name, want)
			}
		})
	}
	ask("")
	f.awaitReads(t, 1)
	execute(t, connect(t, f.url), "UPDATE airport SET name = 'New name'")
	for range 20 {
		ask("New name")
	}
	time.Sleep(2 * time.Second) // until all 20 wait
	release()
	all.Wait()
	if n := f.reads.Load(); n != 2 {
		t.Errorf("%d reads for 21 callers", n)
	}
}

func TestACallerWhoLeavesDoesNotEndTheReadForOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	release := f.hold(t)
	leaving, leave := context.WithCancel(t.Context())
	left, stayed := make(chan error), make(chan error)
	ask := func(ctx context.Context, told chan error) {
		_, err := f.View(ctx, "AAA", 1)
		told <- err
	}
	go ask(leaving, left)
	f.awaitReads(t, 1)
	go ask(t.Context(), stayed)
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the one who left got %v", err)
	}
	release()
	if err := <-stayed; err != nil {
		t.Errorf("the one who stayed got %v", err)
	}
}

func TestAFailedReadFailsOnlyThoseWhoWaited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	release := f.hold(t)
	failed := make(chan error)
	go func() {
		_, err := f.View(t.Context(), "AAA", 1)
		failed <- err
	}()
	f.awaitReads(t, 1)
	conn := connect(t, f.url)
	for n := 0; n == 0; {
		row := conn.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if err := row.Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-failed; !errors.Is(err, content.ErrUnavailable) {
		t.Errorf("the one who waited got %v", err)
	}
	release()
	if _, err := f.View(t.Context(), "AAA", 1); err != nil {
		t.Errorf("the next one got %v", err)
	}
}

func TestAnUnknownAirportIsNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, view := range map[string]func(context.Context, string, int64) (*store.View, error){"view": f.View, "snapshot": f.Snapshot} {
		if _, err := view(t.Context(), "ZZZ", 1); !errors.Is(err, content.ErrAirportNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// reads are all ways to read rows.
var reads = map[string]func(context.Context, *store.View) error{
	"list": func(ctx context.Context, v *store.View) error {
		_, err := v.List(ctx, content.Query{Size: 20})
		return err
	},
	"list of a type": func(ctx context.Context, v *store.View) error {
		_, err := v.List(ctx, content.Query{Size: 20, Types: []content.Type{"faq"}})
		return err
	},
	"search": func(ctx context.Context, v *store.View) error {
		_, err := v.List(ctx, content.Query{Size: 20, Search: "first"})
		return err
	},
	"search for nothing": func(ctx context.Context, v *store.View) error {
		_, err := v.List(ctx, content.Query{Size: 20, Search: "first", Types: []content.Type{"faq"}})
		return err
	},
	"item": func(ctx context.Context, v *store.View) error {
		_, err := v.Item(ctx, "a", nil)
		return err
	},
	"bodies": func(ctx context.Context, v *store.View) error {
		return v.Bodies(ctx, []*content.Item{{ID: "a"}})
	},
	"changes": func(ctx context.Context, v *store.View) error {
		_, err := v.Changes(ctx, content.ChangesQuery{Size: 20, After: content.Cursor{Epoch: v.State.Epoch}})
		return err
	},
}

func TestRowsOfAnotherRevisionAreNotGiven(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, read := range reads {
		view, err := f.View(t.Context(), "AAA", 1)
		if err != nil {
			t.Fatal(err)
		}
		snapshot, err := f.Snapshot(t.Context(), "AAA", 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := read(t.Context(), view); err != nil { // and what it keeps is kept
			t.Errorf("%s before the import: %v", name, err)
		}
		importDocs(t, f.url, "AAA", ingest.Options{}, page("a", "After "+name, "text"))
		if err := read(t.Context(), view); !errors.Is(err, content.ErrMoved) {
			t.Errorf("%s from a view: %v", name, err)
		}
		if err := read(t.Context(), snapshot); err != nil {
			t.Errorf("%s from a snapshot: %v", name, err)
		}
		snapshot.Close()
	}
}

func TestBodiesComeAfterTheirItems(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	importDocs(t, f.url, "AAA", ingest.Options{}, page("b", "Second", strings.Repeat("é", 500)), page("c", "Third", ""))
	view, err := f.View(t.Context(), "AAA", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, search := range []string{"", "first or second or third"} {
		list, err := view.List(t.Context(), content.Query{Size: 20, Search: search})
		if err != nil || len(list.Items) != 3 {
			t.Fatalf("%q: %+v, %v", search, list, err)
		}
		items := make([]*content.Item, 3)
		for i := range items {
			items[i] = &list.Items[i]
			if items[i].Body != nil {
				t.Errorf("%q: %s has a body already", search, items[i].ID)
			}
		}
		if err := view.Bodies(t.Context(), items); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"a": "text", "b": strings.Repeat("é", 500), "c": ""}
		for i, item := range items {
			if *item.Body != want[item.ID] || list.BodySizes[i] != int64(len(want[item.ID])) {
				t.Errorf("%q: %s has %d bytes, told %d", search, item.ID, len(*item.Body), list.BodySizes[i])
			}
		}
	}
}

func TestAMarkHoldsTheSyncTimeBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	execute(t, connect(t, f.url), "UPDATE airport_state SET import_mark = '2026-03-01T09:30:00.123Z'")
	view, err := f.View(t.Context(), "AAA", 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 3, 1, 9, 30, 0, 122e6, time.UTC); !view.State.Timestamp.Equal(want) {
		t.Errorf("sync time %s, want %s", view.State.Timestamp, want)
	}
	importDocs(t, f.url, "AAA", ingest.Options{}, page("a", "First", "text")) // changes nothing
	if view, err = f.View(t.Context(), "AAA", 1); err != nil || time.Since(view.State.Timestamp) > time.Hour {
		t.Errorf("after the next import the sync time is %s, %v", view.State.Timestamp, err)
	}
}

func TestAFailedMergeLeavesNoMark(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	execute(t, connect(t, f.url), "ALTER TABLE content_item ADD CHECK (id <> 'b')")
	line, err := json.Marshal(page("b", "Second", "text"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = importer.Run(t.Context(), f.url, "AAA", bytes.NewReader(line), ingest.Options{Retention: time.Hour, Waiting: func() {}})
	if err == nil {
		t.Fatal("the import succeeded")
	}
	var marked bool
	err = connect(t, f.url).QueryRow(t.Context(), "SELECT import_mark IS NOT NULL FROM airport_state").Scan(&marked)
	if err != nil || marked {
		t.Errorf("marked: %t, %v", marked, err)
	}
}

// What a merge dates is later than every sync time told before, even if the clock was set back since.
func TestAMergeIsDatedAfterTheOneBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	last := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	execute(t, connect(t, f.url), "UPDATE airport_state SET published_at = $1", last)
	importDocs(t, f.url, "AAA", ingest.Options{}, page("a", "Second", "text"))
	view, err := f.View(t.Context(), "AAA", 1)
	if err != nil {
		t.Fatal(err)
	}
	item, err := view.Item(t.Context(), "a", nil)
	if err != nil || !item.LastModified.After(last) {
		t.Errorf("dated %s, %v; want after %s", item.LastModified, err, last)
	}
}

// A replica answers while it shows the revision of the state. Else the primary does.
func TestTheReplicaAnswersWhatItHas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	replicaURL := testenv.Database(t)
	replica := openPool(t, replicaURL)
	addAirport(t, replica, "AAA")
	importDocs(t, replicaURL, "AAA", ingest.Options{}, page("a", "Of the replica", "text"))
	store := store.New(f.DB(), replica, time.Minute, slog.New(slog.DiscardHandler))
	title := func() string {
		view, err := store.View(t.Context(), "AAA", 1)
		if err != nil {
			t.Fatal(err)
		}
		list, err := view.List(t.Context(), content.Query{Size: 1})
		if err != nil {
			t.Fatal(err)
		}
		return list.Items[0].Title
	}
	if got := title(); got != "First" { // another epoch
		t.Errorf("before the replica has the revision: %q", got)
	}
	var epoch string
	if err := connect(t, f.url).QueryRow(t.Context(), "SELECT epoch FROM airport_state").Scan(&epoch); err != nil {
		t.Fatal(err)
	}
	execute(t, connect(t, replicaURL), "UPDATE airport_state SET epoch = $1", epoch)
	if got := title(); got != "Of the replica" {
		t.Errorf("once the replica has the revision: %q", got)
	}
}

// A replica that accepts connections and never answers delays the first request by a second. No request fails.
func TestThePrimaryAnswersWhileTheReplicaHangs(t *testing.T) {
	t.Parallel()
	hanging, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer hanging.Close()
	f := newFixture(t)
	replica := openPool(t, "postgres://nobody@"+hanging.Addr().String()+"/content?sslmode=disable")
	store := store.New(f.DB(), replica, time.Minute, slog.New(slog.DiscardHandler))
	view, err := store.View(t.Context(), "AAA", 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range reads {
		if err := read(t.Context(), view); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func openPool(t *testing.T, url string) *db.Pool {
	t.Helper()
	db, err := db.Open(context.Background(), db.Options{URL: url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}
