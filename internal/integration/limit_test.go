package integration_test

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// limited has partners with limits of their own, two servers, and a key for each partner.
func limited(t *testing.T, limits ...int) (servers []*server, keys []string, i installation) {
	t.Helper()
	i, _ = imported(t, newItem("a"))
	for n, limit := range limits {
		name := fmt.Sprintf("Limited %d", n)
		i.must(t, "partner", "add", name, "--rate-limit", strconv.Itoa(limit))
		keys = append(keys, i.key(t, name, "--airport", "SFO"))
	}
	return []*server{i.serve(t), i.serve(t)}, keys, i
}

// number is a header's.
func (a answer) number(t *testing.T, name string) int {
	t.Helper()
	n, err := strconv.Atoi(a.header.Get(name))
	if err != nil {
		t.Fatalf("header %s: %q (status %d)", name, a.header.Get(name), a.status)
	}
	return n
}

// awaitWindow returns at a moment with between least and most left of the minute that is counted.
func awaitWindow(least, most time.Duration) {
	for {
		left := time.Until(time.Now().Truncate(time.Minute).Add(time.Minute))
		switch {
		case left < least:
			time.Sleep(left)
		case left > most:
			time.Sleep(left - most)
		default:
			return
		}
	}
}

// All servers, and all keys of a partner, count together.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	servers, keys, i := limited(t, 6, 3)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the first server's log:\n%s", servers[0].Log)
		}
	})
	second := i.key(t, "Limited 0", "--airport", "SFO", "--scope", "content:read:news")
	awaitWindow(20*time.Second, time.Minute)
	// Whatever gets as far as the limit counts, errors too.
	paths := []string{"SFO/content", "SFO/content/a", "SFO/changes", "SFO/content?size=0", "JFK/content", "SFO/content/none"}
	for n, path := range paths {
		key := keys[0]
		if n%3 == 1 {
			key = second
		}
		a := servers[n%2].get(t, key, path)
		if a.status == 429 {
			t.Fatalf("request %d: %s", n, a.body)
		}
		if limit, left := a.number(t, "X-RateLimit-Limit"), a.number(t, "X-RateLimit-Remaining"); limit != 6 || left != 5-n {
			t.Errorf("request %d: limit %d, remaining %d; want 6, %d", n, limit, left, 5-n)
		}
		if ends := time.Until(time.Unix(int64(a.number(t, "X-RateLimit-Reset")), 0)); ends <= 0 || ends > 61*time.Second {
			t.Errorf("request %d: the window ends in %s", n, ends)
		}
	}
	for n, key := range []string{keys[0], second, keys[0], second} {
		a := servers[n%2].get(t, key, "SFO/content")
		a.fails(t, "over the limit", 429, "rate_limited")
		if left, wait := a.number(t, "X-RateLimit-Remaining"), a.number(t, "Retry-After"); left != 0 || wait < 1 || wait > 120 {
			t.Errorf("over the limit: remaining %d, retry after %d", left, wait)
		}
	}
	for range 10 {
		if a := servers[0].get(t, "", "health"); a.status != 200 || a.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("health: %d %v", a.status, a.header)
		}
	}
	// Another partner has its own.
	if a := servers[0].get(t, keys[1], "SFO/content"); a.status != 200 || a.number(t, "X-RateLimit-Limit") != 3 || a.number(t, "X-RateLimit-Remaining") != 2 {
		t.Errorf("another partner: %d %v", a.status, a.header)
	}
	// A limit that is raised holds without a restart.
	i.must(t, "partner", "set", "Limited 0", "--rate-limit", "1000")
	for _, s := range servers {
		eventually(t, 10*time.Second, "the new limit", func() bool { return s.get(t, keys[0], "SFO/content").status == 200 })
	}
	i.must(t, "partner", "set", "Limited 0", "--rate-limit", "default")
	for _, s := range servers {
		eventually(t, 10*time.Second, "the default", func() bool { return s.get(t, keys[0], "SFO/content").number(t, "X-RateLimit-Limit") == 1_000_000 })
	}
}

// Who waits as long as Retry-After says gets through, and who does not wait so long does not.
func TestRetryAfterIsTrue(t *testing.T) {
	t.Parallel()
	const limit = 20
	servers, keys, _ := limited(t, limit)
	awaitWindow(4*time.Second, 7*time.Second)
	var refused answer
	for n := 0; ; n++ {
		refused = servers[n%2].get(t, keys[0], "SFO/content")
		if refused.status != 200 {
			break
		}
		if n > 2*limit {
			t.Fatal("no limit")
		}
	}
	refused.fails(t, "over the limit", 429, "rate_limited")
	wait := time.Duration(refused.number(t, "Retry-After")) * time.Second
	asked := time.Now()
	if wait > 20*time.Second {
		t.Fatalf("Retry-After %s, with at most 7 s left of the minute and %d requests in it", wait, limit)
	}
	if early := wait - 2*time.Second; early > 0 { // whole seconds, rounded up
		time.Sleep(time.Until(asked.Add(early)))
		if a := servers[0].get(t, keys[0], "SFO/content"); a.status != 429 && time.Since(asked) < wait-time.Second {
			t.Errorf("%s early: %d", wait-time.Since(asked), a.status)
		}
	}
	time.Sleep(time.Until(asked.Add(wait)))
	for n, s := range servers {
		if a := s.get(t, keys[0], "SFO/content"); n == 0 && a.status != 200 {
			t.Errorf("after waiting %s: %d %v", wait, a.status, a.header)
		}
	}
}

// Many at once get no more than the limit (but for those that race each other), are never told a number below 0, and
// keep no other partner waiting.
func TestRateLimitUnderLoad(t *testing.T) {
	t.Parallel()
	const limit, crowd = 10, 12
	servers, keys, _ := limited(t, limit, 1000)
	awaitWindow(30*time.Second, time.Minute)
	var passed, negative, odd atomic.Int64
	var callers sync.WaitGroup
	for n := range crowd {
		callers.Go(func() {
			for range 20 {
				a, err := servers[n%2].try(t, http.MethodGet, keys[0], partnerPath+"SFO/content")
				if err != nil {
					odd.Add(1)
					continue
				}
				switch a.status {
				case 200:
					passed.Add(1)
				case 429:
				default:
					odd.Add(1)
				}
				if left, err := strconv.Atoi(a.header.Get("X-RateLimit-Remaining")); err != nil || left < 0 {
					negative.Add(1)
				}
			}
		})
	}
	for n := range 40 {
		if a := servers[n%2].get(t, keys[1], "SFO/content"); a.status != 200 {
			t.Errorf("another partner, request %d: %d %s", n, a.status, a.body)
		}
	}
	callers.Wait()
	if n := passed.Load(); n < limit || n > limit+crowd {
		t.Errorf("%d requests passed, of a limit of %d", n, limit)
	}
	if negative.Load()+odd.Load() > 0 {
		t.Errorf("%d answers without a proper X-RateLimit-Remaining, %d neither 200 nor 429", negative.Load(), odd.Load())
	}
}
