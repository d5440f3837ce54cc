package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// traced counts what a store asks. Nothing but the reads of states sends batches.
type traced struct{ reads, statements atomic.Int64 }

func (c *traced) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.reads.Add(1)
	return ctx
}
func (*traced) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*traced) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}
func (c *traced) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.statements.Add(1)
	return ctx
}
func (*traced) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// fixture is a store over an airport AAA.
type fixture struct {
	*store.Store
	url string
	traced
}

func newFixture(t *testing.T, docs ...doc) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	db := check.Must(db.Open(t.Context(), db.Options{URL: f.url, MaxConns: 4, Tracer: &f.traced}))(t)
	t.Cleanup(db.Close)
	addAirport(t, db, "AAA")
	importDocs(t, f.url, "AAA", importer.Options{}, docs...)
	f.Store = store.New(db, nil, store.Options{Timeout: time.Minute})
	return f
}

var first = page("a", "First", "text")

func (f *fixture) awaitReads(t *testing.T, n int64) {
	t.Helper()
	check.Eventually(t, "the reads begin", func() bool { return f.reads.Load() >= n })
}

func TestWhoeverComesDuringAReadSharesTheNextOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	release := testenv.Hold(t, f.url, "LOCK TABLE airport_state") // reads of states wait
	var all sync.WaitGroup
	ask := func(want string) {
		all.Go(func() {
			st, err := f.State(t.Context(), "AAA")
			if err != nil {
				t.Error(err)
			} else if want != "" && st.Name != want {
				t.Errorf("the name is %q, want %q", st.Name, want)
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
	check.Same(t, 2, f.reads.Load(), "reads for 21 callers")
}

func TestACallerWhoLeavesDoesNotEndTheReadForOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	release := testenv.Hold(t, f.url, "LOCK TABLE airport_state") // reads of states wait
	leaving, leave := context.WithCancel(t.Context())
	reading, left, stayed := make(chan error), make(chan error), make(chan error)
	ask := func(ctx context.Context, told chan error) { told <- check.Failure(f.State(ctx, "AAA")) }
	go ask(t.Context(), reading)
	f.awaitReads(t, 1)
	go ask(leaving, left) // this one and the next share the second read
	go ask(t.Context(), stayed)
	leave()
	check.Error(t, context.Canceled, <-left, "the one who left")
	release()
	for _, others := range []chan error{reading, stayed} {
		check.NoError(t, <-others)
	}
}

// A connection that is lost is no failure: the read is tried once more, on another one.
func TestALostReadIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	release := testenv.Hold(t, f.url, "LOCK TABLE airport_state") // reads of states wait
	got := make(chan error)
	go func() { got <- check.Failure(f.State(t.Context(), "AAA")) }()
	terminate := func() {
		conn := connect(t, f.url)
		for n := 0; n == 0; {
			row := conn.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`)
			check.NoError(t, row.Scan(&n))
		}
	}
	f.awaitReads(t, 1)
	terminate()
	f.awaitReads(t, 2)
	release()
	check.Error(t, nil, <-got, "after one lost connection")
}

// reads are all ways to read rows.
var reads = map[string]func(context.Context, view) error{
	"list": func(ctx context.Context, v view) error { return check.Failure(v.list(ctx, content.Query{Size: 20})) },
	"list of a type": func(ctx context.Context, v view) error {
		return check.Failure(v.list(ctx, content.Query{Size: 20, Types: []content.Type{"page"}}))
	},
	"search": func(ctx context.Context, v view) error {
		return check.Failure(v.list(ctx, content.Query{Size: 20, Search: "text"}))
	},
	"search for nothing": func(ctx context.Context, v view) error {
		return check.Failure(v.list(ctx, content.Query{Size: 20, Search: "text", Types: []content.Type{"faq"}}))
	},
	"list since": func(ctx context.Context, v view) error {
		return check.Failure(v.list(ctx, content.Query{Size: 20, ModifiedSince: time.Now()}))
	},
	"item that is not there": func(ctx context.Context, v view) error {
		if _, err := v.reader.Item(ctx, &v.st, "x", v.allowed); !errors.Is(err, content.ErrItemNotFound) {
			return err
		}
		return nil
	},
	"item": func(ctx context.Context, v view) error {
		return check.Failure(v.reader.Item(ctx, &v.st, "a", v.allowed))
	},
	"bodies": func(ctx context.Context, v view) error {
		return v.reader.ReadBodies(ctx, &v.st, []*content.Item{{ID: "a"}})
	},
	"changes": func(ctx context.Context, v view) error {
		return check.Failure(v.reader.ListChanges(ctx, &v.st, content.ChangesQuery{Allowed: v.allowed, Size: 20, After: content.Cursor{Epoch: v.st.Epoch}}))
	},
	"no changes": func(ctx context.Context, v view) error {
		return check.Failure(v.reader.ListChanges(ctx, &v.st, content.ChangesQuery{Allowed: content.OnlyTypes("event"), Size: 20, After: content.Cursor{Epoch: v.st.Epoch}}))
	},
	"changed items": func(ctx context.Context, v view) error {
		return v.reader.ReadChangedItems(ctx, &v.st, []content.Change{{ID: "a"}}, true)
	},
}

func TestRowsOfAnotherStateAreNotGiven(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	for name, read := range reads {
		view := viewIn(t, f.Store, "AAA")
		check.Error(t, nil, read(t.Context(), view), name, " before the import") // fills the caches
		importDocs(t, f.url, "AAA", importer.Options{}, page("a", "After "+name, "text"))
		check.Error(t, content.ErrOtherState, read(t.Context(), view), name, " after the import")
	}
}

// The e2e tests have a merge whose connection is lost.
func TestAFailedMergeLeavesNoMark(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	testenv.Exec(t, f.url, "ALTER TABLE content_item ADD CHECK (id <> 'b')")
	line := check.Must(json.Marshal(page("b", "Second", "text")))(t)
	if _, err := importer.Run(t.Context(), f.url, "AAA", bytes.NewReader(line), importer.Options{Retention: time.Hour}); err == nil {
		t.Fatal("the import succeeded")
	}
	if testenv.Value[bool](t, f.url, "SELECT import_mark IS NOT NULL FROM airport_state") {
		t.Error("the mark is still there")
	}
}

// The dates of a merge are later than every earlier sync time, even if the clock was set back.
func TestAMergeIsDatedAfterTheOneBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	last := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	execute(t, connect(t, f.url), "UPDATE airport_state SET published_at = $1", last)
	importDocs(t, f.url, "AAA", importer.Options{}, page("a", "Second", "text"))
	view := viewIn(t, f.Store, "AAA")
	item, err := view.reader.Item(t.Context(), &view.st, "a", everyType)
	if err != nil || !item.LastModified.After(last) {
		t.Errorf("dated %s, %v; want after %s", item.LastModified, err, last)
	}
}

// A short item comes with the state. Any other state comes alone.
func TestStateAndItem(t *testing.T) {
	t.Parallel()
	long := page("long", "Long", strings.Repeat("text ", 10_000))
	f := newFixture(t, first, long)
	comes := func(want bool, id string, allowed content.Scope) {
		t.Helper()
		st, item, err := f.StateAndItem(t.Context(), "AAA", id, allowed)
		if err != nil || st.Revision != 1 || (item != nil) != want || want && *item.Body != "text" {
			t.Errorf("%s of types %v: %+v with %+v, %v", id, allowed, st, item, err)
		}
	}
	comes(true, "a", everyType)
	comes(true, "a", content.OnlyTypes("faq", "page"))
	comes(false, "a", content.OnlyTypes("faq"))
	comes(false, "a", content.Scope{})
	comes(false, "x", everyType)
	comes(false, "long", everyType)
	_, _, err := f.StateAndItem(t.Context(), "ZZZ", "a", everyType)
	check.Error(t, content.ErrAirportNotFound, err, "of no airport")
	execute(t, connect(t, f.url), "DROP TABLE content_item CASCADE")
	comes(false, "a", everyType)
}

// The replica answers if it has the state. Otherwise the primary answers, at the second try.
func TestTheReplicaAnswersWhatItHas(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	replicaURL := testenv.Database(t)
	replica := testenv.Pool(t, replicaURL)
	addAirport(t, replica, "AAA")
	importDocs(t, replicaURL, "AAA", importer.Options{}, page("a", "Of the replica", "text"))
	store := store.New(f.Primary(), replica, store.Options{Timeout: time.Minute})
	shows := func(when, first string) {
		t.Helper()
		st := check.Must(store.State(t.Context(), "AAA"))(t)
		list, err := store.Reader(1, 0).List(t.Context(), &st, content.Query{Allowed: everyType, Size: 1})
		if first == "" && !errors.Is(err, content.ErrOtherState) || first != "" && (err != nil || list.Items[0].Title != first) {
			t.Errorf("%s: %+v, %v", when, list.Items, err)
		}
		list, err = store.Reader(1, 1).List(t.Context(), &st, content.Query{Allowed: everyType, Size: 1})
		if err != nil || list.Items[0].Title != "First" {
			t.Errorf("%s, of the primary: %+v, %v", when, list.Items, err)
		}
	}
	shows("before the replica has the state", "")
	epoch := testenv.Value[string](t, f.url, "SELECT epoch FROM airport_state")
	execute(t, connect(t, replicaURL), "UPDATE airport_state SET epoch = $1", epoch)
	_, before := store.Reads()
	shows("once the replica has the state", "Of the replica")
	_, after := store.Reads()
	check.Same(t, before+1, after, "counted reads of the replica")
}

// Neither a caller who leaves nor a slow read now and then keeps the replica from being asked.
// Three slow reads in a row do.
func TestWhatMakesAReplicaRest(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	store := store.New(f.Primary(), testenv.Pool(t, f.url), store.Options{Timeout: time.Minute})
	st := check.Must(store.State(t.Context(), "AAA"))(t)
	locking := connect(t, f.url)
	list := func(ctx context.Context) error {
		return check.Failure(view{st, store.Reader(1, 0), everyType}.list(ctx, content.Query{Size: 1}))
	}
	slow := func(times int) {
		execute(t, locking, "BEGIN; LOCK TABLE content_item")
		var all sync.WaitGroup
		for range times {
			all.Go(func() { check.Error(t, content.ErrOtherState, list(t.Context()), "slow") })
		}
		all.Wait()
		execute(t, locking, "COMMIT")
	}
	asked := func(when string, want bool) {
		t.Helper()
		check.Same(t, want, store.Reader(1, 0).AsksReplica(), when)
	}
	execute(t, locking, "BEGIN; LOCK TABLE content_item")
	for range 5 {
		leaving, leave := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, leave)
		if err := list(leaving); err == nil {
			t.Error("a read of a locked table succeeded")
		}
	}
	execute(t, locking, "COMMIT")
	asked("after callers who left", true)
	slow(2)
	check.NoError(t, list(t.Context()))
	slow(2)
	asked("after two slow reads in a row", true)
	slow(1)
	asked("after three slow reads in a row", false)
}

// A replica that accepts connections and never answers delays three requests. Then the primary is
// asked at once.
func TestThePrimaryAnswersWhileTheReplicaHangs(t *testing.T) {
	t.Parallel()
	hanging := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer hanging.Close()
	f := newFixture(t, first)
	replica := testenv.Pool(t, "postgres://nobody@"+hanging.Addr().String()+"/content?sslmode=disable")
	store := store.New(f.Primary(), replica, store.Options{Timeout: time.Minute})
	st := check.Must(store.State(t.Context(), "AAA"))(t)
	for range 3 {
		check.Error(t, content.ErrOtherState, check.Failure(store.Reader(1, 0).Item(t.Context(), &st, "a", everyType)), "of the replica")
	}
	for name, read := range reads {
		check.Error(t, nil, read(t.Context(), view{st, store.Reader(1, 0), everyType}), name)
	}
}

// A partner who uses two of three connections has all of his share, and waits for more. Another
// partner does not wait. Titles of suggestions do not wait either: all partners need them. When no
// connection is left, states still come, without items.
func TestAPartnersShare(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	v := viewIn(t, f.Store, "AAA") // of partner 1
	check.NoError(t, f.TakeConnections(1, 2))
	for name, read := range reads {
		waiting, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		check.Error(t, content.ErrTimeout, read(waiting, v), name, " beyond the share")
		other := view{v.st, f.Reader(2, 0), everyType}
		check.Error(t, nil, read(t.Context(), other), name, " of another partner")
	}
	check.Same(t, 1, len(check.Must(suggest(t.Context(), v, "fir"))(t)), "suggestions")
	check.NoError(t, f.TakeConnections(2, 1))
	if st, item, err := f.StateAndItem(t.Context(), "AAA", "a", everyType); err != nil || st.Revision != 1 || item != nil {
		t.Errorf("state %+v, item %+v, %v", st, item, err)
	}
}

// failing fails the statements with a text.
type failing struct {
	*pgx.Conn
	text string
}

func (f failing) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if strings.Contains(sql, f.text) {
		return nil, context.DeadlineExceeded
	}
	return f.Conn.Query(ctx, sql, args...)
}

// A list whose last count fails says so: of what is open, and of all items.
func TestCountOfAllFails(t *testing.T) {
	t.Parallel()
	cafe := page("a", "Cafe", "text")
	cafe.Metadata = map[string]any{"opening_hours": "24/7"}
	f := newFixture(t, cafe)
	st := check.Must(f.State(t.Context(), "AAA"))(t)
	conn := connect(t, f.url)
	reader := store.ReaderOn(conn, failing{conn, "name: CountSince"})
	_, err := reader.List(t.Context(), &st, content.Query{Allowed: everyType, Size: 1, OpenAt: time.Now(), ModifiedSince: time.Unix(0, 0)})
	check.Error(t, content.ErrTimeout, err)
}
