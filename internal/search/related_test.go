package search_test

import (
	"maps"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

// An unknown word is searched for as a prefix. It is corrected only if no word has this prefix, or
// if such a word is very near.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	held := airport{"start": 9, "starbuck": 3, "starboard": 2, "starbursty": 1, "sta12": 5}
	for q, want := range map[string]string{
		"starb":         "('starb' | 'starbuck' | 'starboard' | 'starbursty')",
		"start":         "'start'",
		"sta":           "'sta'",     // too short
		"b123":          "'b123'",    // no letters
		`"starb"`:       "'starb'",   // in quotation marks
		"starbuc":       "'starbuc'", // one letter is missing
		"starbu start":  "(('starbu' | 'starbursty') & 'start')",
		"starb starbux": "(('starb' | 'starbuck' | 'starboard' | 'starbursty') & 'starbux')",
	} {
		if q == "starbu start" {
			held = maps.Clone(held)
			delete(held, "starbuck")
		}
		check.Same(t, want, only(planOf(q, held.corpusIn("english"))).All, q)
		held["starbuck"] = 3
	}
}

// A word also finds its compounds, which count less.
func TestCompounds(t *testing.T) {
	t.Parallel()
	held := airport{"parkplatz": 30, "kurzzeitparkplatz": 4, "parkplatzgebuhr": 2, "amparkplatz": 1}
	p := planOf("parkplatz", held.corpusIn("german"))
	if want := "('parkplatz' | ('kurzzeitparkplatz' | 'parkplatzgebuhr'))"; only(p).All != want || p.AtMost != 36 {
		t.Errorf("%s is asked for, want %s; at most %d items, want 36", only(p).All, want, p.AtMost)
	}
	want := []search.Clause{
		{Word: "'parkplatz'", WordTitle: "'parkplatz':A", Weight: weight(1000, 30)},
		{Synonyms: "('kurzzeitparkplatz' | 'parkplatzgebuhr')", SynonymsTitle: "('kurzzeitparkplatz':A | 'parkplatzgebuhr':A)",
			Weight: 0.3 * weight(1000, 30)},
	}
	if diff := cmp.Diff(want, only(p).Clauses, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	delete(held, "parkplatz") // no item holds the word itself
	if c := only(planOf("parkplatz", held.corpusIn("german"))).Clauses; len(c) != 1 || math.Abs(c[0].Weight-weight(1000, 4)) > 1e-9 {
		t.Errorf("without the word itself: %+v", c)
	}
	held = airport{"parkplatz": 30, "kurzzeitparkplatz": 4, "zug": 5, "aufzug": 3, "bahn": 2, "bahnhof": 9, "straßenbahn": 3}
	for q, c := range map[string]struct{ language, want string }{
		"parkplatz": {"english", "'parkplatz'"},
		"zug":       {"german", "'zug'"},  // too short
		"bahn":      {"german", "'bahn'"}, // too short
	} {
		check.Same(t, c.want, only(planOf(q, held.corpusIn(c.language))).All, c.language, " ", q)
	}
}

// People without a key for ü type ue. Items may have either spelling.
func TestOtherSpellings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, q string
		held        string
		want        string
	}{
		{"german", "gebuehr", "gebühr", "'gebühr'"},
		{"german", "gebühr", "gebuehr", "'gebuehr'"},
		{"german", "steuer", "steuer", "'steuer'"},
		{"german", "steuer", "steür", "'steür'"},
		{"german", `"gebuehr"`, "gebühr", "'gebuehr'"},
		{"danish", "loeb", "løb", "'løb'"},
		{"norwegian", "ålesund", "aalesund", "'aalesund'"},
		{"english", "gebuehr", "gebühr", "'gebuehr'"},
	} {
		check.Same(t, c.want, only(planOf(c.q, airport{c.held: 5}.corpusIn(c.language))).All, c.language, " ", c.q)
	}
}

// In a language without a stemmer, a word also finds words with another ending.
func TestOtherEndings(t *testing.T) {
	t.Parallel()
	held := airport{"lotniskach": 5, "lotniczymi": 5, "bagażu": 3, "letisko": 2, "letiska": 3, "kawa": 2, "kawiarnia": 2,
		"koty": 2, "kotwica": 2, "wózki": 3, "квиток": 2, "toalety": 3, "toaletowego": 2}
	for q, want := range map[string]string{"lotnisko": "('lotnisko' | 'lotniskach')", "bagaż": "('bagaż' | 'bagażu')", "kawy": "'kawy'", "letisko": "('letisko' | 'letiska')", "bagażu": "'bagażu'",
		"kot": "('kot' | 'koty')", "wc": "('wc' | 'toalety')",
	} {
		check.Same(t, want, only(planOf(q, held.corpusIn(word.Simple, "toaleta, wc"))).Any, q)
	}
}
