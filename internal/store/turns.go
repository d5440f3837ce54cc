package store

import (
	"context"
	"slices"
	"sync"
	"time"
)

// turns shares connections fairly among partners: a connection that gets free goes to the partner that holds the fewest, so no
// partner gets more than half while another waits. While nobody waits, a partner may hold all of them.
type turns struct {
	mu      sync.Mutex
	free    int
	held    map[int64]int // by partner; without zeros
	waiting []*turn       // in order of arrival; empty while a connection is free

	waits  int64 // all so far, and how long they took
	waited time.Duration
}

// turn is a request that waits.
type turn struct {
	partner int64
	given   chan struct{}
}

func newTurns(connections int) *turns {
	return &turns{free: connections, held: map[int64]int{}}
}

// take waits for the partner's turn. It fails only when ctx ends. The caller must give the turn back.
func (t *turns) take(ctx context.Context, partner int64) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.held[partner]++
		t.mu.Unlock()
		return nil
	}
	own := &turn{partner, make(chan struct{})}
	t.waiting = append(t.waiting, own)
	t.mu.Unlock()
	defer t.note(time.Now())
	select {
	case <-own.given:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.waiting, own)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	t.mu.Unlock()
	if i < 0 { // it was given at the same moment
		t.give(partner)
	}
	return ctx.Err()
}

// note counts a wait that began then.
func (t *turns) note(began time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waits++
	t.waited += time.Since(began)
}

// give gives a turn back, and passes it on.
func (t *turns) give(partner int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held[partner]--; t.held[partner] == 0 {
		delete(t.held, partner)
	}
	if len(t.waiting) == 0 {
		t.free++
		return
	}
	next := 0
	for i, w := range t.waiting {
		if t.held[w.partner] < t.held[t.waiting[next].partner] {
			next = i
		}
	}
	given := t.waiting[next]
	t.waiting = slices.Delete(t.waiting, next, next+1)
	t.held[given.partner]++
	close(given.given)
}
