package integration_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// HEAD is GET without the body.
func TestHead(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(40)...)
	s := i.serve(t)
	apart := []string{"Date", "X-Request-Id", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"}
	for _, test := range []struct{ key, path string }{
		{key, partnerPath + "SFO/content"}, {key, partnerPath + "SFO/content?q=zebra&size=3"}, {key, partnerPath + "SFO/content/none"},
		{key, partnerPath + "SFO/content?size=0"}, {key, partnerPath + "JFK/content"}, {"", partnerPath + "SFO/content"}, {key, partnerPath + "nothing"},
		{key, partnerPath + "SFO/changes?size=5"}, {"", healthPath}, {key, partnerPath + "SFO/content/a-0"},
	} {
		for _, encoding := range []string{"", "gzip", "zstd"} {
			get := s.ask(t, http.MethodGet, test.key, test.path, "Accept-Encoding", encoding)
			head := s.ask(t, http.MethodHead, test.key, test.path, "Accept-Encoding", encoding)
			if head.status != get.status || len(head.body) != 0 {
				t.Errorf("HEAD %s: %d with %d bytes, GET %d", test.path, head.status, len(head.body), get.status)
			}
			for _, h := range []http.Header{get.header, head.header} {
				for _, name := range apart {
					h.Del(name)
				}
				// The length counts responseTimeMs too, and says nothing where it would need the whole body.
				h.Del("Content-Length")
			}
			if diff := cmp.Diff(get.header, head.header); diff != "" {
				t.Errorf("HEAD %s (%s): %s", test.path, encoding, diff)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/changes", "health"} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "QUERY"} {
			a := s.ask(t, method, key, partnerPath+path)
			a.fails(t, method+" "+path, 405, "method_not_allowed")
			if allow := a.header.Values("Allow"); len(allow) != 1 || !sameMembers(allow[0], "GET, HEAD") {
				t.Errorf("%s %s: Allow %q, want one: GET, HEAD", method, path, allow)
			}
		}
	}
	if a := s.ask(t, "CONNECT", key, partnerPath+"SFO/content"); a.status != 405 && a.status != 400 && a.status != 404 {
		t.Errorf("CONNECT: %d %s", a.status, a.body)
	}
}

// sameMembers compares lists separated by commas.
func sameMembers(a, b string) bool {
	split := func(s string) []string {
		var members []string
		for member := range strings.SplitSeq(s, ",") {
			members = append(members, strings.ToLower(strings.TrimSpace(member)))
		}
		slices.Sort(members)
		return members
	}
	return slices.Equal(split(a), split(b))
}

func TestCommonHeaders(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	ids := map[string]bool{}
	for _, test := range []struct {
		name, key, path, cache string
		status                 int
		varies                 bool
	}{
		{"list", key, "SFO/content", "private, max-age=300", 200, true},
		{"search", key, "SFO/content?q=text", "private, max-age=300", 200, true},
		{"item", key, "SFO/content/a", "private, max-age=3600", 200, true},
		{"changes", key, "SFO/changes", "private, no-cache", 200, true},
		{"health", "", "health", "no-store", 200, false},
		{"no key", "", "SFO/content", "no-store", 401, true},
		{"forbidden", key, "JFK/content", "no-store", 403, true},
		{"parameter", key, "SFO/content?x=1", "no-store", 400, true},
		{"no item", key, "SFO/content/b", "no-store", 404, true},
		{"no route", key, "SFO/x", "no-store", 404, false},
	} {
		a := s.get(t, test.key, test.path)
		if a.status != test.status {
			t.Errorf("%s: %d %s", test.name, a.status, a.body)
		}
		id := a.header.Get("X-Request-Id")
		if id == "" || ids[id] {
			t.Errorf("%s: request id %q, which is empty or not new", test.name, id)
		}
		ids[id] = true
		if got := a.header.Values("Cache-Control"); len(got) != 1 || !sameMembers(got[0], test.cache) {
			t.Errorf("%s: Cache-Control %q, want %s", test.name, got, test.cache)
		}
		vary := strings.ToLower(strings.Join(a.header.Values("Vary"), ","))
		if test.varies && !(strings.Contains(vary, "x-partner-api-key") && strings.Contains(vary, "accept-encoding")) {
			t.Errorf("%s: Vary %q", test.name, vary)
		}
		if got := a.header.Get("Content-Type"); !regexp.MustCompile(`^application/json(; charset=utf-8)?$`).MatchString(got) {
			t.Errorf("%s: Content-Type %q", test.name, got)
		}
		if tagged := a.header.Get("ETag") != ""; tagged != (a.status == 200 && test.name != "health") {
			t.Errorf("%s: ETag %q", test.name, a.header.Get("ETag"))
		}
		if limited := a.header.Get("X-RateLimit-Limit") != ""; limited != (test.key != "" && test.name != "no route") {
			t.Errorf("%s: rate limit headers there: %t", test.name, limited)
		}
		if challenge := a.header.Get("WWW-Authenticate") != ""; challenge != (a.status == 401) {
			t.Errorf("%s: WWW-Authenticate %q", test.name, a.header.Get("WWW-Authenticate"))
		}
	}
}

// The request id is ours, whatever the caller sends, and the log has it.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	a := s.get(t, key, "SFO/content", "X-Request-Id", "forged\"}id")
	id := a.header.Get("X-Request-Id")
	if id == "" || strings.Contains(id, "forged") {
		t.Errorf("request id %q", id)
	}
	eventually(t, startLimit, "the log has the request's id", func() bool { return strings.Contains(s.Log.String(), id) })
	if got := a.header.Values("X-Request-Id"); len(got) != 1 {
		t.Errorf("request ids %q", got)
	}
}
