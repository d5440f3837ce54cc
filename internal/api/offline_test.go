package api_test

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
)

// setOffline takes an airport offline, or back.
func (s *service) setOffline(t *testing.T, airport string, offline bool) {
	t.Helper()
	check.Must(s.SetAirportOffline(t.Context(), airport, offline))(t)
}

// An offline airport answers 503 wherever it is asked for alone, after the checks of key and airport
// and before those of parameters.
func TestOfflineAirport(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	s.airport(t, "OAK")
	key, faq := s.key(t), s.key(t, "content:read:faq")
	paths := []string{"SFO/content", "SFO/content?q=title", "SFO/content?ids=a", "SFO/content/a", "SFO/content/none", "SFO/suggest?q=t", "SFO/changes", "content?airport=SFO&q=title",
		"content?airport=SFO&q=", "SFO/content?size=0"}
	tag := s.get(t, key, "SFO/content").header.Get("ETag")
	s.setOffline(t, "SFO", true)
	for _, path := range paths {
		a := s.get(t, key, path, "If-None-Match", tag)
		a.is(t, 503, "airport_offline")
		check.Same(t, "30", a.header.Get("Retry-After"), path)
	}
	s.get(t, faq, "SFO/content?contentType=news").is(t, 503, "airport_offline")
	s.get(t, s.keyFor(t, []string{"OAK"}), "SFO/content").is(t, 403, "airport_forbidden")
	s.get(t, key, "LAX/content").is(t, 404, "airport_not_found")
	s.get(t, otherKey, "SFO/content").is(t, 401, "invalid_api_key")
	s.get(t, key, "OAK/content").is(t, 200, "")
	if text := string(s.get(t, key, "airports").body); !strings.Contains(text, `"offline":true`) || !strings.Contains(text, `"total":1`) {
		t.Error(text)
	}
	check.Same(t, false, s.log.Has(`"level":"ERROR"`), "whether the log has an error")
	check.Eventually(t, "health counts an offline airport as no fault", func() bool { // a busy machine exceeds the second of a probe
		return strings.Contains(string(s.get(t, "", "health").body), `"healthy"`)
	})
	s.setOffline(t, "SFO", false)
	for _, path := range paths[:4] {
		s.get(t, key, path).is(t, 200, "")
	}
	s.get(t, key, "SFO/content", "If-None-Match", tag).is(t, 304, "")
	if text := string(s.get(t, key, "airports").body); strings.Contains(text, "offline") {
		t.Error(text)
	}
}

// A request that waits for changes learns that the airport went offline.
func TestOfflineEndsAWait(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	key := s.key(t)
	cursor := s.get(t, key, "SFO/changes").page(t).NextCursor
	ended := s.waitFor(t, t.Context(), key, "SFO", cursor, "wait=30")
	s.setOffline(t, "SFO", true)
	within(t, slack, ended).is(t, 503, "airport_offline")
}

