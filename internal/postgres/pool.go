// Package postgres is the only package that uses SQL. It stores and finds content, partners and keys.
package postgres

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"airport-content/internal/postgres/db"
)

// Options say how to reach a database.
type Options struct {
	URL      string
	MaxConns int  // at most this many connections
	ReadOnly bool // refuse every write
	// Pooled is for a database behind a pooler in transaction mode: no settings at connection start and no prepared
	// statements, which such a pooler refuses.
	Pooled bool
	// Tracer sees every query; may be nil.
	Tracer pgx.QueryTracer
}

const (
	applicationName = "airport-content"
	connectTimeout  = 5 * time.Second
	// statementTimeout is the server's own limit, in case a cancel request does not arrive.
	statementTimeout = 30 * time.Second
)

// DB is a pool of connections. It recovers by itself when the database comes back.
type DB struct {
	pool    *pgxpool.Pool
	queries *db.Queries
}

// Open makes the pool; it connects when first used.
func Open(ctx context.Context, o Options) (*DB, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	config.MaxConns = int32(max(1, o.MaxConns))
	config.MaxConnIdleTime = 5 * time.Minute
	config.MaxConnLifetime = time.Hour
	config.MaxConnLifetimeJitter = 10 * time.Minute
	config.PingTimeout = time.Second
	config.AfterConnect = registerTypes
	config.ConnConfig.ConnectTimeout = connectTimeout
	config.ConnConfig.Tracer = o.Tracer
	// A cancelled query is cancelled in the database too, so that its connection can be used again.
	config.ConnConfig.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: time.Second}
	}
	if o.Pooled {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	} else {
		params := config.ConnConfig.RuntimeParams
		params["application_name"] = applicationName
		params["statement_timeout"] = strconv.FormatInt(statementTimeout.Milliseconds(), 10)
		// Plans are made once: planning a list takes as long as running it. The plan would be the same without this setting.
		params["plan_cache_mode"] = "force_generic_plan"
		params["jit"] = "off" // compiling takes longer than our queries
		if o.ReadOnly {
			params["default_transaction_read_only"] = "on"
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return &DB{pool: pool, queries: db.New(pool)}, nil
}

// Close closes the connections, once they are given back.
func (d *DB) Close() { d.pool.Close() }

// Stat reports how many connections there are and what they do.
func (d *DB) Stat() *pgxpool.Stat { return d.pool.Stat() }

// inTx runs do in a transaction. It commits if do returns nil, else it rolls back.
func (d *DB) inTx(ctx context.Context, do func(*db.Queries) error) error {
	err := pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error { return do(db.New(tx)) })
	return classify(err)
}
