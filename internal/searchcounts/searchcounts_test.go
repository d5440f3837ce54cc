package searchcounts

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
)

// ledger stands for the database, because a real one cannot run in virtual time. The tests of
// package admin use a real one.
type ledger struct {
	mu      sync.Mutex
	writes  int
	rare    map[string]int64 // by day
	queries map[Key]int64
}

func (l *ledger) StoredQueries(context.Context, []Key) (keys []Key, _ error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range l.queries {
		keys = append(keys, key)
	}
	return keys, nil
}

func (l *ledger) AddSearches(_ context.Context, days []Day, queries []Query) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes++
	for _, d := range days {
		l.rare[d.Day] += d.Rare
	}
	for _, q := range queries {
		l.queries[q.Key] += q.Searches
	}
	return nil
}

// inBubble runs a recorder in virtual time, which begins at midnight of 1 January 2000.
func inBubble(t *testing.T, least int, do func(*Recorder, *ledger)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{rare: map[string]int64{}, queries: map[Key]int64{}}
		r := NewRecorder(l, least, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { r.Run(ctx) })
		do(r, l)
		stop()
		running.Wait()
	})
}

func count(r *Recorder, times int, text string) {
	for range times {
		r.Count(Search{Airport: "SFO", Words: Read(text), Found: true})
	}
}

// Days are counted separately: a query that is rare at the end of a day stays rare. A minute
// without a search writes nothing.
func TestMidnight(t *testing.T) {
	inBubble(t, 3, func(r *Recorder, l *ledger) {
		time.Sleep(24*time.Hour - 30*time.Second)
		count(r, 3, "coffee")
		count(r, 2, "lounge")
		time.Sleep(time.Minute)
		count(r, 2, "coffee")
		count(r, 2, "lounge")
		time.Sleep(10 * time.Minute)
		l.mu.Lock()
		defer l.mu.Unlock()
		if diff := cmp.Diff(map[Key]int64{{"2000-01-01", "SFO", "coffee"}: 3}, l.queries); diff != "" {
			t.Errorf("queries (-want +got):\n%s", diff)
		}
		check.Same(t, map[string]int64{"2000-01-01": 2, "2000-01-02": 4}, l.rare, "rare")
		check.Same(t, 2, l.writes, "writes")
		for _, key := range r.queries.Keys() {
			if key.Day != "2000-01-02" {
				t.Errorf("%v is still in memory", key)
			}
		}
	})
}

// A flood of new queries fills neither memory nor the database, and does not displace frequent
// queries.
func TestBounds(t *testing.T) {
	inBubble(t, 2, func(r *Recorder, l *ledger) {
		for n := range remembered + 5000 {
			count(r, 1, "once "+strconv.FormatInt(int64(n), 36))
			if n%1000 == 0 {
				count(r, 1, "coffee")
			}
		}
		check.Same(t, remembered, r.queries.Len(), "queries in memory")
		for n := range mostStored + 1000 {
			count(r, 2, fmt.Sprint("twice ", n))
		}
		time.Sleep(writeEvery + time.Second)
		count(r, 2, "late")
		time.Sleep(writeEvery)
		l.mu.Lock()
		defer l.mu.Unlock()
		check.Same(t, mostStored, len(l.queries), "stored queries")
		total := r.Totals()["SFO"].Searches
		for _, n := range l.queries {
			total -= n
		}
		check.Same(t, total, l.rare["2000-01-01"], "rare searches")
	})
}

func TestNothingIsStored(t *testing.T) {
	inBubble(t, 0, func(r *Recorder, l *ledger) {
		count(r, 5, "coffee")
		time.Sleep(time.Hour)
		if l.writes > 0 || r.queries.Len() > 0 || r.Totals()["SFO"].Searches != 5 {
			t.Errorf("%d writes, %d queries in memory, totals %v", l.writes, r.queries.Len(), r.Totals())
		}
	})
}
