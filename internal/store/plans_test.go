package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// node is a node of a plan, as EXPLAIN (FORMAT JSON) prints it.
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

// An airport of 1,000 items stands among 100 with the same words in their titles. A plan reads too
// many rows if it does not begin with the airport, or takes a page for a large part of the table.
func TestRequestsReadOnlyTheirAirportThroughTheIndexes(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	db := testenv.Pool(t, url)
	addAirport(t, db, "AAA")
	importDocs(t, url, "AAA", importer.Options{}, thousand()...)
	conn, plans := explained(t, url)
	for _, statement := range []string{
		"SET auto_explain.log_min_duration = -1",
		"INSERT INTO airport_state (airport, revision) SELECT 'X' || to_char(n, 'FM000'), 1 FROM generate_series(1, 99) AS n",
		`INSERT INTO content_item (airport, id, content_type, language, search_language, last_modified, revision, title, content, metadata,
				title_length, search_length, search, open_times)
			SELECT x.airport, id, content_type, language, search_language, last_modified, i.revision, title, '', metadata, i.title_length, i.search_length,
				ts_filter(search, '{a}') || format('''airport %s'' ''type %s'' ''language %s''', x.airport, content_type, search_language)::tsvector, open_times
			FROM content_item AS i, airport_state AS x WHERE x.airport LIKE 'X%'`,
		`INSERT INTO search_term SELECT x.airport, t.language, t.lexeme, t.content_type, t.items
			FROM airport_state AS x,
				(SELECT * FROM search_term UNION ALL SELECT 'AAA', 'english', 'term' || n, 'page', 1 FROM generate_series(1, 100) AS n) AS t
			WHERE x.airport LIKE 'X%'`,
		"INSERT INTO search_word SELECT DISTINCT airport, lexeme, language, lexeme, lexeme FROM search_term ON CONFLICT DO NOTHING",
		"INSERT INTO content_deletion SELECT airport, 'gone-' || n, 'news', 1, now() FROM airport_state, generate_series(1, 100) AS n",
		"VACUUM ANALYZE",
		"SET auto_explain.log_min_duration = 0",
	} {
		execute(t, conn, statement)
	}
	view := view{viewOf(t, db, "AAA").st, store.ReaderOn(conn, conn), everyType}
	// The first filter by a key counts the items that lack the key, and reads all items for that.
	check.Must(view.list(t.Context(), content.Query{Size: 1, Metadata: []content.MetadataFilter{{Key: "gate", Values: []string{"7"}}}}))(t)
	for _, mode := range []string{"auto", "force_generic_plan", "force_custom_plan"} {
		execute(t, conn, "SELECT set_config('plan_cache_mode', $1, false)", mode)
		for name, ask := range planned {
			*plans = nil
			if n, err := ask.read(t.Context(), view); err != nil || n < ask.rows {
				t.Errorf("%s, %s: %d rows, want %d at least; %v", name, mode, n, ask.rows, err)
			}
			searched, filtered := false, false
			for _, plan := range *plans {
				plan.walk(func(n node) {
					if wrong := wrongAccess(n); wrong != "" {
						t.Errorf("%s, %s: %s: %+v", name, mode, wrong, n)
					}
					searched = searched || n.Index == "content_item_search"
					filtered = filtered || n.Index == "content_item_metadata"
				})
			}
			of := name + ", " + mode + ": "
			check.Same(t, strings.HasPrefix(name, "search"), searched, of, "the GIN index is used")
			check.Same(t, strings.HasPrefix(name, "filter"), filtered, of, "metadata's is used")
		}
	}
}

// thousand are the items that the reads of planned find.
func thousand() []doc {
	docs := make([]doc, 1000)
	for n := range docs {
		docs[n] = page(fmt.Sprintf("item-%06d", n), wordsOfDoc(n), strings.Repeat("text ", 50))
		docs[n].Type = string(content.Types()[n%9])
		docs[n].Language = []string{"en", "en", "en", "de"}[n%4]
		docs[n].Date = time.Date(2025, 1, 1, 0, n, 0, 0, time.UTC).Format(time.RFC3339)
		docs[n].Metadata = map[string]any{"gate": n % 50, "opening_hours": []string{"24/7", "off", "Mo-Fr 09:00-17:00"}[n/9%3]}
	}
	return docs
}

// wordsOfDoc gives document n of a thousand a common word, "every", and rarer ones: the higher the
// rarer.
func wordsOfDoc(n int) string {
	words := "every"
	for _, one := range []int{2, 3, 10, 25, 50, 100} {
		if n%one == 0 {
			words += " in" + letters(one)
		}
	}
	return words
}

