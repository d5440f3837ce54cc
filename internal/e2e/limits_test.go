package e2e_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

// The exact arithmetic of a window is tested in internal/ratelimit. A minute may end within any of
// these tests. What was counted before goes on to count almost whole for some seconds, so that a
// limit lets through one request more, if at all.

// limited makes a key of a partner who has a limit of his own.
func (i installation) limited(t *testing.T, partner string, limit int) (key string) {
	t.Helper()
	i.do(t, "partner", "add", partner, "--rate-limit", strconv.Itoa(limit))
	return i.key(t, partner, "--airport", "SFO")
}

// untilLimited asks until an answer is 429, which has to come when the limit is reached. It checks
// the headers of all.
func untilLimited(t *testing.T, limit int, ask func(n int) answer) {
	t.Helper()
	for n := range limit + 2 {
		a := ask(n)
		left, ends := a.number(t, "X-RateLimit-Remaining"), time.Until(time.Unix(int64(a.number(t, "X-RateLimit-Reset")), 0))
		if a.number(t, "X-RateLimit-Limit") != limit || left < 0 || left >= limit || ends < -time.Second || ends > 61*time.Second {
			t.Errorf("request %d: %v", n, a.header)
		}
		if a.status != 429 {
			continue
		}
		a.fails(t, 429, "rate_limited")
		if wait := a.number(t, "Retry-After"); n < limit || left != 0 || wait < 1 || wait > 120 {
			t.Errorf("request %d is over the limit of %d, remaining %d, Retry-After %d", n, limit, left, wait)
		}
		return
	}
	t.Errorf("%d requests pass a limit of %d", limit+2, limit)
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	const limit = 6
	i, _ := sfo(t, newItem("a"))
	first, neighbour := i.limited(t, "Limited", limit), i.limited(t, "Neighbour", limit)
	second := i.key(t, "Limited", "--airport", "SFO", "--scope", "content:read:news")
	s := i.serve(t)
	t.Run("all keys of a partner and failures count", func(t *testing.T) {
		paths := []string{"SFO/content", "SFO/content/a", "SFO/changes", "airports", "SFO/content?size=0", "JFK/content", "SFO/content/none"}
		untilLimited(t, limit, func(n int) answer {
			return s.get(t, []string{first, second}[n%2], paths[n%len(paths)])
		})
	})
	t.Run("another partner has its own", func(t *testing.T) { s.get(t, neighbour, "SFO/content").is(t, 200) })
	t.Run("what one server let through counts on the other", func(t *testing.T) {
		other := i.serve(t)
		for range limit { // of its own these would pass
			if other.get(t, first, "SFO/content").status == 429 {
				return
			}
			time.Sleep(500 * time.Millisecond) // the servers exchange their counts ten times a second
		}
		t.Error("the other server goes on")
	})
	t.Run("a new limit holds without a restart", func(t *testing.T) {
		i.do(t, "partner", "set", "Limited", "--rate-limit", "1000")
		eventually(t, "the new limit", func() bool { return s.get(t, first, "SFO/content").status == 200 })
		i.do(t, "partner", "set", "Limited", "--rate-limit", "default")
		eventually(t, "the default", func() bool {
			return s.get(t, first, "SFO/content").number(t, "X-RateLimit-Limit") == 1_000_000
		})
	})
}

// guess makes a request with a wrong key and reports whether it was over the limit. The headers say
// which client it is.
func (s *server) guess(t *testing.T, headers ...string) (heldUp bool) {
	t.Helper()
	a := s.get(t, fmt.Sprint("guess-", time.Now().UnixNano()), "SFO/content", headers...)
	if a.status != 429 {
		a.fails(t, 401, "invalid_api_key")
		return false
	}
	a.fails(t, 429, "rate_limited")
	if wait := a.number(t, "Retry-After"); wait < 1 || wait > 120 {
		t.Errorf("Retry-After %d", wait)
	}
	return true
}

// guessUntilHeldUp makes requests with wrong keys until one is over the limit.
func (s *server) guessUntilHeldUp(t *testing.T, limit int, headers ...string) {
	t.Helper()
	for n := range limit + 2 {
		if s.guess(t, headers...) {
			if n < limit {
				t.Errorf("guess %d is over the limit of %d", n, limit)
			}
			return
		}
	}
	t.Errorf("%d guesses pass a limit of %d", limit+2, limit)
}

