package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
)

// numbered makes n pages, each with its number as a word of its own.
func numbered(n int, prefix, body string) []doc {
	docs := make([]doc, n)
	for i := range docs {
		docs[i] = page(fmt.Sprintf("%s-%02d", prefix, i), "Page "+prefix, fmt.Sprintf("%s number%d", body, i))
	}
	return docs
}

// The pages of one search together have each item once.
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
			check.Same(t, whole.ids, ids, search, " in pages of ", size)
		}
	}
}

// A change of the synonyms between state and search is noticed too.
func TestSearchNoticesNewSynonyms(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, page("a", "Lounge", "by the gate"))
	view := viewOf(t, db, "AAA")
	check.Must(admin.New(db).AddSynonyms(t.Context(), []string{"gate", "pier"}))(t)
	check.Error(t, content.ErrOtherState, check.Failure(view.list(t.Context(), content.Query{Search: "pier", Size: 20})))
}

// A search returns a row also for a removed airport, and notices the removal.
func TestSearchNoticesThatTheAirportIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, page("a", "Lounge", "text"))
	view := viewIn(t, f.Store, "AAA")
	ask := func() error { return check.Failure(view.list(t.Context(), content.Query{Search: "lounge", Size: 20})) }
	check.NoError(t, ask()) // fills the caches
	execute(t, connect(t, f.url), "DELETE FROM content_item; DELETE FROM airport_state")
	check.Error(t, content.ErrOtherState, ask())
}

// Without prepared statements, parameters are sent without their types.
func TestSearchWithoutPreparedStatements(t *testing.T) {
	t.Parallel()
	_, url := corpusOf(t, page("a", "Lounge", "a restroom and a café"))
	db := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 1, Pooled: true}))(t)
	t.Cleanup(db.Close)
	for _, search := range []string{"lounge toilet -gate", "lounge caffe", `"restroom and a cafe"`} {
		q := content.Query{Search: search, Types: content.Types(), ModifiedSince: time.Unix(0, 0)}
		check.Same(t, []string{"a"}, find(t, db, q).ids, search)
	}
}

// A search that was asked before is one statement; the synonyms and the words are remembered.
func TestRepeatedSearchIsOneStatement(t *testing.T) {
	t.Parallel()
	f := newFixture(t, append(numbered(12, "both", "lounge restroom"), page("x", "Lounge", ""))...)
	view := viewIn(t, f.Store, "AAA")
	for _, search := range []string{"lounge restroom", "lounge restrooms toilet", "lounge"} {
		for range 2 {
			f.statements.Store(0)
			check.Must(view.list(t.Context(), content.Query{Search: search, Size: 20}))(t)
		}
		check.Same(t, 1, f.statements.Load(), "statements for "+search)
	}
}

func TestTiesAreBrokenByDateAndThenID(t *testing.T) {
	t.Parallel()
	same := func(id, date string) doc { return doc{ID: id, Type: "page", Title: "Carousel", Date: date} }
	db, _ := corpusOf(t, same("b", "2025-01-01"), same("a", "2025-01-01"), same("Z", "2025-01-01"), same("c", "2025-01-02"))
	f := find(t, db, content.Query{Search: "carousel"})
	check.Same(t, []string{"c", "Z", "a", "b"}, f.ids, "order")
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
		{"sunscreensold", content.Search{Match: "all", Query: "sunscreen sold", Corrected: map[string]string{"sunscreensold": "sunscreen sold"}}, "2"},
		{"observationdeck", content.Search{Match: "all", Query: "observationdeck"}, "2"}, // a concept is no misspelling
		{"sun screen", content.Search{Match: "all", Query: "sun screen"}, "2"},
		{"trian", content.Search{Match: "all", Query: "train", Corrected: map[string]string{"trian": "train"}}, "3"},
		{"pram", content.Search{Match: "all", Query: "pram", Unknown: []string{"pram"}}, ""},    // a concept, known though no item holds it
		{"B13", content.Search{Match: "all", Query: "B13", Unknown: []string{"b13"}}, ""},       // never a number for another
		{`"starbuks"`, content.Search{Match: "all", Query: `"starbuks"`}, ""},                   // never within quotation marks
		{"train -starbuks", content.Search{Match: "all", Query: "train -starbuks"}, "3"},        // nor what is left out
		{"zzyzx", content.Search{Match: "all", Query: "zzyzx", Unknown: []string{"zzyzx"}}, ""}, // nothing is near
		{"xyzzy cofee", content.Search{Match: "any", Query: "xyzzy coffee", Corrected: map[string]string{"cofee": "coffee"}, Unknown: []string{"xyzzy"}}, "1"},
	} {
		f := find(t, db, content.Query{Search: c.search})
		if diff := cmp.Diff(c.want, *f.Search, cmpopts.IgnoreFields(content.Search{}, "AllWords", "Concepts")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.search, diff)
		}
		check.Same(t, c.first, append(f.ids, "")[0], "found first for ", c.search)
	}
}

