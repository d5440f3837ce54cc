// Package cache keeps values in memory, up to a total size.
package cache

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache evicts the least recently used values first. Its methods may be called concurrently.
type Cache[K comparable, V any] struct {
	most int

	mu      sync.Mutex
	entries *simplelru.LRU[K, entry[V]]
	size    int // of all entries
}

type entry[V any] struct {
	value V
	size  int
}

// New makes a cache. most bounds the sum of the sizes of its entries, as given to Add.
func New[K comparable, V any](most int) *Cache[K, V] {
	c := &Cache[K, V]{most: most}
	c.entries, _ = simplelru.NewLRU(math.MaxInt, func(_ K, e entry[V]) { c.size -= e.size }) // fails only for a number below 1
	return c
}

// Get finds the value of a key.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries.Get(key)
	return e.value, ok
}

// Add sets the value of a key, and lists the evicted keys. A value larger than the whole cache is
// kept alone.
func (c *Cache[K, V]) Add(key K, value V, size int) (evicted []K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
	c.entries.Add(key, entry[V]{value, size})
	c.size += size
	for c.size > c.most && c.entries.Len() > 1 {
		oldest, _, _ := c.entries.RemoveOldest()
		evicted = append(evicted, oldest)
	}
	return evicted
}

// Size is the sum of the sizes of all values.
func (c *Cache[K, V]) Size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// Remove removes a key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
}
