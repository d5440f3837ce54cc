package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

// limited has a server, partners with limits of their own, and a key of each.
func limited(t *testing.T, limits ...int) (i installation, s *server, keys []string) {
	t.Helper()
	i, _ = sfo(t, newItem("a"))
	for n, limit := range limits {
		name := fmt.Sprintf("Limited %d", n)
		i.do(t, "partner", "add", name, "--rate-limit", strconv.Itoa(limit))
		keys = append(keys, i.key(t, name, "--airport", "SFO"))
	}
	return i, i.serve(t), keys
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	i, s, keys := limited(t, 6, 3)
	second := i.key(t, "Limited 0", "--airport", "SFO", "--scope", "content:read:news")
	awaitMinute(30 * time.Second)
	row(t, "all keys of a partner and failures count", func(t *testing.T) {
		for n, path := range []string{"SFO/content", "SFO/content/a", "SFO/changes", "SFO/content?size=0", "JFK/content", "SFO/content/none"} {
			a := s.get(t, []string{keys[0], second}[n%2], path)
			if limit, left := a.number(t, "X-RateLimit-Limit"), a.number(t, "X-RateLimit-Remaining"); a.status == 429 || limit != 6 || left != 5-n {
				t.Errorf("request %d: status %d, limit %d, remaining %d; want %d left", n, a.status, limit, left, 5-n)
			}
			if ends := time.Until(time.Unix(int64(a.number(t, "X-RateLimit-Reset")), 0)); ends <= 0 || ends > 61*time.Second {
				t.Errorf("request %d: the window ends in %s", n, ends)
			}
		}
		for _, key := range []string{keys[0], second, keys[0]} {
			a := s.get(t, key, "SFO/content")
			a.fails(t, 429, "rate_limited")
			if left, wait := a.number(t, "X-RateLimit-Remaining"), a.number(t, "Retry-After"); left != 0 || wait < 1 || wait > 120 {
				t.Errorf("remaining %d, Retry-After %d", left, wait)
			}
		}
	})
	row(t, "another partner has its own", func(t *testing.T) {
		if a := s.get(t, keys[1], "SFO/content"); a.status != 200 || a.number(t, "X-RateLimit-Remaining") != 2 {
			t.Errorf("%d %v", a.status, a.header)
		}
	})
	row(t, "health and unknown routes have none", func(t *testing.T) {
		if a := s.get(t, keys[0], "health"); a.status != 200 || a.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("health: %d %v", a.status, a.header)
		}
		s.get(t, keys[0], "nothing").fails(t, 404, "route_not_found")
	})
	row(t, "a new limit holds without a restart", func(t *testing.T) {
		i.do(t, "partner", "set", "Limited 0", "--rate-limit", "1000")
		eventually(t, "the new limit", func() bool { return s.get(t, keys[0], "SFO/content").status == 200 })
		i.do(t, "partner", "set", "Limited 0", "--rate-limit", "default")
		eventually(t, "the default", func() bool {
			return s.get(t, keys[0], "SFO/content").number(t, "X-RateLimit-Limit") == 1_000_000
		})
	})
}

// One server lets exactly the limit through, however many ask at once.
func TestRateLimitIsExact(t *testing.T) {
	t.Parallel()
	const limit = 20
	_, s, keys := limited(t, limit, 1000)
	awaitMinute(30 * time.Second)
	var passed, odd atomic.Int64
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 10 {
				a, err := s.try(t, http.MethodGet, keys[0], base+"SFO/content")
				left, noNumber := strconv.Atoi(a.header.Get("X-RateLimit-Remaining"))
				switch {
				case err != nil || noNumber != nil || left < 0 || left >= limit || a.status != 200 && a.status != 429:
					odd.Add(1)
				case a.status == 200:
					passed.Add(1)
				}
			}
		})
	}
	for range 10 {
		parsed[page](t, s.get(t, keys[1], "SFO/content")) // another partner, meanwhile
	}
	callers.Wait()
	if passed.Load() != limit || odd.Load() != 0 {
		t.Errorf("%d passed of a limit of %d, %d answers were odd", passed.Load(), limit, odd.Load())
	}
}

// What one server let through counts on the other a quarter of a second later, or on a busy machine some seconds later.
func TestRateLimitOverServers(t *testing.T) {
	t.Parallel()
	const limit = 40
	i, s, keys := limited(t, limit)
	other := i.serve(t)
	awaitMinute(30 * time.Second)
	parsed[page](t, other.get(t, keys[0], "SFO/content"))
	for range limit - 1 {
		s.get(t, keys[0], "SFO/content")
	}
	for range limit / 2 { // of its own they would all pass
		time.Sleep(500 * time.Millisecond)
		if other.get(t, keys[0], "SFO/content").status == 429 {
			return
		}
	}
	t.Error("the other server goes on")
}

// After Retry-After a request passes; before it none does.
func TestRetryAfterIsTrue(t *testing.T) {
	t.Parallel()
	const limit = 20
	_, s, keys := limited(t, limit)
	awaitMinute(3 * time.Second)
	time.Sleep(time.Until(time.Now().Truncate(time.Minute).Add(56 * time.Second))) // so that the wait is short
	for range limit {
		s.get(t, keys[0], "SFO/content")
	}
	var a answer
	eventually(t, "it is refused", func() bool { a = s.get(t, keys[0], "SFO/content"); return a.status != 200 })
	a.fails(t, 429, "rate_limited")
	asked, wait := time.Now(), time.Duration(a.number(t, "Retry-After"))*time.Second
	time.Sleep(wait - 2*time.Second - time.Since(asked))
	if early := s.get(t, keys[0], "SFO/content"); early.status != 429 {
		if time.Since(asked) < wait-time.Second {
			t.Errorf("after %s of %s: %d", time.Since(asked), wait, early.status)
		}
		return // on a busy machine it comes late
	}
	time.Sleep(wait - time.Since(asked))
	s.get(t, keys[0], "SFO/content").is(t, 200)
}

