package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
)

// openPage is what openAt adds to a list.
type openPage struct {
	Meta    struct{ HoursUnknown *int }
	Facets  map[string]map[string]int
	Results []struct {
		ID        string
		OpenUntil *string
	}
}

// opened asks for what is open, twice: the second answer comes from the cache. It writes "ID until",
// and the number of items whose hours are not known.
func (s *service) opened(t *testing.T, key, path string) string {
	t.Helper()
	var found []string
	for range 2 {
		a := s.get(t, key, path)
		a.is(t, 200, "")
		page := openPage{}
		check.NoError(t, json.Unmarshal(a.body, &page))
		before := found
		found = nil
		for _, i := range page.Results {
			until := "?"
			if i.OpenUntil != nil {
				until = *i.OpenUntil
			}
			found = append(found, i.ID+" "+until)
		}
		if page.Meta.HoursUnknown == nil {
			t.Fatalf("%s: %s", path, a.body)
		}
		found = append(found, fmt.Sprint(*page.Meta.HoursUnknown))
		if before != nil {
			check.Same(t, before, found, path)
		}
	}
	return strings.Join(found, ", ")
}

func (s *service) timeZone(t *testing.T, airport, zone string) {
	t.Helper()
	check.Must(s.SetPlace(t.Context(), airport, admin.Place{TimeZone: &zone}))(t)
}

func withHours(id, contentType string, metadata map[string]any) item {
	i := newItem(id)
	i.ContentType, i.Metadata = contentType, metadata
	i.LastModified = "2026-01-01T00:00:00Z" // so that ids decide the order
	return i
}

func TestOpenAt(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO",
		withHours("bar", "dining", map[string]any{"hours_of_operation": "Daily 10 pm to 3 am", "location_detail": "Terminal 2, after security"}),
		withHours("bench", "amenity", nil),
		withHours("cafe", "dining", map[string]any{"opening_hours": "Mo-Fr 06:00-18:00", "terminal": "2"}),
		withHours("concert", "event", map[string]any{"start_date": "2026-11-01T01:00", "end_date": "2026-11-01T04:00"}),
		withHours("desk", "amenity", map[string]any{"opening_hours": "24/7"}),
		withHours("kiosk", "dining", map[string]any{"opening_hours": "Mo-Fr 06:00-18:00; Sa,Su \"by appointment\"", "terminal": "1"}),
		withHours("grill", "dining", map[string]any{"hours_of_operation": "while flights operate"}))
	s.airport(t, "OAK", withHours("inn", "dining", map[string]any{"opening_hours": "20:00-23:00"}), withHours("lost", "page", nil))
	s.airport(t, "LAX", withHours("x", "page", nil))
	s.timeZone(t, "SFO", "America/Los_Angeles")
	s.timeZone(t, "OAK", "Europe/Berlin")
	key, dining := s.key(t, "content:read"), s.key(t, "content:read:dining")
	for _, test := range []struct{ key, path, want string }{
		{key, "SFO/content?openAt=2026-07-15T12:30-07:00", "cafe 2026-07-15T18:00:00-07:00, desk ?, kiosk 2026-07-15T18:00:00-07:00, 2"},
		{key, "SFO/content?openAt=2026-07-15T19:30Z&contentType=dining&metadata.terminal=2", "cafe 2026-07-15T18:00:00-07:00, 0"},
		{dining, "SFO/content?openAt=2026-07-15+12:30:59.9-0700", "cafe 2026-07-15T18:00:00-07:00, kiosk 2026-07-15T18:00:00-07:00, 1"},
		{key, "SFO/content?openAt=2026-07-18T23:00-07:00&modifiedSince=2025-01-01", "bar 2026-07-19T03:00:00-07:00, desk ?, 3"},
		// The clock strikes one twice: summer time ends at two.
		{key, "SFO/content?openAt=2026-11-01T01:30-07:00&contentType=event,dining", "bar 2026-11-01T03:00:00-08:00, concert 2026-11-01T04:00:00-08:00, 2"},
		{key, "SFO/content?openAt=2026-11-01T01:30-08:00&metadata.terminal=1,2", "bar 2026-11-01T03:00:00-08:00, 1"},
		{key, "SFO/content?openAt=2026-11-01T03:00-08:00&language=en&size=1", "concert 2026-11-01T04:00:00-08:00, 3"},
		{key, "SFO/content?openAt=2026-11-01T03:00-08:00&from=1", "desk ?, 3"},
		{key, "SFO/content?openAt=2026-07-15T12:30-07:00&preferLanguage=de&contentType=dining", "cafe 2026-07-15T18:00:00-07:00, kiosk 2026-07-15T18:00:00-07:00, 1"},
		{key, "SFO/content?openAt=2026-07-15T12:30-07:00&q=text+kiosk&match=any&contentType=dining", "kiosk 2026-07-15T18:00:00-07:00, cafe 2026-07-15T18:00:00-07:00, 1"},
		{key, "SFO/content?openAt=2026-07-15T12:30-07:00&q=grill", "1"},
		{key, "OAK/content?openAt=2026-07-15T22:30", "1"},
		{key, "OAK/content?openAt=2026-07-15T20:59", "inn 2026-07-15T23:00:00+02:00, 1"},
		{dining, "OAK/content?openAt=9999-12-31T23:59", "0"},
		{key, "OAK/content?openAt=1800-01-01", "1"},
		{key, "OAK/content?openAt=0001-01-01", "1"},
	} {
		check.Same(t, test.want, s.opened(t, test.key, test.path), test.path)
	}
	facets := func(query string) map[string]map[string]int {
		var page openPage
		check.NoError(t, json.Unmarshal(s.get(t, key, "SFO/content?openAt=2026-07-15T12:30-07:00&"+query).body, &page))
		return page.Facets
	}
	want := map[string]map[string]int{"contentType": {"dining": 2, "amenity": 1}, "language": {"en": 3}, "metadata.terminal": {"1": 1, "2": 1}}
	for _, query := range []string{"", "&q=text", "&preferLanguage=en", "&q=text&preferLanguage=en"} {
		check.Same(t, want, facets("facets=contentType,language,metadata.terminal"+query), query)
	}

	for path, says := range map[string]string{"LAX/content?openAt=now": "time zone of LAX is not known", "LAX/content?q=a&openAt=2026-01-01": "time zone of LAX",
		"content?q=a&openAt=now": "time zone of LAX", "SFO/content?openAt=noon": "; or now", "SFO/content?openAt=": "openAt", "SFO/content?openAt=now&openAt=now": "more than once",
		"SFO/content?ids=a&openAt=now": `does not go with "ids"`, "SFO/content?open_now=true": `did you mean "openAt"`} {
		if e := s.get(t, key, path).is(t, 400, "invalid_parameter"); !strings.Contains(e.Message, says) {
			t.Errorf("%s: %s", path, e.Message)
		}
	}
	s.get(t, key, "SFO/suggest?q=a&openAt=now").is(t, 400, "invalid_parameter")
}

