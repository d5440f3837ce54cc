package search_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// fakeIndex is an airport whose tsqueries find so many items. It notes what it is asked.
type fakeIndex struct {
	airport
	near    []search.Candidate
	related map[search.Part][]search.Lexeme
	found   map[string]content.Page // by tsquery
	asked   []string
	parts   []search.Part        // that were looked up last
	query   search.LanguageQuery // that was run last
}

func (x *fakeIndex) Analyse(_ context.Context, texts []string) (map[string][]search.Analysis, error) {
	x.asked = append(x.asked, fmt.Sprint("analyse ", texts))
	found := map[string][]search.Analysis{}
	for _, text := range texts {
		found[text] = []search.Analysis{x.read(text)}
	}
	return found, nil
}

func (x *fakeIndex) Related(_ context.Context, parts []search.Part) (map[search.Part][]search.Lexeme, error) {
	x.parts = parts
	return x.related, nil
}

func (x *fakeIndex) NearWords(context.Context, []search.Misspelling) ([]search.Candidate, error) {
	x.asked = append(x.asked, "near words")
	return x.near, nil
}

func (x *fakeIndex) Page(_ context.Context, queries []search.LanguageQuery) (content.Page, error) {
	q := queries[0]
	x.query = q
	x.asked = append(x.asked, q.Query+", first "+q.First)
	if q.Query == "'broken'" {
		return content.Page{}, errors.New("broken")
	}
	return x.found[q.Query], nil
}

// How many results hold every word, and what the facets count.
func TestCountsOfAMatch(t *testing.T) {
	t.Parallel()
	const all, any = "('shop' & 'coffee')", "('shop' | 'coffee')"
	every, some := content.Counts{"dining": {"en": 30}}, content.Counts{"dining": {"en": 90}, "faq": {"de": 4}}
	for name, c := range map[string]struct {
		found    map[string]content.Page
		allWords int
		counts   content.Counts
	}{
		"every word": {map[string]content.Page{all: {Found: 30, Total: 30, TotalFirst: 2, Counts: every}}, 30, every},
		"any word":   {map[string]content.Page{all: {Found: 3, Total: 3, Counts: every}, any: {Found: 94, Total: 90, TotalFirst: 3, Counts: some}}, 3, some},
		"any word, only because of the filters": {map[string]content.Page{all: {Found: 30, Counts: every}, any: {Found: 94, Total: 4, Counts: some}},
			0, every},
	} {
		x := &fakeIndex{airport: terminal, found: c.found}
		page, err := search.Run(t.Context(), x, "shop coffee", []search.Vocabulary{terminal.vocabulary()}, false)
		if err != nil || page.Search.AllWords != c.allWords || !cmp.Equal(page.Counts, c.counts) {
			t.Errorf("%s: %d hold every word, counts %v, %v; want %d, %v", name, page.Search.AllWords, page.Counts, err, c.allWords, c.counts)
		}
	}
}

func (x *fakeIndex) Forms(_ context.Context, lexemes []search.Token) (map[search.Token]string, error) {
	x.asked = append(x.asked, fmt.Sprint("forms ", lexemes))
	return map[search.Token]string{{Word: "gates"}: "gate", {Word: "gate"}: "gate"}, nil
}

func (x *fakeIndex) Beginnings(_ context.Context, ids []string, _ int) (map[string]string, error) {
	x.asked = append(x.asked, fmt.Sprint("bodies ", ids))
	bodies := map[string]string{}
	for _, id := range ids {
		bodies[id] = "<p>at the gates"
	}
	return bodies, nil
}

