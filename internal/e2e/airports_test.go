package e2e_test

import (
	"fmt"
	"testing"
)

// inLanguage is an item of a type, in a language, with a date.
func inLanguage(id, contentType, language, lastModified string) item {
	i := newItem(id)
	i.ContentType, i.Language, i.LastModified = contentType, language, lastModified
	return i
}

// What keys of all kinds may read, and what changes it.
func TestAirports(t *testing.T) {
	t.Parallel()
	i := install(t)
	for _, code := range []string{"CCC", "AAA", "EEE", "B1B"} {
		i.do(t, "airport", "add", code, "Airport of "+code)
	}
	i.do(t, "partner", "add", "Acme", "--id", "7")
	const oldest, middle, newest = "0001-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-02-03T04:05:06.789Z"
	i.load(t, "AAA", []item{inLanguage("a", "dining", "pt-BR", middle), inLanguage("b", "dining", "en", oldest), inLanguage("c", "news", "de", newest)})
	i.load(t, "CCC", []item{inLanguage("a", "page", "en", oldest)})
	some, all := i.key(t, "Acme", "--airport", "EEE", "--airport", "AAA"), i.key(t, "Acme", "--all-airports")
	dining := i.key(t, "Acme", "--airport", "CCC", "--airport", "AAA", "--scope", "content:read:dining", "--scope", "content:read:event")
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
	s := i.serve(t)
	for _, test := range []struct {
		name, key, query string
		pagination       pagination
		results          []inAirport
	}{
		{"some airports", some, "", pagination{20, 0, 2, 1, false}, []inAirport{whole, empty("EEE")}},
		{"some types", dining, "", pagination{20, 0, 2, 1, false}, []inAirport{
			row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle), empty("CCC")}},
		{"all airports", all, "?size=100", pagination{100, 0, 4, 1, false}, []inAirport{whole, empty("B1B"), c, empty("EEE")}},
		{"a page", all, "?size=2&from=1", pagination{2, 1, 4, 2, true}, []inAirport{empty("B1B"), c}},
		{"the last page", some, "?size=1&from=1", pagination{1, 1, 2, 2, false}, []inAirport{empty("EEE")}},
		{"past the end", all, "?from=2147483647", pagination{20, 2147483647, 4, 1, false}, []inAirport{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := parsed[airports](t, s.get(t, test.key, "airports"+test.query))
			if !got.Success || got.Meta.Partner != "Acme" || got.Meta.PartnerID != "7" || got.Meta.Airport != "" || !timeForm.MatchString(got.Meta.Timestamp) {
				t.Errorf("%+v", got)
			}
			same(t, test.pagination, got.Pagination)
			same(t, test.results, got.Results)
		})
	}
	t.Run("tags of different requests and rights differ", func(t *testing.T) {
		tags := map[string]bool{}
		for _, path := range []string{"airports", "airports?size=2", "airports?from=1"} {
			for _, key := range []string{some, all, dining} {
				tags[s.tag(t, key, path)] = true
			}
		}
		if len(tags) != 9 {
			t.Errorf("%d tags", len(tags))
		}
	})
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
			i.load(t, "AAA", []item{inLanguage("a", "dining", "pt-BR", middle), inLanguage("b", "dining", "en", oldest)}, "--prune")
		}, []inAirport{row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle)}},
		{"a website and a time zone", func() {
			i.do(t, "airport", "set", "AAA", "--website", "https://www.example.com/de/", "--time-zone", "Europe/Berlin")
		}, []inAirport{placed}},
		{"neither", func() { i.do(t, "airport", "set", "AAA", "--website", "", "--time-zone=") }, []inAirport{row("AAA", []string{"dining"}, []string{"en", "pt-BR"}, 2, middle)}},
		{"all items go", func() { i.load(t, "AAA", nil, "--prune", "--force") }, []inAirport{empty("AAA")}},
		{"a new name", func() { i.do(t, "airport", "rename", "AAA", "Renamed") }, []inAirport{renamed}},
		{"an airport goes", func() { i.do(t, "airport", "remove", "AAA") }, []inAirport{}},
	} {
		t.Run(step.name, func(t *testing.T) {
			tag := s.tag(t, some, "airports")
			s.get(t, some, "airports", "If-None-Match", tag).is(t, 304)
			step.do()
			a := s.get(t, some, "airports", "If-None-Match", tag)
			same(t, append(step.shows, empty("EEE")), parsed[airports](t, a).Results)
		})
	}
	t.Run("a mark holds the sync time back", func(t *testing.T) {
		i.sql(t, "UPDATE airport_state SET import_mark = '2026-03-01T09:30:00.123Z' WHERE airport = 'EEE'")
		for from, want := range map[int]bool{0: false, 2: true} {
			got := parsed[airports](t, s.get(t, all, fmt.Sprintf("airports?size=2&from=%d", from))).Meta.Timestamp
			if (got == "2026-03-01T09:30:00.122Z") != want {
				t.Errorf("from %d: %s", from, got)
			}
		}
	})
}