// planned are the reads of requests, each with the rows that it gives at least. A read whose name
// begins with search or filter uses the index of vectors or of metadata. Facets of metadata are not
// here, because they read all items that have the key.
var planned = map[string]struct {
	rows int
	read func(context.Context, view) (int, error)
}{
	"list":                 {20, listed(content.Query{Size: 20})},
	"list, deep":           {100, listed(content.Query{Size: 100, From: 900})},
	"list since":           {20, listed(content.Query{Size: 20, ModifiedSince: planDate})},
	"list of a type":       {20, listed(content.Query{Size: 20, Types: []content.Type{"dining"}})},
	"list of a type since": {20, listed(content.Query{Size: 20, Types: []content.Type{"dining"}, ModifiedSince: planDate})},
	"list of a language":   {20, listed(content.Query{Size: 20, Languages: inGerman})},
	"list of all filters":  {20, listed(content.Query{Size: 20, Languages: inGerman, Types: []content.Type{"dining"}, ModifiedSince: planDate})},
	"list of types":        {20, listed(content.Query{Size: 20, Types: []content.Type{"dining", "news"}})},
	"list of types since":  {20, listed(content.Query{Size: 20, From: 20, Types: []content.Type{"dining", "news"}, ModifiedSince: planDate})},
	"list of what is open": {20, listed(content.Query{Size: 20, OpenAt: planDate})},
	"list of what is open, of all filters": {10, listed(content.Query{Size: 20, OpenAt: planDate, Languages: inGerman,
		Types: []content.Type{"dining", "news"}, ModifiedSince: planDate})},
	"filter of metadata, open": {6, listed(content.Query{Size: 20, OpenAt: planDate, Metadata: []content.MetadataFilter{{Key: "gate", Values: []string{"7"}}}})},
	"search for what is open":  {20, listed(content.Query{Size: 20, OpenAt: planDate, Search: "every"})},
	"list by id":               {2, listed(content.Query{Size: 100, IDs: []string{"item-000008", "none", "item-000007"}})},
	"filter of metadata":       {20, listed(content.Query{Size: 20, Metadata: []content.MetadataFilter{{Key: "gate", Values: []string{"7"}}}})},
	"filter of all kinds": {20, listed(content.Query{Size: 20, Types: []content.Type{"dining", "news", "page", "faq"},
		Metadata: []content.MetadataFilter{{Key: "gate", Values: []string{"7", "9", "11"}}}})},
	"changes, first pass":    {100, changed(content.ChangesQuery{Allowed: everyType})},
	"changes, in the middle": {100, changed(content.ChangesQuery{Allowed: everyType, After: content.Cursor{Revision: 1, ID: "item-000500"}})},
	"changes, of types":      {100, changed(content.ChangesQuery{Allowed: content.OnlyTypes("dining", "news")})},
	"changes, in a language": {100, changed(content.ChangesQuery{Allowed: everyType, Languages: inGerman, After: content.Cursor{Start: 1}})},
	"bodies": {100, func(ctx context.Context, v view) (int, error) {
		items := make([]*content.Item, 100)
		for n := range items {
			items[n] = &content.Item{ID: fmt.Sprintf("item-%06d", 7*n)}
		}
		err := v.reader.ReadBodies(ctx, &v.st, items)
		return strings.Count(*items[99].Body, "text") * 2, err
	}},
	"item": {1, func(ctx context.Context, v view) (int, error) {
		_, err := v.reader.Item(ctx, &v.st, "item-000007", v.allowed)
		return 1, err
	}},
	"search, a common word":    {20, listed(content.Query{Size: 20, Search: "every"})},
	"search, every word":       {20, listed(content.Query{Size: 20, Search: "in" + letters(10) + " in" + letters(25)})},
	"search, any word":         {20, listed(content.Query{Size: 20, Search: "in" + letters(50) + " in" + letters(3) + " zzyzx"})},
	"search with synonyms":     {20, listed(content.Query{Size: 20, Search: "in" + letters(10) + " restroom"})},
	"search for misspelled":    {20, listed(content.Query{Size: 20, Search: "evrey"})},
	"search of some types":     {5, listed(content.Query{Size: 20, Search: "in" + letters(10)}, "dining", "news")},
	"search in a language":     {20, listed(content.Query{Size: 20, Search: "every", Languages: inGerman})},
	"search for things":        {20, listed(content.Query{Size: 20, Search: "every", Prefer: inGerman})},
	"search with facets":       {20, listed(content.Query{Size: 20, Search: "every", Languages: inGerman, Counts: true})},
	"search without a word":    {20, listed(content.Query{Size: 20, Search: "in" + letters(10) + " -in" + letters(25)})},
	"search for what has none": {20, listed(content.Query{Size: 20, Search: "-in" + letters(25)})},
}

var (
	german, _ = content.ParseLanguage("de")
	inGerman  = []content.Language{german}
)

var planDate = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// listed lists for a key of these types; without types, of every type.
func listed(q content.Query, types ...content.Type) func(context.Context, view) (int, error) {
	return func(ctx context.Context, v view) (int, error) {
		if types != nil {
			v.allowed = content.OnlyTypes(types...)
		}
		page, err := v.list(ctx, q)
		return len(page.Items), err
	}
}

func changed(q content.ChangesQuery) func(context.Context, view) (int, error) {
	q.Size = 100
	return func(ctx context.Context, v view) (int, error) {
		page, err := v.reader.ListChanges(ctx, &v.st, q)
		if err == nil {
			err = v.reader.ReadChangedItems(ctx, &v.st, page.List, true)
		}
		return len(page.List), err
	}
}

const (
	largestPage = 101 // rows: of changes, one more than is shown
	thin        = 210 // bytes of a row that holds no text of the item
)

// wrongAccess says what is wrong with how a node of a plan reads a table that holds the content of
// all airports.
func wrongAccess(n node) string {
	switch {
	case n.Index == "content_item_search":
	case n.Table == "content_item" && n.Type == "Bitmap Heap Scan":
		if n.Left+n.Removed > 0 {
			return "reads more rows than it finds"
		}
	case slices.Contains([]string{"content_item", "search_term", "search_word"}, n.Table):
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

// explained returns a connection, and the plans of all its statements, also within functions.
func explained(t *testing.T, url string) (*pgx.Conn, *[]node) {
	t.Helper()
	config := check.Must(pgx.ParseConfig(url))(t)
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
	conn := check.Must(pgx.ConnectConfig(t.Context(), config))(t)
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	check.NoError(t, db.RegisterTypes(t.Context(), conn))
	for _, statement := range []string{
		"LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0", "SET auto_explain.log_nested_statements = on",
		"SET auto_explain.log_analyze = on", "SET auto_explain.log_timing = off", "SET auto_explain.log_format = json",
		"SET client_min_messages = log",
	} {
		execute(t, conn, statement)
	}
	return conn, plans
}