// guess makes n requests with wrong keys and returns how many were over the limit. The headers say which client it is.
func (s *server) guess(t *testing.T, n int, headers ...string) (heldUp int) {
	t.Helper()
	for k := range n {
		a := s.get(t, fmt.Sprintf("guess-%d-%d", time.Now().UnixNano(), k), "SFO/content", headers...)
		if a.status == 429 {
			heldUp++
			a.fails(t, 429, "rate_limited")
			if wait := a.number(t, "Retry-After"); wait < 1 || wait > 120 {
				t.Errorf("Retry-After %d", wait)
			}
		} else {
			a.fails(t, 401, "invalid_api_key")
		}
	}
	return heldUp
}

func TestFailedAuthentication(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	i = i.with("AUTH_FAILURE_LIMIT=30")
	s := i.serve(t)
	former, unseen := i.key(t, "Acme", "--airport", "SFO"), i.key(t, "Acme", "--airport", "SFO")
	parsed[page](t, s.get(t, key, "SFO/content"))
	parsed[page](t, s.get(t, former, "SFO/content"))
	awaitMinute(30 * time.Second)
	if early, late := s.guess(t, 30), s.guess(t, 3); early != 0 || late != 3 {
		t.Errorf("%d of the first 30 guesses were held up, %d of 3 more", early, late)
	}
	parsed[page](t, s.get(t, key, "SFO/content")) // a key that was seen to be good
	eventually(t, "a new good key gets in", func() bool {
		a := s.get(t, unseen, "SFO/content")
		if a.status != 200 {
			f := a.fails(t, 429, "rate_limited")
			if a.number(t, "Retry-After") != 1 || strings.Contains(f.Error.Message, "Check the key") {
				t.Errorf("while it is not looked up: Retry-After %s, %s", a.header.Get("Retry-After"), f.Error.Message)
			}
		}
		return a.status == 200
	})
	i.do(t, "key", "revoke", keyID(former))
	eventually(t, "a key that was good is held up", func() bool { return s.get(t, former, "SFO/content").status == 429 })
	s.get(t, "", "nothing").fails(t, 404, "route_not_found")
}

// Many requests at once with a new key are one look-up, and none of them counts as a failure.
func TestFirstRequestsOfAKey(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	s := i.serve(t, "AUTH_FAILURE_LIMIT=3")
	key := i.key(t, "Acme", "--airport", "SFO")
	unlock := i.lockKeys(t)
	var requests sync.WaitGroup
	for range 20 {
		requests.Go(func() { s.get(t, key, "SFO/content").is(t, 200) })
	}
	time.Sleep(time.Second) // so that most of them wait for the look-up
	unlock()
	requests.Wait()
}

// lockKeys makes look-ups of keys wait.
func (i installation) lockKeys(t *testing.T) (unlock func()) {
	t.Helper()
	conn := i.connect(t)
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE api_key"); err != nil {
		t.Fatal(err)
	}
	return func() { conn.Close(context.Background()) }
}

// Only trusted proxies say who the client is.
func TestClientAddresses(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	i = i.with("AUTH_FAILURE_LIMIT=3")
	serve := func(variables ...string) *server {
		_, prefix := testenv.Redis(t)
		return i.serve(t, append(variables, "REDIS_PREFIX="+prefix)...)
	}
	proxied, direct := serve("TRUSTED_PROXIES=127.0.0.0/8,10.0.0.0/8"), serve()
	const forwarded = "X-Forwarded-For"
	awaitMinute(40 * time.Second)
	for name, test := range map[string]struct {
		s           *server
		first, then []string // headers
		same        bool     // is it the same client?
	}{
		"spoofed":                     {direct, []string{forwarded, "203.0.113.1"}, []string{forwarded, "203.0.113.2"}, true},
		"another behind the proxy":    {proxied, []string{forwarded, "203.0.113.3"}, []string{forwarded, "203.0.113.4"}, false},
		"the right-most counts":       {proxied, []string{forwarded, "203.0.113.6"}, []string{forwarded, "198.51.100.1, 203.0.113.6"}, true},
		"IPv6 of one /64":             {proxied, []string{forwarded, "2001:db8::1"}, []string{forwarded, "2001:db8::ffff:ffff:ffff:ffff"}, true},
		"garbage is the proxy itself": {proxied, []string{forwarded, "unknown"}, []string{forwarded, "<script>", "X-Real-IP", "203.0.113.9"}, true},
	} {
		row(t, name, func(t *testing.T) {
			if test.s.guess(t, 3, test.first...) != 0 || test.s.guess(t, 1, test.first...) != 1 {
				t.Error("the first client was not held up at its 4th failure")
			}
			if same := test.s.guess(t, 1, test.then...) == 1; same != test.same {
				t.Errorf("taken for the same client: %t, want %t", same, test.same)
			}
		})
	}
}