func TestFailedAuthentication(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t, "AUTH_FAILURE_LIMIT=10")
	former, unseen := i.key(t, "Acme", "--airport", "SFO"), i.key(t, "Acme", "--airport", "SFO")
	s.get(t, key, "SFO/content").is(t, 200)
	s.get(t, former, "SFO/content").is(t, 200)
	s.guessUntilHeldUp(t, 10)
	s.get(t, key, "SFO/content").is(t, 200) // a key that was seen to be good
	began := time.Now()
	for a := s.get(t, unseen, "SFO/content"); a.status != 200; a = s.get(t, unseen, "SFO/content") { // a new good key gets in
		f := a.fails(t, 429, "rate_limited")
		if a.number(t, "Retry-After") != 1 || strings.Contains(f.Error.Message, "Check the key") {
			t.Errorf("while it is not looked up: Retry-After %s, %s", a.header.Get("Retry-After"), f.Error.Message)
		}
		if time.Since(began) > 10*time.Second { // one key a second is looked up
			t.Fatal("a new good key does not get in")
		}
		time.Sleep(100 * time.Millisecond)
	}
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
	release := i.hold(t, "BEGIN; LOCK TABLE api_key")
	var requests sync.WaitGroup
	for range 20 {
		requests.Go(func() { s.get(t, key, "SFO/content").is(t, 200) })
	}
	time.Sleep(time.Second) // so that most of them wait for the look-up
	release()
	requests.Wait()
}

// After a restart every good key behind a proxy is new to the server, and all come at once from its
// address.
func TestManyGoodKeysOfOneAddress(t *testing.T) {
	t.Parallel()
	const limit, good, wrong = 2, 8, 20
	i, _ := sfo(t, newItem("a"))
	s := i.serve(t, fmt.Sprint("AUTH_FAILURE_LIMIT=", limit))
	keys := make([]string, good)
	for n := range keys {
		keys[n] = i.key(t, "Acme", "--airport", "SFO")
	}
	release := i.hold(t, "BEGIN; LOCK TABLE api_key")
	var requests sync.WaitGroup
	for _, key := range keys {
		requests.Go(func() { s.get(t, key, "SFO/content").is(t, 200) })
	}
	time.Sleep(time.Second) // so that all wait
	release()
	requests.Wait()

	var told atomic.Int64 // that their key is wrong
	for range wrong {
		requests.Go(func() {
			if !s.guess(t) {
				told.Add(1)
			}
		})
	}
	requests.Wait()
	if told.Load() != limit {
		t.Errorf("%d of %d wrong keys at once were looked up and refused, want %d", told.Load(), wrong, limit)
	}
}

// Keys that could not be looked up in time do not count as wrong.
func TestKeysOutOfTime(t *testing.T) {
	t.Parallel()
	const limit = 6 // more than the four keys that are looked up at once
	i, _ := sfo(t)
	s := i.serve(t, fmt.Sprint("AUTH_FAILURE_LIMIT=", limit), "REQUEST_TIMEOUT=1s")
	release := i.hold(t, "BEGIN; LOCK TABLE api_key")
	var requests sync.WaitGroup
	for n := range limit {
		requests.Go(func() { s.get(t, fmt.Sprint("key-in-vain-", n), "SFO/content").fails(t, 500, "timeout") })
	}
	requests.Wait()
	time.Sleep(time.Second) // the answers come a moment before the look-ups end
	release()
	s.guessUntilHeldUp(t, limit)
}

// Only trusted proxies say who the client is. internal/clientaddr tests every form of the header.
func TestClientAddresses(t *testing.T) {
	t.Parallel()
	const limit = 3
	i, _ := sfo(t, newItem("a"))
	serve := func(variables ...string) *server {
		_, prefix := testenv.Redis(t)
		return i.serve(t, slices.Concat(variables, []string{"REDIS_PREFIX=" + prefix, fmt.Sprint("AUTH_FAILURE_LIMIT=", limit)})...)
	}
	proxied, direct := serve("TRUSTED_PROXIES=127.0.0.0/8"), serve()
	for _, test := range []struct {
		name        string
		s           *server
		first, then string // in X-Forwarded-For
		same        bool   // is it the same client?
	}{
		{"spoofed", direct, "203.0.113.1", "203.0.113.2", true},
		{"another behind the proxy", proxied, "203.0.113.3", "203.0.113.4", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.s.guessUntilHeldUp(t, limit, "X-Forwarded-For", test.first)
			if same := test.s.guess(t, "X-Forwarded-For", test.then); same != test.same {
				t.Errorf("taken for the same client: %t, want %t", same, test.same)
			}
		})
	}
}
