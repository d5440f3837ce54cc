package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

// fakeIndex gives the page of each tsquery, and records the calls.
type fakeIndex struct {
	found map[string]content.Page // by tsquery
	asked []string
}

func (x *fakeIndex) Known(word.Word) (word.Stem, bool) { return word.Stem{}, false }

func (x *fakeIndex) ReadStems(_ context.Context, stems word.Stems) error {
	words := []string{}
	for w := range stems {
		stems[w] = stemmer{}.Of(w)
		words = append(words, w.Text)
	}
	slices.Sort(words)
	x.asked = append(x.asked, fmt.Sprint("stem ", words))
	return nil
}

func (x *fakeIndex) Page(_ context.Context, queries []search.LanguageQuery) (content.Page, error) {
	q := queries[0]
	x.asked = append(x.asked, q.Query+", first "+q.First)
	if q.Query == "'broken'" {
		return content.Page{}, errors.New("broken")
	}
	return x.found[q.Query], nil
}

// How many results hold every word, and what the facets count. A match that is given decides.
func TestMatch(t *testing.T) {
	t.Parallel()
	const all, any = "('shop' & 'coffee')", "('shop' | 'coffee')"
	every, some := content.Counts{"dining": {"en": 30}}, content.Counts{"dining": {"en": 90}, "faq": {"de": 4}}
	many := map[string]content.Page{all: {Found: 30, Total: 30, TotalFirst: 2, Counts: every}, any: {Found: 94, Total: 94, TotalFirst: 30, Counts: some}}
	few := map[string]content.Page{all: {Found: 3, Total: 3, Counts: every}, any: {Found: 94, Total: 90, TotalFirst: 3, Counts: some}}
	filtered := map[string]content.Page{all: {Found: 30, Counts: every}, any: {Found: 94, Total: 4, Counts: some}}
	for name, c := range map[string]struct {
		found        map[string]content.Page
		given, match string
		allWords     int
		counts       content.Counts
	}{
		"every word":                            {many, "", "all", 30, every},
		"any word":                              {few, "", "any", 3, some},
		"any word, only because of the filters": {filtered, "", "any", 0, some},
		"every word was wanted":                 {few, "all", "all", 3, every},
		"whatever the filters leave":            {filtered, "all", "all", 0, every},
		"any word was wanted":                   {many, "any", "any", 30, some},
	} {
		x := &fakeIndex{found: c.found}
		page := check.Must(search.Run(t.Context(), x, search.Request{Text: "shop coffee", Match: c.given}, []search.Corpus{terminal.corpus()}))(t)
		check.Same(t, content.Search{Match: c.match, AllWords: c.allWords, Query: "shop coffee"}, page.Search, name)
		check.Same(t, c.counts, page.Counts, name)
	}
}

func (x *fakeIndex) Beginnings(_ context.Context, ids []string, _ int) (map[string]string, error) {
	x.asked = append(x.asked, fmt.Sprint("bodies ", ids))
	bodies := map[string]string{}
	for _, id := range ids {
		bodies[id] = "<p>at the gates"
	}
	return bodies, nil
}

// The calls of a search, step by step, and its interpretation in the answer.
func TestRun(t *testing.T) {
	t.Parallel()
	many, filtered, few := content.Page{Found: 30, Total: 5}, content.Page{Found: 30}, content.Page{Found: 3, Total: 3}
	for name, c := range map[string]struct {
		q     string
		found map[string]content.Page
		asked []string
		match string
		total int
	}{
		"enough items hold every word": {"shop coffee", map[string]content.Page{"('shop' & 'coffee')": many},
			[]string{"stem [coffee shop shopcoffee]", "('shop' & 'coffee'), first "}, "all", 5},
		"too few can": {"faith coffee", map[string]content.Page{"('faith' | 'coffee')": few},
			[]string{"stem [coffee faith faithcoffee]", "('faith' | 'coffee'), first ('faith' & 'coffee')"}, "any", 3},
		"too few do": {"shop coffee", map[string]content.Page{"('shop' & 'coffee')": few, "('shop' | 'coffee')": many},
			[]string{"stem [coffee shop shopcoffee]", "('shop' & 'coffee'), first ",
				"('shop' | 'coffee'), first ('shop' & 'coffee')"}, "any", 5},
		"none of them passes the filters": {"shop coffee", map[string]content.Page{"('shop' & 'coffee')": filtered, "('shop' | 'coffee')": few},
			[]string{"stem [coffee shop shopcoffee]", "('shop' & 'coffee'), first ",
				"('shop' | 'coffee'), first ('shop' & 'coffee')"}, "any", 3},
		"one word is asked for as it is": {"faith", map[string]content.Page{"'faith'": few}, []string{"stem [faith]", "'faith', first "}, "all", 3},
		"also where the filters leave nothing": {"24/7", map[string]content.Page{"('24' <1> '7')": {Found: 1}},
			[]string{"('24' <1> '7'), first "}, "all", 0},
		"a part of it only where nothing holds it": {"24/7", map[string]content.Page{"(('24' <1> '7') | '24' | '7')": few},
			[]string{"('24' <1> '7'), first ", "(('24' <1> '7') | '24' | '7'), first ('24' <1> '7')"}, "any", 3},
		"stop words are asked for as titles": {"the of", nil, []string{"stem [of the theof]", "'title the of', first "}, "all", 0},
		"a misspelled word is corrected": {"gaet", map[string]content.Page{"'gate'": many},
			[]string{"stem [gaet]", "stem [gate]", "'gate', first "}, "all", 5},
	} {
		x := &fakeIndex{found: c.found}
		page := check.Must(search.Run(t.Context(), x, search.Request{Text: c.q}, []search.Corpus{terminal.corpus()}))(t)
		check.Same(t, []any{c.match, c.total, c.asked}, []any{page.Search.Match, page.Total, x.asked}, name)
	}
	long := content.Page{Found: 1, Total: 1, Items: []content.Item{{ID: "a", Title: "Gate", BodySize: 1 << 20}, {ID: "b", Excerpt: new("a gate")},
		{ID: "c", BodySize: 5}, {ID: "d", BodySize: 6}}}
	for i := range long.Items {
		long.Items[i].Language = "xx" // the language of this airport
	}
	y := &fakeIndex{found: map[string]content.Page{"'gate'": long}}
	request := search.Request{Text: "gate", Highlighted: true}
	page, err := search.Run(t.Context(), y, request, []search.Corpus{airport{"gate": 400, "gates": 2}.corpusIn(word.Language("xx"))})
	if err != nil || *page.Items[0].Highlight.Title != "<mark>Gate</mark>" || *page.Items[1].Highlight.Snippet != "a <mark>gate</mark>" || page.Items[3].Highlight.Title != nil {
		t.Errorf("%+v, %v", page.Items, err)
	}
	check.Same(t, []string{"'gate', first ", "bodies [a]", "bodies [c d]"}, y.asked, "to highlight a page")
	if _, err := search.Run(t.Context(), &fakeIndex{}, search.Request{Text: "broken"}, []search.Corpus{airport{"broken": 1}.corpus()}); err == nil {
		t.Error("the error of a page is lost")
	}
}
