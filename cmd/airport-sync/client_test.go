package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/check"
)

// inProcess answers requests without a network, so that time in a synctest bubble passes at once.
type inProcess func(w http.ResponseWriter, r *http.Request)

func (f inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	f(w, r)
	return w.Result(), context.Cause(r.Context())
}

// transport gives bodies of its own.
type transport func(r *http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func testClient(t *testing.T, through http.RoundTripper) *client {
	t.Helper()
	c := check.Must(newClient("http://127.0.0.1", "sfo", testKey, false))(t)
	c.http.Transport = through
	return c
}

func TestRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		status     int
		retryAfter string
		times      int
		waits      time.Duration
		fails      string
	}{
		{429, "7", 2, 14 * time.Second, ""},
		{429, "1", tries, (tries - 1) * time.Second, "429 Too Many Requests: slow down"},
		{429, "86400", 1, 0, "retry after 24h0m0s"},
		{503, "7", 2, 14 * time.Second, ""}, // of a proxy
	} {
		t.Run(fmt.Sprint(tt.status, " ", tt.retryAfter), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, n := time.Now(), 0
				c := testClient(t, inProcess(func(w http.ResponseWriter, _ *http.Request) {
					if n++; n > tt.times {
						fmt.Fprint(w, emptyPage)
						return
					}
					w.Header().Set("Retry-After", tt.retryAfter)
					refuse(w, tt.status, "some_code", "slow down")
				}))
				_, err := c.changes(t.Context(), "")
				if (tt.fails == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.fails) {
					t.Error(err)
				}
				check.Same(t, tt.waits, time.Since(began), "waited")
			})
		})
	}
}

func TestFailuresAreRetried(t *testing.T) {
	for name, fail := range map[string]transport{
		"429 without a time": func(*http.Request) (*http.Response, error) { return answer(429, strings.NewReader("")), nil },
		"500":                func(*http.Request) (*http.Response, error) { return answer(500, strings.NewReader("")), nil },
		"network":            func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") },
		"cut": func(*http.Request) (*http.Response, error) {
			return answer(200, io.MultiReader(strings.NewReader("{"), failingReader{})), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n, failures := 0, tries-1
				c := testClient(t, transport(func(r *http.Request) (*http.Response, error) {
					if n++; n > failures {
						return inProcess(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, emptyPage) }).RoundTrip(r)
					}
					return fail(r)
				}))
				var waits []time.Duration
				c.onRetry = func(_ error, wait time.Duration) { waits = append(waits, wait) }
				check.Must(c.changes(t.Context(), ""))(t)
				if len(waits) != failures || waits[failures-1] < 3*waits[0] {
					t.Errorf("waited %v", waits)
				}
				n, failures = 0, tries
				if _, err := c.changes(t.Context(), ""); err == nil || n != tries || strings.Contains(err.Error(), "changes?") {
					t.Errorf("%d tries, error %v", n, err)
				}
			})
		})
	}
}

func TestRefusalsAreNotRetried(t *testing.T) {
	for _, status := range []int{204, 301, 400, 401, 403, 404, 410} {
		n := 0
		c := testClient(t, inProcess(func(w http.ResponseWriter, _ *http.Request) {
			n++
			refuse(w, status, "some_code", "do better")
		}))
		_, err := c.changes(t.Context(), "")
		var refused *refusal
		if n != 1 || !errors.As(err, &refused) || refused.status != status || refused.Code != "some_code" || refused.RequestID != "r1" {
			t.Errorf("%d: %d tries, error %v", status, n, err)
		}
	}
}

func TestPageTooLargeHalvesTheSize(t *testing.T) {
	var sizes []string
	c := testClient(t, inProcess(func(w http.ResponseWriter, r *http.Request) {
		size := r.URL.Query().Get("size")
		if sizes = append(sizes, size); len(size) > 1 {
			refuse(w, 400, "page_too_large", "ask for at most 7")
			return
		}
		fmt.Fprint(w, emptyPage)
	}))
	for range 2 {
		check.Must(c.changes(t.Context(), ""))(t)
	}
	check.Same(t, []string{"100", "50", "25", "12", "6", "6"}, sizes, "sizes asked for")
	c.http.Transport = inProcess(func(w http.ResponseWriter, _ *http.Request) { refuse(w, 400, "page_too_large", "too large") })
	if _, err := c.changes(t.Context(), ""); err == nil || c.size != 1 {
		t.Errorf("size %d, error %v", c.size, err)
	}
}

