package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/panics"
)

// heads shares reads of the heads of all airports among requests, as states does for states. While
// nothing changes, all reads give the same list, so thousands of requests that wait hold one list.
type heads struct {
	on      db.Batcher
	pause   time.Duration // before each read
	timeout time.Duration
	nodes   *nodes
	last    *atomic.Pointer[[]content.Head] // of the last read

	mu   sync.Mutex
	busy bool
	next *headsRead // for the waiting requests; nil: no request waits
}

// headsRead is one read.
type headsRead struct {
	done  chan struct{} // closed when found or err is set
	found content.Heads
	err   error
}

// Heads reads the heads of all airports.
func (s *Store) Heads(ctx context.Context) (content.Heads, error) { return s.heads.get(ctx) }

// AwaitHeads waits for heads that differ from a list, or until ctx ends. All requests that wait
// share one read each half second. A failed read is repeated.
func (s *Store) AwaitHeads(ctx context.Context, list []content.Head) []content.Head {
	for ctx.Err() == nil {
		if found, err := s.waitingHeads.get(ctx); err == nil && !sameList(found.List, list) {
			return found.List
		}
	}
	return list
}

// sameList reports whether two reads gave the same list.
func sameList(a, b []content.Head) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// get waits for a read that begins after the call. The end of ctx does not end the read for other
// callers.
func (h *heads) get(ctx context.Context) (content.Heads, error) {
	h.mu.Lock()
	if h.next == nil {
		h.next = &headsRead{done: make(chan struct{})}
	}
	read := h.next
	if !h.busy {
		h.busy = true
		go h.run()
	}
	h.mu.Unlock()
	select {
	case <-read.done:
		return read.found, read.err
	case <-ctx.Done():
		return content.Heads{}, ctx.Err()
	}
}

// run reads until no request waits.
func (h *heads) run() {
	for read := h.takeNext(); read != nil; read = h.takeNext() {
		read.found, read.err = h.readTwice()
		close(read.done)
	}
}

// takeNext is the read that requests wait for. Without one, nobody reads any more.
func (h *heads) takeNext() *headsRead {
	time.Sleep(h.pause)
	h.mu.Lock()
	defer h.mu.Unlock()
	read := h.next
	h.next, h.busy = nil, read != nil
	return read
}

// readTwice reads, and reads again on another connection if the first one is dead.
func (h *heads) readTwice() (content.Heads, error) {
	timeout := h.timeout
	if h.nodes.distributed() {
		timeout = patience(1, timeout)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	found, err := h.read(ctx)
	if errors.Is(err, content.ErrUnavailable) && ctx.Err() == nil {
		found, err = h.read(ctx)
	}
	return found, err
}

func (h *heads) read(ctx context.Context) (_ content.Heads, err error) {
	defer panics.Catch(&err) // read runs in a goroutine of its own
	read, err := db.ReadHeads(ctx, h.on)
	if err != nil {
		return content.Heads{}, fmt.Errorf("read the heads of all airports: %w", db.Classify(err))
	}
	found := content.Heads{Timestamp: safeTime(read.Now, nil), SafeTimes: map[string]time.Time{}}
	list := make([]content.Head, 0, len(read.Heads))
	for _, row := range read.Heads {
		if _, registered := slices.BinarySearch(read.Codes, row.Airport); !registered {
			continue
		}
		list = append(list, content.Head{Code: row.Airport, Epoch: row.Epoch, Revision: row.Revision, Purged: row.PurgedRevision,
			Offline: slices.Contains(read.Offline, row.Airport)})
		if safe := safeTime(read.Now, row.ImportMark); safe.Before(found.Timestamp) {
			found.SafeTimes[row.Airport] = safe
		}
	}
	slices.SortFunc(list, func(a, b content.Head) int { return cmp.Compare(a.Code, b.Code) })
	if last := h.last.Load(); last != nil && slices.Equal(*last, list) {
		list = *last
	} else {
		h.last.Store(&list)
	}
	found.List = list
	return found, nil
}
