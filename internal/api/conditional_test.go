package api_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, age := range map[string]string{
		"/SFO/content":           "private, max-age=300",
		"/SFO/content?q=Luggage": "private, max-age=300",
		"/SFO/content/shop-1":    "private, max-age=3600",
		"/SFO/changes":           "private, no-cache",
	} {
		first := s.get(t, path, allKey)
		tag := first.Header.Get("ETag")
		if !strings.HasPrefix(tag, `W/"`) || first.Header.Get("Cache-Control") != age || first.Header.Get("Vary") != "x-partner-api-key, Accept-Encoding" {
			t.Errorf("%s: headers %v", path, first.Header)
		}
		for condition, want := range map[string]int{
			tag:                                304,
			strings.TrimPrefix(tag, "W/"):      304,
			`"other", ` + tag:                  304,
			`W/"a,b" ,,` + tag + `, W/"later"`: 304,
			"*":                                304,
			`"other"`:                          200,
			strings.Trim(tag, `W/"`):           200,
			`"` + tag + `"`:                    200,
			"":                                 200,
			`"`:                                200,
			tag + "x":                          200,
			tag + `;q=1`:                       200,
			`"other"; ` + tag:                  200,
		} {
			queries := s.store.queries.Load()
			a := s.get(t, path, allKey, "If-None-Match", condition, "Cache-Control", "no-cache")
			if a.StatusCode != want {
				t.Errorf("%s, If-None-Match %s: %d, want %d", path, condition, a.StatusCode, want)
			}
			if a.Header.Get("ETag") != tag || a.Header.Get("Cache-Control") != age || a.Header.Get("Vary") == "" || a.Header.Get("X-RateLimit-Limit") == "" {
				t.Errorf("%s, If-None-Match %s: headers %v", path, condition, a.Header)
			}
			ran := s.store.queries.Load() - queries
			if existence := condition == "*" && !strings.HasPrefix(path, "/SFO/content?") && path != "/SFO/content"; a.StatusCode == 304 && (a.body != "" || ran > 0 != existence) {
				t.Errorf("%s, If-None-Match %s: %d content queries, body %q", path, condition, ran, a.body)
			}
		}
	}
}

func TestConditionsOnWhatIsNotThere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/XXX/content", "/XXX/content/x", "/XXX/changes", "/SFO/content/none"} {
		if a := s.get(t, path, allKey, "If-None-Match", "*"); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
}

func TestConditionsDoNotHideAnExpiredCursor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cursor := s.changes(t, "/SFO/changes", allKey).NextCursor
	s.store.airports["SFO"].state.Epoch = "e9"
	for _, condition := range []string{"*", `W/"x"`} {
		if a := s.get(t, "/SFO/changes?cursor="+cursor, allKey, "If-None-Match", condition); a.StatusCode != http.StatusGone {
			t.Errorf("%s: %d", condition, a.StatusCode)
		}
	}
}

// Everything that an answer depends on changes its tag; nothing else does.
func TestTagDependsOn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tag := func(path, key string) string { return s.get(t, path, key).Header.Get("ETag") }
	tags := map[string]string{}
	for _, path := range []string{"/SFO/content", "/SFO/content?size=21", "/SFO/content?from=1", "/SFO/content?q=a", "/SFO/content?q=b", "/SFO/content?contentType=news",
		"/SFO/content?modifiedSince=2026-01-01", "/SFO/content?includeBody=false", "/EMP1/content", "/SFO/content/shop-1", "/SFO/content/news%201", "/SFO/changes", "/SFO/changes?size=5"} {
		tags[path] = tag(path, allKey)
	}
	tags["partner"] = tag("/SFO/content", sfoKey)
	tags["scopes"] = tag("/SFO/content", diningKey)
	st := &s.store.airports["SFO"].state
	for name, change := range map[string]func(){
		"revision": func() { st.Revision++ },
		"epoch":    func() { st.Epoch += "x" },
		"name":     func() { st.Name += "x" },
	} {
		before := *st
		change()
		tags[name] = tag("/SFO/content", allKey)
		*st = before
	}
	st.Synonyms++
	tags["synonyms"] = tag("/SFO/content?q=a", allKey)
	if unlike := slices.Sorted(maps.Values(tags)); len(slices.Compact(unlike)) != len(tags) {
		t.Errorf("some tags are alike: %v", tags)
	}
	st.Timestamp = day(20)
	for _, path := range []string{"/sfo/content", "/SFO/content?size=20&from=0", "/SFO/content?includeBody=TRUE&q=+", "/SFO/content?from=0000"} {
		if got := tag(path, allKey); got != tags["/SFO/content"] {
			t.Errorf("%s asks the same as /SFO/content, with tag %s instead of %s", path, got, tags["/SFO/content"])
		}
	}
}
