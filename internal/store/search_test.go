package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/store"
)

// numbered makes n pages, each with its number as a word of its own.
func numbered(n int, prefix, body string) []doc {
	docs := make([]doc, n)
	for i := range docs {
		docs[i] = page(fmt.Sprintf("%s-%02d", prefix, i), "Page "+prefix, fmt.Sprintf("%s number%d", body, i))
	}
	return docs
}

// Twelve pages hold red, blue and green; nine of them, and three more, hold yellow.
func TestStepsOfASearch(t *testing.T) {
	t.Parallel()
	docs := numbered(9, "four", "red blue green yellow")
	docs = append(docs, numbered(3, "three", "red blue green")...)
	docs = append(docs, numbered(3, "one", "yellow")...)
	db, _ := corpusOf(t, docs...)
	for name, c := range map[string]struct {
		search, match string
		total         int
		first         string // prefix of the first items' ids
		firsts        int
	}{
		"all words, in ten items and more":         {"red blue", "all", 12, "", 0},
		"one word is what it is":                   {"number1", "all", 3, "", 0},
		"one phrase too":                           {`"green yellow"`, "all", 9, "four", 9},
		"all words in nine: any of them":           {"red yellow", "any", 15, "four", 9},
		"a word too many":                          {"red blue green purple", "any", 12, "", 0},
		"a phrase among any words stays a phrase":  {`"blue yellow" number1`, "any", 3, "", 0},
		"a word left out is left out of all":       {"red blue -number1", "all", 10, "", 0},
		"and of any":                               {"red yellow -number1", "any", 12, "four", 8},
		"a phrase left out":                        {`red -"green yellow"`, "all", 3, "three", 3},
		"only left out":                            {"-red", "all", 3, "one", 3},
		"stop words ask nothing":                   {"the red and the blue", "all", 12, "", 0},
		"nothing but stop words finds nothing":     {"the of and", "all", 0, "", 0},
		"alternatives":                             {"number7 or number8", "all", 2, "", 0},
		"alternatives of several words":            {"red yellow or number2", "all", 11, "", 0},
		"the frame of a question is not asked for": {"please find red near blue", "all", 12, "", 0},
		"unless it is all there is":                {"please find", "any", 0, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := find(t, db, content.Query{Search: c.search})
			if f.Search.Match != c.match || f.Total != c.total || len(f.ids) != c.total {
				t.Errorf("%q: %s of the words, total %d, %d items; want %s, %d", c.search, f.Search.Match, f.Total, len(f.ids), c.match, c.total)
			}
			for i := range min(c.firsts, len(f.ids)) {
				if id := f.ids[i]; id[:len(c.first)] != c.first {
					t.Errorf("%q: item %d is %s, want one of %s", c.search, i, id, c.first)
				}
			}
		})
	}
}

// A query that holds a known word finds something, unless quotation marks ask for more.
func TestSomethingIsFound(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, page("station", "Airport station", "trains to the city"), page("gate", "Gate D 12", "thrust of engines"))
	for search, want := range map[string]string{
		"subway station":   "station", // a synonym that no item holds
		"tube-station":     "station",
		"space station":    "station",
		"city-station":     "station", // not side by side
		"find station":     "station",
		"find a spaceport": "",
		"D 12":             "gate",
		"D-12":             "gate",
		"12/31":            "gate",
		"nearest 12/31":    "gate",
		"engine trust":     "gate", // a common word is no misspelling
		"trust":            "",
		`"city station"`:   "",
		`"12/31"`:          "",
	} {
		f := find(t, db, content.Query{Search: search})
		if first := append(f.ids, "")[0]; first != want || f.Search.Corrected != nil {
			t.Errorf("%s finds %v, corrected %v; want %q", search, f.ids, f.Search.Corrected, want)
		}
	}
}

