package health_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"airport-content/internal/check"
	"airport-content/internal/health"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

func works(context.Context) error { return nil }

func TestFloodCostsOneProbe(t *testing.T) {
	var probed atomic.Int64
	probe := func(context.Context) error {
		probed.Add(1)
		time.Sleep(100 * time.Millisecond)
		return nil
	}
	c := health.New(health.Probes{Database: probe, Redis: works, Elasticsearch: works}, quiet)
	var callers sync.WaitGroup
	for range 200 {
		callers.Go(func() {
			check.Same(t, health.Healthy, c.Check(t.Context()).Status)
		})
	}
	callers.Wait()
	if probed.Load() > 3 { // a busy machine can take longer than the second that a report is shared for
		t.Errorf("probed %d times, want once", probed.Load())
	}
}

func TestReportIsSharedForASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		probed := 0
		c := health.New(health.Probes{Database: func(context.Context) error { probed++; return nil }, Redis: works, Elasticsearch: works}, quiet)
		for range 30 { // 0 to 2.9 s
			c.Check(t.Context())
			time.Sleep(100 * time.Millisecond)
		}
		check.Same(t, 3, probed, "probes")
	})
}

func TestCancelledCallerSpoilsNothing(t *testing.T) {
	heeds := func(ctx context.Context) error { return ctx.Err() }
	c := health.New(health.Probes{Database: heeds, Redis: heeds, Elasticsearch: heeds}, quiet)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	check.Same(t, health.Healthy, c.Check(ctx).Status)
}

// A service that needs more than a second is down, and health does not wait for it.
func TestSlowServices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		after := func(delay time.Duration) health.Probe {
			return func(context.Context) error { time.Sleep(delay); return nil }
		}
		got := health.New(health.Probes{Database: after(999 * time.Millisecond), Redis: after(101 * time.Millisecond),
			Elasticsearch: after(1001 * time.Millisecond)}, quiet).Check(t.Context()).Services
		want := health.Services{Database: health.Service{Status: health.Up, LatencyMs: 999},
			Redis: health.Service{Status: health.Up, LatencyMs: 101}, Elasticsearch: health.Service{Status: health.Down, LatencyMs: 1000}}
		check.Same(t, want, got)
		time.Sleep(time.Second) // the last probe ends
	})
}

func TestChangesAreLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		redis := func(context.Context) error {
			if down.Load() {
				return errors.New("connection refused")
			}
			return nil
		}
		var log strings.Builder
		c := health.New(health.Probes{Database: works, Redis: redis, Elasticsearch: works}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			},
		})))
		for _, state := range []bool{false, false, true, true, true, false, false} {
			down.Store(state)
			report := check.Must(json.Marshal(c.Check(t.Context())))(t)
			if strings.Contains(string(report), "refused") {
				t.Errorf("the cause is told: %s", report)
			}
			time.Sleep(time.Second)
		}
		want := `level=ERROR msg="health: service is down" service=redis error="connection refused"
level=INFO msg="health: service is up again" service=redis
`
		check.Same(t, want, log.String())
	})
}
