package postgres_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/bench/corpus"
	"airport-content/internal/ingest"
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
	Plans   []node  `json:"Plans"`
}

func (n node) walk(visit func(node)) {
	visit(n)
	for _, child := range n.Plans {
		child.walk(visit)
	}
}

// Three airports with the same words in them, so that a plan that does not begin with the airport reads others' rows.
func TestSearchReadsItsAirportAloneThroughTheIndexes(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	pool := openPool(t, url)
	words := corpus.New(1)
	for i, airport := range []string{"AAA", "BBB", "CCC"} {
		addAirport(t, pool, airport)
		var items bytes.Buffer
		if err := corpus.New(uint64(i)).Write(&items, 400); err != nil {
			t.Fatal(err)
		}
		o := ingest.Options{Retention: time.Hour, Waiting: func() {}, Progress: func(int) {}}
		if _, _, err := ingest.Import(t.Context(), url, airport, &items, o); err != nil {
			t.Fatal(err)
		}
	}
	conn, plans := explained(t, url)
	for name, c := range map[string]struct {
		words, kinds []string
		types        []string
	}{
		"one word":          {[]string{words.Word(3)}, []string{"word"}, nil},
		"two words":         {[]string{words.Word(40), words.Word(60)}, []string{"word", "word"}, nil},
		"any of two":        {[]string{words.Word(40), words.Word(2000)}, []string{"word", "word"}, nil},
		"of some types":     {[]string{words.Word(40)}, []string{"word"}, []string{"news", "event"}},
		"with a synonym":    {[]string{words.Word(40), "restroom"}, []string{"word", "word"}, nil},
		"misspelled":        {[]string{words.Word(40) + "x", words.Word(700) + "q"}, []string{"word", "word"}, nil},
		"a word left out":   {[]string{words.Word(40), words.Word(41)}, []string{"word", "not"}, nil},
		"only one left out": {[]string{words.Word(60)}, []string{"not"}, nil},
	} {
		for _, mode := range []string{"auto", "force_generic_plan", "force_custom_plan"} {
			execute(t, conn, "SELECT set_config('plan_cache_mode', $1, false)", mode)
			*plans = nil
			rows, err := db.New(conn).ListFound(t.Context(), db.ListFoundParams{Airport: "AAA", ContentTypes: c.types,
				Words: c.words, Kinds: c.kinds, Branches: make([]int32, len(c.words)), IncludeBody: true, Size: 20})
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) < 10 {
				t.Errorf("%s: only %d rows", name, len(rows))
			}
			searched := 0
			for _, plan := range *plans {
				plan.walk(func(n node) {
					if wrong := wrongAccess(n); wrong != "" {
						t.Errorf("%s, %s: %s: %+v", name, mode, wrong, n)
					}
					if n.Index == "content_item_search" {
						searched++
					}
				})
			}
			if searched == 0 {
				t.Errorf("%s, %s: the GIN index was not used", name, mode)
			}
		}
	}
}

// wrongAccess tells what is wrong with how a node of a plan reads a table that holds all airports' content.
func wrongAccess(n node) string {
	switch {
	case n.Index == "content_item_search":
		// A plan for any values, which come as parameters.
		if !strings.Contains(n.Cond, "$") {
			return "not a generic plan"
		}
	case n.Table == "content_item" && n.Type == "Bitmap Heap Scan":
		child := n.Plans[0]
		if child.Index != "content_item_search" || n.Filter != "" || n.Rows != child.Rows || n.Removed != 0 {
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
	for _, statement := range []string{
		"LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0", "SET auto_explain.log_nested_statements = on",
		"SET auto_explain.log_analyze = on", "SET auto_explain.log_timing = off", "SET auto_explain.log_format = json",
		"SET client_min_messages = log",
	} {
		execute(t, conn, statement)
	}
	return conn, plans
}
