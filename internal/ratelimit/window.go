package ratelimit

import (
	"math"
	"time"
)

// length of a window: every limit is a number of requests a minute.
const length = time.Minute

// window is what all servers counted for one key in the minute that begins at start, and in the one before.
type window struct {
	start             time.Time
	current, previous int
}

// rate is httprate's estimate of the requests in the minute before t, if nothing more is counted until then: those of
// the current window, and as much of the one before as that minute still covers.
func (w window) rate(t time.Time) int {
	for t.Sub(w.start) >= length {
		w = window{start: w.start.Add(length), previous: w.current}
	}
	left := float64(length-t.Sub(w.start)) / float64(length)
	return int(math.Round(float64(w.previous)*left + float64(w.current)))
}

// wait is the smallest number of seconds, at least 1, after which a request passes. It can exceed 60, since a full window
// still weighs on the one after it.
func (w window) wait(t time.Time, limit int) int {
	seconds := 1
	for seconds < 120 && w.rate(t.Add(time.Duration(seconds)*time.Second)) >= limit {
		seconds++
	}
	return seconds
}
