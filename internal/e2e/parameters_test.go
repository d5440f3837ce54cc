package e2e_test

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// testParameters has a wrong value and a wrong name, and what right ones find. internal/api tests
// every form of a value.
func testParameters(t *testing.T, f *fixture) {
	for _, test := range []struct{ query, parameter, says string }{
		{"size=101", "size", "1 to 100"},
		{"sise=5", "sise", `"size"`},
	} {
		t.Run("refused/"+short(test.query), func(t *testing.T) {
			e := f.get(t, f.some, "SFO/content?"+test.query).fails(t, 400, "invalid_parameter").Error
			if e.Parameter == nil || *e.Parameter != test.parameter || !strings.Contains(e.Message, test.says) {
				t.Errorf("want %s named, and %q: %+v", test.parameter, test.says, e)
			}
		})
	}
	for query, total := range map[string]int{ // what testCombinations does not have
		"language=de,en&contentType=faq":     10,
		"language=en-GB":                     0,
		"q=%20%09%0A%C2%A0":                  90,
		"q=zebra')--":                        30,
		"modifiedSince=9999-12-31T23:59:59Z": 0,
		"modifiedSince=0001-01-01&size=2":    90,
		"includeBody=fAlSe&from=2147483647":  90,
	} {
		t.Run("accepted/"+short(query), func(t *testing.T) {
			if p := parsed[page](t, f.get(t, f.some, "SFO/content?"+query)); p.Pagination.Total != total {
				t.Errorf("%d items, want %d", p.Pagination.Total, total)
			}
		})
	}
	for _, path := range []string{"SFO/content/a?size=1", "SFO/changes?from=1", "SFO/changes?size=101", "SFO/changes?cursor=", "SFO/changes?cursor=x&cursor=y",
		"SFO/changes?wait=31", "SFO/changes?wait=-1", "SFO/changes?wait=1.5", "SFO/changes?wait=", "SFO/content?wait=1", "airports?size=101", "airports?from=-1", "airports?q=x",
		"SFO/changes?cursor=%00", "SFO/suggest", "SFO/suggest?q=a&size=21"} {
		t.Run("refused/"+path, func(t *testing.T) { f.get(t, f.some, path).fails(t, 400, "invalid_parameter") })
	}
}

// short is a name for a row.
func short(query string) string {
	if query == "" {
		return "nothing"
	}
	return fmt.Sprintf("%.40s", query)
}

// testModifiedSince has items a millisecond apart, so the results show how a time was read.
// internal/timestamp tests every form.
func testModifiedSince(t *testing.T, f *fixture) {
	var items []item
	for id, at := range map[string]string{"0": "2026-03-10T09:29:59.999Z", "1": "2026-03-10T09:30:00.000Z", "2": "2026-03-10T09:30:00.001Z"} {
		i := newItem(id)
		i.LastModified = at
		items = append(items, i)
	}
	f.airport(t, "TME", items...)
	for form, want := range map[string][]string{
		"2026-03-10":                       {"2", "1", "0"},
		"2026-03-10T09:29:59.999999Z":      {"2", "1"},
		"2026-03-10T09:30":                 {"2"},
		"2026-03-10T10:30:00.000999+01:00": {"2"},
		"2026-03-10T10:30:00 01:00":        {"2"},
		"2026-03-10T09:30:00.001Z":         {},
	} {
		t.Run(form, func(t *testing.T) {
			for _, sent := range []string{url.QueryEscape(form), url.PathEscape(form)} { // the second leaves a plus as it is
				p := parsed[page](t, f.get(t, f.all, "TME/content?modifiedSince="+sent))
				same(t, want, ids(p.Results), sent)
			}
		})
	}
}

