package ratelimit

import (
	"net/netip"
	"strconv"
	"testing"
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
				c, err := newCounter()
				if err != nil {
					t.Fatal(err)
				}
				c.turn(noon)
				_ = c.IncrementBy("key", noon, 7)
				for i, r := range tt.readings {
					now := noon.Add(r.minute * time.Minute)
					c.take(now, 0) // as the exchange does all the time
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
	l := loneLimiter(t, 3, 3)
	addr := netip.MustParseAddr("10.0.0.0")
	for i := range 2 * remembered {
		if i%1000 == 0 {
			l.Partner(1, 0)
		}
		l.Failure(addr)
		addr = addr.Next()
	}
	if kept, asked := l.counts.counts.Len(), len(l.counts.asked); kept > remembered || asked > remembered {
		t.Errorf("%d counts are kept, %d wait for the exchange; want at most %d", kept, asked, remembered)
	}
	if l.Partner(1, 0).Allowed {
		t.Error("a partner who asks all the time was forgotten")
	}
}
