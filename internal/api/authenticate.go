package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"airport-content/internal/clientaddr"
	"airport-content/internal/partner"
)

const (
	// grantFor keeps a changed or revoked key's old rights for less than the 5 seconds that are promised, the
	// time of the query included.
	grantFor   = 4 * time.Second
	grantsKept = 4096
)

// authenticator finds the grants of keys. Grants are kept for a few seconds, refusals never.
type authenticator struct {
	store   Store
	timeout time.Duration
	kept    *lru.Cache[partner.Digest, *grant]
	flights singleflight.Group
}

func newAuthenticator(store Store, timeout time.Duration) *authenticator {
	kept, err := lru.New[partner.Digest, *grant](grantsKept)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &authenticator{store: store, timeout: timeout, kept: kept}
}

// remembered finds a grant that is still fresh.
func (a *authenticator) remembered(d partner.Digest) (*grant, bool) {
	g, ok := a.kept.Get(d)
	if now := time.Now(); !ok || now.After(g.until) || g.expired(now) {
		return nil, false
	}
	return g, true
}

// ask asks the store, once for all requests that come with the same key meanwhile. A caller that leaves does not
// spoil the answer for the others.
func (a *authenticator) ask(ctx context.Context, d partner.Digest) (*grant, error) {
	flight := a.flights.DoChan(string(d[:]), func() (_ any, err error) {
		// In its own goroutine, where no other guard is.
		defer func() {
			if p := recover(); p != nil {
				err = panicked(p)
			}
		}()
		return a.fetch(context.WithoutCancel(ctx), d)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-flight:
		if r.Err != nil {
			return nil, r.Err
		}
		g := r.Val.(*grant)
		if g.expired(time.Now()) {
			return nil, partner.ErrKeyRefused
		}
		return g, nil
	}
}

func (a *authenticator) fetch(ctx context.Context, d partner.Digest) (*grant, error) {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	asked := time.Now()
	access, err := a.store.Authenticate(ctx, d)
	if err != nil {
		return nil, err
	}
	g := newGrant(access, asked.Add(grantFor))
	a.kept.Add(d, g)
	return g, nil
}

// authenticate finds the grant of the request's key. A caller with too many failures behind it is turned away before
// the store is asked, unless its key was good of late.
func (s *server) authenticate(r *http.Request) (*grant, error) {
	keys := r.Header[keyHeader]
	key := ""
	if len(keys) == 1 {
		key = keys[0]
	}
	digest := partner.DigestOf(key)
	if key != "" {
		if g, ok := s.auth.remembered(digest); ok {
			return g, nil
		}
	}
	if err := s.heldBack(r, digest); err != nil {
		return nil, err
	}
	g, err := s.check(r.Context(), keys, key, digest)
	switch f := (*failure)(nil); {
	case err == nil:
		s.Limits.MarkGood(r.Context(), digest)
	case errors.As(err, &f):
		s.Limits.CountFailure(r.Context(), clientaddr.From(r.Context()))
	}
	return g, err
}

// check refuses with a *failure; any other error is the store's.
func (s *server) check(ctx context.Context, keys []string, key string, d partner.Digest) (*grant, error) {
	switch {
	case len(keys) == 0 || key == "" && len(keys) == 1:
		return nil, &failure{status: http.StatusUnauthorized, code: codeMissingKey,
			message: "Send your API key in the request header x-partner-api-key."}
	case len(keys) > 1 || partner.Mistyped(key):
		return nil, invalidKey()
	}
	g, err := s.auth.ask(ctx, d)
	if errors.Is(err, partner.ErrKeyRefused) {
		return nil, invalidKey()
	}
	return g, err
}

func invalidKey() *failure {
	return &failure{status: http.StatusUnauthorized, code: codeInvalidKey,
		message: "This API key is not accepted. Check that it is complete and has not expired or been revoked; ask us for a new one if need be."}
}
