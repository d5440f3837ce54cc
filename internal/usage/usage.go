// Package usage counts the requests of each key by day and by hour, and stores the counts in batches, so that
// no request waits for a write. It imports nothing of this project.
package usage

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// writeEvery is the longest time whose counts a crash can lose.
	writeEvery   = 10 * time.Second
	writeTimeout = 5 * time.Second
	// maxHours bounds the counts by hour between two writes: callers choose the airports that they ask
	// for.
	maxHours = 10_000
)

// Use has the counts of one key on one day.
type Use struct {
	Day         string // in UTC, such as 2026-03-01
	KeyID       string
	Requests    int64
	Refused     int64     // of Requests: answered with 400 to 498 but for 429, or with 503 (the airport is offline)
	RateLimited int64     // of Requests: answered with 429
	Failed      int64     // of Requests: answered with another status of 500 or more
	LastUsed    time.Time `json:",omitzero"` // the last of Requests that was not answered with 403 or 429; zero: none
}

// Hour has the requests of one key in one hour, at one airport and with one status.
type Hour struct {
	Hour     time.Time // in UTC
	KeyID    string
	Airport  string // empty: several, or one that does not exist
	Status   int
	Requests int64
}

// Database stores the counts.
type Database interface {
	// AddUsage adds to the stored counts of all servers, all or nothing.
	AddUsage(context.Context, []Use, []Hour) error
	// ForgetOldCounts deletes the counts of days past their retention.
	ForgetOldCounts(context.Context) error
}

// Recorder counts requests and writes them down every ten seconds. Its methods may be called
// concurrently.
type Recorder struct {
	db  Database
	log *slog.Logger

	mu    sync.Mutex
	uses  map[slot]Use   // since the last write
	hours map[Hour]int64 // of uses, the requests; in the keys they are 0

	// Used only by Run.
	purged  string // the day on which old days were last purged
	failing bool
}

type slot struct{ day, keyID string }

// NewRecorder makes a recorder, which writes while Run runs.
func NewRecorder(db Database, log *slog.Logger) *Recorder {
	return &Recorder{db: db, log: log, uses: map[slot]Use{}, hours: map[Hour]int64{}}
}

// Count counts a request with an accepted key, after its answer. The airport is empty if there are
// several.
func (r *Recorder) Count(keyID, airport string, status int) {
	now := time.Now()
	one := Use{Day: dayOf(now), KeyID: keyID, Requests: 1}
	switch {
	case status == http.StatusTooManyRequests:
		one.RateLimited = 1
	case status >= 400 && status < 499, status == http.StatusServiceUnavailable: // 499 means that the caller left, without an answer
		one.Refused = 1
	case status >= 500:
		one.Failed = 1
	}
	if status != http.StatusForbidden && status != http.StatusTooManyRequests {
		one.LastUsed = now
	}
	r.add([]Use{one}, []Hour{{Hour: now.UTC().Truncate(time.Hour), KeyID: keyID, Airport: airport, Status: status, Requests: 1}})
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (r *Recorder) add(uses []Use, hours []Hour) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range uses {
		s := slot{u.Day, u.KeyID}
		sum := r.uses[s]
		u.Requests += sum.Requests
		u.Refused += sum.Refused
		u.RateLimited += sum.RateLimited
		u.Failed += sum.Failed
		if sum.LastUsed.After(u.LastUsed) {
			u.LastUsed = sum.LastUsed
		}
		r.uses[s] = u
	}
	for _, h := range hours {
		requests := h.Requests
		h.Requests = 0
		if _, counted := r.hours[h]; !counted && len(r.hours) >= maxHours {
			h.Airport = ""
		}
		r.hours[h] += requests
	}
}

// empty removes and returns all counts. The uses are sorted, so that servers that write at once do
// not deadlock; the database sorts the hours.
func (r *Recorder) empty() ([]Use, []Hour) {
	r.mu.Lock()
	uses, counted := r.uses, r.hours
	r.uses, r.hours = map[slot]Use{}, map[Hour]int64{}
	r.mu.Unlock()
	hours := make([]Hour, 0, len(counted))
	for h, requests := range counted {
		h.Requests = requests
		hours = append(hours, h)
	}
	return slices.SortedFunc(maps.Values(uses), func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.KeyID, b.KeyID))
	}), hours
}

// Run writes every ten seconds until ctx ends, and then once more.
func (r *Recorder) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.write(ctx)
		case <-ctx.Done():
			r.write(context.WithoutCancel(ctx))
			return
		}
	}
}

// write stores the counts, and deletes old ones once a day. Counts that could not be written are
// kept for the next write. If the database wrote the counts and only its answer was lost, the
// counts are added twice. That is rare, and better than losing them.
func (r *Recorder) write(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := r.store(ctx)
	if today := dayOf(time.Now()); err == nil && today != r.purged {
		if err = r.db.ForgetOldCounts(ctx); err == nil {
			r.purged = today
		}
	}
	// Log the first failure, and the first success after it.
	if err != nil && !r.failing {
		r.log.Warn("the use of keys is not written, or old counts are not deleted; it will be tried again", "error", err)
	} else if err == nil && r.failing {
		r.log.Info("the use of keys is written again, and old counts are deleted")
	}
	r.failing = err != nil
}

func (r *Recorder) store(ctx context.Context) error {
	uses, hours := r.empty()
	if len(uses) == 0 {
		return nil
	}
	err := r.db.AddUsage(ctx, uses, hours)
	if err != nil {
		r.add(uses, hours)
	}
	return err
}