func TestUnreadableAnswers(t *testing.T) {
	good := `{"results":[{"change":"delete","id":"a"}],"nextCursor":"next","hasMore":true}`
	for name, tt := range map[string]struct{ from, to, want string }{
		"good":            {"", "", ""},
		"no JSON":         {"{", "<html>", "invalid character"},
		"no list":         {"[{", `0,"x":[{`, `"/results" cannot be a JSON number`},
		"no results":      {"results", "result", "no results, nextCursor or hasMore"},
		"no cursor":       {"nextCursor", "cursor", "no results, nextCursor or hasMore"},
		"no hasMore":      {"hasMore", "more", "no results, nextCursor or hasMore"},
		"unknown change":  {"delete", "rename", "unknown kind"},
		"no id":           {`,"id":"a"`, "", "without id"},
		"no item":         {"delete", "upsert", "without id"},
		"item without id": {`"delete","id":"a"`, `"upsert","item":{"ids":"a"}`, "without id"},
	} {
		n := 0
		c := testClient(t, inProcess(func(w http.ResponseWriter, _ *http.Request) {
			n++
			fmt.Fprint(w, strings.Replace(good, tt.from, tt.to, 1))
		}))
		_, err := c.changes(t.Context(), "sent")
		if (tt.want == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), tt.want)) || n != 1 {
			t.Errorf("%s: %d tries, error %v, want %q", name, n, err, tt.want)
		}
	}
}

// A body without end, as it is or packed, is no reason to fill the memory, or to try again.
func TestEndlessAnswers(t *testing.T) {
	for _, status := range []int{200, 500} {
		n := 0
		c := testClient(t, transport(func(*http.Request) (*http.Response, error) {
			n++
			return answer(status, endless{}), nil
		}))
		c.largest = 1000
		if _, err := c.changes(t.Context(), ""); n != 1 || err == nil || !strings.Contains(err.Error(), "more than 1000 bytes") {
			t.Errorf("%d: %d tries, error %v", status, n, err)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// A copy belongs to the same service, whether its address was given with the path of the API or
// without.
func TestBaseURL(t *testing.T) {
	for _, tt := range []struct{ address, base, fails string }{
		{"https://content.example.com/", "https://content.example.com", ""},
		{"https://content.example.com/path", "https://content.example.com/path", ""},
		{"https://a.example/api/v1/partner", "https://a.example", ""},
		{"https://a.example/proxy/api/v1/partner/", "https://a.example/proxy", ""},
		{"https://a.example/api/v1/partners", "https://a.example/api/v1/partners", ""},
		{"http://localhost:8080", "http://localhost:8080", ""},
		{"http://[::1]:8080", "http://[::1]:8080", ""},
		{"http://content.example.com", "", "use https, or --insecure"},
		{"content.example.com", "", "want an address"},
		{"ftp://content.example.com", "", "want an address"},
		{"https://user:secret@example.com", "", "want an address"},
		{"https://example.com?key=secret", "", "want an address"},
		{"https://exa mple.com", "", "want an address"},
	} {
		c, err := newClient(tt.address, "SFO", testKey, false)
		if (tt.fails == "") != (err == nil) || err == nil && c.base != tt.base ||
			err != nil && (!strings.Contains(err.Error(), tt.fails) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: %+v, %v, want %s%s", tt.address, c, err, tt.base, tt.fails)
		}
		if _, err := newClient(tt.address, "SFO", testKey, true); err != nil && tt.fails != "want an address" {
			t.Errorf("%s, insecure: %v", tt.address, err)
		}
	}
}

func answer(status int, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(body)}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
