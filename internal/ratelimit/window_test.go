package ratelimit_test

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/ratelimit"
)

// newLonelyLimiter has no Redis, so that it can live in a bubble of virtual time.
func newLonelyLimiter(t *testing.T, partnerLimit, failureLimit int) *ratelimit.Limiter {
	t.Helper()
	t.Cleanup(func() { time.Sleep(2 * time.Second) }) // the client's own dialling ends a second after Close
	l, _ := newLimiter(t, "unix:///nowhere", partnerLimit, failureLimit)
	return l
}

// The true meaning of Retry-After: wait so long, and a request passes; wait a second less, and none does.
func TestRetryAfterIsTheTrueWait(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2, 3, 10, 30, 300} {
		synctest.Test(t, func(t *testing.T) {
			l := newLonelyLimiter(t, 1, 1)
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

// exhaust sends requests at random distances until one is refused.
func exhaust(t *testing.T, l *ratelimit.Limiter, partner int64, limit int, random *rand.Rand) ratelimit.Decision {
	t.Helper()
	for range 10_000 {
		d := l.Partner(t.Context(), partner, limit)
		if !d.Allowed {
			return d
		}
		if d.Remaining < 0 || d.Remaining >= limit {
			t.Fatalf("limit %d: remaining %d", limit, d.Remaining)
		}
		time.Sleep(time.Duration(random.IntN(40_000/limit)) * time.Millisecond)
	}
	t.Fatalf("limit %d: never refused", limit)
	return ratelimit.Decision{}
}

func checkWait(t *testing.T, l *ratelimit.Limiter, partner int64, limit int, refused ratelimit.Decision) {
	t.Helper()
	wait := refused.RetryAfter
	if wait < 1 || wait > 119 {
		t.Fatalf("limit %d: Retry-After %d", limit, wait)
	}
	if refused.Remaining != 0 {
		t.Fatalf("limit %d: remaining %d when refused", limit, refused.Remaining)
	}
	if wait > 1 {
		time.Sleep(time.Duration(wait-1) * time.Second)
		if l.Partner(t.Context(), partner, limit).Allowed {
			t.Fatalf("limit %d: Retry-After %d, but a request passed a second earlier", limit, wait)
		}
		wait = 1
	}
	time.Sleep(time.Duration(wait) * time.Second)
	if !l.Partner(t.Context(), partner, limit).Allowed {
		t.Fatalf("limit %d: Retry-After %d, but no request passed then", limit, refused.RetryAfter)
	}
}

func TestWaitCanExceedTheWindow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLonelyLimiter(t, 10, 1)
		for range 10 {
			if !l.Partner(t.Context(), 7, 0).Allowed {
				t.Fatal("refused within the limit")
			}
		}
		// The window begins at the bubble's first instant. In the next one, 10 requests weigh
		// less than 9.5 after 3 seconds.
		d := l.Partner(t.Context(), 7, 0)
		if d.Allowed || d.RetryAfter != 64 {
			t.Fatalf("got %+v, want a wait of 64 seconds", d)
		}
		if want := time.Now().Add(time.Minute); !d.Reset.Equal(want) {
			t.Fatalf("reset %v, want %v", d.Reset, want)
		}
		time.Sleep(119 * time.Second)
		d = l.Partner(t.Context(), 7, 0)
		if !d.Allowed || d.Remaining != 9 {
			t.Fatalf("got %+v, want 9 remaining when the window is nearly forgotten", d)
		}
	})
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
				l := newLonelyLimiter(t, 300, 3)
				for range 3 {
					if d := l.FailuresExceeded(t.Context(), netip.MustParseAddr(tt.failing)); !d.Allowed {
						t.Fatalf("refused before the limit: %+v", d)
					}
					l.CountFailure(t.Context(), netip.MustParseAddr(tt.failing))
				}
				d := l.FailuresExceeded(t.Context(), netip.MustParseAddr(tt.asking))
				if d.Allowed != tt.allowed {
					t.Fatalf("got %+v, want allowed: %v", d, tt.allowed)
				}
				time.Sleep(time.Duration(d.RetryAfter) * time.Second)
				if d := l.FailuresExceeded(t.Context(), netip.MustParseAddr(tt.asking)); !d.Allowed {
					t.Fatalf("after the wait: %+v", d)
				}
			})
		})
	}
}
