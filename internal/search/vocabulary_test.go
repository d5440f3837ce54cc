package search_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

// A key sees only the document frequencies among items of its types, and only words of these items.
func TestVocabularyOfAScope(t *testing.T) {
	t.Parallel()
	v := search.NewVocabulary(
		slices.Values([]search.Count{{"coffe", "dining", 3}, {"coffe", "news", 2}, {"gate", "page", 9}, {"zebra", "news", 1}}),
		slices.Values([]search.Form{{"coffee", "coffee", "coffe"}, {"coffees", "coffées", "coffe"}, {"gate", "gate", "gate"}, {"gone", "gone", "gone"}, {"zebra", "zebra", "zebra"}}))
	for _, c := range []struct {
		scope     content.Scope
		unknown   string // words, of a query for coffee, gates and zebras
		frequency string
		corrected string // of gaet
	}{
		{content.EveryType(), "[]", "5 9 1", "map[gaet:gate]"},
		{content.OnlyTypes("news", "dining"), "[{gate gate}]", "5 0 1", "map[]"},
		{content.OnlyTypes("dining"), "[{gate gate} {zebra zebra}]", "3 0 0", "map[]"},
		{content.OnlyTypes(), "[{coffe coffe} {gate gate} {zebra zebra}]", "0 0 0", "map[]"},
	} {
		corpora := []search.Corpus{search.NewCorpus("simple", 50, v, c.scope, search.Synonyms{})}
		check.Same(t, c.unknown, fmt.Sprint(search.NewPlan(search.Parse("coffe gate zebra"), corpora, stemmer{}).Unknown), c.scope)
		var frequencies []string
		for _, word := range []string{"coffe", "gate", "zebra"} {
			frequencies = append(frequencies, fmt.Sprint(search.NewPlan(search.Parse(word), corpora, stemmer{}).AtMost))
		}
		check.Same(t, c.frequency, strings.Join(frequencies, " "), c.scope)
		corrected := check.Must(search.Corrections(t.Context(), []search.Unknown{{Text: "gaet", Unaccented: "gaet"}}, corpora))(t)
		check.Same(t, c.corrected, fmt.Sprint(corrected), c.scope)
	}
}

// The Size of a vocabulary is its real memory, give or take a fifth. 200 airports with 8,000 words
// each fit into 64 MB.
func TestSizeOfVocabulary(t *testing.T) {
	var counts []search.Count
	var forms []search.Form
	for i := range 8_000 {
		text := fmt.Sprintf("w%05dabc", i)
		if i%5 > 0 {
			counts = append(counts, search.Count{Lexeme: text[:7], Type: content.Types()[i%9], Items: 1 + i%300})
		}
		forms = append(forms, search.Form{Unaccented: text, Word: strings.Replace(text, "a", []string{"a", "a", "a", "ä"}[i%4], 1), Lexeme: text[:7]})
	}
	before := check.Heap()
	v := search.NewVocabulary(slices.Values(counts), slices.Values(forms))
	took := check.Heap() - before
	if size := v.Size(); took > size*6/5 || size > took*6/5 || size > 64<<20/200 {
		t.Errorf("%d bytes, and it says %d", took, size)
	}
	runtime.KeepAlive([]any{v, counts, forms})
}
