package e2e_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// testHeaders has what every answer carries.
func testHeaders(t *testing.T, f *fixture) {
	item := "SFO/content/" + url.PathEscape(f.items[0].ID)
	for _, test := range []struct {
		name, key, path, cache string
		status                 int
	}{
		{"list", f.some, "SFO/content", "private, max-age=300", 200},
		{"search", f.some, "SFO/content?q=zebra", "private, max-age=300", 200},
		{"item", f.some, item, "private, max-age=3600", 200},
		{"changes", f.some, "SFO/changes", "no-cache", 200},
		{"airports", f.some, "airports", "private, max-age=300", 200},
		{"no key", "", "SFO/content", "no-store", 401},
		{"forbidden", f.some, "JFK/content", "no-store", 403},
		{"parameter", f.some, "SFO/content?x=1", "no-store", 400},
		{"no item", f.some, "SFO/content/none", "no-store", 404},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := f.get(t, test.key, test.path)
			if got := a.header.Values("Cache-Control"); a.status != test.status || len(got) != 1 || got[0] != test.cache {
				t.Errorf("status %d, Cache-Control %q; want %d, %s", a.status, got, test.status, test.cache)
			}
			if vary := strings.ToLower(strings.Join(a.header.Values("Vary"), ",")); !strings.Contains(vary, "x-partner-api-key") || !strings.Contains(vary, "accept-encoding") {
				t.Errorf("Vary %q", vary)
			}
			if got := a.header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
				t.Errorf("Content-Type %q", got)
			}
			if tagged := strings.HasPrefix(a.header.Get("ETag"), `W/"`); tagged != (a.status == 200) {
				t.Errorf("ETag %q", a.header.Get("ETag"))
			}
			if keyed := a.header.Get("X-RateLimit-Limit") != ""; keyed != (test.key != "") {
				t.Errorf("rate limit headers: %t", keyed)
			}
		})
	}
}

// tag is the ETag of a path that has to answer.
func (s *server) tag(t *testing.T, key, path string) string {
	t.Helper()
	a := s.get(t, key, path)
	if tag := a.header.Get("ETag"); a.status == 200 && tag != "" {
		return tag
	}
	t.Fatalf("%s: status %d, ETag %q", path, a.status, a.header.Get("ETag"))
	return ""
}

func testIfNoneMatch(t *testing.T, f *fixture) {
	for _, path := range []string{"SFO/content", "SFO/content?q=zebra", "SFO/content/" + url.PathEscape(f.items[0].ID), "SFO/suggest?q=title", "SFO/changes?size=5", "airports"} {
		t.Run(path, func(t *testing.T) {
			tag := f.tag(t, f.some, path)
			for _, match := range []string{tag, "*"} {
				a := f.get(t, f.some, path, "If-None-Match", match, "Cache-Control", "no-cache")
				if a.status != 304 || len(a.body) != 0 || a.header.Get("ETag") != tag {
					t.Errorf("If-None-Match %s: %d, ETag %s", match, a.status, a.header.Get("ETag"))
				}
				for _, header := range []string{"Cache-Control", "Vary", "X-RateLimit-Limit", "X-Request-Id"} {
					if a.header.Get(header) == "" {
						t.Errorf("a 304 without %s", header)
					}
				}
			}
			f.get(t, f.some, path, "If-None-Match", `"other"`).is(t, 200)
		})
	}
	t.Run("a failure stays one", func(t *testing.T) {
		tag := f.tag(t, f.some, "SFO/content")
		for path, status := range map[string]int{"SFO/content?x=1": 400, "SFO/content/none": 404, "JFK/content": 403, "nothing": 404} {
			for _, match := range []string{"*", tag} {
				f.get(t, f.some, path, "If-None-Match", match).is(t, status)
			}
		}
		f.get(t, "", "SFO/content", "If-None-Match", tag).fails(t, 401, "missing_api_key")
	})
	t.Run("tags of different requests and rights differ", func(t *testing.T) {
		f.do(t, "partner", "add", "Tagged")
		news := f.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:news")
		tags := []string{f.tag(t, f.key(t, "Tagged", "--airport", "SFO"), "SFO/content"), f.tag(t, news, "SFO/content")}
		for _, query := range []string{"", "?size=5", "?from=1", "?q=zebra", "?contentType=news", "?includeBody=false", "?modifiedSince=2020-01-01"} {
			tags = append(tags, f.tag(t, f.some, "SFO/content"+query))
		}
		slices.Sort(tags)
		if len(slices.Compact(tags)) != 9 {
			t.Errorf("%q", tags)
		}
	})
}

