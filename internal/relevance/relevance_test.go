package relevance_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/relevance"
	"airport-content/internal/sample"
	"airport-content/internal/search/word"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// leastNDCG is how good the search must be, by the mean nDCG@10 of the judged queries.
const leastNDCG = 0.825

// leastOfQuestions is the same for the questions.
const leastOfQuestions = 0.9

// leastTyped is how many of the things that travellers type bring up first what a reader of the
// items wants.
const leastTyped = 91

// plain are ways to search that PostgreSQL offers by itself, over the same vectors and words as
// ours.
var plain = map[string]string{
	"plain ts_rank_cd, every word": `
		SELECT id FROM content_item, plainto_tsquery('english', $2) AS q
		WHERE airport = $1 AND search @@ q
		ORDER BY ts_rank_cd(search, q) DESC, last_modified DESC, id`,
	"plain ts_rank, any word": `
		SELECT id FROM content_item, (SELECT replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery AS q) AS any_word
		WHERE airport = $1 AND search @@ q
		ORDER BY ts_rank(search, q) DESC, last_modified DESC, id`,
}

// finder is a way to search: it lists the ids that it finds, in order.
type finder func(airport, query string) []string

// Ours meets every expectation, and finds better than PostgreSQL's plain ways.
func TestRelevance(t *testing.T) {
	url := sampleDatabase(t)
	conn := check.Must(pgx.Connect(t.Context(), url))(t)
	defer conn.Close(context.Background())
	judged, scripts := expected(t)
	questions := check.Must(relevance.ParseJudged(os.DirFS("testdata"), "questions.txt"))(t)
	typed := check.Must(relevance.ParseScript(os.DirFS("testdata"), "typed.txt"))(t)
	known := itemsOf(t, conn)
	for _, j := range slices.Concat(judged, questions) {
		for id := range j.Grades {
			check.Same(t, j.Airport, known[id], j.Where, ": the airport of item ", id)
		}
	}

	ours := searchOf(t, url)
	for _, e := range scripts {
		if err := e.Check(ours(e.Airport, e.Query)); err != nil {
			t.Error(err)
		}
	}
	var unmet []error
	for _, e := range typed {
		if err := e.Check(ours(e.Airport, e.Query)); err != nil {
			unmet = append(unmet, err)
		}
	}
	for _, e := range slices.Concat(scripts, typed) {
		for _, id := range e.IDs {
			check.Same(t, e.Airport, known[id], e.Where, ": the airport of item ", id)
		}
	}
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	best, each := score(judged, ours)
	fmt.Fprintf(table, "nDCG@10 of %d queries; %d expectations\nours\t%.3f\n", len(judged), len(scripts), best)
	if best < leastNDCG {
		t.Errorf("ours has %.3f, want %.3f", best, leastNDCG)
	}
	for name, sql := range plain {
		mean, _ := score(judged, plainly(t, conn, sql))
		fmt.Fprintf(table, "%s\t%.3f\n", name, mean)
		if mean >= best {
			t.Errorf("%s has %.3f, ours %.3f", name, mean, best)
		}
	}
	asked, eachQuestion := score(questions, ours)
	fmt.Fprintf(table, "nDCG@10 of %d questions\nours\t%.3f\n", len(questions), asked)
	if asked < leastOfQuestions {
		t.Errorf("ours has %.3f for questions, want %.3f", asked, leastOfQuestions)
	}
	for _, j := range questions {
		fmt.Fprintf(table, "  %s %s\t%.2f\t%s\n", j.Airport, j.Query, eachQuestion[j.Where], strings.Join(firstOf(ours(j.Airport, j.Query), 3), ", "))
	}
	met := len(typed) - len(unmet)
	fmt.Fprintf(table, "%d of %d things that travellers type bring up first what a reader wants; the others:\n%v\n", met, len(typed), errors.Join(unmet...))
	if met < leastTyped {
		t.Errorf("%d of the things that travellers type bring up what a reader wants, want %d", met, leastTyped)
	}
	worst := slices.SortedFunc(slices.Values(judged), func(a, b relevance.Judgement) int { return cmp.Compare(each[a.Where], each[b.Where]) })
	for _, j := range worst[:15] {
		fmt.Fprintf(table, "  %s %s\t%.2f\n", j.Airport, j.Query, each[j.Where])
	}
}

