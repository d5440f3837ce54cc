// Package ratelimit counts the requests of partners and the failed authentications of addresses:
// httprate over httprate-redis, one minute's sliding window, shared by all servers over Redis and
// carried on in memory while Redis is gone.
package ratelimit

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// Options are what a Limiter needs; all are required.
type Options struct {
	Redis        *redis.Client // of NewClient; stays the caller's to close
	Prefix       string        // of every key in Redis
	PartnerLimit int           // requests a minute, for a partner without a limit of its own
	FailureLimit int           // failed authentications a minute, for one client address
	Logger       *slog.Logger
}

// Decision tells whether a request may go on, and what the caller is told of its limit.
type Decision struct {
	Allowed    bool
	Limit      int       // requests a minute
	Remaining  int       // requests that would still pass now; never negative
	Reset      time.Time // the end of the window
	RetryAfter int       // seconds until a request would pass, at least 1; 0 when allowed
	// Counted is closed when all servers see the count, for which an answer should wait; nil when refused.
	Counted <-chan struct{}
}

// Limiter is safe for concurrent use. None of its methods fails: without Redis it counts in memory.
type Limiter struct {
	store        *store
	counter      *counter
	stripes      [stripeCount]*stripe
	good         *goodKeys
	partnerLimit int
	failureLimit int
}

// New makes a limiter. A Redis that does not answer is logged, and no error.
func New(o Options) (*Limiter, error) {
	if o.PartnerLimit < 1 || o.FailureLimit < 1 {
		return nil, errors.New("rate limits must be at least 1 a minute")
	}
	l := &Limiter{partnerLimit: o.PartnerLimit, failureLimit: o.FailureLimit}
	l.store = newStore(o.Redis, o.Prefix, o.Logger)
	var err error
	if l.counter, err = newCounter(l.store); err != nil {
		return nil, err
	}
	if l.good, err = newGoodKeys(l.store); err != nil {
		return nil, err
	}
	for i := range l.stripes {
		l.stripes[i] = newStripe(l.counter)
	}
	return l, nil
}

// Close stops looking for a Redis that has gone, and waits for what is being counted. No other method should be called after it.
func (l *Limiter) Close() { l.store.close() }

// Shared tells whether counts are in Redis, shared by all servers, or for now in this process alone.
func (l *Limiter) Shared() bool { return !l.store.down.Load() }

// Partner counts one request of a partner, unless it is refused: being refused does not prolong
// the wait. The limit is in requests a minute; 0 is the default one. It does not wait for the
// count to reach Redis.
func (l *Limiter) Partner(ctx context.Context, partnerID int64, limit int) Decision {
	if limit <= 0 {
		limit = l.partnerLimit
	}
	s := l.stripes[uint64(partnerID)%stripeCount]
	return s.count(ctx, "partner:"+strconv.FormatInt(partnerID, 10), limit)
}

// FailuresExceeded tells whether addr may try to authenticate; it counts nothing.
func (l *Limiter) FailuresExceeded(_ context.Context, addr netip.Addr) Decision {
	now := time.Now()
	w := window{start: now.Truncate(length)}
	w.curr, w.prev, _ = l.counter.Get(addressKey(addr), w.start, w.start.Add(-length))
	return w.decide(now, l.failureLimit, w.passes(now, l.failureLimit))
}

// CountFailure counts one failed authentication of addr.
func (l *Limiter) CountFailure(_ context.Context, addr netip.Addr) {
	_ = l.counter.Increment(addressKey(addr), time.Now().Truncate(length))
}

// MarkGood remembers for 24 hours that the key with this digest was good, here and in Redis, to
// which it writes at most once an hour for each key.
func (l *Limiter) MarkGood(ctx context.Context, digest [32]byte) { l.good.mark(ctx, digest) }

// RecallGood remembers what an earlier process knew: that the key with this digest was good then.
func (l *Limiter) RecallGood(digest [32]byte, at time.Time) { l.good.recall(digest, at) }

// WasGood tells whether the key with this digest was good within the last 24 hours, on any server.
// It may ask Redis: it is for addresses over their limit.
func (l *Limiter) WasGood(ctx context.Context, digest [32]byte) bool {
	return l.good.contains(ctx, digest)
}

// addressKey is the address, or the /64 network of an IPv6 one: its owner has all of that.
func addressKey(addr netip.Addr) string {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		addr = netip.PrefixFrom(addr, 64).Masked().Addr()
	}
	return "address:" + addr.String()
}
