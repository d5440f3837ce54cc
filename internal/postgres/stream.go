package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/postgres/db"
)

// stream runs the one query that ask makes and leaves its rows to be read one by one: the generated methods would gather
// them all first, and a page can be larger than what should be held at once.
func (d *DB) stream(ctx context.Context, ask func(*db.Queries) error) (pgx.Rows, error) {
	var query recorder
	if err := ask(db.New(&query)); !errors.Is(err, errRecorded) {
		return nil, err
	}
	return d.pool.Query(ctx, query.sql, query.args...)
}

var errRecorded = errors.New("query recorded, not run")

// recorder stands in for a database and keeps what it is asked.
type recorder struct {
	sql  string
	args []any
}

func (r *recorder) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	r.sql, r.args = sql, args
	return nil, errRecorded
}

func (r *recorder) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, errors.New("only a query can be streamed")
}

func (r *recorder) QueryRow(context.Context, string, ...any) pgx.Row {
	panic("only a query of many rows can be streamed")
}

func (r *recorder) CopyFrom(context.Context, pgx.Identifier, []string, pgx.CopyFromSource) (int64, error) {
	return 0, errors.New("only a query can be streamed")
}
