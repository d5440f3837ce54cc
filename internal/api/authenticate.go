package api

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"airport-content/internal/clientaddr"
	"airport-content/internal/partner"
)

const (
	keyHeader = "X-Partner-Api-Key"

	// grantFor is how long a grant is cached. Changes must take effect within 5 seconds.
	grantFor   = 4 * time.Second
	grantsKept = 4096

	goodKept = 16384

	// unknownLookups is how many keys that were not good before may be looked up at the same time.
	unknownLookups = 4
)

// authenticator finds the grants of keys. It caches grants for a few seconds, and never caches refusals.
type authenticator struct {
	grants  *lru.Cache[partner.Digest, *grant]
	good    *lru.Cache[partner.Digest, struct{}] // keys seen good: the failures of others from their address do not block them
	flights singleflight.Group
	unknown *semaphore.Weighted
}

func newAuthenticator(recent []partner.Digest) *authenticator {
	grants, err := lru.New[partner.Digest, *grant](grantsKept)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	good, err := lru.New[partner.Digest, struct{}](goodKept)
	if err != nil {
		panic(err)
	}
	for _, digest := range recent {
		good.Add(digest, struct{}{})
	}
	return &authenticator{grants: grants, good: good, unknown: semaphore.NewWeighted(unknownLookups)}
}

// authenticate finds the grant of the request's key.
func (s *server) authenticate(r *http.Request) (*grant, error) {
	keys, addr := r.Header[keyHeader], clientaddr.From(r.Context())
	if err := checkForm(keys); err != nil {
		return nil, s.failed(addr, err)
	}
	digest := partner.DigestOf(keys[0])
	if g, ok := s.auth.grants.Get(digest); ok && g.fresh(time.Now()) {
		return g, nil
	}
	return s.lookUp(r.Context(), digest, addr)
}

// checkForm refuses what cannot be a key.
func checkForm(keys []string) error {
	switch {
	case len(keys) == 0 || len(keys) == 1 && keys[0] == "":
		return &failure{status: http.StatusUnauthorized, code: codeMissingKey,
			message: "Send your API key in the request header x-partner-api-key."}
	case len(keys) > 1 || partner.Mistyped(keys[0]):
		return errInvalidKey
	}
	return nil
}

// failed counts a failure of an address and returns err. If the address has failed too often, it returns a failure of status 429.
func (s *server) failed(addr netip.Addr, err error) error {
	if d := s.Limits.Failure(addr); !d.Allowed {
		return tooMany(d, "Too many requests with missing or wrong keys came from your address. Check the key, and wait as Retry-After says.")
	}
	return err
}

// lookUp asks the database about a key. Requests with the same key at the same time share one look-up. A caller that leaves does
// not end it for the others.
func (s *server) lookUp(ctx context.Context, key partner.Digest, addr netip.Addr) (*grant, error) {
	good := s.auth.good.Contains(key)
	counted := false // this caller as a failure
	flight := string(key[:])
	if !good {
		flight += addr.String() // the failures of one address do not refuse a key that comes from others too
	}
	answer := s.auth.flights.DoChan(flight, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.RequestTimeout)
		defer cancel()
		if good {
			return s.ask(ctx, key)
		}
		counted = true
		return s.askUnknown(ctx, key, addr)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-answer:
		switch {
		case errors.Is(a.Err, errInvalidKey) && !counted:
			return nil, s.failed(addr, a.Err)
		case a.Err != nil:
			return nil, a.Err
		}
		return a.Val.(*grant), nil
	}
}

// askUnknown asks about a key that was not good before. It counts as a failure of the address before the database is asked; if the
// key is good, that is undone.
func (s *server) askUnknown(ctx context.Context, key partner.Digest, addr netip.Addr) (g *grant, err error) {
	if err := s.failed(addr, nil); err != nil {
		return nil, err
	}
	defer func() {
		if !errors.Is(err, errInvalidKey) {
			s.Limits.Forgive(addr)
		}
	}()
	if err := s.auth.unknown.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.auth.unknown.Release(1)
	return s.ask(ctx, key)
}

func (s *server) ask(ctx context.Context, key partner.Digest) (*grant, error) {
	asked := time.Now()
	access, err := s.Store.Authenticate(ctx, key)
	switch {
	case errors.Is(err, partner.ErrKeyRefused):
		s.auth.good.Remove(key)
		return nil, errInvalidKey
	case err != nil:
		return nil, err
	}
	g := newGrant(access, asked.Add(grantFor))
	s.auth.grants.Add(key, g)
	s.auth.good.Add(key, struct{}{})
	return g, nil
}

var errInvalidKey error = &failure{status: http.StatusUnauthorized, code: codeInvalidKey,
	message: "This API key is not accepted. Check that it is complete and has not expired or been revoked; ask us for a new one if need be."}
