package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
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

// A concept that means an hour is as common as its words.
func TestHoursAreNoCommonWords(t *testing.T) {
	t.Parallel()
	s := shelve("both | Bench | open 24 hours, day and night").with(12, "open 24 hours").with(40, "bench").with(60, "zebra")
	s.concepts = true
	check.Same(t, 13, s.run(t, requestFor("bench 24 hours")).Total)
}

// recorder keeps the queries that an index is asked.
type recorder struct {
	*shelf
	asked []search.LanguageQuery
}

func (r *recorder) Page(_ context.Context, queries []search.LanguageQuery) (content.Page, error) {
	r.asked = append(r.asked, queries...)
	return content.Page{}, nil
}

// Clauses that find no items leave room for common words.
func TestClausesForTheOrderFindNothing(t *testing.T) {
	t.Parallel()
	var counts []search.Count
	for lexeme, items := range map[string]int{"pharmacy": 100, "medicine": 100, "toilet": 100, "restroom": 100, "zebra": 20_000} {
		counts = append(counts, search.Count{Lexeme: lexeme, Type: "page", Items: items})
	}
	slices.SortFunc(counts, func(a, b search.Count) int { return strings.Compare(a.Lexeme, b.Lexeme) })
	s := shelve()
	s.concepts = true
	r := &recorder{shelf: s}
	vocabulary := search.NewVocabulary(slices.Values(counts), slices.Values([]search.Form(nil)))
	corpus := search.NewCorpus("english", 40_000, vocabulary, content.EveryType(), search.NewSynonyms(nil), concept.Get())
	request, corpora := requestFor("pharmacy toilets zebra"), []search.Corpus{corpus}
	plan, err := search.NewPlan(t.Context(), r, request, corpora)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Run(t.Context(), r, request, corpora); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.asked[0].Clauses, func(c search.Clause) bool { return c.Word == "'zebra'" }) {
		t.Error("no clause of zebra:", r.asked[0].Clauses)
	}
}
