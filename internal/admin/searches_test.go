package admin_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/searchcounts"
	"airport-content/internal/testenv"
)

// flaky is a database that can fail.
type flaky struct {
	admin.DB
	fails bool
}

func (d *flaky) AddSearches(ctx context.Context, days []searchcounts.Day, queries []searchcounts.Query) error {
	if d.fails {
		return errors.New("connection refused")
	}
	return d.DB.AddSearches(ctx, days, queries)
}

// recorder is the counter of one server.
func (f *fixture) recorder() (*searchcounts.Recorder, *flaky) {
	database := &flaky{DB: f.DB}
	return searchcounts.NewRecorder(database, 3, slog.New(slog.DiscardHandler)), database
}

// write writes what recorders have counted.
func write(recorders ...*searchcounts.Recorder) {
	ended, end := context.WithCancel(context.Background())
	end()
	for _, r := range recorders {
		r.Run(ended)
	}
}

func search(r *searchcounts.Recorder, times int, text string) {
	for range times {
		r.Count(searchcounts.Search{Airport: "SFO", Words: searchcounts.Read(text), Found: true})
	}
}

// stored are the searches of today by words, and their sums.
func (f *fixture) stored(t *testing.T) (map[string]int64, admin.SearchCount) {
	t.Helper()
	all := check.Must(f.SumSearches(t.Context(), time.Now(), new("SFO")))(t)
	list := check.Must(f.ListSearches(t.Context(), time.Now(), new("SFO"), false, 100))(t)
	searches := map[string]int64{}
	for _, q := range list {
		searches[q.Words] = q.Searches
	}
	return searches, all
}

// If one of two servers gets a query often enough, both store its words and counts. The words of
// rarer queries are in no table.
func TestSearchesOfServers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a, _ := f.recorder()
	b, _ := f.recorder()
	search(a, 2, "Coffee")
	search(b, 2, "coffee!")
	search(b, 1, "secret romance")
	search(a, 5, "mail jane@example.com")
	search(a, 4, "+1 650 821 8211")
	write(a, b)
	words, all := f.stored(t)
	if want := (admin.SearchCount{Searches: 14, Rare: 5, Private: 9}); len(words) > 0 || all != want {
		t.Errorf("below the threshold: %v, %+v; want %+v", words, all, want)
	}

	search(a, 1, "coffee")
	write(a, b)
	search(b, 1, "COFFEE")
	write(b)
	words, all = f.stored(t)
	if want := (admin.SearchCount{Searches: 16, Rare: 1, Private: 9}); !cmp.Equal(words, map[string]int64{"coffee": 6}) || all != want {
		t.Errorf("above it: %v, %+v; want %+v", words, all, want)
	}
	if testenv.Value[int](t, f.url, "SELECT count(*) FROM search_query WHERE words ~ 'secret|jane|example|650|8211'") > 0 {
		t.Error("words are stored that few asked for, or that tell of a person")
	}
}

// Counts that a lost database did not take are written later, once.
func TestSearchesOfALostDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r, database := f.recorder()
	database.fails = true
	search(r, 3, "lounge")
	search(r, 1, "rare one")
	write(r)
	search(r, 1, "lounge")
	write(r)
	database.fails = false
	write(r, r)
	words, all := f.stored(t)
	if want := (admin.SearchCount{Searches: 5, Rare: 1}); !cmp.Equal(words, map[string]int64{"lounge": 4}) || all != want {
		t.Errorf("%v, %+v; want %+v", words, all, want)
	}
}

// One query has counts of several kinds. An unknown word gets a command with words that items hold.
func TestMissingWords(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.load(t, `{"id":"a","contentType":"page","title":"Parkplätze und Toiletten","content":"Bus","language":"de"}`)
	r, _ := f.recorder()
	for _, s := range []searchcounts.Search{
		{Airport: "SFO", Words: searchcounts.Read("parkplatz toiletten"), Found: true},
		{Airport: "SFO", Words: searchcounts.Read("parkhaus bus"), SomeWords: true, Found: true, Languages: []string{"de"}},
		{Airport: "SFO", Words: searchcounts.Read("tolletten"), Languages: []string{"de"}},
		{Airport: "SFO", Words: searchcounts.Read("bud"), Languages: []string{"de"}},
		{Airport: "SFO", Words: searchcounts.Read("atm"), Corrected: map[string]string{"atm": "arm"}, Languages: []string{"en"}},
		{Airport: "GONE", Words: searchcounts.Read("atm")},
	} {
		for range 3 {
			r.Count(s)
		}
	}
	r.Count(searchcounts.Search{Airport: "SFO", Words: searchcounts.Read("atm"), Found: true, Languages: []string{"de"}})
	write(r)
	got := check.Must(f.ListSearches(t.Context(), time.Now(), nil, true, 10))(t)
	check.NoError(t, f.FindUnknown(t.Context(), got))
	if diff := cmp.Diff([]admin.QueryCount{
		{Airport: "SFO", Words: "atm", Searches: 4, WithoutResults: 3, Corrected: 3, Corrections: map[string]string{"atm": "arm"},
			Languages: []string{"de", "en"}, Unknown: "atm"},
		{Airport: "SFO", Words: "bud", Searches: 3, WithoutResults: 3, Corrections: map[string]string{}, Languages: []string{"de"}, Unknown: "bud"},
		{Airport: "SFO", Words: "parkhaus bus", Searches: 3, SomeWords: 3, Corrections: map[string]string{}, Languages: []string{"de"},
			Unknown: "parkhaus", Nearest: []string{"parkplatze"}},
		{Airport: "SFO", Words: "tolletten", Searches: 3, WithoutResults: 3, Corrections: map[string]string{}, Languages: []string{"de"},
			Unknown: "tolletten", Nearest: []string{"toiletten"}},
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if first, err := f.ListSearches(t.Context(), time.Now(), new("SFO"), false, 1); err != nil || len(first) != 1 || first[0].Words != "atm" {
		t.Errorf("the first: %+v, %v", first, err)
	}
}

func TestOldCountsAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const today = "(now() AT TIME ZONE 'UTC')::date"
	for _, age := range []int{0, 1} { // days past the retention
		testenv.Exec(t, f.url, fmt.Sprintf(`INSERT INTO usage_day SELECT %[1]s - 400 - %[2]d, id, 1, 0, 0 FROM api_key;
			INSERT INTO search_day SELECT %[1]s - 90 - %[2]d, 'SFO', 1, 0, 0, 0, 0, 0;
			INSERT INTO search_query SELECT %[1]s - 90 - %[2]d, 'SFO', 'w', 1, 0, 0, 0, '{}', '{}'`, today, age))
	}
	check.NoError(t, f.ForgetOldCounts(t.Context()))
	for table, want := range map[string]int{"usage_day": 400, "search_day": 90, "search_query": 90} {
		check.Same(t, []int{want}, testenv.Value[[]int](t, f.url, "SELECT array_agg("+today+" - day) FROM "+table), "ages in "+table)
	}
}
