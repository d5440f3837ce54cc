package search_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/search"
)

func TestMisspellings(t *testing.T) {
	t.Parallel()
	v := terminal.vocabulary("tram line, streetcar")
	p := terminal.plan(t, "abcdefg xy b13 line "+strings.Repeat("z", 41), v)
	want := []search.Misspelling{{Text: "abcdefg", Unaccented: "abcdefg",
		Swapped: []string{"bacdefg", "acbdefg", "abdcefg", "abcedfg", "abcdfeg", "abcdegf"},
		Parted:  []string{"abc defg", "abcd efg"},
	}}
	if diff := cmp.Diff(want, p.Misspellings([]search.Vocabulary{v})); diff != "" {
		t.Errorf("short words, numbers, words of synonyms and very long words are none (-want +got):\n%s", diff)
	}
}

// In English, words such as "anyone" are meant as they are written, whatever the airport holds.
func TestCommonWordsAreNoMisspellings(t *testing.T) {
	t.Parallel()
	v := terminal.vocabulary()
	plan := terminal.plan(t, "anyone trusted stopping cities using likely anemona", v)
	for language, want := range map[string]int{"english": 1, "german": 7} {
		v.Language = language
		if m := plan.Misspellings([]search.Vocabulary{v}); len(m) != want {
			t.Errorf("%s: %d misspellings, want %d: %v", language, len(m), want, m)
		}
	}
}

func TestMisspellingsAreLookedUpWithoutAccents(t *testing.T) {
	t.Parallel()
	v := terminal.vocabulary()
	v.Analyses["brülee"] = search.Analysis{Unaccented: "brulee", Lexemes: []search.Lexeme{{Text: "brule"}}}
	p := terminal.plan(t, "Brülee", v)
	if m := p.Misspellings([]search.Vocabulary{v}); len(m) != 1 || m[0].Text != "brülee" || m[0].Unaccented != "brulee" {
		t.Errorf("misspellings are %v", m)
	}
}

func TestCorrections(t *testing.T) {
	t.Parallel()
	v := terminal.vocabulary("restroom, toilet", "moving stairs, escalator")
	for name, c := range map[string]struct {
		typed      string
		candidates []search.Candidate
		want       string
	}{
		"nothing near":                       {"zzyzx", []search.Candidate{{"zebra", "zebra", 9}}, ""},
		"one letter too few":                 {"starbuks", []search.Candidate{{"starbucks", "starbucks", 1}, {"starburst", "starburst", 1}}, "starbucks"},
		"two mistakes":                       {"conservatry", []search.Candidate{{"conservatories", "conservatories", 50}, {"conservation", "conservation", 1}, {"conservatory", "conservatory", 1}}, "conservatory"},
		"three are too many":                 {"conserfatrie", []search.Candidate{{"conservatory", "conservatory", 1}}, ""},
		"two are, in a short word":           {"trein", []search.Candidate{{"drain", "drain", 9}}, ""},
		"another first letter":               {"manger", []search.Candidate{{"langer", "langer", 9}}, ""},
		"in a long word":                     {"gtarbucks", []search.Candidate{{"starbucks", "starbucks", 9}}, "starbucks"},
		"swapped letters are one mistake":    {"trian", []search.Candidate{{"train", "train", 1}}, "train"},
		"the one that more items hold":       {"coffeo", []search.Candidate{{"coffee", "coffee", 1}, {"coffer", "coffer", 30}}, "coffer"},
		"the one that is more like it":       {"abcdefgh", []search.Candidate{{"abcaefgh", "abcaefgh", 1}, {"abcdefgx", "abcdefgx", 1}}, "abcdefgx"},
		"five letters allow one mistake":     {"tower", []search.Candidate{{"towered", "towered", 9}}, ""},
		"six allow two":                      {"towers", []search.Candidate{{"towering", "towering", 9}, {"towered", "towered", 9}}, "towered"},
		"letters that moved are not swapped": {"internationalxyn", []search.Candidate{{"internatoonalyzn", "internatoonalyzn", 9}}, ""},
		"of equals, the first":               {"gatx", []search.Candidate{{"gatz", "gatz", 1}, {"gaty", "gaty", 1}}, "gaty"},
		"a word of the synonyms":             {"restrom", nil, "restroom"},
		"or a phrase of theirs":              {"movingstair", nil, "moving stairs"},
		"two words that were run together":   {"coffeeshop", []search.Candidate{{"coffeeshops", "coffeeshops", 9}, {"coffee shop", "coffee shop", 0}}, "coffee shop"},
		"too unlike, though two letters off": {"abcdef", []search.Candidate{{"abxyef", "abxyef", 1}}, ""},
	} {
		p := terminal.plan(t, c.typed, v)
		got := search.Corrections(p.Misspellings([]search.Vocabulary{v}), c.candidates, []search.Vocabulary{v})
		if got[c.typed] != c.want || len(got) > 1 {
			t.Errorf("%s: %s is corrected to %v, want %q", name, c.typed, got, c.want)
		}
	}
}
