package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"airport-content/internal/ingest"
	"airport-content/internal/partner"
	"airport-content/internal/postgres"
	"airport-content/internal/sample"
)

const demoPartner = "Demo"

// fillDemo brings the demo's database to where it can be served, and returns the demo's key.
func (p *program) fillDemo(ctx context.Context, dir, databaseURL string) (key string, err error) {
	if err := postgres.Migrate(ctx, databaseURL); err != nil {
		return "", err
	}
	if err := writeDemoMigrations(dir); err != nil { // data of an older build has had the newer ones now
		return "", err
	}
	err = withDatabase(ctx, postgres.Options{URL: databaseURL}, func(ctx context.Context, db *postgres.DB) error {
		for _, a := range sample.Airports() {
			if err := p.fillDemoAirport(ctx, db, databaseURL, a); err != nil {
				return err
			}
		}
		key, err = demoKey(ctx, db, filepath.Join(dir, "key"))
		return err
	})
	return key, err
}

// fillDemoAirport imports a sample airport, unless it has had an import before.
func (p *program) fillDemoAirport(ctx context.Context, db *postgres.DB, databaseURL string, a sample.Airport) error {
	airports, err := db.ListAirports(ctx)
	if err != nil {
		return err
	}
	there := slices.IndexFunc(airports, func(there postgres.Airport) bool { return there.Code == a.Code })
	if there >= 0 && airports[there].ImportedAt != nil {
		return nil
	}
	if there < 0 {
		if _, err := db.AddAirport(ctx, a.Code, a.Name); err != nil {
			return err
		}
	}
	p.say("importing %s, %s", a.Code, a.Name)
	items, err := sample.Open(a.Code)
	if err != nil {
		return err
	}
	defer items.Close()
	_, _, err = ingest.Import(ctx, databaseURL, a.Code, items, ingest.Options{Waiting: func() {}, Progress: func(int) {}})
	if err != nil {
		return fmt.Errorf("import sample airport %s: %w", a.Code, err)
	}
	return nil
}

// demoKey reads the key that an earlier run left in the file, and makes another where there is none that works.
func demoKey(ctx context.Context, db *postgres.DB, file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the demo's key: %w", err)
	}
	key := strings.TrimSpace(string(text))
	_, err = db.Authenticate(ctx, partner.DigestOf(key))
	if err == nil || !errors.Is(err, partner.ErrKeyRefused) {
		return key, err
	}
	key, id := partner.NewKey()
	if err := os.WriteFile(file, []byte(key+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep the demo's key: %w", err)
	}
	if err := addDemoPartner(ctx, db); err != nil {
		return "", err
	}
	_, err = db.AddKey(ctx, partner.Key{ID: id, Partner: demoPartner, Label: "demo", AllAirports: true,
		Scopes: []partner.Scope{"content:read"}}, partner.DigestOf(key))
	return key, err
}

func addDemoPartner(ctx context.Context, db *postgres.DB) error {
	partners, err := db.ListPartners(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(partners, func(there partner.Partner) bool { return there.Name == demoPartner }) {
		_, err = db.EnablePartner(ctx, demoPartner)
		return err
	}
	_, err = db.AddPartner(ctx, demoPartner, 0, nil)
	return err
}
