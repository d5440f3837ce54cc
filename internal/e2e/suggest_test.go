package e2e_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// suggestions is the answer for a search box.
type suggestions struct {
	Success bool `json:"success"`
	Meta    meta `json:"meta"`
	Results []struct {
		Text        string  `json:"text"`
		ID          string  `json:"id"`
		ContentType string  `json:"contentType"`
		URL         *string `json:"url"`
	} `json:"results"`
}

// suggest lists the ids of what is suggested. The query is name, value, …
func (s *server) suggest(t *testing.T, key, airport string, query ...string) []string {
	t.Helper()
	values := url.Values{}
	for n := 0; n < len(query); n += 2 {
		values.Set(query[n], query[n+1])
	}
	ids := []string{}
	for _, r := range parsed[suggestions](t, s.get(t, key, airport+"/suggest?"+values.Encode())).Results {
		ids = append(ids, r.ID)
	}
	return ids
}

// testSuggest has the parameters and the form of the answer. internal/search tests what is
// suggested, and in which order.
func testSuggest(t *testing.T, f *fixture) {
	typed := func(id, contentType, language, title string) item {
		i := titled(id, title)
		i.ContentType, i.Language = contentType, language
		return i
	}
	coffee := typed("coffee", "dining", "en", "Harbor <Coffee> &amp; Tea")
	coffee.URL = new("/dining/coffee?a=1&b=2")
	items := []item{coffee, typed("news", "news", "en", "Coffee is served"), typed("café", "dining", "fr", "Le Café"),
		typed("br", "faq", "pt-BR", "Cafés"), typed("pt", "faq", "pt", "Café")}
	for n := range 25 {
		items = append(items, typed(fmt.Sprintf("gate %02d", n), "general", "en", fmt.Sprintf("Gate %02d", n)))
	}
	f.airport(t, "SUG", items...)

	t.Run("form", func(t *testing.T) {
		a := f.get(t, f.all, "sug/suggest?q=HARB")
		if got := a.header.Get("Cache-Control"); got != "private, max-age=300" || !strings.HasSuffix(string(a.body),
			`"results":[{"text":"Harbor <Coffee> &amp; Tea","id":"coffee","contentType":"dining","url":"/dining/coffee?a=1&b=2"}]}`) {
			t.Errorf("%s: %s", got, a.body)
		}
		p := parsed[suggestions](t, a)
		same(t, meta{Partner: "Acme", PartnerID: p.Meta.PartnerID, Airport: "SUG", AirportName: "Airport of SUG", Timestamp: p.Meta.Timestamp,
			ResponseTimeMs: p.Meta.ResponseTimeMs}, p.Meta)
		if a := f.get(t, f.all, "SUG/suggest?q=zebra"); !strings.HasSuffix(string(a.body), `"results":[]}`) {
			t.Errorf("%s", a.body)
		}
	})
	some := f.key(t, "Acme", "--airport", "SUG", "--scope", "content:read:faq", "--scope", "content:read:news")
	for _, test := range []struct {
		name, key string
		query     []string
		want      []string
	}{
		{"blank", f.all, []string{"q", " \t"}, []string{}},
		{"a word in the middle, and another type", f.all, []string{"q", "cof"}, []string{"news"}},
		{"a language", f.all, []string{"q", "caf", "language", "pt"}, []string{"pt", "br"}},
		{"a region, in any case", f.all, []string{"q", "caf", "language", "PT-br,de"}, []string{"br"}},
		{"types", f.all, []string{"q", "caf", "contentType", "dining,news"}, []string{"café"}},
		{"types of the key", some, []string{"q", "caf"}, []string{"pt", "br"}},
		{"a language that the key's types lack", some, []string{"q", "caf", "language", "fr"}, []string{}},
		{"size", f.all, []string{"q", "gate", "size", "2"}, []string{"gate 00", "gate 01"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			same(t, test.want, f.suggest(t, test.key, "SUG", test.query...))
		})
	}
	if n := len(f.suggest(t, f.all, "SUG", "q", "g")); n != 8 {
		t.Errorf("%d by default", n)
	}
	if n := len(f.suggest(t, f.all, "SUG", "q", "g", "size", "20")); n != 20 {
		t.Errorf("%d of 20", n)
	}
	f.get(t, some, "SUG/suggest?q=caf&contentType=dining").fails(t, 403, "scope_forbidden")
	f.get(t, some, "SUG/suggest?q=&contentType=faq,dining").fails(t, 403, "scope_forbidden")
	if p := f.get(t, f.all, "SUG/suggest?size=5").fails(t, 400, "invalid_parameter").Error.Parameter; p == nil || *p != "q" {
		t.Errorf("parameter %v", p)
	}
	f.airport(t, "SUN")
	same(t, []string{}, f.suggest(t, f.all, "SUN", "q", "a"))
}
