package api_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
)

// Package ratelimit tests the arithmetic of a window. If a minute ends within a test, the counts of
// that minute still count almost whole, so a limit lets at most one more request through.

// All keys of a partner count together, failures too. Another partner has a limit of its own.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	const limit = 6
	s := serveWith(t, settings{partnerLimit: 1000})
	s.airport(t, "SFO", newItem("a"))
	check.Must(s.AddPartner(t.Context(), "Limited", 0, new(limit)))(t)
	keys := []string{s.add(t, partner.Key{Partner: "Limited", Airports: []string{"SFO"}}), s.add(t, partner.Key{Partner: "Limited", Airports: []string{"SFO"}, Scopes: []string{"content:read:news"}})}
	paths := []string{"SFO/content", "SFO/content/a", "SFO/suggest?q=a", "airports", "SFO/content?size=0", "JFK/content", "SFO/content/none"}
	passed := 0
	for ; passed < limit+2; passed++ {
		began := time.Now()
		a := s.get(t, keys[passed%2], paths[passed%len(paths)])
		left, ends := a.number(t, "X-RateLimit-Remaining"), time.Unix(int64(a.number(t, "X-RateLimit-Reset")), 0).Sub(began)
		if a.number(t, "X-RateLimit-Limit") != limit || left < 0 || left >= limit || ends < -time.Second || ends > 61*time.Second {
			t.Errorf("request %d: %v", passed, a.header)
		}
		if a.status == 429 {
			a.is(t, 429, "rate_limited")
			if wait := a.number(t, "Retry-After"); left != 0 || wait < 1 || wait > 120 {
				t.Errorf("remaining %d, Retry-After %d", left, wait)
			}
			break
		}
	}
	if passed < limit || passed > limit+1 {
		t.Errorf("%d requests pass a limit of %d", passed, limit)
	}
	s.get(t, s.key(t, "content:read"), "SFO/content").is(t, 200, "")
	for limit, want := range map[*int]int{new(2000): 2000, nil: 1000} { // a new limit holds without a restart
		check.Must(s.SetPartnerRateLimit(t.Context(), "Limited", limit))(t)
		check.Eventually(t, "the new limit", func() bool { return s.get(t, keys[0], "SFO/content").number(t, "X-RateLimit-Limit") == want })
	}
}

// Changes have a count of their own, which takes nothing from other requests.
func TestRateLimitOfChanges(t *testing.T) {
	t.Parallel()
	const limit = 5
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	s.airport(t, "JFK", newItem("a"))
	check.Must(s.AddPartner(t.Context(), "Limited", 0, new(limit)))(t)
	key := s.add(t, partner.Key{Partner: "Limited", AllAirports: true})
	passed := 0
	for ; passed < limit+2; passed++ {
		a := s.get(t, key, []string{"SFO/changes", "JFK/changes?size=0", "SFO/changes?wait=0"}[passed%3])
		if left := a.number(t, "X-RateLimit-Remaining"); a.number(t, "X-RateLimit-Limit") != limit || a.status != 429 && left != limit-1-passed && left != 0 {
			t.Errorf("request %d: %v", passed, a.header)
		}
		if a.status == 429 {
			a.is(t, 429, "rate_limited")
			break
		}
	}
	if passed < limit || passed > limit+1 {
		t.Errorf("%d requests pass a limit of %d", passed, limit)
	}
	a := s.get(t, key, "key")
	a.is(t, 200, "")
	if want := fmt.Sprintf(`"requests":{"limit":%d,"remaining":%d,`, limit, limit-1); !strings.Contains(string(a.body), want) ||
		!strings.Contains(string(a.body), fmt.Sprintf(`"changes":{"limit":%d,"remaining":0,`, limit)) {
		t.Errorf("the key: %s", a.body)
	}
	if a := s.get(t, key, "SFO/content"); a.status != 200 || a.number(t, "X-RateLimit-Remaining") != limit-2 {
		t.Errorf("changes take from other requests: %d %v", a.status, a.header)
	}
}

// guess makes a request with a wrong key, and reports whether the address is over its limit.
func (s *service) guess(t *testing.T, headers ...string) (heldUp bool) {
	t.Helper()
	a := s.get(t, fmt.Sprint("guess-", time.Now().UnixNano()), "SFO/content", headers...)
	if a.status != 429 {
		a.is(t, 401, "invalid_api_key")
		return false
	}
	a.is(t, 429, "rate_limited")
	if wait := a.number(t, "Retry-After"); wait < 1 || wait > 120 {
		t.Errorf("Retry-After %d", wait)
	}
	return true
}

// guessUntilHeldUp makes requests with wrong keys until the address is over its limit.
func (s *service) guessUntilHeldUp(t *testing.T, limit int, headers ...string) {
	t.Helper()
	guesses := 0
	for guesses < limit+2 && !s.guess(t, headers...) {
		guesses++
	}
	if guesses < limit || guesses > limit+1 {
		t.Errorf("%d guesses pass a limit of %d", guesses, limit)
	}
}

