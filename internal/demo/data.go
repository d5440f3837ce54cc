package demo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/partner"
	"airport-content/internal/sample"
	"airport-content/internal/schema"
	"airport-content/internal/store"
)

const partnerName = "Demo"

// urlFile holds the database's URL, for other commands: it has a password, so it is not printed.
func (d *demo) urlFile() string { return filepath.Join(d.dir, "database-url") }

// prepare brings the database up to date and returns the key of the demo.
func (d *demo) prepare(ctx context.Context) (key string, err error) {
	if _, err := schema.Migrate(ctx, d.databaseURL); err != nil {
		return "", err
	}
	if err := os.WriteFile(d.urlFile(), []byte(d.databaseURL+"\n"), 0o600); err != nil {
		return "", err
	}
	pool, err := db.Open(ctx, db.Options{URL: d.databaseURL, MaxConns: 2})
	if err != nil {
		return "", err
	}
	defer pool.Close()
	if err := d.importAirports(ctx, admin.New(pool)); err != nil {
		return "", err
	}
	return d.key(ctx, admin.New(pool), store.New(pool, nil, store.Options{Timeout: time.Second}))
}

// importAirports imports the sample airports that have had no import yet.
func (d *demo) importAirports(ctx context.Context, db admin.DB) error {
	stored, err := db.ListAirports(ctx)
	if err != nil {
		return err
	}
	for _, a := range sample.Airports() {
		i := slices.IndexFunc(stored, func(s admin.Airport) bool { return s.Code == a.Code })
		if i < 0 {
			if _, err := db.AddAirport(ctx, a.Code, a.Name); err != nil {
				return err
			}
		}
		if i < 0 || stored[i].TimeZone == nil {
			if _, err := db.SetPlace(ctx, a.Code, admin.Place{Website: &a.Website, TimeZone: &a.TimeZone}); err != nil {
				return err
			}
		}
		if i >= 0 && stored[i].ImportedAt != nil {
			continue
		}
		d.say("importing %s, %s", a.Code, a.Name)
		items, err := sample.Open(a.Code)
		if err != nil {
			return err
		}
		defer items.Close()
		if _, err := importer.Run(ctx, d.databaseURL, a.Code, items, importer.Options{}); err != nil {
			return fmt.Errorf("import the sample airport %s: %w", a.Code, err)
		}
	}
	return nil
}

// key returns the key of an earlier run, or else makes one.
func (d *demo) key(ctx context.Context, db admin.DB, accepted *store.Store) (string, error) {
	file := filepath.Join(d.dir, "key")
	text, _ := os.ReadFile(file)
	key := strings.TrimSpace(string(text))
	if _, err := accepted.Authenticate(ctx, partner.DigestOf(key)); err == nil {
		return key, nil
	}
	partners, err := db.ListPartners(ctx)
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(partners, func(p partner.Partner) bool { return p.Name == partnerName }) {
		if _, err := db.AddPartner(ctx, partnerName, 0, nil); err != nil {
			return "", err
		}
	}
	key, id := partner.NewKey()
	if _, err := db.AddKey(ctx, partner.Key{ID: id, Partner: partnerName, Label: "demo", AllAirports: true,
		Scopes: []string{partner.ReadAll}}, partner.DigestOf(key), nil); err != nil {
		return "", err
	}
	return key, os.WriteFile(file, []byte(key+"\n"), 0o600)
}
