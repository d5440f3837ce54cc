package relevance_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/relevance"
	"airport-content/internal/search"
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
		ids, _ := searchFor(t, db, airport, query)
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
	rows, err := conn.Query(t.Context(), sql, airport, search.Normalise(query))
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
