package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/searchcounts"
)

// The syntax of q, and the form of what an answer says of its search. Packages search and store
// test what is found.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := serve(t)
	key := s.key(t, "content:read")
	inContent, reversed, french := newItem("content"), newItem("reversed"), titled("french", "page", "Le café")
	inContent.Content, reversed.Content = new("<p>A walrus <b>crossing</b> ahead</p>"), new("<p>The crossing of the walrus</p>")
	french.Language = "fr"
	s.airport(t, "SRC", titled("title", "page", "Walrus lounge"), inContent, reversed, titled("penguin", "page", "Penguin"), french)
	many := []item{titled("news", "news", "Walrus crossing"), titled("one", "page", "Walrus"), titled("other", "page", "A penguin")}
	for n := range 12 {
		many = append(many, titled(fmt.Sprintf("both %02d", n), "page", "Walrus crossing"))
	}
	s.airport(t, "MNY", many...)
	for _, test := range []struct{ query, ids, has string }{
		{"SRC/content?q=WALRUSES", "content reversed title", ""},
		{"SRC/content?q=walrus+-crossing", "title", ""},
		{"SRC/content?q=penguin+or+lounge", "penguin title", ""},
		{"SRC/content?q=penguin+OR+%22walrus+crossing%22", "content penguin", ""},
		{"SRC/content?q=cafe", "french", ""},
		{"SRC/content?q=the", "", ""},
		{"SRC/content?q=walrus')--", "content reversed title", ""},
		{"SRC/content?q=walruses&includeBody=false&highlight=true", "content reversed title", `"highlight":{"title":"<mark>Walrus</mark> lounge","snippet":null}`},
		{"SRC/content?q=crossing&highlight=true", "content reversed", `"highlight":{"title":null,"snippet":"A walrus <mark>crossing</mark> ahead"}`},
		{"SRC/content?q=cafe&highlight=true", "french", `"highlight":{"title":"Le <mark>café</mark>","snippet":null}`},
		{"SRC/content?q=pengiun&highlight=true", "penguin", `"highlight":{"title":"<mark>Penguin</mark>","snippet":null}`},
		{"MNY/content?q=walrus+crossing&size=1&from=14", "", `"search":{"match":"all","allWords":13,"query":"walrus crossing"}`},
		{"MNY/content?q=penguin", "other", `"search":{"match":"all","allWords":1,"query":"penguin"}`},
		{"MNY/content?q=pengiun", "other", `"query":"penguin","corrected":{"pengiun":"penguin"}}`},
		{"MNY/content?q=penguin+walrus&size=1", "other", `"search":{"match":"any","allWords":0,`},
		{"MNY/content?q=walrus+crossing&contentType=news", "news", `"search":{"match":"all","allWords":1,`}, // ten before the filter, one after it
		{"MNY/content?q=walrus+crossing&contentType=faq&facets=contentType", "", `"facets":{"contentType":{"page":13,"news":1}},"results":[]`},
		{"MNY/content?facets=language,contentType&contentType=news", "news", `"facets":{"contentType":{"page":14,"news":1},"language":{"en":1}},"results"`},
	} {
		a := s.get(t, key, test.query)
		ids := a.page(t).ids()
		if slices.Sort(ids); strings.Join(ids, " ") != test.ids || !strings.Contains(string(a.body), test.has) {
			t.Errorf("%s: want %s: %s", test.query, test.ids, a.body)
		}
	}
	for _, absent := range []struct{ query, field string }{{"highlight=true", "highlight"}, {"highlight=true&q=+", "highlight"}, {"q=walrus", "highlight"},
		{"q=walrus&highlight=False", "highlight"}, {"q=%20%09%0A%C2%A0", `"search"`}, {"", "facets"}} {
		if a := s.get(t, key, "SRC/content?"+absent.query); strings.Contains(string(a.body), absent.field) {
			t.Errorf("%s: %s", absent.query, a.body)
		}
	}
}