// The pages of one search together are the whole of it, each item once.
func TestPagesOfASearchNeverDrift(t *testing.T) {
	t.Parallel()
	docs := append(numbered(25, "both", "lounge shower"), numbered(30, "one", "lounge")...)
	docs = append(docs, numbered(6, "few", "lounge pool")...)
	for i := range docs {
		docs[i].Date = time.Date(2025, 1, 1+i%7, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	}
	db, _ := corpusOf(t, docs...)
	for search, match := range map[string]string{"lounge shower": "all", "lounge pool": "any"} {
		whole := find(t, db, content.Query{Search: search})
		for _, size := range []int{1, 7, 100} {
			var ids []string
			for from := 0; from < whole.Total+size; from += size {
				f := find(t, db, content.Query{Search: search, Size: size, From: from})
				if f.Search.Match != match || f.Total != whole.Total {
					t.Errorf("%q from %d: %s of the words, total %d; want %s, %d", search, from, f.Search.Match, f.Total, match, whole.Total)
				}
				ids = append(ids, f.ids...)
			}
			if diff := cmp.Diff(whole.ids, ids); diff != "" {
				t.Errorf("%q in pages of %d (-whole +pages):\n%s", search, size, diff)
			}
		}
	}
}

// Whether every word must match is decided before the filters, unless nothing is left after them.
func TestFiltersNarrowASearch(t *testing.T) {
	t.Parallel()
	docs := append(numbered(12, "both", "lounge shower"), doc{ID: "n", Type: "news", Title: "Lounge with a shower"},
		doc{ID: "m", Type: "news", Title: "Lounge"}, doc{ID: "e", Type: "event", Title: "Lounge"}, doc{ID: "f", Type: "faq", Title: "Pool"})
	for i := range docs {
		docs[i].Date = time.Date(2025, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	}
	db, _ := corpusOf(t, docs...)
	news, since := []content.Type{"news"}, time.Date(2025, 1, 11, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		query content.Query
		match string
		want  []string
	}{
		"of thirteen items, one is news":        {content.Query{Search: "lounge shower", Types: news}, "all", []string{"n"}},
		"none is an event, so any word":         {content.Query{Search: "lounge shower", Types: []content.Type{"event"}}, "any", []string{"e"}},
		"one word is never widened":             {content.Query{Search: "shower", Types: []content.Type{"event"}}, "all", nil},
		"of two types":                          {content.Query{Search: "lounge", Types: []content.Type{"event", "news"}}, "all", []string{"m", "e", "n"}},
		"since a date":                          {content.Query{Search: "lounge shower", ModifiedSince: since}, "all", []string{"n", "both-11"}},
		"what the key may read counts alone":    {content.Query{Search: "lounge shower", Allowed: news}, "any", []string{"n", "m"}},
		"a filter beyond what the key may read": {content.Query{Search: "lounge", Allowed: news, Types: []content.Type{"event"}}, "all", nil},
	} {
		f := find(t, db, c.query)
		slices.Sort(f.ids)
		slices.Sort(c.want)
		if f.Search.Match != c.match || f.Total != len(c.want) || !slices.Equal(f.ids, c.want) {
			t.Errorf("%s: %s of the words, %v, total %d; want %s, %v", name, f.Search.Match, f.ids, f.Total, c.match, c.want)
		}
	}
}

// A change of the synonyms between state and search is noticed too.
func TestSearchNoticesNewSynonyms(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, page("a", "Lounge", "by the gate"))
	view := viewOf(t, db, "AAA")
	if _, err := admin.New(db).AddSynonyms(t.Context(), []string{"gate", "pier"}); err != nil {
		t.Fatal(err)
	}
	if _, err := view.list(t.Context(), content.Query{Search: "pier", Size: 20}); !errors.Is(err, content.ErrOtherState) {
		t.Errorf("error %v", err)
	}
}

// Without prepared statements, parameters are sent without their types.
func TestSearchWithoutPreparedStatements(t *testing.T) {
	t.Parallel()
	_, url := corpusOf(t, page("a", "Lounge", "a restroom and a café"))
	db, err := db.Open(t.Context(), db.Options{URL: url, MaxConns: 1, Pooled: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	for _, search := range []string{"lounge toilet -gate", "lounge caffe", `"restroom and a cafe"`} {
		q := content.Query{Search: search, Types: content.Types(), Allowed: content.Types(), ModifiedSince: time.Unix(0, 0)}
		if f := find(t, db, q); f.Total != 1 {
			t.Errorf("%s finds %v", search, f.ids)
		}
	}
}

// A search that was asked before is one statement; the synonyms and the words are remembered.
func TestRepeatedSearchIsOneStatement(t *testing.T) {
	t.Parallel()
	pool, url := corpusOf(t, append(numbered(12, "both", "lounge restroom"), page("x", "Lounge", ""))...)
	conn := &countingConn{Conn: connect(t, url)}
	if err := db.RegisterTypes(t.Context(), conn.Conn); err != nil {
		t.Fatal(err)
	}
	view := view{viewOf(t, pool, "AAA").st, store.ReaderOn(conn.Conn, conn)}
	for _, search := range []string{"lounge restroom", "lounge restrooms toilet", "lounge"} {
		for range 2 {
			conn.queries = 0
			if _, err := view.list(t.Context(), content.Query{Search: search, Size: 20}); err != nil {
				t.Fatal(err)
			}
		}
		if conn.queries != 1 {
			t.Errorf("%q took %d statements", search, conn.queries)
		}
	}
}

type countingConn struct {
	*pgx.Conn
	queries int
}

func (c *countingConn) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	c.queries++
	return c.Conn.Query(ctx, sql, args...)
}

func TestTiesAreBrokenByDateAndThenID(t *testing.T) {
	t.Parallel()
	same := func(id, date string) doc { return doc{ID: id, Type: "page", Title: "Carousel", Date: date} }
	db, _ := corpusOf(t, same("b", "2025-01-01"), same("a", "2025-01-01"), same("Z", "2025-01-01"), same("c", "2025-01-02"))
	f := find(t, db, content.Query{Search: "carousel"})
	if diff := cmp.Diff([]string{"c", "Z", "a", "b"}, f.ids); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestSearchKeepsToTypes(t *testing.T) {
	t.Parallel()
	docs := numbered(12, "page", "lounge")
	docs = append(docs, doc{ID: "n", Type: "news", Title: "Lounge"}, doc{ID: "e", Type: "event", Title: "Lounge pool"})
	db, _ := corpusOf(t, docs...)
	for _, c := range []struct {
		types  []content.Type
		search string
		match  string
		want   []string
	}{
		{[]content.Type{"news"}, "lounge", "all", []string{"n"}},
		{[]content.Type{"news", "event"}, "pool lounge", "any", []string{"e", "n"}},
		{[]content.Type{"dining"}, "lounge", "all", nil},
		{[]content.Type{}, "lounge", "all", nil},
	} {
		f := find(t, db, content.Query{Allowed: c.types, Search: c.search})
		if f.Search.Match != c.match || !slices.Equal(f.ids, c.want) || f.Total != len(c.want) {
			t.Errorf("%q of types %v: %s of the words, %v, total %d; want %s, %v", c.search, c.types, f.Search.Match, f.ids, f.Total, c.match, c.want)
		}
	}
}

// meta.search holds the corrections, keyed by the words as they were typed.
func TestCorrectionsAreShown(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t,
		page("1", "Starbucks Coffee", "Coffees, and charging of phones."),
		page("2", "Crème brûlée", "Café at the observation deck. Sunscreen is sold."),
		page("3", "Train", "Gate B12 to the train."))
	for _, c := range []struct {
		search string
		want   content.Search
		first  string
	}{
		{"starbuks coffe", content.Search{Match: "any", Query: "starbucks coffee", Corrected: map[string]string{"starbuks": "starbucks", "coffe": "coffee"}}, "1"},
		{"STARBUKS!", content.Search{Match: "all", Query: "starbucks", Corrected: map[string]string{"starbuks": "starbucks"}}, "1"},
		{"chargin", content.Search{Match: "all", Query: "charging", Corrected: map[string]string{"chargin": "charging"}}, "1"},
		{"Brülee", content.Search{Match: "all", Query: "Brülee"}, "2"},
		{"brulle", content.Search{Match: "all", Query: "brûlée", Corrected: map[string]string{"brulle": "brûlée"}}, "2"},
		{"observationdeck", content.Search{Match: "all", Query: "observation deck", Corrected: map[string]string{"observationdeck": "observation deck"}}, "2"},
		{"sun screen", content.Search{Match: "all", Query: "sun screen"}, "2"},
		{"trian", content.Search{Match: "all", Query: "train", Corrected: map[string]string{"trian": "train"}}, "3"},
		{"pram", content.Search{Match: "all", Query: "pram"}, ""},                        // a synonym, known though no item holds it
		{"B13", content.Search{Match: "all", Query: "B13"}, ""},                          // never a number for another
		{`"starbuks"`, content.Search{Match: "all", Query: `"starbuks"`}, ""},            // never within quotation marks
		{"train -starbuks", content.Search{Match: "all", Query: "train -starbuks"}, "3"}, // nor what is left out
		{"zzyzx", content.Search{Match: "all", Query: "zzyzx"}, ""},                      // nothing is near
		{"xyzzy cofee", content.Search{Match: "any", Query: "xyzzy coffee", Corrected: map[string]string{"cofee": "coffee"}}, "1"},
	} {
		f := find(t, db, content.Query{Search: c.search})
		if diff := cmp.Diff(c.want, *f.Search); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.search, diff)
		}
		if first := append(f.ids, "")[0]; first != c.first {
			t.Errorf("%q finds %v, want %q first", c.search, f.ids, c.first)
		}
	}
}

