package ratelimit

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loneLimiter(3, 3)
		addr := netip.MustParseAddr("10.0.0.0")
		passed := allowed(l, 1, 0, 2)
		for range 2 * remembered {
			l.Failure(addr)
			addr = addr.Next()
		}
		if kept, asked := l.addresses.counts.Len(), len(l.addresses.asked); kept > remembered || asked > remembered {
			t.Errorf("%d counts are kept, %d wait for the exchange; want at most %d", kept, asked, remembered)
		}
		if passed += allowed(l, 1, 0, 2); passed != 3 {
			t.Errorf("%d requests of a partner passed, want 3: a flood from many addresses makes its count be forgotten", passed)
		}
	})
}

// The other servers' counts grow old as our own do, also while an exchange is under way.
func TestCountsOfOthersGrowOld(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, during := range []bool{false, true} {
		c := newCounter()
		c.start = noon
		c.at("key")
		shares := c.choose(noon, 1)
		shares[0].others = [2]int{4, 2}
		if during {
			c.start = noon.Add(length)
			c.learn(shares)
		} else {
			c.learn(shares)
			c.start = noon.Add(length)
		}
		if w := c.window("key"); w.current != 0 || w.previous != 4 {
			t.Errorf("window ends during the exchange: %v; got %+v, want 4 in the previous window", during, w)
		}
	}
}
