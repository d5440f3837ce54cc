package search_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// run searches in one language.
func (x *fakeIndex) run(t *testing.T, q, language string) *content.Search {
	t.Helper()
	v := x.vocabulary()
	v.Language = language
	page, err := search.Run(t.Context(), x, q, []search.Vocabulary{v}, false)
	if err != nil {
		t.Fatal(err)
	}
	return page.Search
}

// A word that no item holds stands for the words that begin with it. Only where there are none, it is corrected.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	starbucks := search.Lexeme{Text: "starbuck", Frequency: 3}
	x := &fakeIndex{airport: airport{"start": 9}, near: []search.Candidate{{Unaccented: "start", Word: "start", Frequency: 9}}, related: map[search.Part][]search.Lexeme{{Language: "english", Text: "starb"}: {starbucks}}}
	if s := x.run(t, "starb", "english"); s.Corrected != nil || x.query.Query != "('starb' | 'starbuck')" {
		t.Errorf("starb is corrected to %v, and %s is asked for", s.Corrected, x.query.Query)
	}
	x.related = nil
	if s := x.run(t, "starb", "english"); s.Corrected["starb"] != "start" {
		t.Errorf("starb is corrected to %v", s.Corrected)
	}
	x.near = nil
	for q, want := range map[string][]search.Part{
		"start":         nil,
		"sta":           nil, // too short
		"b123":          nil,
		`"starb"`:       nil,
		"starb bringes": {{Language: "english", Text: "starb"}, {Language: "english", Text: "bringes"}},
	} {
		x.parts = nil
		x.run(t, q, "english")
		slices.SortFunc(x.parts, func(a, b search.Part) int { return len(a.Text) - len(b.Text) })
		if diff := cmp.Diff(want, x.parts); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

// Compounds are found beside the word that they hold, and count less.
func TestCompounds(t *testing.T) {
	t.Parallel()
	part := search.Part{Language: "german", Text: "parkplatz", Inside: true}
	x := &fakeIndex{airport: airport{"parkplatz": 30}, related: map[search.Part][]search.Lexeme{
		part: {{Text: "parkplatz", Frequency: 30}, {Text: "kurzzeitparkplatz", Frequency: 4}, {Text: "parkplatzgebuhr", Frequency: 2}}}}
	x.run(t, "parkplatz", "german")
	if want := "('parkplatz' | ('kurzzeitparkplatz' | 'parkplatzgebuhr'))"; x.query.Query != want || !slices.Equal(x.parts, []search.Part{part}) {
		t.Errorf("%s is asked for, want %s; %v is looked up", x.query.Query, want, x.parts)
	}
	want := []search.Clause{
		{Word: "'parkplatz'", WordTitle: "'parkplatz':A", Weight: weight(1000, 30)},
		{Synonyms: "('kurzzeitparkplatz' | 'parkplatzgebuhr')", SynonymsTitle: "('kurzzeitparkplatz':A | 'parkplatzgebuhr':A)",
			Weight: 0.3 * weight(1000, 30)},
	}
	if diff := cmp.Diff(want, x.query.Clauses, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	x.near = []search.Candidate{{Unaccented: "parkplatz", Word: "parkplatz", Frequency: 30}}
	if x.run(t, "parkpltz", "german"); !strings.Contains(x.query.Query, "kurzzeitparkplatz") {
		t.Errorf("corrected: %s is asked for", x.query.Query)
	}
	delete(x.airport, "parkplatz") // no item holds the word itself
	x.run(t, "parkplatz", "german")
	if c := x.query.Clauses; len(c) != 1 || math.Abs(c[0].Weight-weight(1000, 4)) > 1e-9 {
		t.Errorf("without the word itself: %+v", c)
	}
	for q, language := range map[string]string{"parkplatz": "english", "the gate": "german"} {
		x.parts = nil
		if x.run(t, q, language); slices.ContainsFunc(x.parts, func(p search.Part) bool { return p.Inside }) {
			t.Errorf("%s %s: %v is looked up", language, q, x.parts)
		}
	}
}

// Who has no key for ü types ue. Items may do so too.
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
		x := &fakeIndex{airport: airport{c.held: 5}}
		if x.run(t, c.q, c.language); x.query.Query != c.want {
			t.Errorf("%s %s: %s is asked for, want %s", c.language, c.q, x.query.Query, c.want)
		}
	}
}
