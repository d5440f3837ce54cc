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
func (s *Store) Authenticate(ctx context.Context, digest partner.Digest) (partner.Access, error) {
	row, err := s.primary.GetAccess(ctx, digest[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return partner.Access{}, partner.ErrKeyRefused
	}
	if err != nil {
		return partner.Access{}, fmt.Errorf("look up a key: %w", db.Classify(err))
	}
	access := partner.Access{KeyID: row.ID, PartnerID: row.PartnerID, Partner: row.Partner,
		AllAirports: row.AllAirports, Airports: row.Airports, Scopes: scopes(row.Scopes)}
	if row.RateLimit != nil {
		access.RateLimit = int(*row.RateLimit)
	}
	if row.ExpiresAt != nil {
		access.ExpiresAt = row.ExpiresAt.UTC()
	}
	return access, nil
}

// RecentKeys lists the keys that were used in the last 24 hours, latest first, at most so many.
func (s *Store) RecentKeys(ctx context.Context, most int) ([]partner.Digest, error) {
	rows, err := s.primary.ListRecentKeys(ctx, int32(most))
	if err != nil {
		return nil, fmt.Errorf("look up recently used keys: %w", db.Classify(err))
	}
	digests := make([]partner.Digest, len(rows))
	for i, digest := range rows {
		digests[i] = partner.Digest(digest)
	}
	return digests, nil
}

func scopes(texts []string) []partner.Scope {
	list := make([]partner.Scope, len(texts))
	for i, s := range texts {
		list[i] = partner.Scope(s)
	}
	return list
}
