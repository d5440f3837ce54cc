package api

import (
	"context"
	"errors"
	"net/http"
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
	Options
	grants  *lru.Cache[partner.Digest, *grant]
	good    *lru.Cache[partner.Digest, struct{}] // keys seen good: the failures of others from their address do not block them
	flights singleflight.Group
	unknown *semaphore.Weighted
}

func newAuthenticator(o Options) *authenticator {
	grants, err := lru.New[partner.Digest, *grant](grantsKept)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	good, err := lru.New[partner.Digest, struct{}](goodKept)
	if err != nil {
		panic(err)
	}
	for _, digest := range o.RecentKeys {
		good.Add(digest, struct{}{})
	}
	return &authenticator{Options: o, grants: grants, good: good, unknown: semaphore.NewWeighted(unknownLookups)}
}

// authenticate finds the grant of the request's key. A key that was good before is looked up directly. Any other request
// counts as a failure of its address before the database is asked; if the key is good, that is undone.
func (s *server) authenticate(r *http.Request) (*grant, error) {
	keys := r.Header[keyHeader]
	key := ""
	if len(keys) == 1 {
		key = keys[0]
	}
	a, digest, addr := s.auth, partner.DigestOf(key), clientaddr.From(r.Context())
	if g, ok := a.grants.Get(digest); ok && key != "" && g.fresh(time.Now()) {
		return g, nil
	}
	good := key != "" && a.good.Contains(digest)
	if !good {
		if d := s.Limits.Failure(addr); !d.Allowed {
			return nil, tooMany(d, "Too many requests with missing or wrong keys came from your address. Check the key, and wait as Retry-After says.")
		}
	}
	g, err := a.check(r.Context(), keys, key, digest, good)
	var refused *failure
	switch {
	case errors.As(err, &refused) && good:
		a.good.Remove(digest)
		s.Limits.Failure(addr)
	case err == nil:
		a.good.Add(digest, struct{}{})
	}
	if refused == nil && !good {
		s.Limits.Forgive(addr)
	}
	return g, err
}

// check returns a *failure for a key that is refused. Any other error comes from the database.
func (a *authenticator) check(ctx context.Context, keys []string, key string, d partner.Digest, good bool) (*grant, error) {
	switch {
	case len(keys) == 0 || key == "" && len(keys) == 1:
		return nil, &failure{status: http.StatusUnauthorized, code: codeMissingKey,
			message: "Send your API key in the request header x-partner-api-key."}
	case len(keys) > 1 || partner.Mistyped(key):
		return nil, invalidKey()
	}
	if !good {
		if err := a.unknown.Acquire(ctx, 1); err != nil {
			return nil, err
		}
		defer a.unknown.Release(1)
	}
	g, err := a.lookUp(ctx, d)
	if errors.Is(err, partner.ErrKeyRefused) {
		return nil, invalidKey()
	}
	return g, err
}

// lookUp asks the database. Requests with the same key at the same time share one look-up. A caller that leaves does not end it
// for the others.
func (a *authenticator) lookUp(ctx context.Context, d partner.Digest) (*grant, error) {
	flight := a.flights.DoChan(string(d[:]), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.RequestTimeout)
		defer cancel()
		asked := time.Now()
		access, err := a.Store.DB().Authenticate(ctx, d)
		if err != nil {
			return nil, err
		}
		g := newGrant(access, asked.Add(grantFor))
		a.grants.Add(d, g)
		return g, nil
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-flight:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*grant), nil
	}
}

func invalidKey() *failure {
	return &failure{status: http.StatusUnauthorized, code: codeInvalidKey,
		message: "This API key is not accepted. Check that it is complete and has not expired or been revoked; ask us for a new one if need be."}
}
