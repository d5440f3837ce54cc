package admin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/usage"
)

// KeyUsage is the use of one key on one day, with the key's partner and label.
type KeyUsage struct {
	usage.Use        // without LastUsed
	Partner   string `json:"partner"`
	PartnerID int64  `json:"partnerId"`
	Label     string `json:"label"`
}

// AddUsage adds to the stored counts, and stores when keys were last used. It leaves out keys that no longer exist.
func (d DB) AddUsage(ctx context.Context, uses []usage.Use) error {
	added := db.AddUsageParams{}
	used := make(map[string]time.Time)
	for _, u := range uses {
		added.Days = append(added.Days, u.Day)
		added.KeyIds = append(added.KeyIds, u.KeyID)
		added.Requests = append(added.Requests, u.Requests)
		added.Refused = append(added.Refused, u.Refused)
		added.RateLimited = append(added.RateLimited, u.RateLimited)
		if u.LastUsed.After(used[u.KeyID]) {
			used[u.KeyID] = u.LastUsed
		}
	}
	err := d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.AddUsage(ctx, added); err != nil {
			return err
		}
		return setKeysUsed(ctx, q, used)
	})
	if err != nil {
		return fmt.Errorf("write the use of %d keys: %w", len(used), err)
	}
	return nil
}

// setKeysUsed stores when keys were last used. A later time that is already stored stays.
func setKeysUsed(ctx context.Context, q *db.Queries, used map[string]time.Time) error {
	ids := slices.Sorted(maps.Keys(used))
	times := make([]time.Time, len(ids))
	for i, id := range ids {
		times[i] = used[id]
	}
	return q.SetKeysUsed(ctx, db.SetKeysUsedParams{Ids: ids, UsedAt: times})
}

// PurgeUsage deletes the usage of all days before one, such as 2026-03-01.
func (d DB) PurgeUsage(ctx context.Context, before string) error {
	if err := d.pool.PurgeUsage(ctx, before); err != nil {
		return fmt.Errorf("purge the usage before %s: %w", before, db.Classify(err))
	}
	return nil
}

// ListUsage lists the usage of keys since a day in UTC, ordered by partner, key and day. partnerName nil means all partners.
// Days without a request are left out.
func (d DB) ListUsage(ctx context.Context, since time.Time, partnerName *string) ([]KeyUsage, error) {
	if partnerName != nil {
		if _, err := d.Partner(ctx, *partnerName); err != nil {
			return nil, err
		}
	}
	rows, err := d.pool.ListUsage(ctx, db.ListUsageParams{Since: since.UTC().Format(time.DateOnly), Partner: partnerName})
	if err != nil {
		return nil, fmt.Errorf("list the usage: %w", db.Classify(err))
	}
	list := make([]KeyUsage, len(rows))
	for i, row := range rows {
		list[i] = KeyUsage{Partner: row.Partner, PartnerID: row.PartnerID, Label: row.Label, Use: usage.Use{Day: row.Day,
			KeyID: row.KeyID, Requests: row.Requests, Refused: row.Refused, RateLimited: row.RateLimited}}
	}
	return list, nil
}
