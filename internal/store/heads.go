package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/panics"
)

// headsReader reads the heads of all airports. While nothing changes, all reads give the same list,
// so thousands of requests that wait hold one list.
type headsReader struct {
	on      db.Batcher
	timeout time.Duration
	nodes   *nodes

	mu     sync.Mutex
	last   []content.Head // of the last read
	number int64          // of last
}

// allAirports stands for all airports in a shared read of heads.
type allAirports struct{}

// Heads reads the heads of all airports. Requests that ask at the same moment share the read.
func (s *Store) Heads(ctx context.Context) (content.Heads, error) {
	found, _, err := s.heads.get(ctx, allAirports{})
	return found, err
}

// read is a shared read.
func (h *headsReader) read(all []allAirports) (map[allAirports]content.Heads, error) {
	found, err := h.readTwice()
	return map[allAirports]content.Heads{all[0]: found}, err
}

// readTwice reads, and reads again on another connection if the first one is dead.
func (h *headsReader) readTwice() (_ content.Heads, err error) {
	defer panics.Catch(&err) // it runs in goroutines of its own
	timeout := h.timeout
	if h.nodes.distributed() {
		timeout = patience(1, timeout)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	found, err := h.readOnce(ctx)
	if errors.Is(err, content.ErrUnavailable) && ctx.Err() == nil {
		found, err = h.readOnce(ctx)
	}
	return found, err
}

func (h *headsReader) readOnce(ctx context.Context) (content.Heads, error) {
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
	found.List, found.Number = h.numbered(list)
	return found, nil
}

// numbered is a list with its number, or the last list if that is the same.
func (h *headsReader) numbered(list []content.Head) ([]content.Head, int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.number == 0 || !slices.Equal(h.last, list) {
		h.last, h.number = list, h.number+1
	}
	return h.last, h.number
}
