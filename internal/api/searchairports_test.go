package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// foundPage is an answer of a search in several airports.
type foundPage struct {
	Meta struct {
		Timestamp string
		Offline   []string
	}
	Results []struct {
		Airport, AirportName string
		Total                int
		Search               struct {
			Match    string
			AllWords int
		}
		Results []item
	}
}

// told is in short what was found: the airport, total, and how many are shown.
func (p foundPage) told() (told []string) {
	for _, r := range p.Results {
		told = append(told, fmt.Sprintf("%s %d %d", r.Airport, r.Total, len(r.Results)))
	}
	return told
}

func (s *service) search(t *testing.T, key, query string, headers ...string) (p foundPage, tag string) {
	t.Helper()
	a := s.get(t, key, "content?"+query, headers...)
	a.is(t, 200, "")
	check.NoError(t, json.Unmarshal(a.body, &p))
	return p, a.header.Get("ETag")
}

// Each airport finds what its own search finds. Airports with an item that holds every word come
// first, then those with more results.
func TestSearchInSeveralAirports(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "AAA", titled("a", "dining", "Coffee"), titled("b", "faq", "Coffee beans"), titled("c", "news", "Beans"), titled("z", "page", "Other"))
	s.airport(t, "BBB", titled("a", "dining", "Green coffee"), titled("b", "dining", "Coffee again"), titled("c", "dining", "Coffee once more"), titled("d", "dining", "Coffee still"))
	s.airport(t, "CCC", titled("a", "dining", "Green coffee"))
	s.airport(t, "DDD", titled("a", "page", "Other"))
	s.airport(t, "EEE")
	all, some, dining := s.key(t, "content:read"), s.keyFor(t, []string{"AAA", "CCC"}, "content:read"), s.key(t, "content:read:dining")
	for _, test := range []struct {
		key, filters, own string
		want              []string
	}{
		{all, "q=coffee", "", []string{"BBB 4 3", "AAA 2 2", "CCC 1 1"}},
		{all, "q=green+coffee", "&size=1", []string{"BBB 4 1", "CCC 1 1", "AAA 2 1"}},
		{all, "q=coffee&includeBody=false", "&airport=ccc,AAA", []string{"AAA 2 2", "CCC 1 1"}},
		{all, "q=coffee", "&airport=CCC&airport=EEE", []string{"CCC 1 1"}},
		{some, "q=coffee", "", []string{"AAA 2 2", "CCC 1 1"}},
		{dining, "q=coffee", "&size=20", []string{"BBB 4 4", "AAA 1 1", "CCC 1 1"}},
		{all, "q=coffee&contentType=faq&bodyFormat=text", "", []string{"AAA 1 1"}},
		{all, "q=coffee&match=all&language=fr", "", nil},
		{all, "q=%20", "", nil},
		{all, "q=zebra", "", nil},
	} {
		for range 2 { // again from the cache
			p, tag := s.search(t, test.key, test.filters+test.own)
			check.Same(t, test.want, p.told(), test.filters, test.own)
			for _, r := range p.Results {
				one := s.get(t, test.key, r.Airport+"/content?size=20&"+test.filters).page(t)
				check.Same(t, one.Pagination.Total, r.Total, test.filters)
				check.Same(t, one.items()[:len(r.Results)], r.Results, test.filters)
				check.Same(t, one.Meta.Search.AllWords, r.Search.AllWords, test.filters)
				check.Same(t, "Airport of "+r.Airport, r.AirportName)
			}
			s.get(t, test.key, "content?"+test.filters+test.own, "If-None-Match", tag).is(t, 304, "")
		}
	}
	s.airport(t, "FFF", titled("a", "dining", "Starbucks"))
	near, _ := s.search(t, all, "q=starbucks")
	check.Same(t, []string{"FFF 1 1", "BBB 4 3", "AAA 2 2", "CCC 1 1"}, near.told(), "the brand comes before coffee of others")
	_, tag := s.search(t, all, "q=coffee")
	s.load(t, "DDD", titled("a", "page", "Coffee"))
	p, _ := s.search(t, all, "q=coffee", "If-None-Match", tag)
	check.Same(t, []string{"BBB 4 3", "AAA 2 2", "CCC 1 1", "DDD 1 1", "FFF 1 1"}, p.told(), "after an import")
	if !strings.Contains(string(s.get(t, all, "content?q=coffee&highlight=true").body), "<mark>") {
		t.Error("nothing is marked")
	}
}

