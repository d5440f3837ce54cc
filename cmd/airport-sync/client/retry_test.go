package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/internal/apitest"
)

// failing answers the first n requests with answer.
func failing(n int32, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
	var seen atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) bool {
		if seen.Add(1) > n {
			return false
		}
		answer(w, r)
		return true
	}
}

func limited(retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		apitest.Fail(w, http.StatusTooManyRequests, "rate_limited", "", "wait")
	}
}

func raw(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"success":true,`))
	panic(http.ErrAbortHandler)
}

func TestRateLimitedWaits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, header string
		times        int32
		want         []time.Duration
		fails        string // part of the error; empty: none
	}{
		{"told", "7", 2, []time.Duration{7 * time.Second, 7 * time.Second}, ""},
		{"not told", "", 1, []time.Duration{time.Minute}, ""},
		{"garbled", "soon", 1, []time.Duration{time.Minute}, ""},
		{"negative", "-5", 1, []time.Duration{time.Minute}, ""},
		{"zero", "0", 1, []time.Duration{0}, ""},
		{"a date in the past", "Mon, 02 Jan 2006 15:04:05 GMT", 1, []time.Duration{0}, ""},
		{"three tries at most", "1", 3, []time.Duration{time.Second, time.Second}, "429 Too Many Requests: wait"},
		{"an hour", "3600", 1, []time.Duration{time.Hour}, ""},
		{"longer than anyone waits", "86400", 1, nil, "asks to wait 24h0m0s, and more than 1h0m0s is not waited for"},
		{"beyond any clock", "9223372036854775807", 1, nil, "asks to wait 2562047h47m16s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			srv.Intercept(failing(tt.times, limited(tt.header)))
			var w waits
			_, err := connect(t, srv.URL, client.WithSleep(w.sleep)).List(t.Context(), "SFO", client.ListParams{})
			var refused *client.Error
			if failed := tt.fails != ""; failed != errors.As(err, &refused) || !failed && err != nil {
				t.Fatalf("error %v", err)
			}
			if err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("error %q, want one with %q", err, tt.fails)
			}
			if err != nil && (refused.Status != 429 || refused.Code != "rate_limited" || refused.RetryAfter < time.Second) {
				t.Errorf("error %+v", refused)
			}
			if diff := cmp.Diff(tt.want, w.list); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFailuresAreRetriedWithBackoff(t *testing.T) {
	t.Parallel()
	good := `{"success":true,"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},"pagination":{"from":0,"total":0,"hasMore":false},"results":`
	tests := map[string]http.HandlerFunc{
		"500":                   raw(500, `{"success":false,"error":{"code":"internal","message":"again later","requestId":"r"}}`),
		"502 of a proxy":        raw(502, "<html>bad gateway</html>"),
		"connection cut":        func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"answer cut":            cut,
		"not JSON":              raw(200, "<html>please log in</html>"),
		"cut JSON":              raw(200, good+`[`),
		"more after JSON":       raw(200, good+`[]} {}`),
		"empty":                 raw(200, ""),
		"null":                  raw(200, "null"),
		"no results":            raw(200, good+`null}`),
		"results of another":    raw(200, strings.Replace(good, "SFO", "LAX", 1)+`[]}`),
		"another page":          raw(200, strings.Replace(good, `"from":0`, `"from":20`, 1)+`[]}`),
		"no timestamp":          raw(200, strings.Replace(good, "timestamp", "time", 1)+`[]}`),
		"item without id":       raw(200, good+`[{"lastModified":"2026-03-01T09:30:00.000Z"}]}`),
		"item without date":     raw(200, good+`[{"id":"a"}]}`),
		"item that is a number": raw(200, good+`[1]}`),
		"not UTF-8":             raw(200, good+"[],\"x\":\"\xff\"}"),
		"gzip that is not": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			raw(200, "{}")(w, nil)
		},
		"error body of no shape": raw(503, `{"error":"down"}`),
	}
	for name, answer := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			srv.Put("a", "1")
			srv.Intercept(failing(4, answer))
			var w waits
			c := connect(t, srv.URL, client.WithSleep(w.sleep))
			page, err := c.List(t.Context(), "SFO", client.ListParams{})
			if err != nil || len(page.Items) != 1 {
				t.Fatal(page, err)
			}
			for n, got := range w.list {
				middle := 500 * time.Millisecond << n
				if got < middle/2 || got > middle*3/2+1 {
					t.Errorf("wait %d was %s, want about %s", n, got, middle)
				}
			}
			if len(w.list) != 4 {
				t.Errorf("waited %v, want 4 times", w.list)
			}

			srv.Intercept(failing(1000, answer))
			if _, err := c.List(t.Context(), "SFO", client.ListParams{}); err == nil {
				t.Error("no error from a service that never answers well")
			}
			if got := len(w.list); got != 4+5 { // net/http repeats some of the requests by itself
				t.Errorf("waited %d times, want 5 between 6 tries after the first 4", got)
			}
		})
	}
}

