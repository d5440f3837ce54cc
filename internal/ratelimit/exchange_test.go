package ratelimit

import (
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// servers makes limiters that share a store, and that exchange counts only on a call. In a bubble
// of virtual time, an exchange takes no time.
func servers(t *testing.T, n, partnerLimit, failureLimit int) []*Limiter {
	t.Helper()
	address, prefix := testenv.Redis(t)
	limiters := make([]*Limiter, n)
	for i := range limiters {
		limiters[i] = loneLimiter(partnerLimit, failureLimit)
		limiters[i].Redis, limiters[i].Prefix = connect(t, address), prefix
	}
	return limiters
}

func exchange(limiters ...*Limiter) {
	for _, l := range limiters {
		l.exchange()
	}
}

// 50 requests a second, over two servers that exchange ten times a second one after the other.
func TestServersTogetherLetThroughLittleMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		both := servers(t, 2, 300, 1)
		passed, refused := 0, 0
		for i := 0; refused < 10; i++ {
			if both[i%2].Partner(1, 0).Allowed {
				passed++
			} else {
				refused++
			}
			time.Sleep(20 * time.Millisecond)
			if i%5 == 2 {
				exchange(both[0])
			} else if i%5 == 4 {
				exchange(both[1])
			}
		}
		if passed < 300 || passed > 315 {
			t.Errorf("%d requests passed, want 300 to 315", passed)
		}
	})
}

func TestNewServerLearnsOfTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := servers(t, 3, 10, 3)
		allowed(s[0], 1, 0, 4)
		allowed(s[1], 1, 0, 3)
		exchange(s[0], s[1], s[0], s[1]) // twice the same totals, which count once
		allowed(s[2], 1, 0, 1)
		exchange(s[2])
		check.Same(t, 2, allowed(s[2], 1, 0, 10), "4, 3 and 1 leave 2")
		check.Same(t, 10, allowed(s[2], 2, 0, 20), "another partner has 10")
	})
}

// What is counted between the last exchange of a window and its end reaches the others with the
// next one.
func TestEndedWindowIsWrittenOnceMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := servers(t, 2, 10, 1)
		knows := func() window {
			exchange(s[0], s[1])
			s[1].partners.at("partner:1")
			exchange(s[1])
			return s[1].partners.window("partner:1")
		}
		allowed(s[0], 1, 0, 3)
		exchange(s[0])
		allowed(s[0], 1, 0, 2)
		time.Sleep(length)
		if w := knows(); w.previous != 5 || w.current != 0 {
			t.Errorf("the other server knows of %+v, want 5 in the window that ended", w)
		}
		time.Sleep(length)
		if w := knows(); w.previous != 0 || w.current != 0 {
			t.Errorf("a minute later the other server knows of %+v, want nothing", w)
		}
	})
}

// A refused request that another server knows already is taken back there too, also if it was the
// only one.
func TestOthersForgetWhatIsTakenBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := servers(t, 2, 5, 1)
		allowed(s[0], 1, 0, 1)
		allowed(s[1], 1, 0, 3)
		exchange(s[0], s[1])
		s[0].partners.at("partner:1")
		exchange(s[0])
		check.Same(t, false, s[0].PartnerMore(1, 0, 4).Allowed, "1, 3 and 4 of 5")
		s[1].partners.at("partner:1")
		exchange(s[0], s[1])
		check.Same(t, 2, allowed(s[1], 1, 0, 10), "0 and 3 leave 2")
	})
}

func TestTotalsInRedisExpire(t *testing.T) {
	t.Parallel()
	l := servers(t, 1, 10, 1)[0]
	l.Partner(1, 0)
	exchange(l)
	names, err := l.Redis.Keys(t.Context(), l.Prefix+":*").Result()
	if err != nil || len(names) == 0 {
		t.Fatalf("keys %q, error %v", names, err)
	}
	for _, name := range names {
		if left := l.Redis.TTL(t.Context(), name).Val(); left <= 0 || left > expiry {
			t.Errorf("%s expires in %v", name, left)
		}
	}
}

func TestNoMoreThanABatchAtATime(t *testing.T) {
	t.Parallel()
	l := servers(t, 1, 1, 1)[0]
	for id := range int64(batch + 1) {
		l.Partner(id, 0)
	}
	exchange(l)
	check.Same(t, 1, len(l.partners.asked), "keys left for the next exchange")
}

func TestLastCountsAreWrittenAtTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		other := servers(t, 1, 10, 1)[0]
		l, _ := startLimiter(t, other.Redis, other.Prefix)
		synctest.Wait() // its first exchange is over
		allowed(l, 1, 10, 5)
		l.Close()
		other.Partner(1, 0)
		exchange(other)
		check.Same(t, 3, other.Partner(1, 0).Remaining)
	})
}
