package api

import (
	"context"
	"errors"
	"hash/maphash"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"airport-content/internal/cache"
	"airport-content/internal/clientaddr"
	"airport-content/internal/partner"
)

const (
	keyHeader = "X-Partner-Api-Key"

	// grantFor is how long a grant is valid without a look-up. The contract demands that changes of
	// a key take effect within 5 seconds.
	grantFor = 4 * time.Second

	// Entries of the caches of grants and of refused keys, at most.
	maxGrants  = 16384
	maxRefused = 1024

	// unknownLookups bounds the concurrent look-ups of keys without a cached grant. One address has
	// one such look-up at a time, so its failures are counted before its next look-up begins.
	unknownLookups = 4

	// turns is the number of turns that addresses share by hash. Addresses with different turns do
	// not wait for each other.
	turns = 256
)

// authenticator finds the grants of keys. A key with an expired grant is still a known key. Refused
// keys are cached too: a program that repeats a wrong key must not use up the look-ups of its
// address, which new good keys need.
type authenticator struct {
	grants  *cache.Cache[partner.Digest, *grant]
	refused *cache.Cache[partner.Digest, refusal]
	flights singleflight.Group
	unknown *semaphore.Weighted
	seed    maphash.Seed
	turns   [turns]*semaphore.Weighted
}

// refusal is when and why a key was refused last. The error is errInvalidKey.
type refusal struct {
	at  time.Time
	err error
}

func newAuthenticator() *authenticator {
	a := &authenticator{grants: cache.New[partner.Digest, *grant](maxGrants), refused: cache.New[partner.Digest, refusal](maxRefused),
		unknown: semaphore.NewWeighted(unknownLookups), seed: maphash.MakeSeed()}
	for i := range a.turns {
		a.turns[i] = semaphore.NewWeighted(1)
	}
	return a
}

// turn is the semaphore that an address holds during a look-up.
func (a *authenticator) turn(addr netip.Addr) *semaphore.Weighted {
	return a.turns[maphash.Comparable(a.seed, clientaddr.Network(addr))%turns]
}

// authenticate finds the grant of the request's key. A refusal says what the caller may have done.
func (s *server) authenticate(r *http.Request) (*grant, error) {
	g, err := s.findGrant(r)
	switch {
	case errors.Is(err, errMissingKey):
		err = &failure{status: http.StatusUnauthorized, code: codeMissingKey, message: explainMissing(r)}
	case errors.Is(err, errInvalidKey):
		err = &failure{status: http.StatusUnauthorized, code: codeInvalidKey, message: explainInvalid(r.Header[keyHeader]), cause: endOf(err)}
	}
	return g, err
}

// findGrant finds the grant of the request's key. Requests with the same key at the same time share
// one look-up. A caller that leaves does not cancel the look-up for the other callers.
func (s *server) findGrant(r *http.Request) (*grant, error) {
	keys, addr := r.Header[keyHeader], clientaddr.From(r.Context())
	if err := checkForm(keys); err != nil {
		return nil, s.failed(addr, err)
	}
	key := partner.DigestOf(keys[0])
	known, good := s.auth.grants.Get(key)
	if good && known.fresh(time.Now()) {
		return known, nil
	}
	flight := string(key[:])
	if !good {
		flight += addr.String() // so that the failures of one address do not refuse the same key from another address
	}
	own := false // this caller started the look-up
	result := s.auth.flights.DoChan(flight, func() (any, error) {
		own = true
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), s.RequestTimeout)
		defer cancel()
		if good {
			return s.lookUp(ctx, key)
		}
		return s.lookUpUnknown(ctx, key, addr)
	})
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case found := <-result:
		switch {
		case found.Err == nil:
			return found.Val.(*grant), nil
		case errors.Is(found.Err, errInvalidKey) && !own:
			return nil, s.failed(addr, found.Err)
		}
		return nil, found.Err
	}
}

// checkForm refuses what cannot be a key.
func checkForm(keys []string) error {
	switch {
	case len(keys) == 0 || len(keys) == 1 && keys[0] == "":
		return errMissingKey
	case len(keys) > 1 || partner.Mistyped(keys[0]):
		return errInvalidKey
	}
	return nil
}

// failed counts a failed authentication of an address and returns err, or a failure of status 429
// if the address is over its limit.
func (s *server) failed(addr netip.Addr, err error) error {
	if d := s.Limits.Failure(addr); !d.Allowed {
		f := tooMany(d, "Too many requests with missing or wrong keys came from your address. Check the key, and wait as Retry-After says.")
		f.cause = endOf(err)
		return f
	}
	return err
}

// endOf is the part of a refusal that names a key which has ended; else nil.
func endOf(err error) error {
	if ended, ok := errors.AsType[*partner.EndedKey](err); ok {
		return ended
	}
	return nil
}

// lastRefusal is the error of a key that was refused a moment ago; else nil.
func (a *authenticator) lastRefusal(key partner.Digest) error {
	last, ok := a.refused.Get(key)
	if !ok || time.Since(last.at) > grantFor {
		return nil
	}
	return last.err
}

// lookUpUnknown looks up a key without a cached grant. An address over its limit of failures keeps
// one look-up a second, so that a new good key gets in.
func (s *server) lookUpUnknown(ctx context.Context, key partner.Digest, addr netip.Addr) (*grant, error) {
	for _, wanted := range []*semaphore.Weighted{s.auth.turn(addr), s.auth.unknown} {
		if err := wanted.Acquire(ctx, 1); err != nil {
			return nil, err
		}
		defer wanted.Release(1)
	}
	if s.Limits.Failing(addr) {
		if refused := s.auth.lastRefusal(key); refused != nil || !s.Limits.SpareLookUp(addr) {
			return nil, notLookedUp(refused)
		}
	}
	g, err := s.lookUp(ctx, key)
	if errors.Is(err, errInvalidKey) && !s.Limits.Failure(addr).Allowed {
		return nil, notLookedUp(err) // over the limit, an answer must not show whether the key is wrong
	}
	return g, err
}

func (s *server) lookUp(ctx context.Context, key partner.Digest) (*grant, error) {
	asked := time.Now()
	granted, err := s.Store.Authenticate(ctx, key)
	if errors.Is(err, partner.ErrKeyRefused) {
		err = errors.Join(errInvalidKey, err)
		s.auth.grants.Remove(key)
		s.auth.refused.Add(key, refusal{time.Now(), err}, 1)
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	g := newGrant(granted, key, asked.Add(grantFor))
	s.auth.grants.Add(key, g, 1)
	return g, nil
}

// notLookedUp is the answer to an address over its limit. refused, which may be nil, is for the log.
func notLookedUp(refused error) error {
	return &failure{status: http.StatusTooManyRequests, code: codeRateLimited, retryAfter: 1, cause: endOf(refused),
		message: "Too many requests with missing or wrong keys came from your address, so this key was not checked. Retry after a second."}
}

// authenticate replaces both by failures with messages.
var (
	errMissingKey = errors.New("no key")
	errInvalidKey = errors.New("key not accepted")
)
