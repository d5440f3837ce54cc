// Package gate shares connections or memory fairly among partners. It imports nothing of this
// project.
package gate

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Gate gives one partner at most half of the units, whether other partners wait or not. Its methods
// may be called concurrently.
type Gate struct {
	all      *semaphore.Weighted
	half     int64
	partners sync.Map // of *semaphore.Weighted, by id; there are as many as partners that ever asked

	waits, waited atomic.Int64 // number of waits, and their nanoseconds
}

// New makes a gate with size units.
func New(size int64) *Gate {
	return &Gate{all: semaphore.NewWeighted(size), half: (size + 1) / 2}
}

// Acquire waits for n more units for a partner. A partner can have at most half of all units.
// Acquire fails only if ctx ends. Release returns the units.
func (g *Gate) Acquire(ctx context.Context, partner, n int64) error {
	if g.TryAcquire(partner, n) {
		return nil
	}
	began := time.Now()
	g.waits.Add(1)
	defer func() { g.waited.Add(int64(time.Since(began))) }()
	own := g.own(partner)
	if err := own.Acquire(ctx, n); err != nil {
		return err
	}
	if err := g.all.Acquire(ctx, n); err != nil {
		own.Release(n)
		return err
	}
	return nil
}

// TryAcquire acquires n more units for a partner without waiting, and reports whether they were
// free.
func (g *Gate) TryAcquire(partner, n int64) bool {
	own := g.own(partner)
	if !own.TryAcquire(n) {
		return false
	}
	if g.all.TryAcquire(n) {
		return true
	}
	own.Release(n)
	return false
}

// Release returns units of a partner.
func (g *Gate) Release(partner, n int64) {
	g.all.Release(n)
	g.own(partner).Release(n)
}

// Waits returns how often requests have waited, and for how long in all.
func (g *Gate) Waits() (int64, time.Duration) { return g.waits.Load(), time.Duration(g.waited.Load()) }

func (g *Gate) own(partner int64) *semaphore.Weighted {
	if own, ok := g.partners.Load(partner); ok {
		return own.(*semaphore.Weighted)
	}
	own, _ := g.partners.LoadOrStore(partner, semaphore.NewWeighted(g.half))
	return own.(*semaphore.Weighted)
}
