package api

import (
	"crypto/sha256"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/store"
)

// rights is a hash of the content types that a key may read. A cursor, an ETag or a cached page is
// valid for equal rights alone.
type rights [8]byte

// grant is what an accepted key may do.
type grant struct {
	partner.Grant
	digest partner.Digest // of the key
	types  content.Scope
	rights rights
	notice []string  // value of X-API-Key-Expires; nil while the expiry is far away
	until  time.Time // when the key needs a new look-up
}

func newGrant(granted partner.Grant, digest partner.Digest, until time.Time) *grant {
	g := &grant{Grant: granted, digest: digest, types: store.ScopeOf(granted.Scopes), until: until}
	if partner.ExpiresSoon(granted.ExpiresAt, time.Now()) {
		g.notice = []string{granted.ExpiresAt.UTC().Format(time.DateOnly)}
	}
	sum := sha256.Sum256([]byte(g.types.String()))
	copy(g.rights[:], sum[:])
	return g
}

// fresh reports whether the grant may still be used.
func (g *grant) fresh(now time.Time) bool {
	return now.Before(g.until) && (g.ExpiresAt.IsZero() || now.Before(g.ExpiresAt))
}

// mayRead reports whether the key may read all asked types. Without asked types, mayRead reports
// whether the key may read any type.
func (g *grant) mayRead(asked ...content.Type) bool {
	return !g.types.IsEmpty() && g.types.Has(asked...)
}
