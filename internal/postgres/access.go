package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/partner"
)

// Authenticate finds what the key with this digest may do; partner.ErrKeyRefused when it may do nothing.
func (d *DB) Authenticate(ctx context.Context, digest partner.Digest) (partner.Access, error) {
	row, err := d.GetAccess(ctx, digest[:])
	if errors.Is(err, pgx.ErrNoRows) {
		return partner.Access{}, partner.ErrKeyRefused
	}
	if err != nil {
		return partner.Access{}, fmt.Errorf("look a key up: %w", classify(err))
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

// KeysUsed finds when keys were used last, of those used within a day; the most recent, and no more than most.
func (d *DB) KeysUsed(ctx context.Context, most int) (map[partner.Digest]time.Time, error) {
	rows, err := d.ListKeysUsed(ctx, int32(most))
	if err != nil {
		return nil, fmt.Errorf("look up the keys that were used of late: %w", classify(err))
	}
	used := make(map[partner.Digest]time.Time, len(rows))
	for _, row := range rows {
		used[partner.Digest(row.Digest)] = row.UsedAt
	}
	return used, nil
}

func scopes(texts []string) []partner.Scope {
	list := make([]partner.Scope, len(texts))
	for i, s := range texts {
		list[i] = partner.Scope(s)
	}
	return list
}
