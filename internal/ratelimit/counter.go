package ratelimit

import (
	"math"
	"time"

	"github.com/go-chi/httprate"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// remembered bounds the keys of a counter. The least recently used key is forgotten first.
const remembered = 16384

// counter counts in memory, for httprate. The Limiter's lock guards all of it.
type counter struct {
	http   *httprate.RateLimiter
	start  time.Time // of the current window
	counts *simplelru.LRU[string, *count]
	asked  map[string]bool // the keys that take part in the next exchange
}

// count has the counts of one key: [0] of its current window, [1] of the window before.
type count struct {
	start  time.Time // of its current window
	own    [2]int
	others [2]int    // what the other servers counted, as of the last exchange
	spare  time.Time // of an address: its last SpareLookUp

	tookBack bool // lately; then Redis may have more than 0 where own is 0
}

func newCounter() *counter {
	c := &counter{asked: make(map[string]bool)}
	c.counts, _ = simplelru.NewLRU(remembered, func(key string, _ *count) { delete(c.asked, key) }) // fails only for a size below 1
	c.http = httprate.NewRateLimiter(1, length,                                                     // each request brings its limit
		httprate.WithLimitCounter(c), httprate.WithResponseHeaders(httprate.ResponseHeaders{}))
	return c
}

// Config is there for httprate's interface.
func (c *counter) Config(int, time.Duration) {}

// Get returns the totals of all servers, in the current window and in the one before.
func (c *counter) Get(key string, current, _ time.Time) (int, int, error) {
	c.start = current
	w := c.window(key)
	return w.current, w.previous, nil
}

// Increment is there for httprate's interface.
func (c *counter) Increment(key string, _ time.Time) error { return c.IncrementBy(key, time.Time{}, 1) }

// IncrementBy counts in the window of the preceding Get, because httprate reads the clock again
// between the two calls.
func (c *counter) IncrementBy(key string, _ time.Time, amount int) error {
	c.at(key).own[0] += amount
	return nil
}

// takeBack takes back requests that were counted for a key a moment ago: in its current window, or in
// the one before if the clock has passed into the next.
func (c *counter) takeBack(key string, requests int) {
	n := c.at(key)
	current := min(requests, n.own[0])
	n.own[0] -= current
	n.own[1] -= min(requests-current, n.own[1])
	n.tookBack = n.tookBack || requests > 0
}

// window is what all servers counted for a key.
func (c *counter) window(key string) window {
	n := c.at(key)
	return window{start: c.start, current: n.own[0] + n.others[0], previous: n.own[1] + n.others[1]}
}

// at finds or makes the count of a requested key.
func (c *counter) at(key string) *count {
	n, ok := c.counts.Get(key)
	if !ok {
		n = &count{start: c.start}
		c.counts.Add(key, n)
	}
	n.turn(c.start)
	c.asked[key] = true
	return n
}

// turn makes the window that begins at start the current one. If the clock was set back, counting
// begins anew, so that no caller waits for the clock to catch up.
func (n *count) turn(start time.Time) {
	switch start.Sub(n.start) {
	case 0:
	case length:
		n.own, n.others = [2]int{1: n.own[0]}, [2]int{1: n.others[0]}
	default:
		n.own, n.others, n.tookBack = [2]int{}, [2]int{}, false
	}
	n.start = start
}

// share is one key's part in an exchange.
type share struct {
	key string
	count
	failed bool // the exchange of this key
}

// choose chooses the keys of the next exchange, and moves their windows on.
func (c *counter) choose(now time.Time, most int) []share {
	c.start = now.Truncate(length)
	var shares []share
	for key := range c.asked {
		if len(shares) == most {
			break
		}
		delete(c.asked, key)
		n, _ := c.counts.Peek(key)
		n.turn(c.start)
		shares = append(shares, share{key: key, count: *n})
	}
	return shares
}

// learn stores what the other servers counted, and puts keys that failed into the next exchange.
// Keys of the other counter and forgotten keys are skipped.
func (c *counter) learn(shares []share) {
	for _, s := range shares {
		n, ok := c.counts.Peek(s.key)
		switch {
		case !ok:
		case s.failed:
			c.asked[s.key] = true
		default:
			n.turn(c.start)
			s.turn(c.start)
			n.others = s.others
		}
	}
}

// length of a window: every limit is a number of requests a minute.
const length = time.Minute

// window is what all servers counted for one key in the minute that begins at start, and in the one
// before.
type window struct {
	start             time.Time
	current, previous int
}

// rate is httprate's estimate of the requests in the minute before t, without further requests: the
// current window, and the part of the window before that lies within that minute.
func (w window) rate(t time.Time) int {
	for t.Sub(w.start) >= length {
		w = window{start: w.start.Add(length), previous: w.current}
	}
	left := float64(length-t.Sub(w.start)) / float64(length)
	return int(math.Round(float64(w.previous)*left + float64(w.current)))
}

// wait is the smallest number of seconds, at least 1, after which a request passes. The wait can
// exceed 60, because a full window also counts in the next window.
func (w window) wait(t time.Time, limit int) int {
	seconds := 1
	for w.rate(t.Add(time.Duration(seconds)*time.Second)) >= limit {
		seconds++
	}
	return seconds
}
