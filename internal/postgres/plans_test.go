package postgres_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/bench/corpus"
	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/postgres"
	"airport-content/internal/postgres/db"
	"airport-content/internal/testenv"
)

// node is a node of a plan as EXPLAIN (FORMAT JSON) tells it.
type node struct {
	Type    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Index   string  `json:"Index Name"`
	Cond    string  `json:"Index Cond"`
	Filter  string  `json:"Filter"`
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Removed float64 `json:"Rows Removed by Index Recheck"`
	Left    float64 `json:"Rows Removed by Filter"`
	Width   float64 `json:"Plan Width"` // bytes
	Plans   []node  `json:"Plans"`
}

func (n node) walk(visit func(node)) {
	visit(n)
	for _, child := range n.Plans {
		child.walk(visit)
	}
}

// An airport of 1,000 items among 220 with the same words in their titles: a plan that does not begin with the airport, or
// that takes a page for a large part of the table, shows in what it reads.
func TestRequestsReadTheirAirportAloneThroughTheIndexes(t *testing.T) {
	t.Parallel()
	const airport = "AAA"
	url := testenv.Database(t)
	addAirport(t, openPool(t, url), airport)
	var items bytes.Buffer
	if err := corpus.New(1).Write(&items, 1000); err != nil {
		t.Fatal(err)
	}
	o := ingest.Options{Retention: time.Hour, Waiting: func() {}, Progress: func(int) {}}
	if _, _, err := ingest.Import(t.Context(), url, airport, &items, o); err != nil {
		t.Fatal(err)
	}
	conn, plans := explained(t, url)
	for _, statement := range []string{
		"SET auto_explain.log_min_duration = -1",
		`INSERT INTO airport (code, name, revision, published_at, imported_at, search_length_total)
			SELECT 'X' || to_char(n, 'FM000'), 'X', revision, published_at, imported_at, search_length_total
			FROM airport, generate_series(1, 219) AS n`,
		`INSERT INTO content_item (airport, id, content_type, language, last_modified, revision, search_length, title, content,
				search)
			SELECT x.code, id, content_type, language, last_modified, i.revision, search_length, title, '',
				ts_filter(search, '{a}') || ('''airport ' || x.code || ''' ''type ' || content_type || '''')::tsvector
			FROM content_item AS i, airport AS x WHERE x.code LIKE 'X%'`,
		"INSERT INTO content_count SELECT x.code, content_type, items FROM content_count, airport AS x WHERE x.code LIKE 'X%'",
		`INSERT INTO content_deletion
			SELECT a.code, 'gone-' || n, 'news', 1, now() FROM airport AS a, generate_series(1, 100) AS n`,
		"VACUUM ANALYZE",
		"SET auto_explain.log_min_duration = 0",
	} {
		execute(t, conn, statement)
	}
	for _, mode := range []string{"auto", "force_generic_plan", "force_custom_plan"} {
		execute(t, conn, "SELECT set_config('plan_cache_mode', $1, false)", mode)
		for query, items := range searches(corpus.New(1)) {
			for _, allowed := range [][]content.Type{nil, content.Types()} {
				*plans = nil
				page, err := openPool(t, url).Find(t.Context(), conn, content.Query{Airport: airport, Search: query, Allowed: allowed,
					IncludeBody: true, BodyLimit: 1 << 20, Size: 20})
				if err != nil || page.Total < items {
					t.Errorf("%q: %d items, want %d at least; %v", query, page.Total, items, err)
				}
				if !checkPlans(t, query+", "+mode, *plans) {
					t.Errorf("%q, %s: the GIN index was not used", query, mode)
				}
			}
		}
		for name, ask := range requests(airport) {
			*plans = nil
			counter := rowCounter{Conn: conn}
			if err := ask.run(t.Context(), db.New(&counter)); !errors.Is(err, errCounted) {
				t.Fatalf("%s: %v", name, err)
			}
			if counter.rows < ask.rows {
				t.Errorf("%s: %d rows, want %d at least", name, counter.rows, ask.rows)
			}
			checkPlans(t, name+", "+mode, *plans)
		}
	}
}

// checkPlans tells whether the GIN index was used.
func checkPlans(t *testing.T, name string, plans []node) (searched bool) {
	t.Helper()
	for _, plan := range plans {
		plan.walk(func(n node) {
			if wrong := wrongAccess(n); wrong != "" {
				t.Errorf("%s: %s: %+v", name, wrong, n)
			}
			searched = searched || n.Index == "content_item_search"
		})
	}
	return searched
}

// request is what the service asks of the database for an HTTP request.
type request struct {
	run  func(context.Context, *db.Queries) error
	rows int // at least
}

// searches are queries, with the items at least that they find.
func searches(words *corpus.Corpus) map[string]int {
	word := words.Word
	return map[string]int{
		word(3):                           900, // one word
		word(40) + " " + word(60):         10,  // every word
		word(40) + " " + word(2000):       10,  // any word
		word(40) + " restroom":            10,  // with synonyms
		word(40) + "x " + word(700) + "q": 10,  // misspelled
		word(40) + " -" + word(41):        10,
		"-" + word(60):                    10,
	}
}

