// Package partner holds who may read what: partners, their keys and scopes, and what these grant.
// It imports nothing of this project.
package partner

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrKeyRefused is returned for a key that is unknown, revoked or expired, or whose partner is
// disabled.
var ErrKeyRefused = errors.New("key not accepted")

// EndedKey is the error for a key that is known, and refused.
type EndedKey struct{ ID, Why string }

func (e *EndedKey) Error() string { return "the key " + e.ID + " has ended: " + e.Why }

// Unwrap gives ErrKeyRefused.
func (e *EndedKey) Unwrap() error { return ErrKeyRefused }

// Partner is an organisation that reads content.
type Partner struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name"`
	RateLimit  *int       `json:"rateLimit"` // requests a minute; nil: the server's default
	CreatedAt  time.Time  `json:"createdAt"`
	DisabledAt *time.Time `json:"disabledAt"`
}

// Key is an API key as operators see it, without its secret.
type Key struct {
	ID          string     `json:"id"` // public
	PartnerID   int64      `json:"partnerId"`
	Partner     string     `json:"partner"`
	Label       string     `json:"label"`
	AllAirports bool       `json:"allAirports"`
	Airports    []string   `json:"airports"`
	Scopes      []string   `json:"scopes"`
	Origins     []string   `json:"origins"` // of the pages of a browser key; empty: a key for servers
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	RevokedAt   *time.Time `json:"revokedAt"`
	LastUsedAt  *time.Time `json:"lastUsedAt"`
}

// Grant is what a good key may do now.
type Grant struct {
	KeyID       string
	PartnerID   int64
	Partner     string
	Label       string
	RateLimit   int // requests a minute; 0: the server's default
	AllAirports bool
	Airports    []string
	Scopes      []string
	Origins     []string  // of the pages of a browser key; empty: a key for servers
	ExpiresAt   time.Time // zero: never
}

// ExpiryNotice is how long before the expiry of a key warnings begin.
const ExpiryNotice = 14 * 24 * time.Hour

// ExpiresSoon reports whether a key that ends at expiresAt (zero: never) has ended, or will within
// ExpiryNotice.
func ExpiresSoon(expiresAt, now time.Time) bool {
	return !expiresAt.IsZero() && expiresAt.Sub(now) < ExpiryNotice
}

// ReadAll is the scope of every content type; "content:read:<contentType>" is the scope of one.
const ReadAll = "content:read"

// CheckScope checks the form of a scope. Whether its type exists is for the caller to check.
func CheckScope(scope string) error {
	if scope != ReadAll && ScopeType(scope) == "" {
		return fmt.Errorf("scope %q: want content:read or content:read:<contentType>", scope)
	}
	return nil
}

// ScopeType is the one content type that a scope reads; empty for every type.
func ScopeType(scope string) string {
	t, ok := strings.CutPrefix(scope, ReadAll+":")
	if !ok {
		return ""
	}
	return t
}

// MayReadAirport reports whether the airport, in upper case, is granted.
func (g Grant) MayReadAirport(code string) bool {
	return g.AllAirports || slices.Contains(g.Airports, code)
}