// Guesses hold up no key that was seen to be good, and a new good key only for a moment.
func TestFailedAuthentication(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{failureLimit: 10})
	s.airport(t, "SFO", newItem("a"))
	key, former, unseen := s.key(t, "content:read"), s.key(t, "content:read"), s.key(t, "content:read")
	for _, good := range []string{key, former} {
		s.get(t, good, "SFO/content").is(t, 200, "")
	}
	s.guessUntilHeldUp(t, 10)
	s.get(t, key, "SFO/content").is(t, 200, "")
	heldUp := time.Now()
	check.Eventually(t, "a new good key gets in", func() bool {
		a := s.get(t, unseen, "SFO/content")
		if a.status == 200 {
			return true
		}
		if said := a.is(t, 429, "rate_limited").Message; a.header.Get("Retry-After") != "1" || strings.Contains(said, "Check the key") {
			t.Errorf("Retry-After %s, %s", a.header.Get("Retry-After"), said)
		}
		return false
	})
	if waited := time.Since(heldUp); waited > 30*time.Second {
		t.Errorf("a new good key got in after %v, when the failures of the minute were forgotten", waited)
	}
	s.revoke(t, former)
	check.Eventually(t, "a key that was good is held up", func() bool { return s.get(t, former, "SFO/content").status == 429 })
	s.get(t, "", "nothing").is(t, 404, "route_not_found")
}

// A program that repeats a wrong key does not keep new good keys behind the same proxy out.
func TestRepeatedWrongKey(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{failureLimit: 3})
	s.airport(t, "SFO", newItem("a"))
	wrong, keys := otherKey, []string{s.key(t, "content:read"), s.key(t, "content:read")}
	var in atomic.Int64
	var requests sync.WaitGroup
	requests.Go(func() {
		for int(in.Load()) < len(keys) && !t.Failed() {
			s.get(t, wrong, "SFO/content")
		}
	})
	check.Eventually(t, "the address is over its limit", func() bool { return s.get(t, wrong, "SFO/content").status == 429 })
	over := time.Now()
	for _, key := range keys {
		requests.Go(func() {
			for s.get(t, key, "SFO/content").status != 200 && time.Since(over) < 15*time.Second {
				time.Sleep(100 * time.Millisecond)
			}
			in.Add(1)
		})
	}
	if requests.Wait(); time.Since(over) > 15*time.Second {
		t.Error("good keys were held up for 15 seconds")
	}
}

// A key that ended counts as a wrong one, and works again soon after its partner is back, although its
// address is over the limit.
func TestKeyThatComesBack(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{failureLimit: 3})
	s.airport(t, "SFO")
	key := s.key(t, "content:read")
	s.get(t, key, "SFO/content").is(t, 200, "")
	s.disable(t, "Acme", true)
	check.Eventually(t, "the address is over its limit", func() bool { return s.get(t, key, "SFO/content").status == 429 })
	s.disable(t, "Acme", false)
	check.Eventually(t, "the key works again", func() bool { return s.get(t, key, "SFO/content").status == 200 })
}

// While look-ups wait, good keys behind one proxy do not count as failures, and requests with one
// new key share a look-up. Then wrong keys at once are refused up to the limit.
func TestManyNewKeysAtOnce(t *testing.T) {
	t.Parallel()
	const limit = 2
	s := serveWith(t, settings{failureLimit: limit})
	s.airport(t, "SFO", newItem("a"))
	keys := make([]string, 8)
	for n := range keys {
		keys[n] = s.key(t, "content:read")
	}
	release := testenv.Hold(t, s.database, "LOCK TABLE api_key")
	var requests sync.WaitGroup
	for n := range 28 {
		requests.Go(func() { s.get(t, keys[max(0, n-20)], "SFO/content").is(t, 200, "") })
	}
	time.Sleep(time.Second) // so that all wait
	release()
	requests.Wait()
	var refused atomic.Int64
	for range 20 {
		requests.Go(func() {
			if !s.guess(t) {
				refused.Add(1)
			}
		})
	}
	requests.Wait()
	check.Same(t, limit, refused.Load(), "of 20 wrong keys at once were looked up and refused")
}

// Keys that could not be looked up in time do not count as wrong.
func TestKeysOutOfTime(t *testing.T) {
	t.Parallel()
	const limit = 6 // more than the four keys that are looked up at once
	s := serveWith(t, settings{failureLimit: limit, timeout: time.Second})
	release := testenv.Hold(t, s.database, "LOCK TABLE api_key")
	var requests sync.WaitGroup
	for n := range limit {
		requests.Go(func() { s.get(t, fmt.Sprint("key-in-vain-", n), "SFO/content").is(t, 500, "timeout") })
	}
	requests.Wait()
	time.Sleep(time.Second) // the answers come a moment before the look-ups end
	release()
	s.guessUntilHeldUp(t, limit)
}

// Only trusted proxies say who the client is. Package clientaddr tests every form of the header.
func TestClientAddresses(t *testing.T) {
	t.Parallel()
	for proxies, same := range map[string]bool{"": true, "127.0.0.0/8": false} {
		s := serveWith(t, settings{failureLimit: 3, proxies: proxies})
		s.guessUntilHeldUp(t, 3, "X-Forwarded-For", "203.0.113.1")
		check.Same(t, same, s.guess(t, "X-Forwarded-For", "203.0.113.2"), "another address is the same client, with the proxies ", proxies)
	}
}
