package store

import (
	"context"
	"slices"
	"sync"

	"airport-content/internal/panics"
)

// batch shares the reads of a reader among requests. One read runs at a time. Requests that arrive
// during a read share the next read. So many requests cost few reads, and each request gets what was
// read after its arrival.
type batch[K comparable, V any] struct {
	reader batchReader[K, V]

	mu   sync.Mutex
	busy bool
	next *batchRead[K, V] // for the waiting requests; nil: no request waits
}

// batchReader reads the values of some keys. A key without a value is left out.
type batchReader[K comparable, V any] interface {
	read(keys []K) (map[K]V, error)
}

// batchRead is one read.
type batchRead[K comparable, V any] struct {
	keys  []K
	done  chan struct{} // closed when found or err is set
	found map[K]V
	err   error
}

func newBatch[K comparable, V any](reader batchReader[K, V]) *batch[K, V] {
	return &batch[K, V]{reader: reader}
}

// get waits for a read that begins after the call. ok is false for a key without a value. The end of
// ctx does not end the read for other callers.
func (b *batch[K, V]) get(ctx context.Context, key K) (value V, ok bool, err error) {
	read := b.join(key)
	select {
	case <-read.done:
		value, ok = read.found[key]
		return value, ok, read.err
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
}

// join adds a key to the next read.
func (b *batch[K, V]) join(key K) *batchRead[K, V] {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == nil {
		b.next = &batchRead[K, V]{done: make(chan struct{})}
	}
	if !slices.Contains(b.next.keys, key) {
		b.next.keys = append(b.next.keys, key)
	}
	if !b.busy {
		b.busy = true
		go b.run()
	}
	return b.next
}

// run reads until no request waits.
func (b *batch[K, V]) run() {
	for read := b.takeNext(); read != nil; read = b.takeNext() {
		b.answer(read)
	}
}

// answer reads for the requests of one read.
func (b *batch[K, V]) answer(read *batchRead[K, V]) {
	defer close(read.done)
	defer panics.Catch(&read.err)
	read.found, read.err = b.reader.read(read.keys)
}

// takeNext is the read that requests wait for. Without one, nobody reads any more.
func (b *batch[K, V]) takeNext() *batchRead[K, V] {
	b.mu.Lock()
	defer b.mu.Unlock()
	read := b.next
	b.next, b.busy = nil, read != nil
	return read
}
