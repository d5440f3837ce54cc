package ratelimit

import (
	"math"
	"time"
)

// length is the window's: every limit is a number of requests a minute.
const length = time.Minute

// window is what was counted for one key in the minute that begins at start, and in the one before.
type window struct {
	start      time.Time
	curr, prev int
	owed       int // how many of curr Redis has not been told of
}

// at is the window as it will be at t, if nothing more is counted.
func (w window) at(t time.Time) window {
	passed := t.Sub(w.start) / length
	start := w.start.Add(passed * length)
	switch {
	case passed <= 0:
		return w
	case passed == 1:
		return window{start: start, prev: w.curr}
	default:
		return window{start: start}
	}
}

// rate is httprate's estimate of the requests in the minute before t: those of this window, and
// as much of the one before as that minute still covers.
func (w window) rate(t time.Time) int {
	w = w.at(t)
	left := float64(length-t.Sub(w.start)) / float64(length)
	return int(math.Round(float64(w.prev)*left + float64(w.curr)))
}

// passes tells whether one more request at t is within the limit.
func (w window) passes(t time.Time, limit int) bool { return w.rate(t) < limit }

// wait is the smallest number of seconds, at least 1, after which a request passes. It can exceed
// 60: a full window still weighs on the one after it.
func (w window) wait(t time.Time, limit int) int {
	seconds := 1
	for seconds < 120 && !w.passes(t.Add(time.Duration(seconds)*time.Second), limit) {
		seconds++
	}
	return seconds // after two windows nothing is left
}

// decide words the outcome at t for the caller.
func (w window) decide(t time.Time, limit int, allowed bool) Decision {
	d := Decision{Allowed: allowed, Limit: limit, Reset: w.at(t).start.Add(length)}
	if allowed {
		d.Remaining = max(0, limit-w.rate(t))
	} else {
		d.RetryAfter = w.wait(t, limit)
	}
	return d
}
