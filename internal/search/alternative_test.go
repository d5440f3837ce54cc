package search_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

// What a negation excludes is neither marked nor named in the answer.
func TestExcludedWordsAreNotUsed(t *testing.T) {
	t.Parallel()
	s := shelve("other | Burger | no taxi, cab or zorbas")
	s.concepts = true
	for _, excluded := range []string{"taxi", "zorbas"} {
		page := s.run(t, search.Request{Text: "burger except " + excluded, Highlighted: true})
		check.Same(t, "", page.Search.Concepts[excluded], excluded)
		if h := page.Items[0].Highlight; h != nil && h.Snippet != nil {
			t.Errorf("what %s means is marked: %s", excluded, *h.Snippet)
		}
	}
}

// Unknown words are counted once all languages have read them: a small second language knows fewer.
func TestUnknownWordsOfSeveralLanguages(t *testing.T) {
	t.Parallel()
	known := "alpha bravo charlie delta echoes foxtrot golfing hotels india juliet kilos limas"
	s := shelve("en:page | Terminal | "+known, "de:seite | Zebra")
	check.Same(t, "map[terminaz:terminal]", whatIsCorrected(t, s, known+" terminaz"))
}

// A word in parts is not unknown: neither the answer nor the correction has a word for it.
func TestUnknownParts(t *testing.T) {
	t.Parallel()
	page := shelve("gate | Gate").run(t, requestFor("gate the-5x9"))
	check.Same(t, 0, len(page.Search.Unknown), page.Search.Unknown)
}

// An alternative without anything that is wanted finds nothing.
func TestAlternativesOfStopPhrases(t *testing.T) {
	t.Parallel()
	shelve("bus | Bus", "gate | Gate to find", "taxi | Taxi").finds(t, map[string]string{"find -taxi or bus": "bus", "show me -taxi or bus": "bus", "bus or find -taxi": "bus", "find or bus": "bus"})
}