// The feed of all airports keeps the place of an offline airport, and a search in several leaves it
// out.
func TestOfflineAmongOthers(t *testing.T) {
	t.Parallel()
	s := serve(t)
	one, two := titled("a", "page", "Coffee 1"), titled("a", "page", "Coffee 2")
	for _, code := range []string{"AAA", "BBB", "CCC"} {
		s.airport(t, code, one, titled("b", "page", "Coffee b"), titled("c", "page", "Coffee c"))
	}
	key := s.key(t)
	s.setOffline(t, "CCC", true)
	first, cursor := s.followFeed(t, key, "")
	check.Same(t, []string{"*AAA", "+AAA/a Coffee 1", "+AAA/b Coffee b", "+AAA/c Coffee c", "*BBB", "+BBB/a Coffee 1", "+BBB/b Coffee b", "+BBB/c Coffee c"}, first)
	s.setOffline(t, "AAA", true)
	s.load(t, "AAA", two)
	s.load(t, "BBB", two)
	told, cursor := s.followFeed(t, key, cursor)
	check.Same(t, []string{"+BBB/a Coffee 2", "-BBB/b", "-BBB/c"}, told, "while AAA and CCC are offline")
	found, tag := s.search(t, key, "q=coffee")
	check.Same(t, []string{"BBB 1 1"}, found.told())
	check.Same(t, []string{"AAA", "CCC"}, found.Meta.Offline)
	for _, code := range []string{"AAA", "CCC"} {
		s.setOffline(t, code, false)
	}
	told, cursor = s.followFeed(t, key, cursor)
	check.Same(t, []string{"+AAA/a Coffee 2", "-AAA/b", "-AAA/c", "*CCC", "+CCC/a Coffee 1", "+CCC/b Coffee b", "+CCC/c Coffee c"}, told, "all are online")
	if a := s.get(t, key, "content?q=coffee", "If-None-Match", tag); a.status != 200 || strings.Contains(string(a.body), "offline") {
		t.Errorf("%d %s", a.status, a.body)
	}

	// An airport that goes offline in the middle of its items begins anew.
	page := s.get(t, key, "changes?size=3").feedPage(t)
	check.Same(t, []string{"*AAA", "+AAA/a Coffee 2", "*BBB"}, page.told(t))
	s.setOffline(t, "BBB", true)
	told, begun := s.followFeed(t, key, page.NextCursor)
	check.Same(t, []string{"*CCC", "+CCC/a Coffee 1", "+CCC/b Coffee b", "+CCC/c Coffee c"}, told)
	s.setOffline(t, "BBB", false)
	told, _ = s.followFeed(t, key, begun)
	check.Same(t, []string{"*BBB", "+BBB/a Coffee 2"}, told)

	// A request that waits learns of the changes of an airport that comes back.
	s.setOffline(t, "AAA", true)
	s.load(t, "AAA", one)
	ended := s.waitAt(t, t.Context(), key, feedPath(cursor, "wait=30"))
	s.setOffline(t, "AAA", false)
	check.Same(t, []string{"+AAA/a Coffee 1"}, within(t, slack, ended).feedPage(t).told(t))
}

// The feed of all airports names those that are offline: who reads everything again keeps their
// copies. One that is removed while it is offline is told, also to a key that reads other types by
// then.
func TestFeedNamesOfflineAirports(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, code := range []string{"AAA", "BBB", "CCC"} {
		s.airport(t, code, titled("a", "page", "Coffee"), titled("b", "news", "News"))
	}
	key := s.key(t)
	_, cursor := s.followFeed(t, key, "")
	tag := s.get(t, key, feedPath(cursor, "")).header.Get("ETag")
	s.setOffline(t, "BBB", true)
	s.get(t, key, feedPath(cursor, ""), "If-None-Match", tag).is(t, 200, "")
	for _, path := range []string{"changes?size=1", feedPath(cursor, "wait=1"), "changes?language=en"} {
		check.Same(t, []string{"BBB"}, s.get(t, key, path).feedPage(t).Meta.Offline, path)
	}
	s.setKey(t, key, admin.KeyChange{Scopes: []string{"content:read:page"}})
	time.Sleep(4500 * time.Millisecond) // so long old rights may be used
	told, cursor := s.followFeed(t, key, cursor)
	check.Same(t, []string{"*AAA", "+AAA/a Coffee", "*CCC", "+CCC/a Coffee"}, told, "the key reads other types")
	check.Must(s.RemoveAirport(t.Context(), "BBB", true, true))(t)
	time.Sleep(4500 * time.Millisecond)
	page := s.get(t, key, feedPath(cursor, "size=3")).feedPage(t)
	check.Same(t, []string{"!BBB"}, page.told(t))
	check.Same(t, []string(nil), page.Meta.Offline)

	// Who begins anew while an airport is offline, and keeps its copy, is told of its removal, too.
	s.setOffline(t, "CCC", true)
	told, cursor = s.followFeed(t, key, "")
	check.Same(t, []string{"*AAA", "+AAA/a Coffee"}, told)
	check.Must(s.RemoveAirport(t.Context(), "CCC", true, true))(t)
	told, _ = s.followFeed(t, key, cursor)
	check.Same(t, []string{"!CCC"}, told)
}
