package api

import (
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// rights is a hash of the content types that a key may read. Cursors, ETags and cached pages are valid only for equal rights.
type rights [8]byte

// grant is what an accepted key may do.
type grant struct {
	partner.Grant
	types  []content.Type // nil: every type; empty: none
	rights rights
	notice []string  // value of the header that warns of the key's expiry; nil while that is far away
	until  time.Time // when it must be looked up again
}

func newGrant(granted partner.Grant, until time.Time) *grant {
	g := &grant{Grant: granted, until: until}
	types, all := granted.Types()
	spelled := "*"
	if !all {
		spelled = strings.Join(types, " ")
		g.types = []content.Type{}
		for _, t := range types {
			g.types = append(g.types, content.Type(t))
		}
	}
	if partner.ExpiresSoon(granted.ExpiresAt, time.Now()) {
		g.notice = []string{granted.ExpiresAt.UTC().Format(time.DateOnly)}
	}
	sum := sha256.Sum256([]byte(spelled))
	copy(g.rights[:], sum[:])
	return g
}

// fresh reports whether the grant may still be used.
func (g *grant) fresh(now time.Time) bool {
	return now.Before(g.until) && (g.ExpiresAt.IsZero() || now.Before(g.ExpiresAt))
}

// mayRead reports whether the key may read all of these types, or, if there are none, any type.
func (g *grant) mayRead(asked ...content.Type) bool {
	if g.types == nil {
		return true
	}
	return len(g.types) > 0 && !slices.ContainsFunc(asked, func(t content.Type) bool { return !slices.Contains(g.types, t) })
}
