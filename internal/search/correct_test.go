package search_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
)

// whatIsCorrected is what a search corrects.
func whatIsCorrected(t *testing.T, s *shelf, q string) string {
	t.Helper()
	return fmt.Sprint(s.run(t, search.Request{Text: q}).Search.Corrected)
}

// The names of the cases say what is meant.
func TestCorrections(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ typed, held, want string }{
		"nothing near":                       {"zzyzx", "zebra", ""},
		"one letter too few":                 {"starbuks", "starbuckz starburst", "starbuckz"},
		"two mistakes":                       {"conservatry", "conservatories conservation conservatory", "conservatory"},
		"three are too many":                 {"conserfatrie", "conservatory", ""},
		"two are, in a short word":           {"trein", "drain", ""},
		"another first letter":               {"tarking", "parking", "parking"},
		"and another mistake":                {"scribx", "describx", ""},
		"the first letter is missing":        {"ounge", "lounge", "lounge"},
		"letters swapped over another":       {"secutiry", "security", "security"},
		"swapped letters are one mistake":    {"trian", "train", "train"},
		"the one that more items hold":       {"coffeo", "coffee|coffer|coffer|coffer|coffer|coffer|coffer|coffer|coffer", "coffer"},
		"the one that is more like it":       {"abcdefgh", "abcaefgh abcdefgx", "abcdefgx"},
		"five letters allow one mistake":     {"tower", "towered", ""},
		"six allow two":                      {"towerz", "towering towered", "towered"},
		"of equals, the first":               {"gatx", "gatz gaty", "gaty"},
		"a word of the synonyms":             {"restrom", "toilet", "restroom"},
		"or a phrase of theirs":              {"movingstair", "escalator", "moving stairs"},
		"but not if no item holds them":      {"restrom", "coffee", ""},
		"two words that were run together":   {"coffeeshop", "coffee shop", "coffee shop"},
		"not if one is meant":                {"pasport", "pas port passport", "passport"},
		"nor if no item holds one of them":   {"coffeeshop", "coffee", ""},
		"too unlike, though two letters off": {"abcdef", "abxyef", ""},
		"without accents":                    {"brüllee", "brulee", "brulee"},
		"letters that a keyboard lacks":      {"gebuehr", "gebühr", "gebühr"},
		"too short":                          {"wif", "wixf", ""},
		"a number":                           {"wifi1", "wifi2", ""},
		"too long":                           {strings.Repeat("z", 41), strings.Repeat("z", 40), ""},
		"an everyday word":                   {"anyone", "anemone anyona", ""},
		"a form of one":                      {"stopping", "stoppinx", ""},
		"one of another language":            {"manger", "langer", ""},
	} {
		s := shelve()
		for _, text := range strings.Split(c.held, "|") {
			s.with(1, text)
		}
		s.synonyms = []string{"restroom, toilet", "moving stairs, escalator"}
		check.Same(t, c.want, s.run(t, requestFor(c.typed)).Search.Corrected[c.typed], name, " ", c.typed)
	}
	check.Same(t, "map[]", fmt.Sprint(shelve("a | Gate").run(t, search.Request{Text: "gaet", Uncorrected: true}).Search.Corrected), "corrections are not wanted")
}

// A form of a word of a language without items is a misspelling if it is one mistake away from a word
// that items hold: "terminall" is Romanian, too.
func TestFarFormsAreMisspellings(t *testing.T) {
	t.Parallel()
	s := shelve("en:gate | Terminal", "en:food | Restaurants", "pl:jedzenie | Restauracja")
	s.concepts = true
	check.Same(t, "map[terminall:terminal]", whatIsCorrected(t, s, "terminall"))
	check.Same(t, "map[]", whatIsCorrected(t, s, "restauranter"), "two mistakes")
	check.Same(t, "map[]", whatIsCorrected(t, s, "restauracje"), "a language with items")
	check.Same(t, map[string]string{"terminall": "terminal"}, s.run(t, search.Request{Text: "terminall", Uncorrected: true}).Search.Concepts)
}

// No word of a concept, in any language, is corrected into a word of the items: "inexpensive" is not
// "expensive", and "baño" is no bank.
func TestWordsOfConceptsAreNoMisspellings(t *testing.T) {
	t.Parallel()
	files := check.Must(os.ReadDir("concept/words"))(t)
	var texts []string
	for _, file := range files {
		for id := range concept.Get().Concepts {
			for _, name := range concept.Get().Names(concept.ID(id), strings.TrimSuffix(file.Name(), ".txt")) {
				if !strings.ContainsAny(name, "'’ʼ\"״") { // a query joins the parts of such words
					texts = append(texts, strings.Fields(strings.ToLower(name))...)
				}
			}
		}
	}
	if len(files) < 27 || len(texts) < 10_000 {
		t.Fatalf("%d languages, %d words", len(files), len(texts))
	}
	for n, words := range slices.Collect(slices.Chunk(texts, 6)) {
		if n%50 > 0 { // some of them, which takes a second
			continue
		}
		s := shelve().with(1, strings.Join(words, "x ")+"x")
		s.concepts = true
		if got := whatIsCorrected(t, s, strings.Join(words, " ")); got != "map[]" {
			t.Error(got)
		}
	}
}
