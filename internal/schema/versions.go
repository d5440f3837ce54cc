package schema

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
)

// checkVersions refuses a database whose table goose_db_version belongs to another program, too.
// goose would take the versions of that program for ours, and leave out our migrations. Each of our
// migrations adds its version to schema_support, so any other version is not ours. schema_support is
// read last: another program may migrate meanwhile.
func checkVersions(ctx context.Context, tx db.DBTX) error {
	var goose, ours, damaged bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&goose); err != nil || !goose {
		return db.Classify(err)
	}
	rows, err := tx.Query(ctx, "SELECT version_id FROM goose_db_version WHERE version_id > 0")
	if err != nil {
		return fmt.Errorf("read goose_db_version: %w", db.Classify(err))
	}
	versions, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return fmt.Errorf("read goose_db_version: %w", db.Classify(err))
	}
	err = tx.QueryRow(ctx, `SELECT to_regclass('public.schema_support') IS NOT NULL,
		to_regclass('public.schema_support') IS NULL AND to_regclass('public.content_item') IS NOT NULL`).Scan(&ours, &damaged)
	if err != nil || damaged {
		return db.Classify(err)
	}
	known := "0"
	if ours {
		known = "SELECT version FROM schema_support"
	}
	if rows, err = tx.Query(ctx, "SELECT v::text FROM unnest($1::bigint[]) AS v WHERE v NOT IN ("+known+") ORDER BY v LIMIT 3", versions); err != nil {
		return fmt.Errorf("read schema_support: %w", db.Classify(err))
	}
	others, err := pgx.CollectRows(rows, pgx.RowTo[string])
	switch {
	case err != nil:
		return fmt.Errorf("read schema_support: %w", db.Classify(err))
	case len(others) > 0:
		return fmt.Errorf("%w: its table goose_db_version is that of another program; it has the versions %s, which are not from here, so migrations "+
			"would be left out; use a database of its own: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0", ErrUnfit, strings.Join(others, ", "))
	}
	return nil
}
