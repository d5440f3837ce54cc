package e2e_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// testParameters has a wrong value of each parameter, and what right ones find. internal/api tests every form of a value.
func testParameters(t *testing.T, f *fixture) {
	for _, test := range []struct{ query, parameter, says string }{
		{"size=101", "size", "1 to 100"},
		{"size=5&size=5", "size", ""},
		{"from=-1", "from", "0 to 2147483647"},
		{"contentType=press", "contentType", "parking-transportation"},
		{"contentType=news,faq,news", "contentType", `"news"`},
		{"language=english", "language", "pt-BR"},
		{"includeBody=1", "includeBody", "true or false"},
		{"modifiedSince=", "modifiedSince", "2026-03-10"},
		{"q=" + strings.Repeat("%C3%BC", 513), "q", "512"},
		{"q=a%00b", "q", ""},
		{"q=%zz", "q", ""},
		{"sise=5", "sise", `"size"`},
	} {
		row(t, "refused/"+short(test.query), func(t *testing.T) {
			e := f.get(t, f.some, "SFO/content?"+test.query).fails(t, 400, "invalid_parameter").Error
			if e.Parameter == nil || *e.Parameter != test.parameter || !strings.Contains(e.Message, test.says) {
				t.Errorf("want %s named, and %q: %+v", test.parameter, test.says, e)
			}
		})
	}
	for query, total := range map[string]int{
		"":                                    90,
		"size=1":                              90,
		"size=100":                            90,
		"includeBody=TRUE":                    90,
		"includeBody=fAlSe":                   90,
		"contentType=parking-transportation":  10,
		"contentTyp%65=%6eews":                10,
		"contentType=news,faq":                20,
		"language=EN":                         90,
		"language=de,en&contentType=faq":      10,
		"language=en-GB":                      0,
		"language=de&q=zebra":                 0,
		"q":                                   90,
		"q=%20%09%0A%C2%A0":                   90,
		"q=zebra":                             30,
		"q=the+of+and":                        0,
		"q=%26+%7C+!+%3A*+()":                 0,
		"q=" + strings.Repeat("%C3%BC", 512):  0, // characters, not bytes
		"q=zebra')--":                         30,
		"q=zebra&contentType=page&size=3":     10,
		"modifiedSince=9999-12-31T23:59:59Z":  0,
		"modifiedSince=0001-01-01&size=2":     90,
		"from=90&modifiedSince=1970-01-01":    90,
		"includeBody=false&from=2147483647":   90,
		"contentType=news&q=unheardof&from=5": 0,
	} {
		row(t, "accepted/"+short(query), func(t *testing.T) {
			if p := parsed[page](t, f.get(t, f.some, "SFO/content?"+query)); p.Pagination.Total != total {
				t.Errorf("%d items, want %d", p.Pagination.Total, total)
			}
		})
	}
	for _, path := range []string{"SFO/content/a?size=1", "SFO/changes?from=1", "SFO/changes?q=a", "SFO/changes?size=0", "SFO/changes?size=101",
		"SFO/changes?cursor=", "SFO/changes?cursor=x&cursor=y", "SFO/changes?cursor=%00", "SFO/changes?cursor=garbled"} {
		row(t, "refused/"+path, func(t *testing.T) { f.get(t, f.some, path).fails(t, 400, "invalid_parameter") })
	}
	row(t, "no bytes of q are our failure", func(t *testing.T) {
		for b := range 256 {
			q := "zebra " + string([]byte{byte(b)}) + ` "crossing -` + string([]byte{byte(b)})
			if a := f.get(t, f.some, "SFO/content?includeBody=false&q="+url.QueryEscape(q)); a.status != 200 && a.status != 400 {
				t.Errorf("q=%q: %d %s", q, a.status, a.body)
			}
		}
	})
}

// short is a name for a row.
func short(query string) string {
	if query == "" {
		return "nothing"
	}
	return fmt.Sprintf("%.40s", query)
}