func TestRefusalsAreNotRetried(t *testing.T) {
	t.Parallel()
	for _, status := range []int{204, 301, 400, 401, 403, 404, 410, 414} {
		srv := apitest.New(t)
		srv.Intercept(failing(1, func(w http.ResponseWriter, _ *http.Request) {
			apitest.Fail(w, status, "some_code", "size", "do better")
		}))
		var w waits
		_, err := connect(t, srv.URL, client.WithSleep(w.sleep)).Changes(t.Context(), "SFO", "", 0)
		var got *client.Error
		if !errors.As(err, &got) || len(w.list) != 0 {
			t.Errorf("%d: error %v after waits %v", status, err, w.list)
			continue
		}
		want := &client.Error{Status: status, Code: "some_code", Message: "do better", RequestID: "req-body", Parameter: "size"}
		if status == 204 { // has no body
			want = &client.Error{Status: status, RequestID: "req-header"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestServiceThatIsNotThere(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	var back *httptest.Server
	var told []string
	c := connect(t, "http://"+address,
		client.WithOnRetry(func(err error, _ time.Duration) { told = append(told, err.Error()) }),
		client.WithSleep(func(context.Context, time.Duration) error {
			if len(told) < 3 {
				return nil
			}
			again, err := net.Listen("tcp", address)
			if err != nil {
				return err
			}
			back = &httptest.Server{Listener: again, Config: &http.Server{Handler: raw(200,
				`{"success":true,"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},"results":[],"nextCursor":"c","hasMore":false}`)}}
			back.Start()
			return nil
		}))
	listener.Close()
	page, err := c.Changes(t.Context(), "SFO", "", 0)
	if back != nil {
		defer back.Close()
	}
	if err != nil || page.NextCursor != "c" || len(told) != 3 {
		t.Errorf("%+v, %v, told %q", page, err, told)
	}
}

func TestTimeLimitOfOneTry(t *testing.T) {
	t.Parallel()
	tests := map[string]http.HandlerFunc{
		"silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"stalls in the answer": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(`{"success":`))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	}
	for name, answer := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			srv.Intercept(failing(1, answer))
			var w waits
			// Long enough for the second try on a busy machine.
			c := connect(t, srv.URL, client.WithSleep(w.sleep), client.WithTimeout(2*time.Second))
			if _, err := c.Changes(t.Context(), "SFO", "", 10); err != nil || len(w.list) != 1 {
				t.Errorf("%v after waits %v", err, w.list)
			}
		})
	}
}

func TestContextEndsEverything(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	srv.Intercept(func(_ http.ResponseWriter, r *http.Request) bool { // during a try
		cancel()
		<-r.Context().Done()
		return true
	})
	if _, err := connect(t, srv.URL).List(ctx, "SFO", client.ListParams{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	srv.Intercept(failing(1000, limited("3000"))) // during a real wait
	c := connect(t, srv.URL, client.WithOnRetry(func(error, time.Duration) { cancel() }))
	if _, err := c.List(ctx, "SFO", client.ListParams{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