// What a search asks, step by step, and what it says it did.
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
			[]string{"analyse [shop coffee shopcoffee]", "('shop' & 'coffee'), first ('shop':A <1> 'coffee':A)"}, "all", 5},
		"too few can": {"faith coffee", map[string]content.Page{"('faith' | 'coffee')": few},
			[]string{"analyse [faith coffee faithcoffee]", "('faith' | 'coffee'), first ('faith' & 'coffee')"}, "any", 3},
		"too few do": {"shop coffee", map[string]content.Page{"('shop' & 'coffee')": few, "('shop' | 'coffee')": many},
			[]string{"analyse [shop coffee shopcoffee]", "('shop' & 'coffee'), first ('shop':A <1> 'coffee':A)",
				"('shop' | 'coffee'), first ('shop' & 'coffee')"}, "any", 5},
		"none of them passes the filters": {"shop coffee", map[string]content.Page{"('shop' & 'coffee')": filtered, "('shop' | 'coffee')": few},
			[]string{"analyse [shop coffee shopcoffee]", "('shop' & 'coffee'), first ('shop':A <1> 'coffee':A)",
				"('shop' | 'coffee'), first ('shop' & 'coffee')"}, "any", 3},
		"one word is asked for as it is": {"faith", map[string]content.Page{"'faith'": few}, []string{"analyse [faith]", "'faith', first "}, "all", 3},
		"also where the filters leave nothing": {"24/7", map[string]content.Page{"('24' <1> '7')": {Found: 1}},
			[]string{"analyse [24 7]", "('24' <1> '7'), first ('24':A <1> '7':A)"}, "all", 0},
		"a part of it only where nothing holds it": {"24/7", map[string]content.Page{"(('24' <1> '7') | '24' | '7')": few},
			[]string{"analyse [24 7]", "('24' <1> '7'), first ('24':A <1> '7':A)", "(('24' <1> '7') | '24' | '7'), first ('24' <1> '7')"}, "any", 3},
		"stop words ask nothing": {"the of", nil, []string{"analyse [the of theof]"}, "all", 0},
		"a misspelled word is corrected": {"gaet", map[string]content.Page{"'gate'": many},
			[]string{"analyse [gaet]", "near words", "analyse [gate]", "'gate', first "}, "all", 5},
	} {
		x := &fakeIndex{airport: terminal, found: c.found, near: []search.Candidate{{Unaccented: "gate", Word: "gate", Frequency: 400}}}
		page, err := search.Run(t.Context(), x, c.q, []search.Vocabulary{terminal.vocabulary()}, false)
		if err != nil || page.Search.Match != c.match || page.Total != c.total {
			t.Errorf("%s: %+v, %d, %v", name, page.Search, page.Total, err)
		}
		if diff := cmp.Diff(c.asked, x.asked); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	long := content.Page{Found: 1, Total: 1, Items: []content.Item{{ID: "a", Title: "Gate", BodySize: 1 << 20}, {ID: "b", Excerpt: new("a gate"), Language: "en"},
		{ID: "c", BodySize: 5, Language: "en"}, {ID: "d", BodySize: 6, Language: "en"}}}
	for i := range long.Items {
		long.Items[i].Language = "xx" // the language of this airport
	}
	y := &fakeIndex{airport: terminal, found: map[string]content.Page{"'gate'": long}}
	vocabulary := terminal.vocabulary()
	vocabulary.Language = search.Language("xx")
	page, err := search.Run(t.Context(), y, "gate", []search.Vocabulary{vocabulary}, true)
	if err != nil || *page.Items[0].Highlight.Title != "<mark>Gate</mark>" || *page.Items[1].Highlight.Snippet != "a <mark>gate</mark>" || page.Items[3].Highlight.Title != nil {
		t.Errorf("%+v, %v", page.Items, err)
	}
	if diff := cmp.Diff([]string{"analyse [gate]", "'gate', first ", "forms [{simple gate}]", "bodies [a]", "bodies [c d]"}, y.asked); diff != "" {
		t.Errorf("what is asked to highlight a page (-want +got):\n%s", diff)
	}
	x := &fakeIndex{airport: airport{"broken": 1}}
	if _, err := search.Run(t.Context(), x, "broken", []search.Vocabulary{x.vocabulary()}, false); err == nil {
		t.Error("the error of a page is lost")
	}
}
