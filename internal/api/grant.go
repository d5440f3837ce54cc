package api

import (
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// rights is a fingerprint of the content types that a key may read; a cursor and an ETag serve only keys with the same.
type rights [8]byte

// grant is an accepted key's access, in the form that requests need it.
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

// expired tells whether the key's own end has come, which a cached grant would not know.
func (g *grant) expired(now time.Time) bool {
	return !g.ExpiresAt.IsZero() && !now.Before(g.ExpiresAt)
}

// mayRead finds the types to read for a request that asks for one type, or with "" for all. False: the key has no scope
// for it.
func (g *grant) mayRead(asked content.Type) (types []content.Type, ok bool) {
	switch {
	case g.nothing:
		return nil, false
	case asked == "":
		return g.types, true
	default:
		return []content.Type{asked}, g.types == nil || slices.Contains(g.types, asked)
	}
}