func firstOf(ids []string, n int) []string { return ids[:min(n, len(ids))] }

func expected(t *testing.T) (judged []relevance.Judgement, scripts []relevance.Expectation) {
	t.Helper()
	dir := os.DirFS("testdata")
	judged = check.Must(relevance.ParseJudged(dir, "judged.txt"))(t)
	names := check.Must(fs.Glob(dir, "scripts/*.txt"))(t)
	for _, name := range names {
		list := check.Must(relevance.ParseScript(dir, name))(t)
		scripts = append(scripts, list...)
	}
	return judged, scripts
}

// score is the mean nDCG@10, and that of each query.
func score(judged []relevance.Judgement, find finder) (mean float64, each map[string]float64) {
	each = map[string]float64{}
	for _, j := range judged {
		each[j.Where] = relevance.NDCG(find(j.Airport, j.Query), j.Grades, 10)
		mean += each[j.Where] / float64(len(judged))
	}
	return mean, each
}

// plainly searches in a plain way, with the normalisation of ours.
func plainly(t *testing.T, conn *pgx.Conn, sql string) finder {
	return func(airport, query string) []string {
		rows := check.Must(conn.Query(t.Context(), sql, airport, word.Key(query)))(t)
		ids := check.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
		return ids
	}
}

// sampleDatabase makes a database with the sample airports.
func sampleDatabase(t *testing.T) (url string) {
	t.Helper()
	url = testenv.Database(t)
	db := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 1}))(t)
	defer db.Close()
	add := func(code, name string, input io.ReadCloser, err error) {
		t.Helper()
		check.NoError(t, err)
		defer input.Close()
		check.Must(admin.New(db).AddAirport(t.Context(), code, name))(t)
		check.Must(importer.Run(t.Context(), url, code, input, importer.Options{Retention: time.Hour}))(t)
	}
	for _, airport := range sample.Airports() {
		input, err := sample.Open(airport.Code)
		add(airport.Code, airport.Name, input, err)
	}
	italian, err := os.Open("testdata/qit.ndjson") // no sample airport is
	add("QIT", "Italian", italian, err)
	return url
}

// itemsOf maps each item to its airport.
func itemsOf(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows := check.Must(conn.Query(t.Context(), "SELECT id, airport FROM content_item"))(t)
	known := map[string]string{}
	var id, airport string
	check.Must(pgx.ForEachRow(rows, []any{&id, &airport}, func() error { known[id] = airport; return nil }))(t)
	return known
}

// searchOf is our search.
func searchOf(t *testing.T, url string) finder {
	t.Helper()
	db := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 2}))(t)
	t.Cleanup(db.Close)
	return searchIn(t, db)
}

// searchIn is our search in an open database.
func searchIn(t *testing.T, pool *db.Pool) finder {
	t.Helper()
	store := store.New(pool, nil, store.Options{Timeout: time.Minute})
	return func(airport, query string) []string {
		st := check.Must(store.State(t.Context(), airport))(t)
		page, err := store.Reader(1, 0).List(t.Context(), &st, content.Query{Allowed: content.EveryType(), Search: query, Size: 1000})
		for tries := 0; errors.Is(err, content.ErrTimeout) && tries < 10; tries++ { // on a busy machine
			page, err = store.Reader(1, 0).List(t.Context(), &st, content.Query{Allowed: content.EveryType(), Search: query, Size: 1000})
		}
		if err != nil {
			t.Fatalf("%s %q: %v", airport, query, err)
		}
		var ids []string
		for _, item := range page.Items {
			ids = append(ids, item.ID)
		}
		return ids
	}
}
