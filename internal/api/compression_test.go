package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func decoded(t *testing.T, a answer) string {
	t.Helper()
	var r io.Reader = strings.NewReader(a.body)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	}
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return plain.String()
}

func TestCompression(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain := s.get(t, "/BIG/content", allKey)
	for accept, coding := range map[string]string{
		"gzip":                 "gzip",
		"zstd":                 "zstd",
		"gzip, deflate, br":    "gzip",
		"gzip;q=0.5, zstd":     "zstd",
		"gzip;q=0, zstd;q=0.0": "",
		"br":                   "",
		"identity":             "",
	} {
		a := s.get(t, "/BIG/content", allKey, "Accept-Encoding", accept)
		if got := a.Header.Get("Content-Encoding"); got != coding {
			t.Errorf("%s: Content-Encoding %q, want %q", accept, got, coding)
		}
		if d := cmp.Diff(steady(plain.body), steady(decoded(t, a))); d != "" {
			t.Errorf("%s: %s", accept, d)
		}
		if a.Header.Get("ETag") != plain.Header.Get("ETag") {
			t.Errorf("%s: ETag %s, uncompressed %s", accept, a.Header.Get("ETag"), plain.Header.Get("ETag"))
		}
		if vary := a.Header.Values("Vary"); len(vary) != 1 || vary[0] != "x-partner-api-key, Accept-Encoding" {
			t.Errorf("%s: Vary %q", accept, vary)
		}
		again := s.get(t, "/BIG/content", allKey, "Accept-Encoding", accept, "If-None-Match", a.Header.Get("ETag"))
		if again.StatusCode != 304 || again.body != "" || again.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: again: %d, body %q, headers %v", accept, again.StatusCode, again.body, again.Header)
		}
	}
	req, err := http.NewRequest("GET", s.URL+"/api/v1/partner/BIG/content", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"X-Partner-Api-Key": {allKey}, "Accept-Encoding": {"br", "gzip"}}
	if a := s.do(t, req); a.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("in two lines: %v", a.Header)
	}
	if a := s.get(t, "/EMP1/content", allKey, "Accept-Encoding", "gzip"); a.Header.Get("Content-Encoding") != "" || a.ContentLength != int64(len(a.body)) {
		t.Errorf("under 1 KB: %v", a.Header)
	}
}
