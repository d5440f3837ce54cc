package admin

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"airport-content/internal/db"
	"airport-content/internal/usage"
)

// KeyUsage is the use of one key on one day, with the key's partner and label.
type KeyUsage struct {
	Day         string `json:"day"`
	KeyID       string `json:"keyId"`
	Requests    int64  `json:"requests"`
	Refused     int64  `json:"refused"`
	RateLimited int64  `json:"rateLimited"`
	Failed      int64  `json:"failed"`
	Partner     string `json:"partner"`
	PartnerID   int64  `json:"partnerId"`
	Label       string `json:"label"`
}

// AddUsage adds to the stored counts, and stores when keys were last used. Keys that no longer
// exist are left out.
func (d DB) AddUsage(ctx context.Context, uses []usage.Use, hours []usage.Hour) error {
	list, err := json.Marshal(uses)
	byHour, hoursErr := json.Marshal(hours)
	if err = cmp.Or(err, hoursErr); err == nil {
		err = d.pool.InTx(ctx, func(q *db.Queries) error {
			if err := q.AddUsage(ctx, string(list)); err != nil {
				return err
			}
			if err := q.AddUsageHours(ctx, string(byHour)); err != nil {
				return err
			}
			return q.SetKeysUsed(ctx, string(list))
		})
	}
	if err != nil {
		return fmt.Errorf("write the use of keys: %w", err)
	}
	return nil
}

// ForgetOldCounts deletes the usage of keys by day and the history after 400 days, the usage by hour
// after 30, and the counts of searches after 90.
func (d DB) ForgetOldCounts(ctx context.Context) error {
	if err := d.pool.ForgetOldCounts(ctx); err != nil {
		return fmt.Errorf("forget old counts: %w", db.Classify(err))
	}
	return nil
}

// ListUsage lists the usage of keys since a day in UTC, ordered by partner, key and day.
// partnerName nil means all partners. Days without a request are left out.
func (d DB) ListUsage(ctx context.Context, since time.Time, partnerName *string) ([]KeyUsage, error) {
	if partnerName != nil {
		if _, err := d.Partner(ctx, *partnerName); err != nil {
			return nil, err
		}
	}
	rows, err := d.pool.ListUsage(ctx, since.UTC().Format(time.DateOnly), partnerName)
	if err != nil {
		return nil, fmt.Errorf("list the usage: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListUsageRow) KeyUsage { return KeyUsage(row) }), nil
}

// HourlyUsage is the use of one key in one hour, at one airport and with one status.
type HourlyUsage struct {
	Hour      time.Time `json:"hour"` // its beginning
	KeyID     string    `json:"keyId"`
	Airport   string    `json:"airport"` // empty: several, or one that does not exist or that the key may not read
	Status    int       `json:"status"`  // of HTTP; 499: the caller left without an answer
	Requests  int64     `json:"requests"`
	Partner   string    `json:"partner"`
	PartnerID int64     `json:"partnerId"`
	Label     string    `json:"label"`
}

// HoursAsked limits a list of hourly usage. nil: all.
type HoursAsked struct {
	Partner *string
	Airport *string
	Status  *int
}

// ListHourlyUsage lists the usage of keys by hour since a time, ordered by partner, key and hour.
func (d DB) ListHourlyUsage(ctx context.Context, since time.Time, asked HoursAsked) ([]HourlyUsage, error) {
	if asked.Partner != nil {
		if _, err := d.Partner(ctx, *asked.Partner); err != nil {
			return nil, err
		}
	}
	if asked.Airport != nil {
		airport, err := d.findAirport(ctx, *asked.Airport)
		if err != nil {
			return nil, err
		}
		asked.Airport = &airport.Code
	}
	rows, err := d.pool.ListHourlyUsage(ctx, db.ListHourlyUsageParams{Since: since.UTC().Truncate(time.Hour), Partner: asked.Partner,
		Airport: asked.Airport, Status: asked.Status})
	if err != nil {
		return nil, fmt.Errorf("list the usage by hour: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListHourlyUsageRow) HourlyUsage { return HourlyUsage(row) }), nil
}

// PartnerUsage is the use of all keys of a partner on one day.
type PartnerUsage struct {
	Day         string // in UTC, such as 2026-03-01
	Partner     string
	Requests    int64
	Refused     int64
	RateLimited int64
	Failed      int64
}

// SumUsage lists the usage of each partner since a day in UTC, ordered by day and partner. Days
// without a request are left out.
func (d DB) SumUsage(ctx context.Context, since time.Time) ([]PartnerUsage, error) {
	rows, err := d.pool.SumUsage(ctx, since.UTC().Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("sum up the usage: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.SumUsageRow) PartnerUsage { return PartnerUsage(row) }), nil
}