// testModifiedSince has items a millisecond apart, so the results show how a time was read.
func testModifiedSince(t *testing.T, f *fixture) {
	var items []item
	for id, at := range map[string]string{"0": "2026-03-10T09:29:59.999Z", "1": "2026-03-10T09:30:00.000Z", "2": "2026-03-10T09:30:00.001Z"} {
		i := newItem(id)
		i.LastModified = at
		items = append(items, i)
	}
	f.airport(t, "TME", items...)
	none, last, later, all := []string{}, []string{"2"}, []string{"2", "1"}, []string{"2", "1", "0"}
	for _, test := range []struct {
		want  []string
		forms []string
	}{
		{all, []string{"2026-03-10", "20260310", "2026-03-10T00:00Z", "2026-03-10T09:29:59.998Z", "2024-02-29", "0001-01-01", "2026-03-10T10:30:00.000+02:00"}},
		{later, []string{"2026-03-10T09:29:59.999Z", "2026-03-10T09:29:59.999999999999Z", "2026-03-10T10:29:59.999+01:00"}},
		{last, []string{"2026-03-10T09:30:00.000Z", "2026-03-10T09:30:00.000999Z", "2026-03-10T09:30", "2026-03-10 09:30", "2026-03-10T10:30:00+01:00",
			"2026-03-10T10:30:00 01:00", "2026-03-10 10:30:00 0100", "2026-03-10T04:30:00-0500"}},
		{none, []string{"2026-03-10T09:30:00.001Z", "2026-03-10T09:30:00.0019Z", "2026-03-10T09:30:00.01Z", "2026-03-11", "20260311", "2026-03-10T10:30:00.001+01:00"}},
	} {
		for _, form := range test.forms {
			row(t, "accepted/"+form, func(t *testing.T) {
				for _, sent := range []string{url.QueryEscape(form), url.PathEscape(form)} { // the second leaves a plus as it is
					p := parsed[page](t, f.get(t, f.all, "TME/content?modifiedSince="+sent))
					same(t, test.want, ids(p.Results), sent)
				}
			})
		}
	}
	for _, form := range []string{"2026-02-29", "2026-03-10 ", "now"} {
		row(t, "refused/"+form, func(t *testing.T) {
			e := f.get(t, f.all, "TME/content?modifiedSince="+url.QueryEscape(form)).fails(t, 400, "invalid_parameter").Error
			if e.Parameter == nil || *e.Parameter != "modifiedSince" {
				t.Errorf("%+v", e)
			}
		})
	}
}

// testSearch has the syntax of q and what is found.
func testSearch(t *testing.T, f *fixture) {
	inExcerpt := titled("excerpt", "Opening hours")
	inExcerpt.Excerpt = new("Where the walrus waits")
	inContent, reversed := newItem("content"), newItem("reversed")
	inContent.Content, reversed.Content = new("<p>A walrus <b>crossing</b> ahead</p>"), new("<p>The crossing of the walrus</p>")
	french := titled("french", "Le café")
	french.Language = "fr"
	items := []item{titled("title", "Walrus lounge"), inExcerpt, inContent, reversed, titled("penguin", "Penguin"), french}
	f.airport(t, "SRC", items...)
	for q, want := range map[string][]string{
		"walrus":                       {"content", "excerpt", "reversed", "title"},
		"WALRUSES":                     {"content", "excerpt", "reversed", "title"},
		`"walrus crossing"`:            {"content"},
		"walrus -crossing":             {"excerpt", "title"},
		"penguin OR lounge":            {"penguin", "title"},
		"penguin or lounge":            {"penguin", "title"},
		`penguin or "walrus crossing"`: {"content", "penguin"},
		"cafe":                         {"french"},
		"the":                          {},
	} {
		row(t, "q="+q, func(t *testing.T) {
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
		name, match string
		total       int
		query       []string
	}{
		{"ten items hold every word", "all", 13, []string{"q", "walrus crossing"}},
		{"one word", "all", 1, []string{"q", "penguin"}},
		{"a phrase", "all", 13, []string{"q", `"walrus crossing"`}},
		{"fewer than ten hold every word", "any", 15, []string{"q", "penguin walrus"}},
		{"ten before the filter, one after it", "all", 1, []string{"q", "walrus crossing", "contentType", "news"}},
		{"ten before the filter, none after it", "any", 0, []string{"q", "walrus crossing", "contentType", "faq"}},
	} {
		row(t, "meta.search/"+test.name, func(t *testing.T) {
			p := f.list(t, f.all, "MNY", test.query...)
			if s := p.Meta.Search; s == nil || s.Match != test.match || p.Pagination.Total != test.total {
				t.Errorf("%+v, %d items; want %s, %d", s, p.Pagination.Total, test.match, test.total)
			}
		})
	}
	row(t, "meta.search/corrected", func(t *testing.T) {
		s := f.list(t, f.all, "MNY", "q", "pengiun").Meta.Search
		if s == nil || s.Corrected["pengiun"] != "penguin" || !strings.Contains(s.Query, "penguin") {
			t.Errorf("%+v", s)
		}
	})
	row(t, "meta.search/not without q", func(t *testing.T) {
		if s := f.list(t, f.all, "MNY", "q", " ").Meta.Search; s != nil {
			t.Errorf("%+v", s)
		}
	})
}
