package schema

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
)

// functions are the functions that statements about content call on the nodes.
var functions = []string{
	"saturation(float8)",
	"word_count(tsvector, float8, float8, tsquery, tsquery)",
	"phrase_count(tsvector, float8, float8, tsquery, tsquery)",
	"prefix_count(tsvector, float8, float8, tsquery, tsquery)",
	"word_score(tsvector, float8, float8, float8, tsquery, tsquery)",
}

// Distribute distributes the content of a coordinator's database by airport. Distribute can be
// repeated after a failure. All tables are distributed in one transaction; until then, requests
// read the old tables, and imports wait.
func Distribute(ctx context.Context, databaseURL string, shards int) error {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer db.CloseSession(conn)
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return distribute(ctx, tx, shards) })
	if err != nil {
		return fmt.Errorf("distribute: %w", db.Classify(err))
	}
	// Citus leaves the old rows behind.
	for _, table := range byAirport {
		if err := truncate(ctx, conn, table); err != nil {
			return fmt.Errorf("remove what was copied of %s: %w", table, db.Classify(err))
		}
	}
	if _, err := conn.Exec(ctx, "VACUUM (ANALYZE) "+strings.Join(byAirport, ", ")); err != nil {
		return fmt.Errorf("analyse the tables: %w", db.Classify(err))
	}
	return nil
}

// truncate removes the old rows of a table and of the tables that refer to it. Requests lock these
// tables too, in another order, so a deadlock can arise.
func truncate(ctx context.Context, conn *pgx.Conn, table string) error {
	return patiently(func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if err := db.New(tx).LimitLockWait(ctx, lockPatience); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "SELECT truncate_local_data_after_distributing_table($1::text::regclass)", table)
			return err
		})
	})
}

func distribute(ctx context.Context, tx pgx.Tx, shards int) error {
	// Imports take their locks in this order too.
	if _, err := tx.Exec(ctx, "LOCK TABLE "+strings.Join(byAirport, ", ")+" IN EXCLUSIVE MODE"); err != nil {
		return err
	}
	for _, function := range functions {
		if _, err := tx.Exec(ctx, "SELECT create_distributed_function($1::text::regprocedure)", function); err != nil {
			return fmt.Errorf("function %s: %w", function, err)
		}
	}
	for _, table := range byAirport {
		var distributed bool
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::text::regclass)", table).Scan(&distributed)
		if err == nil && !distributed && table == byAirport[0] {
			_, err = tx.Exec(ctx, "SELECT create_distributed_table($1::text::regclass, 'airport', shard_count => $2::integer)", table, shards)
		} else if err == nil && !distributed {
			_, err = tx.Exec(ctx, "SELECT create_distributed_table($1::text::regclass, 'airport', colocate_with => $2::text)", table, byAirport[0])
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return nil
}
