package api

import (
	"testing"
	"testing/synctest"
	"time"

	"airport-content/internal/cache"
	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// Requests of a key wait together only with equal grants.
func TestWaitsOfAKeyWithAnotherGrant(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		grants := cache.New[partner.Digest, *grant](10)
		w := newKeyWatch(nil, grants)
		granted := func(airports ...string) *grant {
			return newGrant(partner.Grant{Airports: airports}, partner.Digest{1}, time.Now().Add(time.Hour))
		}
		older, newer := granted("LAX", "SFO"), granted("SFO")
		grants.Add(older.digest, older, 1)
		first := w.take(older)
		second := w.take(granted("LAX", "SFO"))
		check.Same(t, true, first == second && first.ended.Err() == nil)
		third := w.take(newer)
		check.Same(t, true, first.ended.Err() != nil && third.ended.Err() == nil)
		_, kept := grants.Get(older.digest)
		check.Same(t, false, kept, "whoever goes on looks up the key")
		w.leave(first)
		w.leave(second)
		check.Same(t, true, third.ended.Err() == nil)
		for range maxWaiting - 1 {
			check.Same(t, true, w.take(granted("SFO")) == third)
		}
		check.Same(t, true, w.take(newer) == nil, "too many wait")
		for range maxWaiting {
			w.leave(third)
		}
		check.Same(t, true, third.ended.Err() != nil)
		time.Sleep(grantFor) // until the reads end
	})
}

// The reads of keys end when no request waits, and a later request starts them again. A bubble fails if
// a goroutine is left.
func TestKeysAreReadWhileRequestsWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newKeyWatch(nil, nil)
		g := newGrant(partner.Grant{}, partner.Digest{1}, time.Now())
		for range 2 {
			w.leave(w.take(g))
			time.Sleep(grantFor)
			synctest.Wait()
			check.Same(t, false, w.running)
		}
	})
}
