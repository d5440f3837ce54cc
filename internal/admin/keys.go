package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

// KeyChange is a change of a key.
type KeyChange struct {
	AddAirports    []string
	RemoveAirports []string
	Scopes         []string // nil: no change
	Label          *string  // nil: no change
	SetExpiry      bool
	ExpiresAt      *time.Time // with SetExpiry; nil: never
}

// AddKey stores a key. The caller sets its id, the partner's name, label, airports, scopes and
// expiry. show prints the key; it may be nil. If show fails, the key is not stored.
func (d DB) AddKey(ctx context.Context, key partner.Key, digest partner.Digest, show func(partner.Key) error) (added partner.Key, err error) {
	if key, err = d.checkKey(ctx, key); err != nil {
		return partner.Key{}, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if added, err = d.addKey(ctx, q, "key create", key, digest); err != nil || show == nil {
			return err
		}
		return show(added)
	})
	if err != nil {
		return partner.Key{}, fmt.Errorf("add a key of %q: %w", key.Partner, err)
	}
	return added, nil
}

// TakeOverKeys stores keys of an older system, all or none. The keys differ only in their ids and
// digests.
func (d DB) TakeOverKeys(ctx context.Context, key partner.Key, digests []partner.Digest) (added []partner.Key, err error) {
	if key, err = d.checkKey(ctx, key); err != nil {
		return nil, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		for n, digest := range digests {
			switch existing, err := q.GetKeyByDigest(ctx, digest[:]); {
			case err == nil:
				return fmt.Errorf("key %d of %d exists already, as %s of %q", n+1, len(digests), existing.ID, existing.Partner)
			case !errors.Is(err, pgx.ErrNoRows):
				return err
			}
			key.ID = partner.NewKeyID()
			one, err := d.addKey(ctx, q, "key take-over", key, digest)
			if err != nil {
				return err
			}
			added = append(added, one)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take over keys for %q: %w; no key was taken over", key.Partner, err)
	}
	return added, nil
}

// checkKey checks what a new key may do, and finds its partner.
func (d DB) checkKey(ctx context.Context, key partner.Key) (partner.Key, error) {
	if err := checkLabel(key.Label); err != nil {
		return partner.Key{}, err
	}
	owner, err := d.Partner(ctx, key.Partner)
	if err != nil {
		return partner.Key{}, err
	}
	key.PartnerID = owner.ID
	key.Airports, err = d.airportCodes(ctx, key.Airports)
	return key, err
}

func checkLabel(label string) error {
	if n := utf8.RuneCountInString(label); n > 200 {
		return fmt.Errorf("label: it has %d characters, of at most 200", n)
	}
	if !printable(label) {
		return fmt.Errorf("label %q: no control characters", label)
	}
	return nil
}

func (d DB) addKey(ctx context.Context, q *db.Queries, command string, key partner.Key, digest partner.Digest) (partner.Key, error) {
	err := q.AddKey(ctx, db.AddKeyParams{ID: key.ID, PartnerID: key.PartnerID, Digest: digest[:], Label: key.Label,
		Scopes: key.Scopes, AllAirports: key.AllAirports, Origins: append([]string{}, key.Origins...), ExpiresAt: key.ExpiresAt})
	if err != nil {
		return partner.Key{}, err
	}
	if err := q.GrantAirports(ctx, key.ID, key.Airports); err != nil {
		return partner.Key{}, err
	}
	added, err := findKey(ctx, q, key.ID)
	if err != nil {
		return partner.Key{}, err
	}
	return added, d.noteDifference(ctx, q, command, key.ID, nil, added)
}

// ListKeys lists the keys of a partner; nil means all partners. With revokedSince, only keys that
// were revoked at that time or later are listed.
func (d DB) ListKeys(ctx context.Context, partnerName *string, revokedSince *time.Time) ([]partner.Key, error) {
	if partnerName != nil {
		if _, err := d.Partner(ctx, *partnerName); err != nil {
			return nil, err
		}
	}
	return listKeys(ctx, d.pool.Queries, partnerName, revokedSince)
}

func listKeys(ctx context.Context, q *db.Queries, partnerName *string, revokedSince *time.Time) ([]partner.Key, error) {
	rows, err := q.ListKeys(ctx, partnerName, revokedSince)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListKeysRow) partner.Key { return partner.Key(row) }), nil
}

// ListExpiringKeys lists the good keys that end within partner.ExpiryNotice, the first first.
func (d DB) ListExpiringKeys(ctx context.Context) ([]partner.Key, error) {
	rows, err := d.pool.ListExpiringKeys(ctx, time.Now().Add(partner.ExpiryNotice))
	if err != nil {
		return nil, fmt.Errorf("list the keys that end soon: %w", db.Classify(err))
	}
	return db.Convert(rows, func(row db.ListExpiringKeysRow) partner.Key { return partner.Key(row) }), nil
}

