package integration_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(20)...)
	i.must(t, "partner", "add", "Beta")
	other := i.key(t, "Beta", "--airport", "SFO")
	news := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:news")
	s := i.serve(t)
	tagOf := func(key, path string) string {
		t.Helper()
		a := s.get(t, key, path)
		if tag := a.header.Get("ETag"); a.status == 200 && strings.HasPrefix(tag, `W/"`) {
			return tag
		}
		t.Fatalf("%s: %d, ETag %q", path, a.status, a.header.Get("ETag"))
		return ""
	}
	paths := []string{"SFO/content", "SFO/content?size=5", "SFO/content?q=zebra", "SFO/content/a-0", "SFO/changes"}
	tags := map[string]string{}
	for _, path := range paths {
		tag := tagOf(key, path)
		tags[path] = tag
		for _, match := range []string{tag, strings.TrimPrefix(tag, "W/"), "*", `"other", ` + tag, tag + `,"other"`, `W/"a,b" , ` + tag, `"x",*`} {
			a := s.get(t, key, path, "If-None-Match", match, "Cache-Control", "no-cache", "Pragma", "no-cache")
			if a.status != 304 || len(a.body) != 0 || a.header.Get("ETag") != tag || a.header.Get("Cache-Control") == "" || a.header.Get("Vary") == "" ||
				a.header.Get("X-RateLimit-Limit") == "" || a.header.Get("X-Request-Id") == "" || a.header.Get("Content-Type") != "" {
				if match != `"x",*` { // which is no list of tags
					t.Errorf("%s, If-None-Match %s: %d %v %s", path, match, a.status, a.header, a.body)
				}
			}
		}
		for _, match := range []string{`"other"`, `W/"other"`, strings.Trim(tag, `W/"`), `"*"`, "", tag[:len(tag)-2] + `"`, strings.ToLower(tag) + "x"} {
			if a := s.get(t, key, path, "If-None-Match", match); a.status != 200 {
				t.Errorf("%s, If-None-Match %q: %d", path, match, a.status)
			}
		}
		if again := tagOf(key, path); again != tag {
			t.Errorf("%s: nothing has changed, but the tag", path)
		}
		if a := s.get(t, key, path, "If-None-Match", `"other"`, "If-None-Match", tag); a.status != 304 {
			t.Errorf("%s, the tag in a second header line: %d", path, a.status)
		}
	}
	differ := map[string]string{}
	for name, tag := range map[string]string{"list": tags["SFO/content"], "size": tags["SFO/content?size=5"], "search": tags["SFO/content?q=zebra"],
		"other partner": tagOf(other, "SFO/content"), "other scope": tagOf(news, "SFO/content"), "no bodies": tagOf(key, "SFO/content?includeBody=false")} {
		if same, ok := differ[tag]; ok {
			t.Errorf("%s and %s have one tag", name, same)
		}
		differ[tag] = name
	}
	for _, path := range []string{"SFO/content?x=1", "SFO/content/none", "JFK/content", "nothing"} {
		if a := s.get(t, key, path, "If-None-Match", "*"); a.status == 304 || a.status == 200 {
			t.Errorf("%s with If-None-Match *: %d", path, a.status)
		}
	}
	if a := s.get(t, "", "SFO/content", "If-None-Match", tags["SFO/content"]); a.status != 401 {
		t.Errorf("a tag without a key: %d", a.status)
	}

	// What changes the answer changes the tag, on every path.
	i.mustRead(t, file(t, newItem("new")), "import", "SFO", "-")
	stale := func(after string) {
		t.Helper()
		for _, path := range paths {
			if a := s.get(t, key, path, "If-None-Match", tags[path]); a.status != 200 {
				t.Errorf("%s after %s: %d", path, after, a.status)
			}
			tags[path] = tagOf(key, path)
		}
	}
	stale("an import")
	i.must(t, "airport", "rename", "SFO", "Another name")
	stale("a new name")
	i.must(t, "airport", "reset-sync", "SFO")
	stale("reset-sync")
	unchanged := tagOf(key, "SFO/content")
	i.mustRead(t, file(t, newItem("new")), "import", "SFO", "-")
	if a := s.get(t, key, "SFO/content", "If-None-Match", unchanged); a.status != 304 {
		t.Errorf("after an import that changed nothing: %d", a.status)
	}
	i.must(t, "synonym", "add", "zebra", "stripehorse")
	if a := s.get(t, key, "SFO/content?q=zebra", "If-None-Match", tags["SFO/content?q=zebra"]); a.status != 200 {
		t.Errorf("a search after a new synonym: %d", a.status)
	}
}

func TestCompression(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(100)...)
	s := i.serve(t)
	const path = "SFO/changes?size=100"
	plain := s.get(t, key, path)
	if plain.header.Get("Content-Encoding") != "" {
		t.Errorf("compressed unasked: %v", plain.header)
	}
	decoders := map[string]func([]byte) ([]byte, error){
		"": func(b []byte) ([]byte, error) { return b, nil },
		"gzip": func(b []byte) ([]byte, error) {
			r, err := gzip.NewReader(bytes.NewReader(b))
			if err != nil {
				return nil, err
			}
			return io.ReadAll(r)
		},
		"zstd": func(b []byte) ([]byte, error) {
			r, err := zstd.NewReader(bytes.NewReader(b))
			if err != nil {
				return nil, err
			}
			defer r.Close()
			return io.ReadAll(r)
		},
	}
	var want page
	first := s.get(t, key, "SFO/content?size=100")
	decode(t, first.body, &want)
	for _, test := range []struct{ accept, want string }{
		{"gzip", "gzip"}, {"zstd", "zstd"}, {"GZIP", "gzip"}, {"gzip;q=0.5", "gzip"}, {"br", ""}, {"identity", ""}, {"gzip;q=0", ""}, {"br, gzip", "gzip"}, {"", ""},
		{"zstd;q=0, gzip", "gzip"}, {"deflate, gzip;q=1.0, *;q=0.5", "gzip"},
	} {
		a := s.get(t, key, "SFO/content?size=100", "Accept-Encoding", test.accept)
		if got := a.header.Get("Content-Encoding"); got != test.want {
			if !(test.accept == "deflate, gzip;q=1.0, *;q=0.5" && got == "zstd") { // which * allows
				t.Errorf("Accept-Encoding %q: %q, want %q", test.accept, got, test.want)
				continue
			}
		}
		body, err := decoders[a.header.Get("Content-Encoding")](a.body)
		if err != nil {
			t.Errorf("Accept-Encoding %q: %v", test.accept, err)
			continue
		}
		var got page
		decode(t, body, &got)
		if diff := cmp.Diff(want.Results, got.Results, sameJSON); diff != "" {
			t.Errorf("Accept-Encoding %q: %s", test.accept, diff)
		}
		if test.want != "" && len(a.body) >= len(body) {
			t.Errorf("Accept-Encoding %q: %d bytes, plain %d", test.accept, len(a.body), len(body))
		}
		if again := s.get(t, key, "SFO/content?size=100", "Accept-Encoding", test.accept, "If-None-Match", a.header.Get("ETag")); again.status != 304 {
			t.Errorf("Accept-Encoding %q: its own tag gives %d", test.accept, again.status)
		}
	}
	if a := s.get(t, key, "SFO/content/none", "Accept-Encoding", "gzip"); a.header.Get("Content-Encoding") != "" {
		t.Errorf("a body below 1 KB is compressed: %v", a.header)
	}
}
