package api_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// airports is a page of what a key may read.
type airports struct {
	page
	Success bool
	Results []inAirport
}

type inAirport struct {
	Airport, AirportName            string
	ContentTypes, Languages         []string
	Total                           int
	LastModified, Website, TimeZone *string
}

func (a answer) airports(t *testing.T) (page airports) {
	t.Helper()
	a.is(t, 200, "")
	check.NoError(t, json.Unmarshal(a.body, &page))
	return page
}

// inLanguage is an item of a type, in a language, with a date.
func inLanguage(id, contentType, language, lastModified string) item {
	i := newItem(id)
	i.ContentType, i.Language, i.LastModified = contentType, language, lastModified
	return i
}

// The answer for keys of all kinds, and the changes that it shows.
func TestAirports(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"CCC", "AAA", "EEE", "B1B"} {
		s.airport(t, code)
	}
	const oldest, middle, newest = "0001-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-02-03T04:05:06.789Z"
	s.load(t, "AAA", inLanguage("a", "dining", "pt-BR", middle), inLanguage("b", "dining", "en", oldest), inLanguage("c", "news", "de", newest))
	s.load(t, "CCC", inLanguage("a", "page", "en", oldest))
	some, all := s.keyFor(t, []string{"EEE", "AAA"}, "content:read"), s.key(t, "content:read")
	dining := s.keyFor(t, []string{"CCC", "AAA"}, "content:read:dining", "content:read:event")
	row := func(code string, types, languages []string, total int, lastModified string) inAirport {
		r := inAirport{Airport: code, AirportName: "Airport of " + code, ContentTypes: types, Languages: languages, Total: total}
		if lastModified != "" {
			r.LastModified = &lastModified
		}
		return r
	}
	empty := func(code string) inAirport { return row(code, []string{}, []string{}, 0, "") }
	whole := row("AAA", []string{"dining", "news"}, []string{"de", "en", "pt-BR"}, 3, newest)
	c := row("CCC", []string{"page"}, []string{"en"}, 1, oldest)
	for _, test := range []struct {
		name, key, query string
		size, from       int
		total, pages     int
		more             bool
		results          []inAirport
	}{
		{"some airports", some, "", 20, 0, 2, 1, false, []inAirport{whole, empty("EEE")}},
		{"some types", dining, "", 20, 0, 2, 1, false, []inAirport{
			row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle), empty("CCC")}},
		{"all airports", all, "?size=100", 100, 0, 4, 1, false, []inAirport{whole, empty("B1B"), c, empty("EEE")}},
		{"a page", all, "?size=2&from=1", 2, 1, 4, 2, true, []inAirport{empty("B1B"), c}},
		{"the last page", some, "?size=1&from=1", 1, 1, 2, 2, false, []inAirport{empty("EEE")}},
		{"past the end", all, "?from=2147483647", 20, 2147483647, 4, 1, false, []inAirport{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := s.get(t, test.key, "airports"+test.query).airports(t)
			p := got.Pagination
			if !got.Success || got.Meta.Partner != "Acme" || got.Meta.PartnerID != 1 || got.Meta.Airport != "" || p.Size != test.size || p.From != test.from ||
				p.Total != test.total || p.Pages != test.pages || p.HasMore != test.more || !cmp.Equal(test.results, got.Results) {
				t.Errorf("%+v", got)
			}
		})
	}
	t.Run("tags of different requests and rights differ", func(t *testing.T) {
		tags := map[string]bool{}
		for _, path := range []string{"airports", "airports?size=2", "airports?from=1"} {
			for _, key := range []string{some, all, dining} {
				tags[s.get(t, key, path).header.Get("ETag")] = true
			}
		}
		check.Same(t, 9, len(tags), "tags")
	})
	place := func(website, timeZone string) {
		check.Must(s.SetPlace(t.Context(), "AAA", admin.Place{Website: &website, TimeZone: &timeZone}))(t)
	}
	renamed := empty("AAA")
	renamed.AirportName = "Renamed"
	placed := row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle)
	placed.Website, placed.TimeZone = new("https://www.example.com/de/"), new("Europe/Berlin")
	for _, step := range []struct {
		name  string
		do    func()
		shows []inAirport // to the key for some, besides EEE
	}{
		{"the newest item goes", func() {
			s.load(t, "AAA", inLanguage("a", "dining", "pt-BR", middle), inLanguage("b", "dining", "en", oldest))
		}, []inAirport{row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle)}},
		{"a website and a time zone", func() { place("https://www.example.com/de/", "Europe/Berlin") }, []inAirport{placed}},
		{"neither", func() { place("", "") }, []inAirport{row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle)}},
		{"all items go", func() { s.load(t, "AAA") }, []inAirport{empty("AAA")}},
		{"a new name", func() {
			check.Must(s.RenameAirport(t.Context(), "AAA", "Renamed"))(t)
		}, []inAirport{renamed}},
		{"an airport goes", func() {
			check.Must(s.RemoveAirport(t.Context(), "AAA", true, true))(t)
		}, []inAirport{}},
	} {
		t.Run(step.name, func(t *testing.T) {
			tag := s.get(t, some, "airports").header.Get("ETag")
			s.get(t, some, "airports", "If-None-Match", tag).is(t, 304, "")
			step.do()
			got := s.get(t, some, "airports", "If-None-Match", tag).airports(t).Results
			check.Same(t, append(step.shows, empty("EEE")), got)
		})
	}
	t.Run("a mark holds the sync time back", func(t *testing.T) {
		testenv.Exec(t, s.database, "UPDATE airport_state SET import_mark = '2026-03-01T09:30:00.123Z' WHERE airport = 'EEE'")
		for from, want := range map[int]bool{0: false, 2: true} {
			got := s.get(t, all, fmt.Sprintf("airports?size=2&from=%d", from)).airports(t).Meta.Timestamp
			check.Same(t, want, got == "2026-03-01T09:30:00.122Z", "from ", from, ": ", got)
		}
	})
}
