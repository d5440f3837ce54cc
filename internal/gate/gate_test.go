package gate_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/gate"
)

// A partner gets half, whether others wait or not, and two partners get all of it.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(4)
		acquire := func(partner, n int64) error {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			return g.Acquire(ctx, gate.Share{Partner: partner, Units: n})
		}
		for n, step := range []struct {
			partner, units int64
			free           bool
		}{{1, 2, true}, {1, 1, false}, {2, 1, true}, {2, 1, true}, {3, 1, false}} {
			if err := acquire(step.partner, step.units); step.free && err != nil || !step.free && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("step %d: %v", n, err)
			}
		}
		if n, waited := g.Waits(); n != 2 || waited != 100*time.Millisecond {
			t.Errorf("%d waits, %s", n, waited)
		}
		got := make(chan error)
		go func() { got <- g.Acquire(t.Context(), gate.Share{Partner: 3, Units: 1}) }()
		g.Release(gate.Share{Partner: 2, Units: 1})
		if err := <-got; err != nil {
			t.Errorf("after a release: %v", err)
		}
		if err := acquire(2, 1); err == nil { // a caller that gave up holds nothing; the third partner has the free units
			t.Error("more is given than there is")
		}
		g.Release(gate.Share{Partner: 1, Units: 2})
		if err := acquire(1, 2); err != nil {
			t.Errorf("what a partner gave back is not given again: %v", err)
		}
	})
}

// What partners get at once, one after the other, of ten units that each asks for.
func TestShares(t *testing.T) {
	t.Parallel()
	type asks struct {
		partner int64
		long    bool
		gets    int
	}
	for name, test := range map[string]struct {
		size int64
		asks []asks
	}{
		"a lone partner":                       {16, []asks{{1, true, 6}, {1, false, 2}}},
		"short work of two":                    {16, []asks{{1, false, 8}, {2, false, 6}, {3, false, 2}, {4, false, 0}}},
		"long work of two":                     {16, []asks{{1, true, 6}, {2, true, 2}, {3, true, 0}, {3, false, 6}}},
		"short work leaves room for long work": {16, []asks{{1, false, 8}, {2, true, 6}}},
		"a pool of one connection serves both": {1, []asks{{1, true, 1}}},
		"a small pool leaves room for a third": {7, []asks{{1, true, 3}, {2, true, 1}, {3, false, 2}, {4, false, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gate.New(test.size)
			for _, ask := range test.asks {
				got := 0
				for range 10 {
					if g.TryAcquire(gate.Share{Partner: ask.partner, Units: 1, Long: ask.long}) {
						got++
					}
				}
				check.Same(t, ask.gets, got, ask)
			}
		})
	}
}

// While two partners ask for more than there is, a third one gets a unit as soon as one is free, and
// each of the two gets as much as the other.
func TestPartnersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(15)
		done, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		var mu sync.Mutex
		served := map[int64]int{}
		var longest time.Duration
		work := func(partner int64, pause time.Duration) {
			share := gate.Share{Partner: partner, Units: 1, Long: true}
			for done.Err() == nil {
				asked := time.Now()
				if g.Acquire(done, share) != nil {
					return
				}
				mu.Lock()
				served[partner]++
				if partner == 3 {
					longest = max(longest, time.Since(asked))
				}
				mu.Unlock()
				time.Sleep(time.Second)
				g.Release(share)
				time.Sleep(pause)
			}
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { work(1, 0) })
			all.Go(func() { work(2, 0) })
		}
		all.Go(func() { work(3, 7*time.Second) })
		all.Wait()
		if longest > time.Second {
			t.Errorf("the third partner waits for %s", longest)
		}
		if served[1]*10 < served[2]*9 || served[2]*10 < served[1]*9 || served[1] < 10_000 {
			t.Errorf("served %v", served)
		}
	})
}

// Of those who wait, the partner who holds the fewest units comes first, also if others came before.
func TestFewestFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(4)
		for partner, units := range map[int64]int64{1: 1, 2: 2, 3: 1} {
			check.Same(t, true, g.TryAcquire(gate.Share{Partner: partner, Units: units}))
		}
		ctx, leave := context.WithCancel(t.Context())
		got := make(chan int64, 2)
		for _, partner := range []int64{1, 4} {
			go func() {
				if g.Acquire(ctx, gate.Share{Partner: partner, Units: 1}) == nil {
					got <- partner
				}
			}()
			synctest.Wait()
		}
		g.Release(gate.Share{Partner: 3, Units: 1})
		synctest.Wait()
		leave()
		synctest.Wait()
		close(got)
		check.Same(t, int64(4), <-got)
		check.Same(t, int64(0), <-got, "nobody else")
	})
}

// A share that is given while its caller leaves is either held or given back.
func TestLeavingWhileGiven(t *testing.T) {
	t.Parallel()
	const size = 2
	g := gate.New(size)
	one := func(partner int64) gate.Share { return gate.Share{Partner: partner, Units: 1} }
	for range 2000 {
		check.Same(t, true, g.TryAcquire(one(1)) && g.TryAcquire(one(2)), "all is free")
		ctx, leave := context.WithCancel(t.Context())
		before, _ := g.Waits()
		done := make(chan error)
		go func() { done <- g.Acquire(ctx, one(3)) }()
		for waits := before; waits == before; waits, _ = g.Waits() {
			runtime.Gosched()
		}
		var both sync.WaitGroup
		both.Go(leave)
		both.Go(func() { g.Release(one(1)) })
		both.Wait()
		if <-done == nil {
			g.Release(one(3))
		}
		g.Release(one(2))
		if t.Failed() {
			return
		}
	}
}
