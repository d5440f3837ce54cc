package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// The headers of each kind of answer, of the same without its body, and of its 304.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t)
	items := assorted(30)
	s.airport(t, "SFO", items...)
	key := s.keyFor(t, []string{"SFO"}, "content:read")
	const list, none = "private, max-age=300", "no-store"
	for _, test := range []struct {
		key, path, cache string
		status           int
	}{
		{key, "SFO/content", list, 200},
		{key, "SFO/content?q=zebra&size=3", list, 200},
		{key, "SFO/content/" + url.PathEscape(items[0].ID), "private, max-age=3600", 200},
		{key, "SFO/suggest?q=title&size=20", list, 200},
		{key, "SFO/changes?size=5", "no-cache", 200},
		{key, "airports", list, 200},
		{"", "SFO/content", none, 401},
		{key, "JFK/content", none, 403},
		{key, "SFO/content?x=1", none, 400},
		{key, "SFO/suggest", none, 400},
		{key, "airports?size=0", none, 400},
		{key, "SFO/content/none", none, 404},
	} {
		t.Run(test.path, func(t *testing.T) {
			a := s.get(t, test.key, test.path)
			h := a.header
			if got := h.Values("Cache-Control"); a.status != test.status || len(got) != 1 || got[0] != test.cache {
				t.Errorf("status %d, Cache-Control %q; want %d, %s", a.status, got, test.status, test.cache)
			}
			if vary := strings.ToLower(strings.Join(h.Values("Vary"), ",")); !strings.Contains(vary, "x-partner-api-key") || !strings.Contains(vary, "accept-encoding") {
				t.Errorf("Vary %q", vary)
			}
			tag := h.Get("ETag")
			if !strings.HasPrefix(h.Get("Content-Type"), "application/json") || strings.HasPrefix(tag, `W/"`) != (a.status == 200) ||
				(h.Get("X-RateLimit-Limit") != "") != (test.key != "") {
				t.Errorf("%v", h)
			}
			for _, coding := range []string{"", "gzip"} {
				get, head := s.get(t, test.key, test.path, "Accept-Encoding", coding), s.ask(t, http.MethodHead, test.key, base+test.path, "Accept-Encoding", coding)
				if length := get.header.Get("Content-Length"); coding == "" && length != strconv.Itoa(len(get.body)) {
					t.Errorf("Content-Length %q of %d bytes", length, len(get.body))
				}
				for _, differs := range []string{"Date", "X-Request-Id", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Content-Length"} {
					get.header.Del(differs)
					head.header.Del(differs)
				}
				if check.Same(t, get.header, head.header, "HEAD"); head.status != get.status || len(head.body) > 0 {
					t.Errorf("HEAD: %d with %d bytes, GET %d", head.status, len(head.body), get.status)
				}
			}
			for _, match := range []string{tag, "*", `"other"`} {
				a := s.get(t, test.key, test.path, "If-None-Match", match, "Cache-Control", "no-cache")
				if test.status != 200 || match == `"other"` {
					check.Same(t, test.status, a.status, "If-None-Match "+match)
				} else if a.status != 304 || len(a.body) > 0 || a.header.Get("ETag") != tag || a.header.Get("Cache-Control") != test.cache || a.header.Get("Vary") == "" ||
					a.header.Get("X-RateLimit-Limit") == "" || a.header.Get("X-Request-Id") == "" {
					t.Errorf("If-None-Match %s: %d %v", match, a.status, a.header)
				}
			}
		})
	}
}

