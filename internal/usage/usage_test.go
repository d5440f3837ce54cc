package usage_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"airport-content/internal/check"
	"airport-content/internal/usage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ledger is a database that can fail.
type ledger struct {
	mu     sync.Mutex
	fails  bool
	writes int
	sums   map[string]usage.Use // by day and key
	hours  int64                // requests
	rows   int                  // of hours
	purged []string
}

// Requests are counted by hour, too, at their airports and with their statuses. A failed write loses
// none.
func TestHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l, _, stop := start(t)
		l.setFails(true)
		for n := range 7 {
			r.Count("one", []string{"SFO", ""}[n%2], 200)
		}
		time.Sleep(11 * time.Second)
		l.setFails(false)
		r.Count("one", "SFO", 429)
		stop()
		check.Same(t, int64(8), l.hours)
	})
}

// A caller who asks for ever other airports fills no memory.
func TestManyAirports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l, _, stop := start(t)
		const asked = 30_000
		for n := range asked {
			r.Count("one", strconv.Itoa(n), 403)
		}
		stop()
		check.Same(t, int64(asked), l.hours)
		if l.rows >= asked/2 {
			t.Errorf("%d counts were written", l.rows)
		}
	})
}

func (l *ledger) AddUsage(_ context.Context, uses []usage.Use, hours []usage.Hour) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes++
	if l.fails {
		return errors.New("connection refused")
	}
	l.rows += len(hours)
	for _, h := range hours {
		l.hours += h.Requests
	}
	for _, u := range uses {
		s := l.sums[u.Day+" "+u.KeyID]
		s.Requests, s.Refused, s.RateLimited, s.Failed, s.LastUsed = s.Requests+u.Requests, s.Refused+u.Refused, s.RateLimited+u.RateLimited, s.Failed+u.Failed, u.LastUsed
		l.sums[u.Day+" "+u.KeyID] = s
	}
	return nil
}

func (l *ledger) ForgetOldCounts(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fails {
		return errors.New("connection refused")
	}
	l.purged = append(l.purged, time.Now().UTC().Format(time.DateOnly))
	return nil
}

func (l *ledger) setFails(fails bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fails = fails
}

// start runs a recorder from 2000-01-01T00:00:00Z on, which is when synctest's clocks begin.
func start(t *testing.T) (r *usage.Recorder, l *ledger, log *strings.Builder, stop func()) {
	t.Helper()
	l, log = &ledger{sums: map[string]usage.Use{}}, &strings.Builder{}
	r = usage.NewRecorder(l, slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { r.Run(ctx); close(ended) }()
	return r, l, log, func() { cancel(); <-ended }
}

func at(clock string) time.Time {
	t, err := time.Parse(time.RFC3339, clock)
	if err != nil {
		panic(err)
	}
	return t
}

func TestRecorder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l, log, stop := start(t)
		for _, status := range []int{200, 304, 400, 401, 403, 404, 429, 429, 499, 500, 503} {
			r.Count("one", "SFO", status)
		}
		r.Count("other", "SFO", 200)
		time.Sleep(11 * time.Second) // nothing is older than ten seconds
		synctest.Wait()
		want := map[string]usage.Use{
			"2000-01-01 one":   {Requests: 11, Refused: 5, RateLimited: 2, Failed: 1, LastUsed: at("2000-01-01T00:00:00Z")},
			"2000-01-01 other": {Requests: 1, LastUsed: at("2000-01-01T00:00:00Z")},
		}
		equal := cmp.Comparer(time.Time.Equal)
		if diff := cmp.Diff(want, l.sums, equal); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}

		time.Sleep(time.Until(at("2000-01-01T23:59:58Z")))
		r.Count("one", "SFO", 200)
		time.Sleep(3 * time.Second) // midnight
		r.Count("one", "SFO", 429)
		stop()
		want["2000-01-01 one"] = usage.Use{Requests: 12, Refused: 5, RateLimited: 2, Failed: 1, LastUsed: at("2000-01-01T23:59:58Z")}
		want["2000-01-02 one"] = usage.Use{Requests: 1, RateLimited: 1}
		if diff := cmp.Diff(want, l.sums, equal); diff != "" {
			t.Errorf("after midnight (-want +got):\n%s", diff)
		}
		if l.writes != 3 || log.Len() > 0 {
			t.Errorf("%d writes, want 3; log: %s", l.writes, log)
		}
	})
}

// Old counts are deleted once a day, also without a request.
func TestOldCountsAreDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, l, _, stop := start(t)
		time.Sleep(49 * time.Hour)
		stop()
		if diff := cmp.Diff([]string{"2000-01-01", "2000-01-02", "2000-01-03"}, l.purged); diff != "" || l.writes > 0 {
			t.Errorf("%d writes; purged on (-want +got):\n%s", l.writes, diff)
		}
	})
}

// While the store fails nothing is lost, and the log is not flooded.
func TestRecorderOutlivesItsStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, l, log, stop := start(t)
		l.setFails(true)
		for range 600 {
			r.Count("one", "SFO", 200)
			time.Sleep(time.Second)
		}
		l.setFails(false)
		stop()
		check.Same(t, 600, l.sums["2000-01-01 one"].Requests, "requests")
		if strings.Count(log.String(), "level=WARN") != 1 || strings.Count(log.String(), "written again") != 1 {
			t.Errorf("want one warning, and one line that it is over: %s", log)
		}
	})
}