// findKey finds one key by its public id. No error shows a whole key, which is a secret.
func findKey(ctx context.Context, q *db.Queries, id string) (partner.Key, error) {
	list, err := listKeys(ctx, q, nil, nil)
	if err != nil {
		return partner.Key{}, err
	}
	ids := make([]string, len(list))
	for i, key := range list {
		if ids[i] = key.ID; key.ID == id {
			return key, nil
		}
	}
	if public, found := partner.IDWithin(id); found {
		return partner.Key{}, fmt.Errorf("that looks like a whole key, which is a secret; its id is %s", public)
	}
	if partner.MayBeSecret(id) {
		return partner.Key{}, fmt.Errorf("that is not the id of a key, and may be a secret; %s", spelling.Known("", ids))
	}
	return partner.Key{}, unknown("key", id, ids)
}

// SetKey changes what a key may do. It refuses a revoked key.
func (d DB) SetKey(ctx context.Context, id string, change KeyChange) (key partner.Key, err error) {
	if change.AddAirports, err = d.airportCodes(ctx, change.AddAirports); err != nil {
		return partner.Key{}, err
	}
	if change.RemoveAirports, err = d.airportCodes(ctx, change.RemoveAirports); err != nil {
		return partner.Key{}, err
	}
	return d.changeKey(ctx, "key set", id, func(q *db.Queries, key partner.Key) error {
		if key.RevokedAt != nil {
			return errRevoked
		}
		return setKey(ctx, q, key, change)
	})
}

var errRevoked = errors.New("it is revoked, which is for good; make another key")

// changeKey locks the key while it is changed.
func (d DB) changeKey(ctx context.Context, command, id string, change func(*db.Queries, partner.Key) error) (key partner.Key, err error) {
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.LockKey(ctx, id); err != nil {
			return err
		}
		if key, err = findKey(ctx, q, id); err != nil {
			return err
		}
		if err := change(q, key); err != nil {
			return fmt.Errorf("change key %s: %w", id, err)
		}
		before := key
		if key, err = findKey(ctx, q, id); err != nil {
			return err
		}
		return d.noteDifference(ctx, q, command, id, before, key)
	})
	return key, err
}

func setKey(ctx context.Context, q *db.Queries, key partner.Key, change KeyChange) error {
	if err := setAirports(ctx, q, key, change); err != nil {
		return err
	}
	if change.Scopes != nil {
		key.Scopes = change.Scopes
	}
	if change.Label != nil {
		if err := checkLabel(*change.Label); err != nil {
			return err
		}
		key.Label = *change.Label
	}
	if change.SetExpiry {
		key.ExpiresAt = change.ExpiresAt
	}
	return q.SetKey(ctx, db.SetKeyParams{ID: key.ID, Label: key.Label, Scopes: key.Scopes, ExpiresAt: key.ExpiresAt})
}

func setAirports(ctx context.Context, q *db.Queries, key partner.Key, change KeyChange) error {
	if key.AllAirports && len(change.AddAirports)+len(change.RemoveAirports) > 0 {
		return errors.New("it is for all airports, also those to come; make another key for some of them")
	}
	for _, code := range change.RemoveAirports {
		if slices.Contains(change.AddAirports, code) {
			return fmt.Errorf("airport %s is both to be added and to be removed", code)
		}
		if !slices.Contains(key.Airports, code) {
			return unknown("granted airport", code, key.Airports)
		}
	}
	if err := q.GrantAirports(ctx, key.ID, change.AddAirports); err != nil {
		return err
	}
	return q.WithdrawAirports(ctx, key.ID, change.RemoveAirports)
}

// RevokeKey ends a key for good. A key that is already revoked keeps its date.
func (d DB) RevokeKey(ctx context.Context, id string) (partner.Key, error) {
	return d.changeKey(ctx, "key revoke", id, func(q *db.Queries, key partner.Key) error { return q.RevokeKey(ctx, id) })
}

// RotateKey makes a new key with the rights, label and expiry of an old key. If the overlap of an
// earlier rotation still lasts, the expiry is the one from before that rotation. The old key ends
// after the overlap, or at its own expiry if that is earlier. Without an overlap, the old key is
// revoked. If show fails, nothing changes.
func (d DB) RotateKey(ctx context.Context, id, newID string, digest partner.Digest, overlap time.Duration,
	show func(fresh partner.Key) error) (fresh, old partner.Key, err error) {
	old, err = d.changeKey(ctx, "key rotate", id, func(q *db.Queries, key partner.Key) (err error) {
		if key.RevokedAt != nil {
			return errRevoked
		}
		if key.ExpiresAt != nil && key.ExpiresAt.Before(time.Now()) {
			return errors.New("it has expired; make another key")
		}
		earlier, err := q.GetRotation(ctx, id)
		if err != nil {
			return err
		}
		if earlier.RotatedAt != nil {
			key.ExpiresAt = earlier.FullExpiresAt
		}
		key.ID = newID
		if fresh, err = d.addKey(ctx, q, "key rotate", key, digest); err != nil {
			return err
		}
		if overlap <= 0 {
			err = q.RevokeKey(ctx, id)
		} else {
			err = q.ExpireKey(ctx, overlap.Seconds(), id)
		}
		if err != nil {
			return err
		}
		return show(fresh)
	})
	return fresh, old, err
}