// A page of 80,000 different words exceeds a vector. Its first words find the page, and the answer
// has the whole page.
func TestHugePage(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 80_000 {
		fmt.Fprintf(&body, "terminal%s ", letters(i))
	}
	db, _ := corpusOf(t, page("huge", "Everything", body.String()), page("other", "Something else", "altogether"))
	for _, search := range []string{"everything", "terminal" + letters(0), "terminal" + letters(1) + " terminal" + letters(20_000)} {
		f := find(t, db, content.Query{Search: search})
		check.Same(t, []string{"huge"}, f.ids, search)
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

// A synonym ranks below the word itself.
func TestSynonymsJustBelow(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t,
		page("zeppelin", "Zeppelin", "over the bay"), page("airship", "Airship", "over the bay"),
		page("blimp", "Hot air balloon", "over the bay"), page("none", "Ferry", "over the bay"))
	check.Must(admin.New(db).AddSynonyms(t.Context(), []string{"airship", "zeppelin", "hot air balloon"}))(t)
	for search, want := range map[string][]string{
		"airship":            {"airship", "zeppelin", "blimp"},
		"hot air balloon":    {"blimp", "airship", "zeppelin"},
		"zeppelin bay":       {"zeppelin", "airship", "blimp", "none"},
		"zeppelins -airship": {"zeppelin", "blimp"},
	} {
		check.Same(t, want, find(t, db, content.Query{Search: search}).ids, search)
	}
}

// One word more finds no fewer than ten items: a common word finds items beside too few rare ones,
// or where the filters leave none.
func TestOneWordMoreFindsNoLess(t *testing.T) {
	t.Parallel()
	docs := append(numbered(60, "parking", "parking"), page("quick", "Quick tickets", "quick"))
	for i := range 12 {
		docs = append(docs, doc{ID: fmt.Sprint("lounge-", i), Type: "amenity", Title: fmt.Sprint("Lounge ", i), Body: "lounge"})
	}
	db, _ := corpusOf(t, docs...)
	for _, c := range []struct {
		q     content.Query
		total int
	}{
		{content.Query{Search: "parking"}, 60},
		{content.Query{Search: "quick parking"}, 61},
		{content.Query{Search: "quick parking", Match: "any"}, 61},
		{content.Query{Search: "lounge parking"}, 12}, // enough items hold the rare word
		{content.Query{Search: "lounge parking", Types: []content.Type{"page"}}, 60},
	} {
		check.Same(t, c.total, find(t, db, c.q).Total, c.q)
	}
}

// A title that is the whole query comes first. Words that do not count elsewhere do in such titles.
func TestTheWholeTitleComesFirst(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, page("whole", "Parking", "The walk to the hall takes a while, past all shops."), page("often", "Parking parking: book parking", "parking"),
		page("more", "Parking news", "parking parking"), page("stop", "What's On", "Concerts"), page("or", "To be or not to be", "A play"))
	for q, want := range map[string]string{"parking": "whole", "the parking": "whole", "parking news": "more", "what's on": "stop", "to be or not to be": "or"} {
		found := find(t, db, content.Query{Search: q})
		if len(found.ids) == 0 || found.ids[0] != want {
			t.Errorf("%q finds %v, want %s first", q, found.ids, want)
		}
	}
	check.Same(t, 0, find(t, db, content.Query{Search: "not on"}).Total, "no title is these words")
}

// Words of two scripts are two words, with and without a space between.
func TestWhereScriptsMeet(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, in("zh", "atm", "自动取款机 (ATM)", "到达层有ATM"), in("zh", "wifi", "免费无线网络 WiFi", "在２楼"), in("en", "english", "ATM", "Wi-Fi"))
	for q, want := range map[string]string{"ATM机": "atm", "ATM取款": "atm", "免费wifi": "wifi", "wifi免费": "wifi"} {
		found := find(t, db, content.Query{Search: q})
		if len(found.ids) == 0 || found.ids[0] != want {
			t.Errorf("%q finds %v, want %s first", q, found.ids, want)
		}
	}
}
