package cli

import (
	"context"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

// Administration asks little of the database. Two connections at least: while one holds a transaction, another tells
// what is known.
const (
	adminTimeout = time.Minute
	adminConns   = 2
)

// administer opens the database, if its schema fits, for one short piece of work.
func (p *program) administer(ctx context.Context, do func(context.Context, *postgres.DB) error) error {
	c, err := config.Load(p.env, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, adminTimeout)
	defer cancel()
	db, err := postgres.Open(ctx, postgres.Options{URL: string(c.DatabaseURL), MaxConns: adminConns, Pooled: !c.DBPreparedStatements})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.CheckSchema(ctx); err != nil {
		return err
	}
	return do(ctx, db)
}
