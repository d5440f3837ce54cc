package cli

import (
	"context"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/postgres"
)

// The database has a minute to come about; the work itself may take as long as it needs. Two connections at least: while one holds a transaction, another tells
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
	return withDatabase(ctx, postgres.Options{URL: string(c.DatabaseURL), Pooled: !c.DBPreparedStatements}, do)
}

// administerDirectly is administer on the database's direct connection.
func administerDirectly(ctx context.Context, c config.Config, do func(context.Context, *postgres.DB) error) error {
	return withDatabase(ctx, postgres.Options{URL: string(c.MigrateDatabaseURL)}, do)
}

func withDatabase(ctx context.Context, options postgres.Options, do func(context.Context, *postgres.DB) error) error {
	options.MaxConns = adminConns
	db, err := postgres.Open(ctx, options)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := checkSchema(ctx, db); err != nil {
		return err
	}
	return do(ctx, db)
}

func checkSchema(ctx context.Context, db *postgres.DB) error {
	ctx, cancel := context.WithTimeout(ctx, adminTimeout)
	defer cancel()
	return db.CheckSchema(ctx)
}