// A page of 200,000 different words is more than a vector holds: its first words find it, and it is returned whole.
func TestHugePage(t *testing.T) {
	t.Parallel()
	var body []byte
	for i := range 200_000 {
		body = fmt.Appendf(body, "w%s ", letters(i))
	}
	body = append(body, bytes.Repeat([]byte("."), 1_900_000-len(body))...)
	db, _ := corpusOf(t, page("huge", "Everything", string(body)), page("other", "Something else", "altogether"))
	for _, search := range []string{"everything", "w" + letters(0), "w" + letters(1) + " w" + letters(20_000)} {
		f := find(t, db, content.Query{Search: search})
		if !slices.Equal(f.ids, []string{"huge"}) {
			t.Errorf("%q finds %v", search, f.ids)
		}
	}
}

// A long page of ordinary words is found by its last ones too.
func TestLongPage(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&body, "w%s ", letters(i%20_000))
	}
	db, _ := corpusOf(t, page("long", "Everything", body.String()+"at the very lastword"), page("other", "Something else", "altogether"))
	if f := find(t, db, content.Query{Search: "lastword"}); !slices.Equal(f.ids, []string{"long"}) {
		t.Errorf("lastword finds %v", f.ids)
	}
}

// A phrase must be within one field.
func TestPhrasesStayWithinAField(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, doc{ID: "a", Type: "page", Title: "Red kite", Excerpt: new("Green lantern"), Body: "Blue moon"})
	for search, want := range map[string]int{`"red kite"`: 1, `"green lantern"`: 1, `"blue moon"`: 1, `"kite green"`: 0, `"lantern blue"`: 0} {
		if f := find(t, db, content.Query{Search: search}); f.Total != want {
			t.Errorf("%s finds %v", search, f.ids)
		}
	}
}

