package search_test

import (
	"os"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// Short words, numbers, words of synonyms and very long words are not corrected.
func TestWhatMayBeMisspelled(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]bool{"coffea": true, "wif": false, "wifi1": false, "lime": false, strings.Repeat("z", 41): false} {
		c := airport{"coffee": 3, "wifi": 3, "wifi2": 3, "limes": 2, strings.Repeat("z", 40): 9}.corpus("tram lime, streetcar")
		check.Same(t, want, correct(t, typed, c) != "", typed)
	}
}

// correct gives the correction of a word; empty if there is none.
func correct(t *testing.T, typed string, corpora ...search.Corpus) string {
	t.Helper()
	corrected, err := search.Corrections(t.Context(), planOf(typed, corpora...).Unknown, corpora)
	if err != nil || len(corrected) > 1 {
		t.Fatal(corrected, err)
	}
	return corrected[typed]
}

// No word of a concept, in any language, is corrected into a word of the items: "inexpensive" is not
// "expensive", and "baño" is no bank.
func TestWordsOfConceptsAreNoMisspellings(t *testing.T) {
	t.Parallel()
	thesaurus := concept.Get()
	held := airport{"expensive": 2, "price": 2, "bank": 2}
	unknown := []search.Unknown{{Text: "privé", Unaccented: "prive"}}
	files := check.Must(os.ReadDir("concept/words"))(t)
	for _, file := range files {
		for id := range thesaurus.Concepts {
			for _, name := range thesaurus.Names(concept.ID(id), strings.TrimSuffix(file.Name(), ".txt")) {
				for text := range strings.FieldsSeq(strings.ToLower(name)) {
					held[text+"x"] = 1
					unknown = append(unknown, search.Unknown{Text: text, Unaccented: word.Unaccented(text)})
				}
			}
		}
	}
	if len(files) < 27 || len(unknown) < 10_000 {
		t.Fatalf("%d languages, %d words", len(files), len(unknown))
	}
	c := held.corpusIn("english")
	c.Concepts = thesaurus
	corrected, err := search.Corrections(t.Context(), unknown, []search.Corpus{c})
	if err != nil || len(corrected) > 0 {
		t.Errorf("%v, %v", corrected, err)
	}
	check.Same(t, "starbucks", correct(t, "starbuks", airport{"starbucks": 2}.corpusIn("english")))
}

// Everyday English words such as "anyone" are never corrected, whatever the airport holds.
func TestEverydayEnglishWordsAreNoMisspellings(t *testing.T) {
	t.Parallel()
	words := "anyone trusted stopping cities using likely anemona"
	held := airport{}
	for word := range strings.FieldsSeq(words) {
		held[word+"x"] = 1
	}
	for language, want := range map[string]int{"english": 1, "german": 1} {
		corpora := []search.Corpus{held.corpusIn(language)}
		corrected, err := search.Corrections(t.Context(), planOf(strings.ReplaceAll(words, " ", "y ")+"y", corpora[0]).Unknown, corpora)
		if err != nil || len(corrected) != 7 {
			t.Errorf("%s: %v, %v", language, corrected, err)
		}
		unknown := []search.Unknown{}
		for word := range strings.FieldsSeq(words) {
			unknown = append(unknown, search.Unknown{Text: word, Unaccented: word})
		}
		if corrected, err = search.Corrections(t.Context(), unknown, corpora); err != nil || len(corrected) != want {
			t.Errorf("%s: %d words are corrected, want %d: %v, %v", language, len(corrected), want, corrected, err)
		}
	}
}

func TestMisspellingsAreComparedWithoutAccents(t *testing.T) {
	t.Parallel()
	c := airport{"brulee": 3}.corpus()
	corrected, err := search.Corrections(t.Context(), []search.Unknown{{Text: "brüllee", Unaccented: "brullee"}}, []search.Corpus{c})
	if err != nil || corrected["brüllee"] != "brulee" {
		t.Errorf("corrected to %v, %v", corrected, err)
	}
}

// The names of the cases say what is meant.
func TestCorrections(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		typed string
		held  airport
		want  string
	}{
		"nothing near":                       {"zzyzx", airport{"zebra": 9}, ""},
		"one letter too few":                 {"starbuks", airport{"starbuckz": 1, "starburst": 1}, "starbuckz"},
		"two mistakes":                       {"conservatry", airport{"conservatories": 50, "conservation": 1, "conservatory": 1}, "conservatory"},
		"three are too many":                 {"conserfatrie", airport{"conservatory": 1}, ""},
		"two are, in a short word":           {"trein", airport{"drain": 9}, ""},
		"another first letter":               {"manger", airport{"langer": 9}, ""},
		"the key beside":                     {"voffee", airport{"coffee": 9}, "coffee"},
		"one key is beside, one missing":     {"swell", airport{"well": 9}, ""},
		"the same sound":                     {"kaffee", airport{"caffee": 9}, "caffee"},
		"of seven letters":                   {"tarking", airport{"parking": 9}, "parking"},
		"in a long word":                     {"gtarbuckz", airport{"starbuckz": 9}, "starbuckz"},
		"the first letter is missing":        {"ounge", airport{"lounge": 1}, "lounge"},
		"letters swapped over another":       {"secutiry", airport{"security": 1}, "security"},
		"swapped letters are one mistake":    {"trian", airport{"train": 1}, "train"},
		"the one that more items hold":       {"coffeo", airport{"coffee": 1, "coffer": 30}, "coffer"},
		"the one that is more like it":       {"abcdefgh", airport{"abcaefgh": 1, "abcdefgx": 1}, "abcdefgx"},
		"five letters allow one mistake":     {"tower", airport{"towered": 9}, ""},
		"six allow two":                      {"towerz", airport{"towering": 9, "towered": 9}, "towered"},
		"letters that moved are not swapped": {"internationalxyn", airport{"internatoonalyzn": 9}, ""},
		"of equals, the first":               {"gatx", airport{"gatz": 1, "gaty": 1}, "gaty"},
		"a word of the synonyms":             {"restrom", airport{"toilet": 3}, "restroom"},
		"or a phrase of theirs":              {"movingstair", airport{"escalator": 3}, "moving stairs"},
		"but not if no item holds them":      {"restrom", airport{"coffee": 3}, ""},
		"two words that were run together":   {"coffeeshop", airport{"coffee": 9, "shop": 9}, "coffee shop"},
		"not if one is meant":                {"pasport", airport{"pas": 9, "port": 9, "passport": 9}, "passport"},
		"nor if no item holds one of them":   {"coffeeshop", airport{"coffee": 9}, ""},
		"too unlike, though two letters off": {"abcdef", airport{"abxyef": 1}, ""},
	} {
		check.Same(t, c.want, correct(t, c.typed, c.held.corpus("restroom, toilet", "moving stairs, escalator")), name, " ", c.typed)
	}
}
