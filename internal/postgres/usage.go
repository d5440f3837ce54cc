package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"airport-content/internal/postgres/db"
	"airport-content/internal/usage"
)

// KeyUsage is the use of a key on a day, and whose the key is.
type KeyUsage struct {
	usage.Use // but for LastUsed
	Partner   string
	PartnerID int64
	Label     string
}

// AddUsage adds to what was counted before, and notes when keys were last used. A key that is gone is left out.
func (d *DB) AddUsage(ctx context.Context, uses []usage.Use) error {
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
	err := d.inTx(ctx, func(q *db.Queries) error {
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

// setKeysUsed leaves a key alone that was used later than that.
func setKeysUsed(ctx context.Context, q *db.Queries, used map[string]time.Time) error {
	ids := slices.Sorted(maps.Keys(used))
	times := make([]time.Time, len(ids))
	for i, id := range ids {
		times[i] = used[id]
	}
	return q.SetKeysUsed(ctx, db.SetKeysUsedParams{Ids: ids, UsedAt: times})
}

// PurgeUsage forgets every day before the one given, such as 2026-03-01.
func (d *DB) PurgeUsage(ctx context.Context, before string) error {
	if err := d.queries.PurgeUsage(ctx, before); err != nil {
		return fmt.Errorf("purge the usage before %s: %w", before, classify(err))
	}
	return nil
}

// ListUsage lists what was asked with the keys of a partner, by its name, or of all when that is nil: by partner, key
// and day, from the day of since on, in UTC. Days without a request have none.
func (d *DB) ListUsage(ctx context.Context, since time.Time, partnerName *string) ([]KeyUsage, error) {
	if partnerName != nil {
		if _, err := d.Partner(ctx, *partnerName); err != nil {
			return nil, err
		}
	}
	rows, err := d.queries.ListUsage(ctx, db.ListUsageParams{Since: since.UTC().Format(time.DateOnly), Partner: partnerName})
	if err != nil {
		return nil, fmt.Errorf("list the usage: %w", classify(err))
	}
	list := make([]KeyUsage, len(rows))
	for i, row := range rows {
		list[i] = KeyUsage{Partner: row.Partner, PartnerID: row.PartnerID, Label: row.Label, Use: usage.Use{Day: row.Day,
			KeyID: row.KeyID, Requests: row.Requests, Refused: row.Refused, RateLimited: row.RateLimited}}
	}
	return list, nil
}