func requests(airport string) map[string]request {
	since := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	newest := func(p db.ListNewestParams) request {
		p.Airport, p.IncludeBody = airport, true
		return request{rows: 20, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.ListNewest(ctx, p)
			return err
		}}
	}
	ofType := func(p db.ListNewestOfTypeParams) request {
		p.Airport, p.ContentType, p.Size = airport, "dining", 20
		return request{rows: 20, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.ListNewestOfType(ctx, p)
			return err
		}}
	}
	ofTypes := func(p db.ListNewestOfTypesParams) request {
		p.Airport, p.ContentTypes, p.Size = airport, []string{"dining", "news"}, 20
		return request{rows: 20, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.ListNewestOfTypes(ctx, p)
			return err
		}}
	}
	changes := func(p db.ListChangesParams) request {
		p.Airport, p.Size, p.UpTo = airport, 100, 101
		return request{rows: 101, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.ListChanges(ctx, p)
			return err
		}}
	}
	start := int64(0)
	return map[string]request{
		"newest":                 newest(db.ListNewestParams{Size: 20}),
		"newest, deep":           newest(db.ListNewestParams{Size: 100, Skip: 900}),
		"newest since":           newest(db.ListNewestParams{Size: 20, Since: &since}),
		"newest of a type":       ofType(db.ListNewestOfTypeParams{}),
		"newest of a type since": ofType(db.ListNewestOfTypeParams{Since: &since}),
		"newest of types":        ofTypes(db.ListNewestOfTypesParams{}),
		"newest of types since":  ofTypes(db.ListNewestOfTypesParams{Since: &since, Skip: 20}),
		"changes, first pass":    changes(db.ListChangesParams{}),
		"changes, in the middle": changes(db.ListChangesParams{AfterRevision: 1, AfterID: "item-000500", StartRevision: &start}),
		"changes, of types":      changes(db.ListChangesParams{ContentTypes: []string{"dining", "news"}, StartRevision: &start}),
		"an item": {rows: 1, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.GetItem(ctx, db.GetItemParams{Airport: airport, ID: "item-000007"})
			return err
		}},
		"the airport's state": {rows: 1, run: func(ctx context.Context, q *db.Queries) error {
			_, err := q.GetState(ctx, airport)
			return err
		}},
	}
}

// rowCounter runs queries and counts their rows, whatever these hold.
type rowCounter struct {
	*pgx.Conn
	rows int
}

var errCounted = errors.New("counted, not read")

func (c *rowCounter) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	rows, err := c.Conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		c.rows++
	}
	return nil, cmp.Or(rows.Err(), errCounted)
}

func (c *rowCounter) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	_, err := c.Query(ctx, sql, args...)
	return unread{err}
}

type unread struct{ err error }

func (u unread) Scan(...any) error { return u.err }

const (
	largestPage = 101 // rows: of changes, one more than is shown
	thin        = 200 // bytes of a row that holds no text of the item
)

// wrongAccess tells what is wrong with how a node of a plan reads a table that holds all airports' content.
func wrongAccess(n node) string {
	switch {
	case n.Index == "content_item_search":
	case n.Table == "content_item" && n.Type == "Bitmap Heap Scan":
		if n.Left+n.Removed > 0 {
			return "reads more rows than it finds"
		}
	case slices.Contains([]string{"content_item", "search_term", "search_word", "content_count"}, n.Table):
		if n.Type == "Bitmap Heap Scan" {
			return wrongAccess(node{Table: n.Table, Type: "Index Scan", Cond: n.Plans[0].Cond})
		}
		if n.Type != "Index Scan" && n.Type != "Index Only Scan" {
			return "not read through an index"
		}
		if !strings.Contains(n.Cond, "airport") {
			return "not read by airport"
		}
		if n.Table == "content_item" && n.Type == "Index Scan" && n.Rows*n.Loops > largestPage {
			return "reads whole rows that the page does not show"
		}
	case strings.Contains(n.Type, "Sort") && n.Width > thin && n.Rows*n.Loops > largestPage:
		return "sorts wide rows"
	}
	return ""
}

// explained is a connection and the plans of all that it runs, statements within functions included.
func explained(t *testing.T, url string) (*pgx.Conn, *[]node) {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	plans := new([]node)
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		_, text, ok := strings.Cut(n.Message, "plan:\n")
		var explained struct{ Plan node }
		if !ok {
			return
		}
		if err := json.Unmarshal([]byte(text), &explained); err != nil {
			t.Errorf("%v: %s", err, n.Message)
		}
		*plans = append(*plans, explained.Plan)
	}
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	if err := postgres.RegisterTypes(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0", "SET auto_explain.log_nested_statements = on",
		"SET auto_explain.log_analyze = on", "SET auto_explain.log_timing = off", "SET auto_explain.log_format = json",
		"SET client_min_messages = log",
	} {
		execute(t, conn, statement)
	}
	return conn, plans
}
