// Package gate shares connections or memory fairly among partners. It imports nothing of this
// project.
package gate

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Gate gives units to partners:
//
//   - A partner has at most half of the units.
//   - Long work has at most half of the units, so that some are left for short work.
//   - A partner who holds some already leaves an eighth to those who hold fewer.
//   - Among those who wait, the partner who holds the fewest comes first.
//
// Its methods may be called concurrently.
type Gate struct {
	most   int64 // units of a partner
	modest int64 // units that only partners get who hold no more than that, or a single one

	mu      sync.Mutex
	free    int64
	forLong int64           // units that long work may still get, while there are as many
	held    map[int64]int64 // units by partner; zero is removed
	waiting []*waiter       // in the order of their arrival
	waits   int64           // number of waits, and
	waited  time.Duration   // their time
}

// Share is what is asked of a gate, and returned to it.
type Share struct {
	Partner, Units int64
	Long           bool // for work that may take long
}

type waiter struct {
	Share
	ready chan struct{} // closed when the share is given
}

// New makes a gate with size units.
func New(size int64) *Gate {
	half := (size + 1) / 2
	return &Gate{most: half, modest: (size + 3) / 8, free: size, forLong: half, held: map[int64]int64{}}
}

// Acquire waits for a share. More than half of all units are never given. Acquire fails only if ctx
// ends. Release returns the share.
func (g *Gate) Acquire(ctx context.Context, s Share) error {
	g.mu.Lock()
	if g.give(s) {
		g.mu.Unlock()
		return nil
	}
	w := &waiter{s, make(chan struct{})}
	g.waiting = append(g.waiting, w)
	g.waits++
	g.mu.Unlock()
	began := time.Now()
	select {
	case <-w.ready:
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waited += time.Since(began)
	at := slices.Index(g.waiting, w)
	if at < 0 {
		return nil // given, perhaps at the last moment
	}
	g.waiting = slices.Delete(g.waiting, at, at+1)
	return ctx.Err()
}

// TryAcquire acquires a share without waiting, and reports whether its units were free.
func (g *Gate) TryAcquire(s Share) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.give(s)
}

// Release returns a share.
func (g *Gate) Release(s Share) {
	s.Units = -s.Units
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count(s)
	g.serve()
}

// Waits returns how often requests have waited, and for how long in all.
func (g *Gate) Waits() (int64, time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waits, g.waited
}

// give gives a share, if the rules allow.
func (g *Gate) give(s Share) bool {
	if !g.allows(s) {
		return false
	}
	g.count(s)
	return true
}

func (g *Gate) allows(s Share) bool {
	held, free := g.held[s.Partner]+s.Units, g.free
	if s.Long {
		free = min(free, g.forLong)
	}
	if held > max(1, g.modest) {
		free -= g.modest
	}
	return held <= g.most && s.Units <= free
}

func (g *Gate) count(s Share) {
	g.free -= s.Units
	if s.Long {
		g.forLong -= s.Units
	}
	if g.held[s.Partner] += s.Units; g.held[s.Partner] == 0 {
		delete(g.held, s.Partner)
	}
}

// serve gives free units to those who wait.
func (g *Gate) serve() {
	for {
		next := -1
		for i, w := range g.waiting {
			if (next < 0 || g.held[w.Partner] < g.held[g.waiting[next].Partner]) && g.allows(w.Share) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		w := g.waiting[next]
		g.waiting = slices.Delete(g.waiting, next, next+1)
		g.count(w.Share)
		close(w.ready)
	}
}