// Whatever changes shows in the very next answer of every server, whatever was asked of it before.
func TestChangesShowAtOnce(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, append(assorted(12), titled("x", "Zebra 0"))...)
	servers := []*server{i.serve(t), i.serve(t)}
	const bySynonym = "SFO/content?q=stripehorse"
	paths := []string{"SFO/content", "SFO/content?size=1", "SFO/content?q=zebra", "SFO/content/x", "SFO/suggest?q=ze", "SFO/changes"}
	for _, step := range []struct {
		name    string
		command []string
		stdin   string
		paths   []string // whose answers change
		shows   string   // in each of them
	}{
		{"an import that changes nothing", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "Zebra 0")), nil, ""},
		{"an import", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "Zebra 1")), paths, "Zebra 1"},
		{"a new name", []string{"airport", "rename", "SFO", "Renamed"}, "", paths, "Renamed"},
		{"reset-sync", []string{"airport", "reset-sync", "SFO"}, "", paths, ""},
		{"a synonym", []string{"synonym", "add", "zebra", "stripehorse"}, "", []string{bySynonym}, "Zebra 1"},
		{"a synonym taken back", []string{"synonym", "remove", "stripehorse"}, "", []string{bySynonym}, `"total":0`},
	} {
		t.Run(step.name, func(t *testing.T) {
			tags := map[string]string{}
			for _, s := range servers {
				for _, path := range append(paths, bySynonym) {
					tags[path] = s.tag(t, key, path)
				}
			}
			i.feed(t, step.stdin, step.command...)
			for n, s := range servers {
				for _, path := range step.paths {
					a := s.get(t, key, path, "If-None-Match", tags[path])
					if a.is(t, 200); !bytes.Contains(a.body, []byte(step.shows)) {
						t.Errorf("server %d: %s does not show %s", n, path, step.shows)
					}
				}
				if len(step.paths) == 0 {
					for _, path := range paths {
						s.get(t, key, path, "If-None-Match", tags[path]).is(t, 304)
					}
				}
			}
		})
	}
}

func testCompression(t *testing.T, f *fixture) {
	plain := f.get(t, f.some, "SFO/content?size=100")
	want := parsed[page](t, plain).Results
	for accept, coding := range map[string]string{"": "", "gzip": "gzip", "zstd": "zstd"} {
		t.Run("Accept-Encoding: "+accept, func(t *testing.T) {
			a := f.get(t, f.some, "SFO/content?size=100", "Accept-Encoding", accept)
			if got := a.header.Get("Content-Encoding"); got != coding {
				t.Fatalf("Content-Encoding %q, want %q", got, coding)
			}
			if body := decompress(t, a); !gocmp.Equal(parse[page](t, body).Results, want, sameJSON) || coding != "" && len(a.body) >= len(body) {
				t.Errorf("%d bytes that become %d", len(a.body), len(body))
			}
			f.get(t, f.some, "SFO/content?size=100", "Accept-Encoding", accept, "If-None-Match", a.header.Get("ETag")).is(t, 304)
		})
	}
	t.Run("not below 1 KB", func(t *testing.T) {
		if a := f.get(t, f.some, "SFO/content/none", "Accept-Encoding", "gzip"); a.header.Get("Content-Encoding") != "" {
			t.Errorf("%v", a.header)
		}
	})
}

// decompress undoes the Content-Encoding.
func decompress(t *testing.T, a answer) []byte {
	t.Helper()
	var from io.Reader = bytes.NewReader(a.body)
	var err error
	switch a.header.Get("Content-Encoding") {
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zstd":
		var decoder *zstd.Decoder
		decoder, err = zstd.NewReader(from)
		defer decoder.Close()
		from = decoder
	}
	check(t, err)
	body, err := io.ReadAll(from)
	check(t, err)
	return body
}
