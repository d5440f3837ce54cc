// Package usage counts what is asked with each key, day by day, and has it stored in batches, so that no request waits
// for a write. It imports nothing of this project.
package usage

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Use is what was done with one key on one day.
type Use struct {
	Day         string // in UTC, such as 2026-03-01
	KeyID       string
	Requests    int64
	Refused     int64     // of Requests: answered with a status from 400 to 499 other than 429
	RateLimited int64     // of Requests: answered with 429
	LastUsed    time.Time // the last of Requests for which the key was not refused: with 403 or 429; zero: none
}

// counts are of one key on one day.
type counts struct {
	requests, refused, rateLimited int64
	last                           time.Time
}

func (c *counts) add(more counts) {
	c.requests += more.requests
	c.refused += more.refused
	c.rateLimited += more.rateLimited
	if more.last.After(c.last) {
		c.last = more.last
	}
}

// slot is whose and which day's counts they are; days are counted from 1970 on.
type slot struct {
	day   int64
	keyID string
}

const secondsOfDay = 24 * 60 * 60

func dayOf(t time.Time) int64 { return t.Unix() / secondsOfDay }

func dayText(day int64) string { return time.Unix(day*secondsOfDay, 0).UTC().Format(time.DateOnly) }

// tally is what was counted since it was last taken.
type tally struct {
	mu    sync.Mutex
	slots map[slot]*counts
}

func (t *tally) note(keyID string, status int, now time.Time) {
	one := counts{requests: 1}
	switch {
	case status == http.StatusTooManyRequests:
		one.rateLimited = 1
	case status >= 400 && status < 499: // 499 is a caller who left
		one.refused = 1
	}
	if status != http.StatusForbidden && status != http.StatusTooManyRequests {
		one.last = now
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(slot{dayOf(now), keyID}, one)
}

// add is for who holds the lock.
func (t *tally) add(s slot, more counts) {
	there := t.slots[s]
	if there == nil {
		if t.slots == nil {
			t.slots = make(map[slot]*counts)
		}
		there = &counts{}
		t.slots[s] = there
	}
	there.add(more)
}

func (t *tally) take() map[slot]*counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.slots
	t.slots = nil
	return taken
}

func (t *tally) putBack(taken map[slot]*counts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s, c := range taken {
		t.add(s, *c)
	}
}

// uses are in the order of their days and keys.
func uses(taken map[slot]*counts) []Use {
	slots := slices.SortedFunc(maps.Keys(taken), func(a, b slot) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.keyID, b.keyID))
	})
	list := make([]Use, len(slots))
	for i, s := range slots {
		c := taken[s]
		list[i] = Use{Day: dayText(s.day), KeyID: s.keyID, Requests: c.requests, Refused: c.refused, RateLimited: c.rateLimited,
			LastUsed: c.last}
	}
	return list
}