// Whatever changes shows in the very next answer, whatever was asked before.
func TestChangesShowAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t)
	zebra := func(version string) item { return titled("x", "page", "Zebra "+version) }
	s.airport(t, "SFO", zebra("0"))
	ctx, key := t.Context(), s.key(t, "content:read")
	synonyms := []string{"zebra", "stripehorse"}
	bySynonym := []string{"SFO/content?q=stripehorse"}
	paths := []string{"SFO/content", "SFO/content?size=1", "SFO/content?q=zebra", "SFO/content/x",
		"SFO/suggest?q=ze", "SFO/changes"}
	for _, step := range []struct {
		name  string
		do    func()
		paths []string // whose answers change
		shows string   // in each of them
	}{
		{"nothing", func() { s.load(t, "SFO", zebra("0")) }, nil, ""},
		{"an import", func() { s.load(t, "SFO", zebra("1")) }, paths, "Zebra 1"},
		{"a new name", func() { check.Must(s.RenameAirport(ctx, "SFO", "New"))(t) }, paths, "New"},
		{"reset-sync", func() { check.Must(s.ResetAirportSync(ctx, "SFO"))(t) }, paths, ""},
		{"a synonym", func() { check.Must(s.AddSynonyms(ctx, synonyms))(t) }, bySynonym, "Zebra 1"},
		{"none", func() { check.Must(s.RemoveSynonym(ctx, "zebra"))(t) }, bySynonym, `"total":0`},
	} {
		want, asked := 200, step.paths
		if asked == nil {
			want, asked = 304, paths
		}
		tags := map[string]string{}
		for _, path := range asked {
			tags[path] = s.get(t, key, path).header.Get("ETag")
		}
		step.do()
		for _, path := range asked {
			a := s.get(t, key, path, "If-None-Match", tags[path])
			if a.is(t, want, ""); !bytes.Contains(a.body, []byte(step.shows)) {
				t.Errorf("%s: %s does not show %s", step.name, path, step.shows)
			}
		}
	}
}

func TestTagsOfRequestsAndRightsDiffer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	check.Must(s.AddPartner(t.Context(), "Tagged", 0, nil))(t)
	key := s.key(t, "content:read")
	tags := map[string]bool{}
	for _, asked := range [][]string{{s.add(t, partner.Key{Partner: "Tagged", AllAirports: true}), ""}, {s.key(t, "content:read:news"), ""}, {key, ""}, {key, "?size=5"}, {key, "?from=1"},
		{key, "?q=zebra"}, {key, "?contentType=news"}, {key, "?includeBody=false"}, {key, "?modifiedSince=2020-01-01"}} {
		tags[s.get(t, asked[0], "SFO/content"+asked[1]).header.Get("ETag")] = true
	}
	check.Same(t, 9, len(tags), "tags of 9 requests")
}

func TestCompression(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", assorted(90)...)
	key := s.key(t, "content:read")
	const path = "SFO/content?size=100"
	want := s.get(t, key, path).page(t).items()
	for accept, coding := range map[string]string{"": "", "gzip": "gzip", "zstd": "zstd", "gzip, zstd": "zstd", "br": ""} {
		a := s.get(t, key, path, "Accept-Encoding", accept)
		if got := a.header.Get("Content-Encoding"); got != coding {
			t.Errorf("%q gets %q, want %q", accept, got, coding)
			continue
		}
		s.get(t, key, path, "Accept-Encoding", accept, "If-None-Match", a.header.Get("ETag")).is(t, 304, "")
		sent := len(a.body)
		var body io.Reader = bytes.NewReader(a.body)
		var err error
		switch coding {
		case "gzip":
			body, err = gzip.NewReader(body)
		case "zstd":
			var decoder *zstd.Decoder
			decoder, err = zstd.NewReader(body)
			defer decoder.Close()
			body = decoder
		}
		check.NoError(t, err)
		a.body = check.Must(io.ReadAll(body))(t)
		if check.Same(t, want, a.page(t).items(), accept); coding != "" && sent >= len(a.body) {
			t.Errorf("%s: %d bytes that become %d", accept, sent, len(a.body))
		}
	}
	if a := s.get(t, key, "SFO/content/none", "Accept-Encoding", "gzip"); slices.Contains(a.header["Content-Encoding"], "gzip") {
		t.Error("a short answer is compressed")
	}
}
