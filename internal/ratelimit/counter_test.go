package ratelimit

import (
	"net/netip"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// A clock that jumps must neither lock a partner out nor forget the counts of the last minute when it is set back.
func TestClockThatJumps(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	type reading struct {
		minute            time.Duration // after noon, as the clock shows
		current, previous int           // the counts that are expected
	}
	tests := []struct {
		name     string
		readings []reading // after 7 requests at noon
	}{
		{"no jump", []reading{{0, 7, 0}, {1, 0, 7}, {2, 0, 0}}},
		{"set back by a minute", []reading{{-1, 7, 0}, {0, 0, 7}, {1, 0, 0}, {2, 0, 0}}},
		{"set back by two hours", []reading{{-120, 7, 0}, {-119, 0, 7}, {-118, 0, 0}, {0, 0, 0}, {1, 0, 0}}},
		{"set forward by two hours", []reading{{120, 0, 0}, {121, 0, 0}}},
		{"set forward, then right again", []reading{{120, 0, 0}, {1, 0, 0}, {2, 0, 0}}},
		{"set back, then right again", []reading{{-120, 7, 0}, {1, 0, 0}}},
	}
	for _, tt := range tests {
		for _, asked := range []bool{true, false} {
			t.Run(tt.name+", asked meanwhile: "+strconv.FormatBool(asked), func(t *testing.T) {
				t.Parallel()
				c := newCounter()
				c.turn(noon)
				_ = c.IncrementBy("key", noon, 7)
				for i, r := range tt.readings {
					now := noon.Add(r.minute * time.Minute)
					c.choose(now, 0) // as the exchange does all the time
					if !asked && i < len(tt.readings)-1 {
						continue
					}
					current, previous, _ := c.Get("key", now, now.Add(-length))
					if current != r.current || previous != r.previous {
						t.Errorf("at minute %d: got %d, %d; want %d, %d", r.minute, current, previous, r.current, r.previous)
					}
				}
			})
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loneLimiter(3, 3)
		addr := netip.MustParseAddr("10.0.0.0")
		passed := 0
		for i := range 2 * remembered {
			if i%1000 == 0 {
				passed += allowed(l, 1, 0, 1)
			}
			l.Failure(addr)
			addr = addr.Next()
		}
		if kept, asked := l.counts.counts.Len(), len(l.counts.asked); kept > remembered || asked > remembered {
			t.Errorf("%d counts are kept, %d wait for the exchange; want at most %d", kept, asked, remembered)
		}
		if passed != 3 {
			t.Errorf("%d requests of a partner passed, want 3: who asks all the time is not forgotten", passed)
		}
	})
}

// The other servers' counts grow old as our own do, also while an exchange is under way.
func TestCountsOfOthersGrowOld(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, during := range []bool{false, true} {
		c := newCounter()
		c.turn(noon)
		c.at("key")
		shares := c.choose(noon, 1)
		shares[0].others = [2]int{4, 2}
		if during {
			c.turn(noon.Add(length))
			c.learn(shares)
		} else {
			c.learn(shares)
			c.turn(noon.Add(length))
		}
		if w := c.window("key"); w.current != 0 || w.previous != 4 {
			t.Errorf("window ends during the exchange: %v; got %+v, want 4 in the previous window", during, w)
		}
	}
}
