package store

import (
	"context"
	"fmt"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/panics"
	"airport-content/internal/partner"
)

// accessReader reads the rights of keys by their digests.
type accessReader struct {
	on      *db.Pool
	timeout time.Duration
}

func (a accessReader) read(digests []partner.Digest) (map[partner.Digest]db.ListAccessRow, error) {
	ctx, cancel := context.WithTimeout(context.Background(), a.timeout)
	defer cancel()
	list := make([][]byte, len(digests))
	for i := range digests {
		list[i] = digests[i][:]
	}
	rows, err := a.on.ListAccess(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("look up %d keys: %w", len(digests), db.Classify(err))
	}
	found := make(map[partner.Digest]db.ListAccessRow, len(rows))
	for _, row := range rows {
		found[partner.Digest(row.Digest)] = row
	}
	return found, nil
}

// Authenticate finds the grant of the key with this digest. It returns partner.ErrKeyRefused for an
// unknown key, and a partner.EndedKey for a revoked or expired key and for a key of a disabled
// partner. Requests that ask at the same moment share the read.
func (s *Store) Authenticate(ctx context.Context, digest partner.Digest) (partner.Grant, error) {
	row, ok, err := s.access.get(ctx, digest)
	switch {
	case err != nil:
		return partner.Grant{}, err
	case !ok:
		return partner.Grant{}, partner.ErrKeyRefused
	case row.Ended != "":
		return partner.Grant{}, &partner.EndedKey{ID: row.ID, Why: row.Ended}
	}
	return grantOf(&row), nil
}

// Grants reads the grants of the keys with these digests. It leaves out those that Authenticate
// refuses.
func (s *Store) Grants(digests []partner.Digest) (grants map[partner.Digest]partner.Grant, err error) {
	defer panics.Catch(&err) // it runs in a goroutine of its own
	rows, err := s.access.reader.read(digests)
	if err != nil {
		return nil, err
	}
	grants = make(map[partner.Digest]partner.Grant, len(rows))
	for digest, row := range rows {
		if row.Ended == "" {
			grants[digest] = grantOf(&row)
		}
	}
	return grants, nil
}

func grantOf(row *db.ListAccessRow) partner.Grant {
	grant := partner.Grant{KeyID: row.ID, PartnerID: row.PartnerID, Partner: row.Partner, Label: row.Label,
		AllAirports: row.AllAirports, Airports: row.Airports, Scopes: row.Scopes, Origins: row.Origins}
	if row.RateLimit != nil {
		grant.RateLimit = *row.RateLimit
	}
	if row.ExpiresAt != nil {
		grant.ExpiresAt = row.ExpiresAt.UTC()
	}
	return grant
}

// ScopeOf is the content types that the scopes of a key cover.
func ScopeOf(scopes []string) content.Scope {
	var types []content.Type
	for _, scope := range scopes {
		if scope == partner.ReadAll {
			return content.EveryType()
		}
		if t := partner.ScopeType(scope); t != "" {
			types = append(types, content.Type(t))
		}
	}
	return content.OnlyTypes(types...)
}

// Airports reads a page of the airports that a key may read, offline ones too, by code.
func (s *Store) Airports(ctx context.Context, g partner.Grant, size, from int) (content.Airports, error) {
	r := Reader{s, s.primary, g.PartnerID}
	asking, done, err := r.begin(ctx)
	if err != nil {
		return content.Airports{}, err
	}
	found, err := s.primary.FindAirports(asking, db.FindAirportsParams{AllAirports: g.AllAirports, Airports: g.Airports, Size: int64(size), Skip: int64(from)})
	done()
	if err != nil {
		return content.Airports{}, r.failed(ctx, err)
	}
	page := content.Airports{Total: int(found.Total), Timestamp: safeTime(found.Now, nil)}
	if len(found.Page) == 0 {
		return page, nil
	}
	states, err := s.states.get(ctx, nil, found.Page...)
	if err != nil {
		return page, err
	}
	for _, code := range found.Page {
		st, ok := states[code]
		if !ok {
			continue // the airport was removed just now
		}
		page.List = append(page.List, *st)
		if st.Timestamp.Before(page.Timestamp) {
			page.Timestamp = st.Timestamp
		}
	}
	return page, nil
}
