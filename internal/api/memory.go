package api

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

// In bytes of bodies.
const (
	smallBodies   = 1 << 20   // an answer with at most this is not long
	maxBodies     = 32 << 20  // an answer with more than this is refused
	longMemory    = 256 << 20 // all long answers together may hold this
	partnerMemory = longMemory / 2
)

// memory limits the memory of long answers while they are read and sent. Each answer takes the size of its bodies.
type memory struct {
	all *semaphore.Weighted

	mu       sync.Mutex
	partners map[int64]*partnerShare // of partners with long answers under way
}

type partnerShare struct {
	*semaphore.Weighted
	users int
}

func newMemory() *memory {
	return &memory{all: semaphore.NewWeighted(longMemory), partners: map[int64]*partnerShare{}}
}

// take waits until a partner may take size bytes. It fails only when ctx ends.
func (m *memory) take(ctx context.Context, partnerID, size int64) (release func(), err error) {
	share := m.join(partnerID)
	if err := share.Acquire(ctx, size); err != nil {
		m.leave(partnerID, share)
		return nil, err
	}
	if err := m.all.Acquire(ctx, size); err != nil {
		share.Release(size)
		m.leave(partnerID, share)
		return nil, err
	}
	return func() {
		m.all.Release(size)
		share.Release(size)
		m.leave(partnerID, share)
	}, nil
}

func (m *memory) join(partnerID int64) *partnerShare {
	m.mu.Lock()
	defer m.mu.Unlock()
	share, ok := m.partners[partnerID]
	if !ok {
		share = &partnerShare{Weighted: semaphore.NewWeighted(partnerMemory)}
		m.partners[partnerID] = share
	}
	share.users++
	return share
}

func (m *memory) leave(partnerID int64, share *partnerShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if share.users--; share.users == 0 {
		delete(m.partners, partnerID)
	}
}

// readBodies waits for memory and reads the bodies of a page. release gives the memory back.
func (c *call) readBodies(view *store.View, items []*content.Item, sizes []int64) (release func(), err error) {
	if release, err = c.takeMemory(sizes); err != nil {
		return nil, err
	}
	if err := view.Bodies(c.r.Context(), items); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// takeMemory waits for the memory of bodies of these sizes. Small pages need none; pages that are too large are refused.
func (c *call) takeMemory(sizes []int64) (release func(), err error) {
	var size int64
	for _, n := range sizes {
		size += n
	}
	switch {
	case size <= smallBodies:
		return func() {}, nil
	case size > maxBodies:
		return nil, &failure{status: http.StatusBadRequest, code: codePageTooLarge, message: fmt.Sprintf(
			"The bodies of this page have %d bytes, and an answer may have %d. Ask with size=%d, or with includeBody=false for a list.",
			size, maxBodies, fitting(sizes))}
	}
	return c.memory.take(c.r.Context(), c.grant.PartnerID, size)
}

// fitting is how many of the first items fit into one answer.
func fitting(sizes []int64) int {
	sum := int64(0)
	for n, size := range sizes {
		if sum += size; sum > maxBodies {
			return n
		}
	}
	return len(sizes)
}
