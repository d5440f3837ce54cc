package api

import (
	"context"
	"reflect"
	"sync"
	"time"

	"airport-content/internal/cache"
	"airport-content/internal/partner"
	"airport-content/internal/store"
)

// maxWaiting is how many requests of a key may wait for changes at once.
const maxWaiting = 5

// keyWatch has the keys of the requests that wait for changes. While there are any, it reads them
// again each grantFor, all in one statement, and ends the waits of those that ended or changed.
type keyWatch struct {
	store  *store.Store
	grants *cache.Cache[partner.Digest, *grant]

	mu      sync.Mutex
	running bool
	keys    map[partner.Digest]*waitingKey // those with requests
}

// waitingKey is a key with requests that wait.
type waitingKey struct {
	grant    *grant
	requests int
	ended    context.Context // ends when the key has ended or changed
	end      context.CancelFunc
}

func newKeyWatch(of *store.Store, grants *cache.Cache[partner.Digest, *grant]) *keyWatch {
	return &keyWatch{store: of, grants: grants, keys: map[partner.Digest]*waitingKey{}}
}

// take lets one more request of a key wait. It returns nil if too many wait. Otherwise the caller must
// call leave. The first request starts the reads. If the key waits with another grant, those waits end:
// one of both grants is old.
func (w *keyWatch) take(g *grant) *waitingKey {
	w.mu.Lock()
	defer w.mu.Unlock()
	key, ok := w.keys[g.digest]
	if ok && !reflect.DeepEqual(key.grant.Grant, g.Grant) {
		w.drop(key)
		ok = false
	}
	if !ok {
		key = &waitingKey{grant: g}
		key.ended, key.end = context.WithCancel(context.Background())
		w.keys[g.digest] = key
	}
	if key.requests == maxWaiting {
		return nil
	}
	key.requests++
	if !w.running {
		w.running = true
		go w.run()
	}
	return key
}

func (w *keyWatch) leave(key *waitingKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	key.requests--
	if key.requests == 0 && w.keys[key.grant.digest] == key {
		delete(w.keys, key.grant.digest)
		key.end()
	}
}

// run reads until no request waits.
func (w *keyWatch) run() {
	for time.Sleep(grantFor); w.goesOn(); time.Sleep(grantFor) {
		w.look()
	}
}

func (w *keyWatch) goesOn() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = len(w.keys) > 0
	return w.running
}

// look reads the keys. A failed read shows nothing.
func (w *keyWatch) look() {
	keys := w.waiting()
	if good, err := w.store.Grants(keys); err == nil {
		w.endChanged(keys, good)
	}
}

func (w *keyWatch) waiting() []partner.Digest {
	w.mu.Lock()
	defer w.mu.Unlock()
	digests := make([]partner.Digest, 0, len(w.keys))
	for digest := range w.keys {
		digests = append(digests, digest)
	}
	return digests
}

// endChanged ends the waits of those keys whose grant is missing or another.
func (w *keyWatch) endChanged(read []partner.Digest, good map[partner.Digest]partner.Grant) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, digest := range read {
		key, waits := w.keys[digest]
		if now, ok := good[digest]; waits && (!ok || !reflect.DeepEqual(now, key.grant.Grant)) {
			w.drop(key)
		}
	}
}

// drop ends the waits of a key. A request that goes on then looks up its key. The caller holds mu.
func (w *keyWatch) drop(key *waitingKey) {
	w.grants.Remove(key.grant.digest)
	delete(w.keys, key.grant.digest)
	key.end()
}
