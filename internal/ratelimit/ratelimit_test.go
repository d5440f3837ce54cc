package ratelimit

import (
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// loneLimiter has no Redis, so that it can live in a bubble of virtual time. The bubble's clock
// begins with a full minute.
func loneLimiter(partnerLimit, failureLimit int) *Limiter {
	return newLimiter(Options{PartnerLimit: partnerLimit, FailureLimit: failureLimit, Logger: slog.New(slog.DiscardHandler)})
}

func TestConcurrentRequestsAreCountedExactly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loneLimiter(300, 1)
		var passed atomic.Int64
		var clients sync.WaitGroup
		for range 8 {
			clients.Go(func() { passed.Add(int64(allowed(l, 1, 0, 100))) })
		}
		clients.Wait()
		check.Same(t, 300, passed.Load(), "requests of 800 that pass")
	})
}

// allowed makes n requests and counts those that pass.
func allowed(l *Limiter, partner int64, limit, n int) int {
	passed := 0
	for range n {
		if l.Partner(partner, limit).Allowed {
			passed++
		}
	}
	return passed
}

// Retry-After is the true wait: after it a request passes, and a second earlier none does.
func TestRetryAfterIsTheTrueWait(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2, 3, 10, 30, 300} {
		synctest.Test(t, func(t *testing.T) {
			l := loneLimiter(1, 1)
			random := rand.New(rand.NewPCG(1, uint64(limit)))
			for partner := range int64(40) {
				time.Sleep(time.Duration(random.IntN(120_000)) * time.Millisecond)
				for range 5 {
					refused := exhaust(t, l, partner, limit, random)
					checkWait(t, l, partner, limit, refused)
				}
			}
		})
	}
}

// exhaust makes requests at random distances until one is refused.
func exhaust(t *testing.T, l *Limiter, partner int64, limit int, random *rand.Rand) Decision {
	t.Helper()
	for {
		d := l.Partner(partner, limit)
		if !d.Allowed {
			return d
		}
		if d.Remaining < 0 || d.Remaining >= limit {
			t.Fatalf("limit %d: remaining %d", limit, d.Remaining)
		}
		time.Sleep(time.Duration(random.IntN(40_000/limit)) * time.Millisecond)
	}
}

func checkWait(t *testing.T, l *Limiter, partner int64, limit int, refused Decision) {
	t.Helper()
	wait := refused.RetryAfter
	if wait < 1 || wait > 119 || refused.Remaining != 0 {
		t.Fatalf("limit %d: refused with %+v", limit, refused)
	}
	time.Sleep(time.Duration(wait-1) * time.Second)
	if wait > 1 && l.Partner(partner, limit).Allowed {
		t.Fatalf("limit %d: Retry-After %d, but a request passed a second earlier", limit, wait)
	}
	time.Sleep(time.Second)
	if !l.Partner(partner, limit).Allowed {
		t.Fatalf("limit %d: Retry-After %d, but no request passed then", limit, wait)
	}
}

// A request that counts as several passes when Retry-After says so. While it is refused, it does not
// count: it neither holds others up nor itself. One that counts as more than the limit passes in an
// idle minute.
func TestRequestsThatCountAsSeveral(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 3, 8, 20} {
		synctest.Test(t, func(t *testing.T) {
			l := loneLimiter(limit, 1)
			several := func() Decision {
				if d := l.Partner(1, 0); !d.Allowed {
					return d
				}
				return l.PartnerMore(1, 0, 4)
			}
			check.Same(t, true, several().Allowed, "the first of an idle minute")
			left := max(0, limit-5)
			for left >= 5 {
				check.Same(t, true, several().Allowed)
				left -= 5
			}
			var d Decision
			for range 100 {
				d = several()
				check.Same(t, false, d.Allowed)
				check.Same(t, left, d.Remaining, "refused requests take nothing")
			}
			if left == 0 { // until one passes; then the request is told how long it waits for the others
				time.Sleep(time.Duration(d.RetryAfter) * time.Second)
				d = several()
			}
			time.Sleep(time.Duration(d.RetryAfter) * time.Second)
			check.Same(t, true, d.Allowed || several().Allowed, "after", d.RetryAfter, "seconds")
		})
	}
}

func TestFailuresOfAnAddress(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, failing, asking string
		allowed               bool
	}{
		{"the address itself", "192.0.2.1", "192.0.2.1", false},
		{"its neighbour", "192.0.2.1", "192.0.2.2", true},
		{"the same, mapped to IPv6", "192.0.2.1", "::ffff:192.0.2.1", false},
		{"the same /64", "2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", false},
		{"another /64", "2001:db8:1:2::1", "2001:db8:1:3::1", true},
		{"another zone", "fe80::1%eth0", "fe80::2%eth1", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := loneLimiter(300, 3)
				for range 3 {
					if d := l.Failure(netip.MustParseAddr(tt.failing)); !d.Allowed {
						t.Errorf("refused before the limit: %+v", d)
					}
				}
				check.Same(t, tt.allowed, l.Failure(netip.MustParseAddr(tt.asking)).Allowed)
			})
		})
	}
}

// Failing counts nothing, and knows of a failure as soon as it is counted.
func TestFailing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loneLimiter(300, 3)
		addr := netip.MustParseAddr("192.0.2.1")
		for n := range 3 {
			for range 2 { // asking counts no failure
				if l.Failing(addr) {
					t.Errorf("after %d failures of 3 the address is failing", n)
				}
			}
			l.Failure(addr)
		}
		if !l.Failing(addr) {
			t.Error("after 3 failures of 3 the address is not failing")
		}
		if time.Sleep(2 * time.Minute); l.Failing(addr) {
			t.Error("two minutes later the address is still failing")
		}
	})
}
