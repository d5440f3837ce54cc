package ratelimit

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// remembered bounds the keys of one memory, whatever addresses an attacker has.
const remembered = 16384

// memory is what this process itself has counted; the least recently counted keys are forgotten first.
type memory struct {
	mu      sync.Mutex
	windows *simplelru.LRU[string, window]
}

func newMemory() (*memory, error) {
	windows, err := simplelru.NewLRU[string, window](remembered, nil)
	if err != nil {
		return nil, err
	}
	return &memory{windows: windows}, nil
}

// get is what was counted for key, seen from the window that begins at start.
func (m *memory) get(key string, start time.Time) window {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, ok := m.windows.Peek(key)
	if !ok {
		return window{start: start}
	}
	return w.at(start)
}

// add counts amount in the window that begins at start, of which Redis is owed a part. A request that was
// overtaken while its window ended is counted in the window after.
func (m *memory) add(key string, start time.Time, amount, owed int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, ok := m.windows.Get(key)
	if !ok {
		w = window{start: start}
	}
	w = w.at(start)
	w.curr += amount
	w.owed += owed
	m.windows.Add(key, w)
}

// takeOwed is what Redis is owed of the window that begins at start, from now on no more.
func (m *memory) takeOwed(key string, start time.Time) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, _ := m.windows.Peek(key)
	w = w.at(start)
	owed := w.owed
	w.owed = 0
	m.windows.Add(key, w)
	return owed
}