// Corrections come only from items that the key may read.
func TestCorrectionsKeepToTypes(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, doc{ID: "p", Type: "page", Title: "Panorama bridge"}, doc{ID: "n", Type: "news", Title: "Conservatory opens"})
	for search, want := range map[string]string{"panorma": "", "panoramabridge": "", "conservatry": "conservatory", "restrom": "restroom"} {
		f := find(t, db, content.Query{Allowed: []content.Type{"news", "event"}, Search: search})
		if got := f.Search.Corrected[search]; got != want {
			t.Errorf("%s was taken for %q, want %q", search, got, want)
		}
	}
}

// What is cached about a word for one key does not serve a key with other types.
func TestCachedWordsKeepToTypes(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, doc{ID: "p", Type: "page", Title: "Conservatry"}, doc{ID: "n", Type: "news", Title: "Conservatory opens"})
	store := store.New(db, nil, time.Minute, slog.New(slog.DiscardHandler))
	for _, c := range []struct {
		types []content.Type
		want  string
	}{{nil, ""}, {[]content.Type{"news"}, "conservatory"}, {[]content.Type{"page"}, ""}} {
		page, err := viewIn(t, store, "AAA").list(t.Context(), content.Query{Allowed: c.types, Search: "conservatry", Size: 20})
		if err != nil {
			t.Fatal(err)
		}
		if got := page.Search.Corrected["conservatry"]; got != c.want {
			t.Errorf("with types %v, conservatry was taken for %q, want %q", c.types, got, c.want)
		}
	}
}

// letters writes a number in letters only.
func letters(n int) string {
	text := make([]byte, 5)
	for i := range text {
		text[len(text)-1-i] = byte('a' + n%26)
		n /= 26
	}
	return string(text)
}

// A synonym takes effect with the next search, and ranks below the word itself.
func TestSynonymsAtOnceAndJustBelow(t *testing.T) {
	t.Parallel()
	db, url := corpusOf(t,
		page("zeppelin", "Zeppelin", "over the bay"), page("airship", "Airship", "over the bay"),
		page("blimp", "Hot air balloon", "over the bay"), page("none", "Ferry", "over the bay"))
	expect := func(search string, want ...string) {
		t.Helper()
		if f := find(t, db, content.Query{Search: search}); !slices.Equal(f.ids, want) {
			t.Errorf("%q finds %v, want %v", search, f.ids, want)
		}
	}
	expect("airship", "airship")
	if _, err := admin.New(db).AddSynonyms(t.Context(), []string{"airship", "zeppelin", "hot air balloon"}); err != nil {
		t.Fatal(err)
	}
	expect("airship", "airship", "zeppelin", "blimp")
	expect("hot air balloon", "blimp", "airship", "zeppelin")
	expect("zeppelin bay", "zeppelin", "airship", "blimp", "none")
	expect("zeppelins -airship", "zeppelin", "blimp")
	expect(`"airship"`, "airship")
	if _, err := admin.New(db).RemoveSynonym(t.Context(), "zeppelin"); err != nil {
		t.Fatal(err)
	}
	expect("airship", "airship", "blimp")
	importDocs(t, url, "AAA", importer.Options{}, page("none", "Zeppelin ferry", "over the bay"))
	expect("zeppelin", "zeppelin", "none")
}