func TestOpenAtInSeveralAirports(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", withHours("a", "dining", map[string]any{"opening_hours": "06:00-18:00"}), withHours("b", "page", nil))
	s.airport(t, "FRA", withHours("c", "dining", map[string]any{"opening_hours": "06:00-18:00"}), withHours("d", "page", nil))
	s.timeZone(t, "SFO", "America/Los_Angeles")
	s.timeZone(t, "FRA", "Europe/Berlin")
	key := s.key(t, "content:read")
	for at, want := range map[string]string{"2026-07-15T12:00Z": "FRA c 2026-07-15T18:00:00+02:00, 2", "2026-07-15T14:00Z": "FRA c 2026-07-15T18:00:00+02:00, SFO a 2026-07-15T18:00:00-07:00, 2",
		"2026-07-15T02:00Z": "2", "2026-07-15T16:00Z": "SFO a 2026-07-15T18:00:00-07:00, 2"} {
		for range 2 {
			var got struct {
				Meta    struct{ HoursUnknown int }
				Results []struct {
					Airport string
					Results []struct{ ID, OpenUntil string }
				}
			}
			check.NoError(t, json.Unmarshal(s.get(t, key, "content?q=text&openAt="+at).body, &got))
			var found []string
			for _, of := range got.Results {
				for _, i := range of.Results {
					found = append(found, of.Airport+" "+i.ID+" "+i.OpenUntil)
				}
			}
			check.Same(t, want, strings.Join(append(found, fmt.Sprint(got.Meta.HoursUnknown)), ", "), at)
		}
	}
}

// An answer about a minute is that of no other minute, and of no other time zone.
func TestOpenAtAndETags(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", withHours("a", "dining", map[string]any{"opening_hours": "06:00-18:00"}))
	s.timeZone(t, "SFO", "America/Los_Angeles")
	key := s.key(t, "content:read")
	tags := map[string]string{}
	for _, path := range []string{"SFO/content?size=5", "content?q=text&size=5"} {
		for _, query := range []string{"&openAt=2026-07-15T12:30Z", "&openAt=2026-07-15T12:31Z", ""} {
			a := s.get(t, key, path+query)
			tags[a.header.Get("ETag")] = path + query
			check.Same(t, "private, max-age=300", a.header.Get("Cache-Control"), path, query)
		}
		same := s.get(t, key, path+"&openAt=2026-07-15T14:30:59%2B02:00")
		check.Same(t, path+"&openAt=2026-07-15T12:30Z", tags[same.header.Get("ETag")], "the same minute")
	}
	s.timeZone(t, "SFO", "Asia/Tokyo")
	for _, path := range []string{"SFO/content?size=5", "content?q=text&size=5"} {
		a := s.get(t, key, path+"&openAt=2026-07-15T12:30Z", "If-None-Match", strings.Join(slices.Collect(maps.Keys(tags)), ", "))
		a.is(t, 200, "")
		if strings.Contains(string(a.body), `"id":"a"`) {
			t.Errorf("%s: an answer of another time zone: %s", path, a.body)
		}
	}
	check.Same(t, 6, len(tags), "different answers")

	now := s.get(t, key, "SFO/content?openAt=now")
	now.is(t, 200, "")
	check.Same(t, "private, max-age=60", now.header.Get("Cache-Control"), "of now")
	for range 3 { // the minute may end between two requests
		minute := time.Now().UTC().Truncate(time.Minute).Format(time.RFC3339)
		if s.get(t, key, "SFO/content?openAt=now").header.Get("ETag") == s.get(t, key, "SFO/content?openAt="+minute).header.Get("ETag") {
			return
		}
	}
	t.Error("now is not this minute")
}
