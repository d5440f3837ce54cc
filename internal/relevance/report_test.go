package relevance_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/relevance"
	"airport-content/internal/searchtext"
)

var report = flag.Bool("report", false, "measure what each part of the search adds, and print it all")

// plain are the ways that Postgres offers by itself, over the same vectors and words as ours.
var plain = []struct{ name, sql string }{
	{"plain ts_rank_cd, every word", `
		SELECT id FROM content_item, plainto_tsquery('airport_content', $2) AS q
		WHERE airport = $1 AND search @@ q
		ORDER BY ts_rank_cd(search, q) DESC, last_modified DESC, id LIMIT 100`},
	{"plain ts_rank, any word", `
		SELECT id FROM content_item, (SELECT replace(plainto_tsquery('airport_content', $2)::text, '&', '|')::tsquery AS q) AS any_word
		WHERE airport = $1 AND search @@ q
		ORDER BY ts_rank(search, q) DESC, last_modified DESC, id LIMIT 100`},
}

// parts are what our search consists of. Each is taken out by a change to the text of one function of the database.
var parts = []struct{ name, function, old, new string }{
	{"idf", "search_weight", "RETURN ", "RETURN 1 + 0 * "},
	{"length of items", "search_content", "v_base    constant float8 := 0.8", "v_base    constant float8 := 1.0"},
	{"weights of title and excerpt", "search_rank", "{0.2,0.4,0.4,1}", "{1,1,1,1}"},
	{"synonyms", "search_plan", "s.query = ANY (v_read.runs)", "false"},
	{"words joined and parted", "search_plan", "v_read.joined[n] = ANY (v_known)", "false"},
	{"correction of spelling", "search_correction", "RETURN coalesce", "RETURN NULL; RETURN coalesce"},
	{"leaving out the frame of a question", "search_plan", "AND v_read.substance", "AND false"},
	{"any word where few items hold all", "search_content", "v_hits >= 10", "true"},
	{"items with every word first", "search_content", "hit.place = ANY (v_best) DESC, ", ""},
}

// Ours finds better than both plain ways. With -report, what each part of it adds is told too: to the mean nDCG@10 of the
// judged queries, and to the expectations of the scripts that are met.
func TestReport(t *testing.T) {
	url := sampleDatabase(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	judged, scripts := parse(t)
	db := open(t, url)
	ours := func(airport, query string) []string {
		ids, _ := search(t, db, airport, query)
		return ids
	}

	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintf(table, "\tnDCG@10\t\tmet\t\n")
	best := score(judged, scripts, ours)
	for _, way := range plain {
		s := score(judged, scripts, func(airport, query string) []string { return plainly(t, conn, way.sql, airport, query) })
		fmt.Fprintf(table, "%s\t%.3f\t\t%d\t\n", way.name, s.mean, s.met)
		if s.mean >= best.mean {
			t.Errorf("%s: %.3f, ours: %.3f", way.name, s.mean, best.mean)
		}
	}
	fmt.Fprintf(table, "ours\t%.3f\t\t%d\t\n", best.mean, best.met)
	if !*report {
		return
	}
	for _, part := range parts {
		undo := alter(t, conn, part.function, part.old, part.new)
		without := score(judged, scripts, ours)
		undo()
		fmt.Fprintf(table, "  without %s\t%.3f\t%+.3f\t%d\t%+d\n", part.name, without.mean, without.mean-best.mean, without.met, without.met-best.met)
	}
	fmt.Fprintf(table, "\n%d judged queries, %d expectations. The queries answered worst:\n\n", len(judged), len(scripts))
	for _, i := range best.worst(15) {
		fmt.Fprintf(table, "%s %s\t%.2f\n", judged[i].Airport, judged[i].Query, best.each[i])
	}
}

func parse(t *testing.T) ([]relevance.Judgement, []relevance.Expectation) {
	t.Helper()
	judged, err := relevance.ParseJudged(os.DirFS("testdata"), "judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := relevance.ParseScripts(os.DirFS("testdata/scripts"))
	if err != nil {
		t.Fatal(err)
	}
	return judged, scripts
}

// plainly searches in a plain way, with the normalisation of ours.
func plainly(t *testing.T, conn *pgx.Conn, sql, airport, query string) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql, airport, searchtext.Normalise(query))
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// alter changes the text of a function of the database, until undo is called.
func alter(t *testing.T, conn *pgx.Conn, function, old, new string) (undo func()) {
	t.Helper()
	var definition string
	if err := conn.QueryRow(t.Context(), "SELECT pg_get_functiondef($1::regproc)", function).Scan(&definition); err != nil {
		t.Fatal(err)
	}
	altered := strings.Replace(definition, old, new, 1)
	if altered == definition {
		t.Fatalf("function %s holds no %q to be replaced:\n%s", function, old, definition)
	}
	define := func(text string) {
		if _, err := conn.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	define(altered)
	return func() { define(definition) }
}
