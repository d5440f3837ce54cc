package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/partner"
)

// Authenticate finds what the key with this digest may do. It returns partner.ErrKeyRefused for a key that is not accepted.
func (s *Store) Authenticate(ctx context.Context, digest partner.Digest) (partner.Grant, error) {
	row, err := s.primary.GetAccess(ctx, digest[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return partner.Grant{}, partner.ErrKeyRefused
	}
	if err != nil {
		return partner.Grant{}, fmt.Errorf("look up a key: %w", db.Classify(err))
	}
	grant := partner.Grant{KeyID: row.ID, PartnerID: row.PartnerID, Partner: row.Partner,
		AllAirports: row.AllAirports, Airports: row.Airports, Scopes: row.Scopes}
	if row.RateLimit != nil {
		grant.RateLimit = *row.RateLimit
	}
	if row.ExpiresAt != nil {
		grant.ExpiresAt = row.ExpiresAt.UTC()
	}
	return grant, nil
}
