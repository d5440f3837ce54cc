package cli

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"airport-content/internal/api"
)

const (
	keyUsesEvery   = 10 * time.Second
	keyUsesTimeout = 5 * time.Second
)

// keyStore keeps when keys, by their ids, were last used.
type keyStore interface {
	SetKeysUsed(ctx context.Context, used map[string]time.Time) error
}

// keyUses gathers when keys were last used and writes it in batches, so that no request waits for a write.
type keyUses struct {
	store keyStore
	log   *slog.Logger

	mu   sync.Mutex
	last map[string]time.Time // by key id
}

func newKeyUses(store keyStore, log *slog.Logger) *keyUses {
	return &keyUses{store: store, log: log, last: make(map[string]time.Time)}
}

// note takes a finished request. Its key was accepted if it has one.
func (u *keyUses) note(_ context.Context, o api.Observation) {
	if o.KeyID == "" {
		return
	}
	now := time.Now()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last[o.KeyID] = now
}

// run writes until ctx ends, and once more then.
func (u *keyUses) run(ctx context.Context) {
	tick := time.NewTicker(keyUsesEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			u.write(ctx)
		case <-ctx.Done():
			u.write(context.WithoutCancel(ctx))
			return
		}
	}
}

func (u *keyUses) write(ctx context.Context) {
	batch := u.take()
	if len(batch) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, keyUsesTimeout)
	defer cancel()
	if err := u.store.SetKeysUsed(ctx, batch); err != nil {
		u.log.Warn("last use of keys not written; it will be tried again", "error", err)
		u.putBack(batch)
	}
}

func (u *keyUses) take() map[string]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	batch := u.last
	u.last = make(map[string]time.Time)
	return batch
}

func (u *keyUses) putBack(batch map[string]time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, at := range batch {
		if at.After(u.last[id]) {
			u.last[id] = at
		}
	}
}
