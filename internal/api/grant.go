package api

import (
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// rights is a fingerprint of the content types that a key may read. Cursors, ETags and kept pages serve only keys with the same.
type rights [8]byte

// grant is what an accepted key may do.
type grant struct {
	partner.Access
	types   []content.Type // nil: every type
	nothing bool           // the key has no scope that reads content
	rights  rights
	notice  []string  // the header that warns of the key's end; nil while that is far
	until   time.Time // when it must be asked for again
}

func newGrant(a partner.Access, until time.Time) *grant {
	g := &grant{Access: a, until: until}
	types, all := a.Types()
	spelled := "*"
	if !all {
		spelled = strings.Join(types, " ")
		g.nothing = len(types) == 0
		for _, t := range types {
			g.types = append(g.types, content.Type(t))
		}
	}
	if partner.ExpiresSoon(a.ExpiresAt, time.Now()) {
		g.notice = []string{a.ExpiresAt.UTC().Format(time.DateOnly)}
	}
	sum := sha256.Sum256([]byte(spelled))
	copy(g.rights[:], sum[:])
	return g
}

// fresh tells whether the grant still holds.
func (g *grant) fresh(now time.Time) bool {
	return now.Before(g.until) && (g.ExpiresAt.IsZero() || now.Before(g.ExpiresAt))
}

// mayRead tells whether the key may read a type, or with "" any at all.
func (g *grant) mayRead(asked content.Type) bool {
	if g.types == nil || asked == "" {
		return !g.nothing
	}
	return slices.Contains(g.types, asked)
}