// What a search in several airports refuses, and how it counts.
func TestSearchInSeveralAirportsIsRefused(t *testing.T) {
	t.Parallel()
	s := serve(t)
	var codes []string
	for n := range 51 {
		codes = append(codes, fmt.Sprintf("A%02d", n))
		check.Must(s.AddAirport(t.Context(), codes[n], "Airport"))(t)
	}
	all, some := s.key(t), s.keyFor(t, codes[:50], "content:read:faq")
	for _, test := range []struct {
		key, query string
		status     int
		code, says string
	}{
		{all, "", 400, "invalid_parameter", `"q" is missing`},
		{all, "q=a", 400, "invalid_parameter", "covers 51 airports"},
		{all, "q=a&airport=" + strings.Join(codes, ","), 400, "invalid_parameter", "50 codes at most"},
		{all, "q=a&airport=A00,a00", 400, "invalid_parameter", "twice"},
		{all, "q=a&airport=A00,A", 400, "invalid_parameter", "such as SFO,LAX"},
		{all, "q=a&airport=", 400, "invalid_parameter", "such as SFO,LAX"},
		{all, "q=a&airport=A00&from=3", 400, "invalid_parameter", "from"},
		{all, "q=a&airport=A00&facets=language", 400, "invalid_parameter", "facets"},
		{all, "q=a&airport=A00&size=21", 400, "invalid_parameter", "from 1 to 20"},
		{all, "q=a&airport=A00&language=jp", 400, "invalid_parameter", "ja"},
		{all, "q=a&size=0&airport=A00,ZZZ", 404, "airport_not_found", "ZZZ"},
		{some, "q=a&size=0&airport=A00,ZZZ", 403, "airport_forbidden", ""},
		{some, "q=a&size=0&airport=A00,A50", 403, "airport_forbidden", ""},
		{some, "q=a&contentType=news", 403, "scope_forbidden", ""},
		{"", "q=a", 401, "missing_api_key", ""},
		{some, "q=a", 200, "", ""},
	} {
		if said := s.get(t, test.key, "content?"+test.query).is(t, test.status, test.code).Message; !strings.Contains(said, test.says) {
			t.Errorf("%.100s: %s", test.query, said)
		}
	}
	check.Must(s.AddPartner(t.Context(), "Limited", 0, new(9)))(t)
	limited := s.add(t, partner.Key{Partner: "Limited", AllAirports: true})
	check.Same(t, 8, s.get(t, limited, "content?q=a&airport="+strings.Join(codes[:10], ",")).number(t, "X-RateLimit-Remaining"), "ten airports")
	check.Same(t, 3, s.get(t, limited, "content?q=a&airport="+strings.Join(codes[:41], ",")).number(t, "X-RateLimit-Remaining"), "41 airports")
	refused := s.get(t, limited, "content?q=a&airport="+strings.Join(codes[:50], ","))
	if said := refused.is(t, 429, "rate_limited").Message; refused.number(t, "Retry-After") < 1 || !strings.Contains(said, "counts as 5 requests") {
		t.Errorf("%v %s", refused.header, said)
	}
	check.Same(t, 3, refused.number(t, "X-RateLimit-Remaining"), "a refused search does not count")
	s.get(t, limited, "content?q=a&airport=A00").is(t, 200, "")
	check.Must(s.AddPartner(t.Context(), "Seldom", 0, new(2)))(t)
	seldom := s.get(t, s.add(t, partner.Key{Partner: "Seldom", AllAirports: true}), "content?q=a&airport="+strings.Join(codes[:50], ","))
	seldom.is(t, 200, "")
	check.Same(t, 0, seldom.number(t, "X-RateLimit-Remaining"), "50 airports, by a partner with a limit of two")
}