// The parameters and the form of suggestions. Package search tests what is suggested, and in which
// order.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := serve(t)
	in := func(id, contentType, language, title string) item {
		i := titled(id, contentType, title)
		i.Language = language
		return i
	}
	coffee := in("coffee", "dining", "en", "Harbor <Coffee> &amp; Tea")
	coffee.URL = new("/dining/coffee?a=1&b=2")
	items := []item{coffee, in("news", "news", "en", "Coffee is served"), in("café", "dining", "fr", "Le Café"), in("br", "faq", "pt-BR", "Cafés"), in("pt", "faq", "pt", "Café")}
	for n := range 25 {
		items = append(items, in(fmt.Sprintf("gate %02d", n), "general", "en", fmt.Sprintf("Gate %02d", n)))
	}
	s.airport(t, "SUG", items...)
	s.airport(t, "SUN")
	all, some := s.key(t, "content:read"), s.key(t, "content:read:faq", "content:read:news")
	for _, test := range []struct {
		key, path string
		ids       []string
	}{
		{all, "SUG/suggest?q=%20%09", []string{}},
		{all, "SUG/suggest?q=zebra", []string{}},
		{all, "SUN/suggest?q=a", []string{}},
		{all, "SUG/suggest?q=cof", []string{"news"}},
		{all, "SUG/suggest?q=caf&language=pt", []string{"pt", "br"}},
		{all, "SUG/suggest?q=caf&language=PT-pt,de", []string{"pt"}},
		{all, "SUG/suggest?q=caf&contentType=dining,news", []string{"café"}},
		{some, "SUG/suggest?q=caf", []string{"pt", "br"}},
		{some, "SUG/suggest?q=caf&language=fr", []string{}},
		{all, "SUG/suggest?q=gate&size=2", []string{"gate 00", "gate 01"}},
	} {
		check.Same(t, test.ids, s.get(t, test.key, test.path).page(t).ids(), test.path)
	}
	for query, want := range map[string]int{"q=g": 8, "q=g&size=20": 20} {
		check.Same(t, want, len(s.get(t, all, "SUG/suggest?"+query).page(t).Results), "suggestions for "+query)
	}
	a := s.get(t, all, "sug/suggest?q=HARB")
	if p := a.page(t).Meta; p.Airport != "SUG" || !strings.HasSuffix(string(a.body), `"results":[{"text":"Harbor <Coffee> &amp; Tea","id":"coffee","contentType":"dining","url":"/dining/coffee?a=1&b=2"}]}`) {
		t.Errorf("%s", a.body)
	}
	s.get(t, some, "SUG/suggest?q=caf&contentType=dining").is(t, 403, "scope_forbidden")
	s.get(t, some, "SUG/suggest?q=&contentType=faq,dining").is(t, 403, "scope_forbidden")
	if p := s.get(t, all, "SUG/suggest?size=5").is(t, 400, "invalid_parameter").Parameter; p == nil || *p != "q" {
		t.Errorf("parameter %v", p)
	}
}

// Which requests count as searches, and of which kind.
func TestCountedSearches(t *testing.T) {
	t.Parallel()
	s := serve(t)
	long := newItem("zebra")
	long.Content = new(strings.Repeat("stripes ", 5000))
	s.airport(t, "AAA", newItem("a"), newItem("b"), long)
	key, restricted := s.key(t, "content:read"), s.key(t, "content:read:news")
	etag := s.get(t, key, "AAA/content?q=title").header.Get("ETag")
	one := searchcounts.Counts{Searches: 1}
	for _, test := range []struct {
		name, key, path string
		headers         []string
		want            searchcounts.Counts
	}{
		{"found", key, "AAA/content?q=title&size=1", nil, one},
		{"the same, from the answer cache", key, "AAA/content?q=title&size=1", nil, one},
		{"not modified", key, "AAA/content?q=title", []string{"If-None-Match", etag}, searchcounts.Counts{}},
		{"a page further on", key, "AAA/content?q=title&size=1&from=1", nil, searchcounts.Counts{}},
		{"nothing found", key, "AAA/content?q=zeppelin", nil, searchcounts.Counts{Searches: 1, WithoutResults: 1}},
		{"nothing of its types found", restricted, "AAA/content?q=title", nil, searchcounts.Counts{Searches: 1, WithoutResults: 1}},
		{"too long for the answer cache", key, "AAA/content?q=zebra", nil, one},
		{"every word, in some of the items", key, "AAA/content?q=title+zebra&size=1", nil, one},
		{"some words", key, "AAA/content?q=title+zeppelin", nil, searchcounts.Counts{Searches: 1, SomeWords: 1}},
		{"corrected", key, "AAA/content?q=titel", nil, searchcounts.Counts{Searches: 1, Corrected: 1}},
		{"no search", key, "AAA/content", nil, searchcounts.Counts{}},
		{"refused", key, "AAA/content?q=title&size=0", nil, searchcounts.Counts{}},
		{"suggestions", key, "AAA/suggest?q=titl", nil, searchcounts.Counts{}},
	} {
		before := s.searches.Totals()["AAA"]
		s.get(t, test.key, test.path, test.headers...)
		got := s.searches.Totals()["AAA"]
		got = searchcounts.Counts{Searches: got.Searches - before.Searches, WithoutResults: got.WithoutResults - before.WithoutResults,
			SomeWords: got.SomeWords - before.SomeWords, Corrected: got.Corrected - before.Corrected}
		check.Same(t, test.want, got, test.name)
	}
}
