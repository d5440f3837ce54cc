package api

import (
	"net/http"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ratelimit"
)

type keyAnswer struct {
	Head   *head        `json:",inline"`
	Result describedKey `json:"result"`
}

// describedKey is the key of a request, without its secret.
type describedKey struct {
	ID          string     `json:"id"`
	Label       string     `json:"label"`
	AllAirports bool       `json:"allAirports"`
	Airports    []string   `json:"airports"` // empty if the key is for all airports
	Scopes      []string   `json:"scopes"`
	ExpiresAt   *time.Time `json:"expiresAt,format:'2006-01-02T15:04:05.000Z'"`
	Browser     bool       `json:"browser"`
	Limits      keyLimits  `json:"limits"`
}

type keyLimits struct {
	Requests keyLimit `json:"requests"`
	Changes  keyLimit `json:"changes"`
}

// keyLimit is a rate limit of the partner, and what is left of it in this minute.
type keyLimit struct {
	Limit     int       `json:"limit"`
	Remaining int       `json:"remaining"`
	ResetAt   time.Time `json:"resetAt,format:'2006-01-02T15:04:05.000Z'"`
}

func keyLimitOf(d ratelimit.Decision) keyLimit {
	return keyLimit{Limit: d.Limit, Remaining: d.Remaining, ResetAt: d.Reset.UTC()}
}

// key answers GET /key.
func (s *server) key(w http.ResponseWriter, r *http.Request) error {
	c, err := s.admitKey(w, r)
	if err != nil {
		return err
	}
	if _, err := parseQuery(r.URL.RawQuery, nil); err != nil {
		return err
	}
	g := c.grant
	described := describedKey{ID: g.KeyID, Label: g.Label, AllAirports: g.AllAirports, Airports: g.Airports, Scopes: g.Scopes,
		Browser: g.ForBrowsers(), Limits: keyLimits{Requests: keyLimitOf(c.counted), Changes: keyLimitOf(s.Limits.ChangesLeft(g.PartnerID, g.RateLimit))}}
	if !g.ExpiresAt.IsZero() {
		described.ExpiresAt = &g.ExpiresAt
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	return sendShort(w, http.StatusOK, keyAnswer{c.head(&content.State{Timestamp: now}, pageMeta{}), described})
}
