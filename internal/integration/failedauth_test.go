package integration_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

// guess makes n failing requests as the client that the headers make of it, and tells how many were held up.
func (s *server) guess(t *testing.T, n int, headers ...string) (heldUp int) {
	t.Helper()
	for k := range n {
		a := s.get(t, fmt.Sprintf("guess-number-%d-%d", time.Now().UnixNano(), k), "SFO/content", headers...)
		switch a.status {
		case 401:
			a.fails(t, "guess", 401, "invalid_api_key")
		case 429:
			heldUp++
			a.fails(t, "guess", 429, "rate_limited")
			if wait := a.number(t, "Retry-After"); wait < 1 || wait > 120 {
				t.Errorf("Retry-After %d", wait)
			}
		default:
			t.Fatalf("guess: %d %s", a.status, a.body)
		}
	}
	return heldUp
}

// After 30 failures in a minute an address has to wait; a good key goes on from there, on every server.
func TestFailedAuthentication(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	i = i.with("AUTH_FAILURE_LIMIT=30")
	servers := []*server{i.serve(t), i.serve(t)}
	if a := servers[0].get(t, key, "SFO/content"); a.status != 200 {
		t.Fatalf("the good key: %d %s", a.status, a.body)
	}
	awaitWindow(25*time.Second, time.Minute)
	if n := servers[0].guess(t, 20) + servers[1].guess(t, 10); n > 0 {
		t.Errorf("%d of the first 30 guesses were held up", n)
	}
	for n, s := range servers {
		if s.guess(t, 3) != 3 {
			t.Errorf("server %d: a guess beyond the 30th was not held up", n)
		}
		for range 5 {
			if a := s.get(t, key, "SFO/content"); a.status != 200 {
				t.Errorf("server %d: the good key: %d %s", n, a.status, a.body)
			}
		}
		if a := s.get(t, "", "health"); a.status != 200 {
			t.Errorf("server %d: health: %d", n, a.status)
		}
		s.get(t, "", "nothing").fails(t, "no such path", 404, "route_not_found")
	}
	// Restarted, a server still knows the good key, even without what Redis knew.
	servers[0].Stop()
	_, prefix := testenv.Redis(t)
	again := i.with("REDIS_PREFIX=" + prefix).serve(t)
	if again.guess(t, 40) == 0 {
		t.Error("no guess was held up after a restart")
	}
	if a := again.get(t, key, "SFO/content"); a.status != 200 {
		t.Errorf("the good key after a restart: %d %s", a.status, a.body)
	}
}

// The client is who the trusted proxies say it is, and nobody else says so.
func TestClientAddresses(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	i = i.with("AUTH_FAILURE_LIMIT=3")
	const forwarded = "X-Forwarded-For"
	for _, test := range []struct {
		name, trusted string
		first         []string // 3 failures come from here
		then          []string // is this one the same client?
		same          bool
	}{
		{"spoofed: another value is no other client", "", []string{forwarded, "203.0.113.1"}, []string{forwarded, "203.0.113.2"}, true},
		{"spoofed: no header is no other client", "10.0.0.0/8", []string{forwarded, "203.0.113.1"}, nil, true},
		{"spoofed: other headers", "", nil, []string{"X-Real-IP", "203.0.113.9", "Forwarded", "for=203.0.113.9", "True-Client-IP", "203.0.113.9"}, true},
		{"a proxy's other headers are not believed", "127.0.0.0/8", nil, []string{"X-Real-IP", "203.0.113.9", "Forwarded", "for=203.0.113.9"}, true},
		{"by a proxy", "127.0.0.0/8", []string{forwarded, "203.0.113.3"}, []string{forwarded, "203.0.113.4"}, false},
		{"by a proxy: the same", "127.0.0.0/8", []string{forwarded, "203.0.113.5"}, []string{forwarded, " 203.0.113.5 "}, true},
		{"the right-most counts", "127.0.0.0/8", []string{forwarded, "203.0.113.6"}, []string{forwarded, "198.51.100.1, 203.0.113.6"}, true},
		{"the left-most does not", "127.0.0.0/8", []string{forwarded, "203.0.113.7"}, []string{forwarded, "203.0.113.7, 198.51.100.2"}, false},
		{"a trusted one further in is passed over", "127.0.0.0/8,10.0.0.0/8", []string{forwarded, "203.0.113.8"}, []string{forwarded, "203.0.113.8, 10.1.2.3, 127.0.0.1"}, true},
		{"several lines are one list", "127.0.0.0/8", []string{forwarded, "203.0.113.10"}, []string{forwarded, "198.51.100.3", forwarded, "203.0.113.10"}, true},
		{"IPv6 of one /64", "127.0.0.0/8", []string{forwarded, "2001:db8::1"}, []string{forwarded, "2001:db8::ffff:ffff:ffff:ffff"}, true},
		{"IPv6 of another /64", "127.0.0.0/8", []string{forwarded, "2001:db8:0:1::1"}, []string{forwarded, "2001:db8:0:2::1"}, false},
		{"IPv4 in IPv6", "127.0.0.0/8", []string{forwarded, "203.0.113.11"}, []string{forwarded, "::ffff:203.0.113.11"}, true},
		{"IPv4 neighbours in IPv6", "127.0.0.0/8", []string{forwarded, "::ffff:203.0.113.12"}, []string{forwarded, "::ffff:203.0.113.13"}, false},
		{"garbage is the proxy itself", "127.0.0.0/8", []string{forwarded, "unknown"}, []string{forwarded, "<script>"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, prefix := testenv.Redis(t)
			s := i.with("TRUSTED_PROXIES="+test.trusted, "REDIS_PREFIX="+prefix).serve(t)
			awaitWindow(10*time.Second, time.Minute)
			if s.guess(t, 3, test.first...) != 0 || s.guess(t, 1, test.first...) != 1 {
				t.Errorf("the first client was not held up at its 4th failure")
			}
			if same := s.guess(t, 1, test.then...) == 1; same != test.same {
				t.Errorf("taken for the same client: %t, want %t", same, test.same)
			}
		})
	}
}

// A header that is not believed is told of, once.
func TestForwardedHeaderOfAStranger(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	for n := range 5 {
		s.get(t, key, "SFO/content", "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", n))
	}
	s.Stop()
	warnings := 0
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, `"level":"WARN"`) && strings.Contains(strings.ToLower(line), "forwarded") {
			warnings++
		}
	}
	if warnings != 1 {
		t.Errorf("%d warnings, want 1:\n%s", warnings, s.Log)
	}
}