// testSearch has the syntax of q, and what meta.search says. internal/search and internal/store
// test what is found.
func testSearch(t *testing.T, f *fixture) {
	inContent, reversed := newItem("content"), newItem("reversed")
	inContent.Content, reversed.Content = new("<p>A walrus <b>crossing</b> ahead</p>"), new("<p>The crossing of the walrus</p>")
	french := titled("french", "Le café")
	french.Language = "fr"
	f.airport(t, "SRC", titled("title", "Walrus lounge"), inContent, reversed, titled("penguin", "Penguin"), french)
	for q, want := range map[string][]string{
		"WALRUSES":                     {"content", "reversed", "title"},
		"walrus -crossing":             {"title"},
		"penguin or lounge":            {"penguin", "title"},
		`penguin OR "walrus crossing"`: {"content", "penguin"},
		"cafe":                         {"french"},
		"the":                          {},
	} {
		t.Run("q="+q, func(t *testing.T) {
			found := ids(f.list(t, f.all, "SRC", "q", q).Results)
			slices.Sort(found)
			same(t, want, found)
		})
	}

	var many []item
	for n := range 12 {
		many = append(many, titled(fmt.Sprintf("both %02d", n), "Walrus crossing"))
	}
	news := titled("news", "Walrus crossing")
	news.ContentType = "news"
	f.airport(t, "MNY", append(many, news, titled("one", "Walrus"), titled("other", "A penguin"))...)
	for _, test := range []struct {
		name, match     string
		total, allWords int
		query           []string
	}{
		{"ten items hold every word", "all", 13, 13, []string{"q", "walrus crossing"}},
		{"one word", "all", 1, 1, []string{"q", "penguin"}},
		{"fewer than ten hold every word", "any", 1, 0, []string{"q", "penguin walrus"}},
		{"ten before the filter, one after it", "all", 1, 1, []string{"q", "walrus crossing", "contentType", "news"}},
		{"ten before the filter, none after it", "any", 0, 0, []string{"q", "walrus crossing", "contentType", "faq"}},
	} {
		t.Run("meta.search/"+test.name, func(t *testing.T) {
			p := f.list(t, f.all, "MNY", test.query...)
			if s := p.Meta.Search; s == nil || s.Match != test.match || p.Pagination.Total != test.total || s.AllWords != test.allWords {
				t.Errorf("%+v, %d items; want %s, %d, %d", s, p.Pagination.Total, test.match, test.total, test.allWords)
			}
		})
	}
	t.Run("facets", func(t *testing.T) {
		for query, want := range map[string]string{
			"facets=contentType":                                   `"facets":{"contentType":{"page":14,"news":1}},"results"`,
			"facets=language,contentType&contentType=news":         `"facets":{"contentType":{"page":14,"news":1},"language":{"en":1}},"results"`,
			"facets=contentType&q=walrus+crossing&contentType=faq": `"facets":{"contentType":{"page":13,"news":1}},"results"`,
		} {
			for range 2 { // the second answer comes from the answer cache
				if a := f.get(t, f.all, "MNY/content?"+query); !bytes.Contains(a.body, []byte(want)) {
					t.Errorf("%s: want %s: %s", query, want, a.body)
				}
			}
		}
		if a := f.get(t, f.all, "MNY/content"); bytes.Contains(a.body, []byte("facets")) {
			t.Errorf("facets that were not asked for: %s", a.body)
		}
	})
	t.Run("highlight", func(t *testing.T) {
		for query, want := range map[string]string{
			"q=walruses&includeBody=false": `"highlight":{"title":"<mark>Walrus</mark> lounge","snippet":null}`,
			"q=crossing":                   `"highlight":{"title":null,"snippet":"A walrus <mark>crossing</mark> ahead"}`,
			"q=cafe":                       `"highlight":{"title":"Le <mark>café</mark>","snippet":null}`,
			"q=pengiun":                    `"highlight":{"title":"<mark>Penguin</mark>","snippet":null}`,
			`q=%22walrus+crossing%22`:      `"snippet":"A <mark>walrus</mark> <mark>crossing</mark> ahead"}`,
		} {
			if a := f.get(t, f.all, "SRC/content?highlight=true&"+query); !bytes.Contains(a.body, []byte(want)) {
				t.Errorf("%s: want %s: %s", query, want, a.body)
			}
		}
		for _, query := range []string{"highlight=true", "highlight=true&q=+", "q=walrus", "q=walrus&highlight=False"} {
			if a := f.get(t, f.all, "SRC/content?"+query); bytes.Contains(a.body, []byte("highlight")) {
				t.Errorf("%s: %s", query, a.body)
			}
		}
	})
	t.Run("meta.search/corrected, and not without q", func(t *testing.T) {
		s := f.list(t, f.all, "MNY", "q", "pengiun").Meta.Search
		if s == nil || s.Corrected["pengiun"] != "penguin" || !strings.Contains(s.Query, "penguin") {
			t.Errorf("%+v", s)
		}
		if s := f.list(t, f.all, "MNY", "q", " ").Meta.Search; s != nil {
			t.Errorf("%+v", s)
		}
	})
}
