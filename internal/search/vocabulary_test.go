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
		check.Same(t, c.unknown, fmt.Sprint(search.NewPlan(search.Parse("coffe gate zebra"), corpora, nil).Unknown), c.scope)
		var frequencies []string
		for _, word := range []string{"coffe", "gate", "zebra"} {
			frequencies = append(frequencies, fmt.Sprint(search.NewPlan(search.Parse(word), corpora, nil).AtMost))
		}
		check.Same(t, c.frequency, strings.Join(frequencies, " "), c.scope)
		corrected := check.Must(search.Corrections(t.Context(), []search.Unknown{{Text: "gaet", Unaccented: "gaet"}}, corpora))(t)
		check.Same(t, c.corrected, fmt.Sprint(corrected), c.scope)
	}
}

// The Size of an index is its real memory, give or take a fifth. 200 airports with 8,000 words each
// fit into 64 MB.
func TestSizeOfIndexes(t *testing.T) {
	var counts []search.Count
	var forms []search.Form
	for i := range 8_000 {
		word := fmt.Sprintf("w%05dabc", i)
		if i%5 > 0 {
			counts = append(counts, search.Count{Lexeme: word[:7], Type: content.Types()[i%9], Items: 1 + i%300})
		}
		forms = append(forms, search.Form{Unaccented: word, Word: strings.Replace(word, "a", []string{"a", "a", "a", "ä"}[i%4], 1), Lexeme: word[:7]})
	}
	long := make([]string, 3000)
	for i := range long {
		long[i] = strings.Repeat(fmt.Sprintf("Word%d ", i), 200)[:1000]
	}
	for name, made := range map[string]func() interface{ Size() int }{
		"vocabulary": func() interface{ Size() int } {
			return search.NewVocabulary(slices.Values(counts), slices.Values(forms))
		},
		"long titles": func() interface{ Size() int } { return titlesOf(cloned(long)...) },
		"usual titles": func() interface{ Size() int } {
			return titlesOf(cloned(slices.Repeat([]string{"Starbucks Coffee, Terminal 1"}, 3000))...)
		},
		"chinese titles": func() interface{ Size() int } {
			return titlesOf(cloned(slices.Repeat([]string{"二号航站楼出发层星巴克咖啡"}, 3000))...)
		},
	} {
		before := heap()
		index := made()
		took := heap() - before
		if size := index.Size(); took > size*6/5 || size > took*6/5 || name == "vocabulary" && size > 64<<20/200 {
			t.Errorf("%s: %d bytes, and they say %d", name, took, size)
		}
		runtime.KeepAlive(index)
	}
}

func cloned(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.Clone(text)
	}
	return list
}

func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
