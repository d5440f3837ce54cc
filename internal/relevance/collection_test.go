package relevance_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"text/tabwriter"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/relevance"
	"airport-content/internal/testenv"
)

const collectionAirport = "XXX"

// parts are the parts of our ranking, each with its removal from a database or from a query.
var parts = []struct {
	name, sql string
	query     func(string) string
}{
	{name: "corrections", sql: "DELETE FROM search_word"},
	{name: "every word first", query: func(q string) string { return strings.Join(strings.Fields(q), " OR ") }},
	{name: "rare words weigh more", sql: `UPDATE search_term SET items = 20`},
	{name: "the title weighs more", sql: "UPDATE content_item SET search = setweight(search, 'D')"},
	{name: "repeated words", sql: `CREATE OR REPLACE FUNCTION word_count(search tsvector, norm float8, title_norm float8, word tsquery, title tsquery)
		RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN phrase_count(search, norm, title_norm, word, title)`},
	{name: "length", sql: averageOf("search_length")},
	{name: "title length", sql: averageOf("title_length")},
}

// averageOf makes all items equally long.
func averageOf(length string) string {
	return fmt.Sprintf(`UPDATE content_item AS i SET %[1]s = s.%[1]s / (SELECT count(*) FROM content_item AS all_items WHERE all_items.airport = i.airport)
		FROM airport_state AS s WHERE s.airport = i.airport`, length)
}

// A collection in the directory RELEVANCE_DIR, or our own if that is "own", is measured: our
// search, plain ones, and ours without each of its parts.
func TestCollection(t *testing.T) {
	var base string
	var judged []relevance.Judgement
	switch dir := os.Getenv("RELEVANCE_DIR"); dir {
	case "":
		t.Skip("RELEVANCE_DIR names no directory of a collection")
	case "own":
		base = sampleDatabase(t)
		judged, _ = expected(t)
	default:
		base = testenv.Database(t)
		items, list, err := relevance.ReadCollection(os.DirFS(dir), collectionAirport)
		check.NoError(t, err)
		importCollection(t, base, items)
		judged = list
	}
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	show := func(name string, find finder) {
		mean, _ := score(judged, find)
		fmt.Fprintf(table, "%s\t%.4f\n", name, mean)
	}
	fmt.Fprintf(table, "nDCG@10 of %d queries\n", len(judged))
	for _, part := range parts {
		changed, conn := copyOf(t, base)
		check.Must(conn.Exec(t.Context(), part.sql))(t)
		find := searchOf(t, changed)
		show("ours without: "+part.name, func(airport, query string) []string {
			if part.query != nil {
				query = part.query(query)
			}
			return find(airport, query)
		})
	}
	changed, conn := copyOf(t, base)
	for name, sql := range plain {
		show(name, plainly(t, conn, sql))
	}
	show("ours", searchOf(t, changed))
}

func importCollection(t *testing.T, url, items string) {
	t.Helper()
	db := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 1}))(t)
	defer db.Close()
	check.Must(admin.New(db).AddAirport(t.Context(), collectionAirport, "Collection"))(t)
	result, err := importer.Run(t.Context(), url, collectionAirport, strings.NewReader(items), importer.Options{Retention: time.Hour})
	if err != nil || result.Skipped > 0 {
		t.Fatalf("%v %+v", err, result)
	}
}

// copyOf copies a database that has no connections.
func copyOf(t *testing.T, base string) (string, *pgx.Conn) {
	t.Helper()
	address := check.Must(url.Parse(base))(t)
	from := strings.TrimPrefix(address.Path, "/")
	name := fmt.Sprintf("%s_%d", from, time.Now().UnixNano())
	address.Path = "/postgres"
	admin := check.Must(pgx.Connect(t.Context(), address.String()))(t)
	check.Must(admin.Exec(t.Context(), fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, from)))(t)
	t.Cleanup(func() {
		defer admin.Close(context.Background())
		if _, err := admin.Exec(context.Background(), fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)); err != nil {
			t.Error(err)
		}
	})
	address.Path = "/" + name
	conn := check.Must(pgx.Connect(t.Context(), address.String()))(t)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return address.String(), conn
}

func TestReadCollection(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"docs.ndjson": {Data: []byte(`{"id": "1", "title": "Fog", "body": "at sea"}` + "\n" +
			`{"id": "2", "title": "Nebel", "body": "auf See", "language": "de"}` + "\n")},
		"language":    {Data: []byte("en-GB\n")},
		"queries.tsv": {Data: []byte("a\tsea fog\nb\tnothing\nc\t" + strings.Repeat("fog ", 200) + "\n")},
		"qrels.tsv":   {Data: []byte("a\t1\t2\nb\t1\t0\nc\t1\t1\n")},
	}
	items, judged, err := relevance.ReadCollection(fsys, "LKX")
	wantItems := `{"content":"at sea","contentType":"page","id":"1","language":"en-GB","lastModified":"2026-01-01","title":"Fog"}` + "\n" +
		`{"content":"auf See","contentType":"page","id":"2","language":"de","lastModified":"2026-01-01","title":"Nebel"}` + "\n"
	if err != nil || items != wantItems {
		t.Errorf("error %v, items %s", err, items)
	}
	want := []relevance.Judgement{
		{Where: "a", Airport: "LKX", Query: "sea fog", Grades: map[string]int{"1": 2}},
		{Where: "c", Airport: "LKX", Query: strings.TrimSpace(strings.Repeat("fog ", 128)), Grades: map[string]int{"1": 1}},
	}
	if diff := cmp.Diff(want, judged); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
