// Package ratelimit limits how many requests a partner, and how many failed authentications an
// address, may make in a minute. It counts in memory and never makes a request wait: in the
// background, servers exchange their counts over Redis.
package ratelimit

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/httprate"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/clientaddr"
)

// Options are what a Limiter needs; all are required, and limits are at least 1.
type Options struct {
	Redis        *redis.Client // of NewClient; the caller closes it, after the Limiter
	Prefix       string        // of every key in Redis
	PartnerLimit int           // requests a minute, for a partner without a limit of its own
	FailureLimit int           // failed authentications a minute, for one client address
	BrowserLimit int           // requests a minute with browser keys, for one client address
	Logger       *slog.Logger
}

// Decision reports whether a request passes, with the figures for the headers of the answer.
type Decision struct {
	Allowed    bool
	Limit      int       // requests a minute
	Remaining  int       // requests that would still pass now; never negative
	Reset      time.Time // the end of the window
	RetryAfter int       // seconds until a request would pass, at least 1; 0 when allowed
}

// Limiter is safe for concurrent use.
type Limiter struct {
	Options

	mu sync.Mutex // guards the counters, and is held for a request as a whole
	// Partners and addresses have separate counters, so that a flood from many addresses neither
	// displaces nor delays the counts of partners.
	partners, addresses *counter

	id      string                // of this process's totals in Redis
	failed  atomic.Pointer[error] // of the last exchange; nil if the exchange worked
	stop    context.CancelFunc
	stopped chan struct{}
}

// New makes a limiter and starts its exchange with Redis. A Redis that does not answer is logged,
// but is no error.
func New(o Options) *Limiter {
	l := newLimiter(o)
	ctx, stop := context.WithCancel(context.Background())
	l.stop, l.stopped = stop, make(chan struct{})
	go l.run(ctx)
	return l
}

// Partner counts one request of a partner. limit is in requests a minute; 0 means the default.
func (l *Limiter) Partner(partnerID int64, limit int) Decision {
	return l.count(l.partners, partnerKey(partnerID), cmp.Or(limit, l.PartnerLimit), 0, 1)
}

// PartnerMore counts a request that Partner has counted as several: so many more. If these do not pass,
// the request is refused, and the one of Partner is taken back. A request counts as the limit at most.
func (l *Limiter) PartnerMore(partnerID int64, limit, more int) Decision {
	limit = cmp.Or(limit, l.PartnerLimit)
	return l.count(l.partners, partnerKey(partnerID), limit, 1, min(more, limit-1))
}

func partnerKey(partnerID int64) string { return "partner:" + strconv.FormatInt(partnerID, 10) }

// Changes counts one request of a partner for changes, as Partner counts the others: a copy of all
// content takes nothing from them.
func (l *Limiter) Changes(partnerID int64, limit int) Decision {
	return l.count(l.partners, changesKey(partnerID), cmp.Or(limit, l.PartnerLimit), 0, 1)
}

// ChangesLeft tells what Changes leaves, and counts nothing.
func (l *Limiter) ChangesLeft(partnerID int64, limit int) Decision {
	limit = cmp.Or(limit, l.PartnerLimit)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.partners.start = now.UTC().Truncate(length)
	w := l.partners.window(changesKey(partnerID))
	left := max(0, limit-w.rate(now))
	return Decision{Allowed: left > 0, Limit: limit, Remaining: left, Reset: w.start.Add(length)}
}

func changesKey(partnerID int64) string { return "changes:" + strconv.FormatInt(partnerID, 10) }

// Failure counts one failed authentication of an address, unless the address is over its limit.
func (l *Limiter) Failure(addr netip.Addr) Decision {
	return l.count(l.addresses, addressKey(addr), l.FailureLimit, 0, 1)
}

// Browser counts one request with a browser key from an address, unless the address is over its
// limit.
func (l *Limiter) Browser(addr netip.Addr) Decision {
	return l.count(l.addresses, "browser:"+clientaddr.Network(addr).String(), l.BrowserLimit, 0, 1)
}

// Failing reports whether an address has failed too often. It counts nothing.
func (l *Limiter) Failing(addr netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.addresses.start = now.UTC().Truncate(length)
	return l.addresses.window(addressKey(addr)).rate(now) >= l.FailureLimit
}

// SpareLookUp reports whether an address over its limit may look up a key: one a second.
func (l *Limiter) SpareLookUp(addr netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, now := l.addresses.at(addressKey(addr)), time.Now()
	if now.Sub(n.spare) < time.Second {
		return false
	}
	n.spare = now
	return true
}

func addressKey(addr netip.Addr) string { return "address:" + clientaddr.Network(addr).String() }

// count asks httprate, and computes Retry-After itself, because httprate's is always the whole
// window. A refusal also takes back what the same request counted before.
func (l *Limiter) count(c *counter, key string, limit, before, requests int) Decision {
	ctx := httprate.WithIncrement(httprate.WithRequestLimit(context.Background(), limit), requests)
	r := new(http.Request).WithContext(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	refused := c.http.OnLimit(nil, r, key)
	if refused {
		c.takeBack(key, before)
	}
	now, w := time.Now(), c.window(key)
	d := Decision{Allowed: !refused, Limit: limit, Remaining: max(0, limit-w.rate(now)), Reset: w.start.Add(length)}
	if refused {
		d.RetryAfter = w.wait(now, limit-before-requests+1)
	}
	return d
}

func newLimiter(o Options) *Limiter {
	return &Limiter{Options: o, partners: newCounter(), addresses: newCounter(), id: rand.Text()}
}
