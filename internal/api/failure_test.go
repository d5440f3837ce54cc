package api_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/api"
	"airport-content/internal/content"
)

func TestFailuresOfTheStore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/SFO/content", allKey) // the key is known from here on
	for _, c := range []struct {
		err  error
		code string
	}{
		{fmt.Errorf("list SFO: %w", content.ErrUnavailable), "unavailable"},
		{fmt.Errorf("list SFO: %w", content.ErrTimeout), "timeout"},
		{fmt.Errorf("list SFO: %w", context.DeadlineExceeded), "timeout"},
		{fmt.Errorf("relation secret_table does not exist"), "internal"},
	} {
		s.store.before = func(context.Context, string) error { return c.err }
		for _, path := range []string{"/SFO/content", "/SFO/content?size=0", "/SFO/content/x", "/SFO/changes"} {
			a := s.get(t, path, allKey, "If-None-Match", `"x"`)
			if f := a.failure(t); a.StatusCode != 500 || f.Code != c.code || a.Header.Get("X-RateLimit-Limit") != "300" || strings.Contains(a.body, "secret") {
				t.Errorf("%s, %v: %d %s %v", path, c.err, a.StatusCode, a.body, a.Header)
			}
		}
	}
	if !strings.Contains(s.log.String(), "secret_table") {
		t.Error("the cause is not in the log")
	}
}

func TestRequestTimeout(t *testing.T) {
	t.Parallel()
	for _, stuck := range []string{"authenticate", "list"} {
		s := newSite(t, func(o *api.Options) { o.RequestTimeout = 50 * time.Millisecond })
		s.store.before = func(ctx context.Context, query string) error {
			if query == stuck {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}
		if f := s.get(t, "/SFO/content", allKey).failure(t); f.Code != "timeout" {
			t.Errorf("stuck at %s: %s", stuck, f.Code)
		}
	}
}

func TestPanicsAreGuarded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, where := range []string{"authenticate", "list"} {
		s.store.before = func(_ context.Context, query string) error {
			if query == where {
				panic("the tower is on fire")
			}
			return nil
		}
		a := s.get(t, "/SFO/content", allKey)
		if f := a.failure(t); a.StatusCode != 500 || f.Code != "internal" || strings.Contains(a.body, "tower") {
			t.Errorf("panic in %s: %d %s", where, a.StatusCode, a.body)
		}
	}
	if log := s.log.String(); strings.Count(log, "panic: the tower is on fire") != 2 || !strings.Contains(log, "memory_test.go") {
		t.Errorf("log: %s", log)
	}
}

func TestCallerThatLeaves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	arrived := make(chan struct{})
	s.store.before = func(ctx context.Context, query string) error {
		if query != "list" {
			return nil
		}
		close(arrived)
		<-ctx.Done()
		return ctx.Err()
	}
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "GET /api/v1/partner/SFO/content HTTP/1.1\r\nHost: x\r\nx-partner-api-key: %s\r\n\r\n", allKey)
	<-arrived
	conn.Close()
	s.Close() // waits for the handler
	want := []api.Observation{{Route: "/api/v1/partner/{airport}/content", Method: "GET", Status: 499, PartnerID: 7, KeyID: "key-all", Code: "client_gone"}}
	if d := cmp.Diff(want, s.seen()); d != "" {
		t.Error(d)
	}
}

// seen is what was observed, without what no test can know.
func (s *site) seen() []api.Observation {
	s.mu.Lock()
	defer s.mu.Unlock()
	var seen []api.Observation
	for _, o := range s.observations {
		o.Duration, o.Bytes, o.RequestID = 0, 0, ""
		seen = append(seen, o)
	}
	return seen
}

func TestObservations(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/SFO/content/cafe%2F50%25?", allKey)
	s.ask(t, "HEAD", "/api/v1/partner/sfo/changes", sfoKey)
	s.get(t, "/SFO/content", "wrong")
	s.get(t, "/SFO/content", limitedKey)
	s.get(t, "/nothing", "")
	s.ask(t, "BREW", "/api/v1/partner/health", "")
	s.Close()
	const base = "/api/v1/partner/{airport}/"
	want := []api.Observation{
		{Route: base + "content/{id}", Method: "GET", Status: 200, PartnerID: 7, KeyID: "key-all"},
		{Route: base + "changes", Method: "HEAD", Status: 200, PartnerID: 8, KeyID: "key-sfo"},
		{Route: base + "content", Method: "GET", Status: 401, Code: "invalid_api_key"},
		{Route: base + "content", Method: "GET", Status: 429, PartnerID: 429, KeyID: "key-limited", Code: "rate_limited"},
		{Method: "GET", Status: 404, Code: "route_not_found"},
		{Method: "BREW", Status: 405, Code: "method_not_allowed"},
	}
	if d := cmp.Diff(want, s.seen()); d != "" {
		t.Error(d)
	}
}

func TestLogHoldsNoKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/SFO/content?q=coffee", allKey, "User-Agent", longText(5000, "agent"))
	s.get(t, "/SFO/content", "a-wrong-but-secret-key")
	s.Close()
	log := s.log.String()
	for _, want := range []string{`"query":"q=coffee"`, `"key_id":"key-all"`, `"partner_id":7`, `"status":401`, `"client":"127.0.0.1"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %s: %s", want, log)
		}
	}
	if strings.Contains(log, allKey) || strings.Contains(log, "secret-key") || len(log) > 2000 {
		t.Errorf("log: %s", log)
	}
}
