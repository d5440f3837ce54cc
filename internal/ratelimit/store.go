package ratelimit

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// The time between two looks at a Redis that has gone: soon at first, since mostly it was only slow for a moment, then
// twice as long each time, up to half a second.
const (
	firstProbe = 25 * time.Millisecond
	probeEvery = 500 * time.Millisecond
)

// store is Redis with a circuit breaker. The first command that fails opens it; from then on no
// request waits for Redis, until a probe of its own has written there again.
//
// httprate-redis has a fallback too, which is switched off: it forgets what was counted so far, its
// probe only pings (so a Redis that answers but takes no writes would come and go five times a
// second), and the probe of a closed client never ends.
type store struct {
	redis  *redis.Client
	prefix string
	log    *slog.Logger

	down   atomic.Bool
	ctx    context.Context // ends the probe
	cancel context.CancelFunc

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

func newStore(client *redis.Client, prefix string, log *slog.Logger) *store {
	s := &store{redis: client, prefix: prefix, log: log}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.try(s.write)
	return s
}

// try runs a command while Redis is believed to be there, and tells whether it was done.
func (s *store) try(command func() error) bool {
	if s.down.Load() {
		return false
	}
	err := command()
	if err != nil && s.down.CompareAndSwap(false, true) {
		s.log.Warn("Redis does not answer: rate limits are counted in this process alone", "error", err)
		s.spawn(s.probe)
	}
	return err == nil
}

func (s *store) probe() {
	for pause := firstProbe; ; pause = min(2*pause, probeEvery) {
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(pause):
		}
		if s.write() == nil {
			s.down.Store(false)
			s.log.Info("Redis answers again: rate limits are shared with the other servers")
			return
		}
	}
}

func (s *store) write() error { return Probe(s.ctx, s.redis, s.prefix) }

// Probe tells whether Redis takes counts: a full one does not, nor a read-only replica.
func Probe(ctx context.Context, client *redis.Client, prefix string) error {
	return client.Set(ctx, prefix+":probe", 1, time.Minute).Err()
}

// spawn runs f beside its caller and has close wait for it. A request that outlived the server's end runs it itself.
func (s *store) spawn(f func()) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		f()
		return
	}
	s.running.Go(f)
	s.mu.Unlock()
}

func (s *store) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.running.Wait()
}
