package e2e_test

import (
	"fmt"
	"net/url"
	"slices"
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

// testSuggest has the parameters and the form of the answer. internal/search tests what is suggested, and in which order.
func testSuggest(t *testing.T, f *fixture) {
	typed := func(id, contentType, language, title string) item {
		i := titled(id, title)
		i.ContentType, i.Language = contentType, language
		return i
	}
	coffee := typed("coffee", "dining", "en", "Harbor <Coffee> &amp; Tea")
	coffee.URL = new("/dining/coffee?a=1&b=2")
	items := []item{coffee, typed("news", "news", "en", "Coffee is served"), typed("café", "dining", "fr", "Le Café"),
		typed("br", "faq", "pt-BR", "Cafés"), typed("pt", "faq", "pt", "Café"), typed("zh", "amenity", "zh-CN", "2号航站楼")}
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
		{"no words", f.all, []string{"q", "!?"}, []string{}},
		{"512 characters", f.all, []string{"q", strings.Repeat("ü", 512)}, []string{}},
		{"a word in the middle, and another type", f.all, []string{"q", "cof"}, []string{"news"}},
		{"accents", f.all, []string{"q", "CAFE"}, []string{"pt", "br", "café"}},
		{"a language", f.all, []string{"q", "caf", "language", "pt"}, []string{"pt", "br"}},
		{"a region, in any case", f.all, []string{"q", "caf", "language", "PT-br,de"}, []string{"br"}},
		{"types", f.all, []string{"q", "caf", "contentType", "dining,news"}, []string{"café"}},
		{"Chinese", f.all, []string{"q", "航站"}, []string{"zh"}},
		{"one wrong letter", f.all, []string{"q", "harbpr"}, []string{"coffee"}},
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

// Suggestions are those of the content, whatever has changed it, on every server.
func TestSuggestionsFollowTheContent(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, titled("a", "Zebra one"), titled("b", "Zebra two"), titled("c", "Zebra three"))
	i.load(t, "SFO", []item{titled("other", "Zebra of a source")}, "--source", "files")
	i.do(t, "airport", "add", "OAK", "Oakland")
	i.load(t, "OAK", []item{titled("oak", "Zebra of Oakland")})
	both := i.key(t, "Acme", "--all-airports")
	servers := []*server{i.serve(t), i.serve(t)}
	news := titled("b", "Zebra second")
	news.ContentType = "news"
	ofNews := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:news")
	for _, step := range []struct {
		name    string
		command []string
		stdin   string
		want    []string // of "zebra", by id
	}{
		{"as imported", nil, "", []string{"a", "b", "c", "other"}},
		{"a new title, and an item more", []string{"import", "SFO", "-"}, ndjson(t, titled("a", "Giraffe"), titled("d", "Zebra four")), []string{"b", "c", "d", "other"}},
		{"another type", []string{"import", "SFO", "-"}, ndjson(t, news), []string{"b", "c", "d", "other"}},
		{"reindex", []string{"reindex"}, "", []string{"b", "c", "d", "other"}},
		{"prune", []string{"import", "SFO", "-", "--prune", "--force"}, ndjson(t, news, titled("a", "Zebra again")), []string{"a", "b", "other"}},
		{"prune of a source", []string{"import", "SFO", "-", "--source", "files", "--prune", "--force"}, "[]", []string{"a", "b"}},
		{"reset-sync", []string{"airport", "reset-sync", "SFO"}, "", []string{"a", "b"}},
	} {
		if step.command != nil {
			i.feed(t, step.stdin, step.command...)
		}
		for n, s := range servers {
			got := s.suggest(t, key, "SFO", "q", "zeb")
			slices.Sort(got)
			same(t, step.want, got, step.name, n)
			same(t, []string{"oak"}, s.suggest(t, both, "OAK", "q", "zebra"), step.name, n)
		}
	}
	same(t, []string{"b"}, servers[0].suggest(t, ofNews, "SFO", "q", "zebra"), "news")
	same(t, []string{}, servers[0].suggest(t, ofNews, "SFO", "q", "zebra ag"), "not news")
	i.do(t, "airport", "remove", "OAK", "--with-content")
	servers[0].get(t, both, "OAK/suggest?q=zebra").fails(t, 404, "airport_not_found")
	i.do(t, "airport", "add", "OAK", "Oakland")
	i.load(t, "OAK", []item{titled("new", "Zebra is back")})
	same(t, []string{"new"}, servers[0].suggest(t, both, "OAK", "q", "zebra"), "added again")
}
