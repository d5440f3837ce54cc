package store

import (
	"context"
	"sync"
	"time"

	"airport-content/internal/content"
)

// headsWatch reads the heads of all airports while requests wait for another list. A read that gives
// the same list wakes nobody, so thousands of requests may wait.
type headsWatch struct {
	reader *headsReader

	mu      sync.Mutex
	waiting int
	running bool
	last    content.Heads // newest
	changed chan struct{} // closed when last has another number
}

func newHeadsWatch(reader *headsReader) *headsWatch {
	return &headsWatch{reader: reader, changed: make(chan struct{})}
}

// AwaitHeads waits for newer heads than the last ones, or until ctx ends. All requests that wait
// share one read each half second. A failed read is repeated.
func (s *Store) AwaitHeads(ctx context.Context, last content.Heads) content.Heads {
	w := s.watch
	w.begin()
	defer w.end()
	for ctx.Err() == nil {
		newest, changed := w.newest()
		if newest.Number > last.Number {
			return newest
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return last
}

// begin counts a request that waits. The first one starts the reads.
func (w *headsWatch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting++
	if !w.running {
		w.running = true
		go w.run()
	}
}

func (w *headsWatch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting--
}

// run reads until no request waits.
func (w *headsWatch) run() {
	for time.Sleep(headsPause); w.goesOn(); time.Sleep(headsPause) {
		if found, err := w.reader.readTwice(); err == nil {
			w.tell(found)
		}
	}
}

func (w *headsWatch) goesOn() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = w.waiting > 0
	return w.running
}

// tell wakes the requests if the heads are newer.
func (w *headsWatch) tell(found content.Heads) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if found.Number > w.last.Number {
		w.last = found
		close(w.changed)
		w.changed = make(chan struct{})
	}
}

// newest is the newest list, with a channel that is closed when there is a newer one.
func (w *headsWatch) newest() (content.Heads, chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last, w.changed
}
