package admin

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/db"
	"airport-content/internal/partner"
)

// maxPartnerID is the largest number that every JSON reader reads exactly. Answers hold the id as a number.
const maxPartnerID = 1<<53 - 1

// AddPartner makes a partner. id 0 means the next free id; rateLimit nil means the server's default.
func (d DB) AddPartner(ctx context.Context, name string, id int64, rateLimit *int) (partner.Partner, error) {
	if err := checkName("partner", name); err != nil {
		return partner.Partner{}, err
	}
	if id < 0 || id > maxPartnerID {
		return partner.Partner{}, fmt.Errorf("partner id %d: want 1 to %d", id, int64(maxPartnerID))
	}
	limit, err := storedLimit(rateLimit)
	if err != nil {
		return partner.Partner{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.LockPartners(ctx); err != nil {
			return err
		}
		if id == 0 {
			var err error
			if id, err = q.NextPartnerID(ctx, maxPartnerID); err != nil {
				return err
			}
		}
		return q.AddPartner(ctx, db.AddPartnerParams{ID: id, Name: name, RateLimit: limit})
	})
	switch {
	case violates(err, "partner_name_key"):
		return partner.Partner{}, fmt.Errorf("partner %q exists already", name)
	case violates(err, "partner_pkey"):
		return partner.Partner{}, d.takenPartnerID(ctx, id)
	case err != nil:
		return partner.Partner{}, fmt.Errorf("add partner %q: %w", name, err)
	}
	return d.Partner(ctx, name)
}

func (d DB) takenPartnerID(ctx context.Context, id int64) error {
	name, err := d.pool.GetPartnerName(ctx, id)
	if err != nil {
		return fmt.Errorf("find partner %d: %w", id, db.Classify(err))
	}
	return fmt.Errorf("partner id %d is taken already, by %q", id, name)
}

// storedLimit checks a rate limit; nil stays nil.
func storedLimit(limit *int) (*int32, error) {
	if limit == nil {
		return nil, nil
	}
	if *limit < 1 || *limit > math.MaxInt32 {
		return nil, fmt.Errorf("rate limit %d: want 1 to %d requests a minute", *limit, math.MaxInt32)
	}
	stored := int32(*limit)
	return &stored, nil
}

// ListPartners lists every partner by name.
func (d DB) ListPartners(ctx context.Context) ([]partner.Partner, error) {
	return d.listPartners(ctx, nil)
}

// Partner finds one partner by name. The error for an unknown name lists the existing ones.
func (d DB) Partner(ctx context.Context, name string) (partner.Partner, error) {
	if printable(name) { // Postgres may refuse other text
		list, err := d.listPartners(ctx, &name)
		if err != nil {
			return partner.Partner{}, err
		}
		if len(list) == 1 {
			return list[0], nil
		}
	}
	all, err := d.ListPartners(ctx)
	if err != nil {
		return partner.Partner{}, err
	}
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	return partner.Partner{}, unknown("partner", name, names)
}

func (d DB) listPartners(ctx context.Context, name *string) ([]partner.Partner, error) {
	rows, err := d.pool.ListPartners(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("list partners: %w", db.Classify(err))
	}
	list := make([]partner.Partner, len(rows))
	for i, row := range rows {
		list[i] = partner.Partner{ID: row.ID, Name: row.Name, CreatedAt: row.CreatedAt, DisabledAt: row.DisabledAt}
		if row.RateLimit != nil {
			limit := int(*row.RateLimit)
			list[i].RateLimit = &limit
		}
	}
	return list, nil
}

// SetPartnerRateLimit sets a partner's own limit, in requests a minute; nil means the server's default.
func (d DB) SetPartnerRateLimit(ctx context.Context, name string, rateLimit *int) (partner.Partner, error) {
	limit, err := storedLimit(rateLimit)
	if err != nil {
		return partner.Partner{}, err
	}
	return d.changePartner(ctx, name, func() error {
		return d.pool.SetPartnerRateLimit(ctx, db.SetPartnerRateLimitParams{Name: name, RateLimit: limit})
	})
}

// DisablePartner makes servers refuse every key of the partner until it is enabled again.
func (d DB) DisablePartner(ctx context.Context, name string) (partner.Partner, error) {
	return d.changePartner(ctx, name, func() error { return d.pool.DisablePartner(ctx, name) })
}

// EnablePartner undoes DisablePartner.
func (d DB) EnablePartner(ctx context.Context, name string) (partner.Partner, error) {
	return d.changePartner(ctx, name, func() error { return d.pool.EnablePartner(ctx, name) })
}

func (d DB) changePartner(ctx context.Context, name string, change func() error) (partner.Partner, error) {
	if _, err := d.Partner(ctx, name); err != nil {
		return partner.Partner{}, err
	}
	if err := change(); err != nil {
		return partner.Partner{}, fmt.Errorf("change partner %q: %w", name, db.Classify(err))
	}
	return d.Partner(ctx, name)
}

// violates reports whether the database refused a change because of this constraint.
func violates(err error, constraint string) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && failed.ConstraintName == constraint
}
