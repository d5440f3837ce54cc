package search_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

// How many items hold every word, which of them come first, and how many statements it takes.
func TestMatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		both            int // items with both words; ten more have one each
		hidden          string
		q, given        string
		match           string
		total, allWords int
		statements      int
	}{
		"enough items hold every word":         {11, "", "shop coffee", "", "all", 11, 11, 1},
		"too few do":                           {3, "", "shop coffee", "", "any", 13, 3, 1},
		"none of them passes the filters":      {11, "both", "shop coffee", "", "any", 10, 0, 2},
		"every word was wanted":                {3, "", "shop coffee", "all", "all", 3, 3, 1},
		"whatever the filters leave":           {3, "both", "shop coffee", "all", "all", 0, 0, 1},
		"any word was wanted":                  {11, "", "shop coffee", "any", "any", 21, 11, 1},
		"one word is asked for as it is":       {1, "", "shop", "", "all", 6, 6, 1},
		"also where the filters leave nothing": {1, "s", "shop", "", "all", 0, 0, 1},
		"nothing but stop words":               {1, "", "the of", "", "all", 0, 0, 1},
		"what no item holds is not asked for":  {1, "", "kiosk zoo", "", "any", 0, 0, 0},
	} {
		s := shelve().with(c.both, "both shop coffee").with(5, "shop").with(5, "coffee").with(60, "zebra")
		s.hidden = c.hidden
		page := s.run(t, search.Request{Text: c.q, Match: c.given})
		check.Same(t, content.Search{Match: c.match, AllWords: c.allWords, Query: c.q}, page.Search, name)
		check.Same(t, []int{c.total, c.statements}, []int{page.Total, s.statements}, name)
	}
}

// Beside a thing that would serve it, an intent says little more. It still finds other items.
func TestIntentsBesideThings(t *testing.T) {
	t.Parallel()
	s := shelve("cafe | Café | food", "food | Restaurant food", "halal | Garden | halal meat", "coat | Coats", "lost | Lost property").with(20, "gate")
	s.concepts = true
	for q, want := range map[string]string{"hungry halal": "halal", "halal, and I am very hungry after the long flight": "halal", "hungry": "cafe", "forgot my coat": "lost"} {
		if found := s.run(t, requestFor(q)).Items; len(found) == 0 || found[0].ID != want || q == "hungry halal" && len(found) < 3 {
			t.Errorf("%s: %v", q, found)
		}
	}
}

// Items that hold every word are counted, also where they do not come first: "hungry" says what
// somebody wants, and an item about food is as good without "late".
func TestAllWordsOfIntents(t *testing.T) {
	t.Parallel()
	s := shelve("late | Late food hungry", "food | Restaurant", "bar | Bar late")
	s.concepts = true
	page := s.run(t, search.Request{Text: "hungry late"})
	check.Same(t, 1, page.Search.AllWords)
}

// A query of one word is asked for its parts only if no item holds the whole.
func TestParts(t *testing.T) {
	t.Parallel()
	s := shelve("zh:part | 航站外", "en:seven | | 7 days")
	s.finds(t, map[string]string{"航站楼": "part", "24/7": "seven"})
	s = shelve("zh:part | 航站外", "zh:whole | 航站楼", "en:seven | | 7 days", "en:clock | | 24/7")
	s.finds(t, map[string]string{"航站楼": "whole", "24/7": "clock"})
}

// A title that is the whole query comes first, also one of stop words.
func TestExactTitles(t *testing.T) {
	t.Parallel()
	shelve("bar | Coffee bar | coffee coffee coffee", "coffee | The Coffee | of many words, to be longer than any other of these items is, with a bar").finds(t,
		map[string]string{"coffee": "coffee bar", "after the": ""})
	shelve("after | After the", "coffee | Coffee after the").finds(t, map[string]string{"after the": "after"})
}

// The 24 weightiest clauses of a long query are searched: the rarest words, if each is one clause.
func TestLongQueries(t *testing.T) {
	t.Parallel()
	words := strings.Fields("ab ac ad ae af ag ah ai aj ak al am ba bc bd be bf bg bh bi bj bk bl bm")
	s := shelve("often | often").with(1, strings.Join(words, " ")).with(3, "often")
	s.with(2, words[23])
	check.Same(t, 3, s.run(t, requestFor("often "+strings.Join(words, " or "))).Total)
}

// Bodies are read for marks a megabyte at a time, if the excerpt lacks a word.
func TestHighlight(t *testing.T) {
	t.Parallel()
	s := shelve("a | Gates | at the gates", "c | | at gates", "d | | gates")
	s.add(content.Item{ID: "b", Language: "en", Type: "page", Excerpt: new("a gate")}, "gate", "")
	s.items[0].BodySize = 1 << 20
	page := s.run(t, search.Request{Text: "gate", Highlighted: true})
	marks := map[string]string{}
	for _, item := range page.Items {
		marks[item.ID] = *item.Highlight.Snippet
	}
	check.Same(t, map[string]string{"a": "at the <mark>gates</mark>", "b": "a <mark>gate</mark>", "c": "at <mark>gates</mark>", "d": "<mark>gates</mark>"}, marks)
	check.Same(t, 2, len(s.bodies), "statements for bodies")
}

// A plan that ran before asks at once for what was enough.
func TestPlansKnowWhatWasFound(t *testing.T) {
	t.Parallel()
	s := shelve().with(10, "coffee").with(10, "bar") // ten items may hold both words
	r := requestFor("coffee bar")
	plan, err := search.NewPlan(t.Context(), s, r, s.corpora())
	if err != nil {
		t.Fatal(err)
	}
	for _, statements := range []int{2, 3} {
		page, err := plan.Run(t.Context(), s, r, s.corpora())
		if err != nil {
			t.Fatal(err)
		}
		check.Same(t, 20, page.Total)
		check.Same(t, "any", page.Search.Match)
		check.Same(t, statements, s.statements, "statements")
	}
}

type broken struct{ *shelf }

func (broken) Page(context.Context, []search.LanguageQuery) (content.Page, error) {
	return content.Page{}, errors.New("broken")
}

func TestErrorsOfAPage(t *testing.T) {
	t.Parallel()
	s := terminal()
	plan, err := search.NewPlan(t.Context(), s, requestFor("gate"), s.corpora())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Run(t.Context(), broken{s}, requestFor("gate"), s.corpora()); err == nil {
		t.Error("the error is lost")
	}
}

// A key sees only what its types hold: words, frequencies and corrections.
func TestScope(t *testing.T) {
	t.Parallel()
	s := shelve("page | Gate | coffee")
	s.add(content.Item{ID: "news", Language: "en", Type: "news", Title: "Coffee"}, "zebra", "")
	for want, scope := range map[string]content.Scope{
		"news page | map[gaet:gate]": content.EveryType(), "news | map[]": content.OnlyTypes("news"), " | map[]": content.OnlyTypes("faq"),
	} {
		s.scope = scope
		check.Same(t, want, s.find(t, "coffee")+" | "+whatIsCorrected(t, s, "gaet"), scope)
	}
}
