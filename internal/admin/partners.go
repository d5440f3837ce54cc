package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/db"
	"airport-content/internal/partner"
)

// maxPartnerID is the largest integer that every JSON reader reads exactly, since answers hold the
// id as a number.
const maxPartnerID = 1<<53 - 1

// AddPartner makes a partner. id 0 means the next free id. A nil rateLimit means the server's
// default.
func (d DB) AddPartner(ctx context.Context, name string, id int64, rateLimit *int) (partner.Partner, error) {
	if err := checkName("partner", name); err != nil {
		return partner.Partner{}, err
	}
	if id < 0 || id > maxPartnerID {
		return partner.Partner{}, fmt.Errorf("partner id %d: want 1 to %d", id, int64(maxPartnerID))
	}
	if err := checkLimit(rateLimit); err != nil {
		return partner.Partner{}, err
	}
	err := d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.LockPartners(ctx); err != nil {
			return err
		}
		if id == 0 {
			var err error
			if id, err = q.NextPartnerID(ctx, maxPartnerID); err != nil {
				return err
			}
		}
		if err := q.AddPartner(ctx, db.AddPartnerParams{ID: id, Name: name, RateLimit: rateLimit}); err != nil {
			return err
		}
		return d.note(ctx, q, "partner add", name, fmt.Sprintf("id: %d", id))
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
	partners, err := d.ListPartners(ctx)
	for _, p := range partners {
		if p.ID == id {
			return fmt.Errorf("partner id %d is taken already, by %q", id, p.Name)
		}
	}
	return cmp.Or(err, fmt.Errorf("partner id %d was taken a moment ago; try again", id))
}

// checkLimit checks a rate limit; nil means the server's default.
func checkLimit(limit *int) error {
	if limit != nil && (*limit < 1 || *limit > math.MaxInt32) {
		return fmt.Errorf("rate limit %d: want 1 to %d requests a minute", *limit, math.MaxInt32)
	}
	return nil
}

// ListPartners lists every partner by name.
func (d DB) ListPartners(ctx context.Context) ([]partner.Partner, error) {
	return listPartners(ctx, d.pool.Queries)
}

func listPartners(ctx context.Context, q *db.Queries) ([]partner.Partner, error) {
	rows, err := q.ListPartners(ctx)
	if err != nil {
		return nil, fmt.Errorf("list partners: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.Partner) partner.Partner { return partner.Partner(row) }), nil
}

// Partner finds one partner by name. The error for an unknown name lists the existing ones.
func (d DB) Partner(ctx context.Context, name string) (partner.Partner, error) {
	return findPartner(ctx, d.pool.Queries, name)
}

func findPartner(ctx context.Context, q *db.Queries, name string) (partner.Partner, error) {
	list, err := listPartners(ctx, q)
	if err != nil {
		return partner.Partner{}, err
	}
	return find("partner", name, list, func(p partner.Partner) string { return p.Name })
}

// SetPartnerRateLimit sets a partner's own limit, in requests a minute; nil means the server's
// default.
func (d DB) SetPartnerRateLimit(ctx context.Context, name string, rateLimit *int) (partner.Partner, error) {
	if err := checkLimit(rateLimit); err != nil {
		return partner.Partner{}, err
	}
	return d.changePartner(ctx, "set", name, name, func(q *db.Queries) error { return q.SetPartnerRateLimit(ctx, rateLimit, name) })
}

// SetPartnerDisabled makes servers refuse every key of a partner, or accept them again.
func (d DB) SetPartnerDisabled(ctx context.Context, name string, disabled bool) (partner.Partner, error) {
	command := "enable"
	if disabled {
		command = "disable"
	}
	return d.changePartner(ctx, command, name, name, func(q *db.Queries) error { return q.SetPartnerDisabled(ctx, disabled, name) })
}

// RenamePartner gives a partner another name. Answers show the name within 5 seconds.
func (d DB) RenamePartner(ctx context.Context, name, newName string) (partner.Partner, error) {
	if err := checkName("partner", newName); err != nil {
		return partner.Partner{}, err
	}
	renamed, err := d.changePartner(ctx, "rename", name, newName, func(q *db.Queries) error { return q.RenamePartner(ctx, newName, name) })
	if violates(err, "partner_name_key") {
		return partner.Partner{}, fmt.Errorf("partner %q exists already", newName)
	}
	return renamed, err
}

// changePartner changes a partner in a transaction, and returns the partner as it is then, under its
// new name. command names the change in errors and in the history.
func (d DB) changePartner(ctx context.Context, command, name, newName string, change func(*db.Queries) error) (after partner.Partner, err error) {
	before, err := d.Partner(ctx, name)
	if err != nil {
		return partner.Partner{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := change(q); err != nil {
			return err
		}
		if after, err = findPartner(ctx, q, newName); err != nil {
			return err
		}
		return d.noteDifference(ctx, q, "partner "+command, newName, before, after)
	})
	if err != nil {
		return partner.Partner{}, fmt.Errorf("partner %s %q: %w", command, name, err)
	}
	return after, nil
}

// RemovedPartner is what RemovePartner deleted.
type RemovedPartner struct {
	partner.Partner
	Keys int64 `json:"keys"`
}

// RemovePartner deletes a partner with its keys and their usage. It refuses a partner that can still
// read.
func (d DB) RemovePartner(ctx context.Context, name string) (removed RemovedPartner, err error) {
	if removed.Partner, err = d.Partner(ctx, name); err != nil {
		return RemovedPartner{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if removed.DisabledAt == nil {
			switch good, err := q.CountGoodKeys(ctx, removed.ID); {
			case err != nil:
				return err
			case good > 0:
				return fmt.Errorf("%d of its keys work; disable the partner first: airport-content partner disable %q", good, name)
			}
		}
		var err error
		if removed.Keys, err = q.RemovePartnerKeys(ctx, removed.ID); err != nil {
			return err
		}
		if err := q.RemovePartner(ctx, removed.ID); err != nil {
			return err
		}
		return d.note(ctx, q, "partner remove", name, fmt.Sprintf("id: %d, keys: %d", removed.ID, removed.Keys))
	})
	if err != nil {
		return RemovedPartner{}, fmt.Errorf("remove partner %q: %w", name, err)
	}
	return removed, nil
}

// violates reports whether a change violates this constraint of the database.
func violates(err error, constraint string) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failed.ConstraintName == constraint
}
