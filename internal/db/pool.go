package db

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options are the URL and the settings of a pool.
type Options struct {
	URL      string
	MaxConns int  // at most this many connections
	ReadOnly bool // refuse every write
	// Pooled is for a database behind a pooler in transaction mode: no prepared statements, and no
	// settings at connection start other than client_encoding. Such a pooler refuses the rest. A
	// URL with pgbouncer=true means the same.
	Pooled bool
	// Timeout is how long a request may wait for its statements. A statement may always take 30 s.
	Timeout time.Duration
	// Tracer sees every query; may be nil.
	Tracer pgx.QueryTracer
}

const (
	ApplicationName = "airport-content"
	ConnectTimeout  = 5 * time.Second
)

// StatementTimeout is the server's own limit of a statement, for a cancel request that does not
// arrive.
func StatementTimeout(request time.Duration) time.Duration {
	const (
		least      = 30 * time.Second
		cancelTime = 5 * time.Second // how long a cancel request may take
	)
	return max(least, request+cancelTime)
}

// Pool is a pool of connections, and the statements that run on it. The pool recovers by itself
// when the database comes back.
type Pool struct {
	*pgxpool.Pool
	*Queries
}

// Open makes the pool, which connects at first use.
func Open(ctx context.Context, o Options) (*Pool, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	config.MaxConns = int32(max(1, o.MaxConns))
	config.MaxConnIdleTime = 5 * time.Minute
	config.MaxConnLifetime = time.Hour
	config.MaxConnLifetimeJitter = 10 * time.Minute
	config.PingTimeout = time.Second
	config.AfterConnect = RegisterTypes
	behindPgBouncer := config.ConnConfig.RuntimeParams["pgbouncer"] == "true"
	configure(config.ConnConfig)
	config.ConnConfig.Tracer = o.Tracer
	// A cancelled query is cancelled in the database too, so that its connection can be used again.
	config.ConnConfig.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: time.Second}
	}
	if o.Pooled || behindPgBouncer {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	} else {
		config.AfterConnect = prepareSession
		params := config.ConnConfig.RuntimeParams
		params["application_name"] = ApplicationName
		params["statement_timeout"] = strconv.FormatInt(StatementTimeout(o.Timeout).Milliseconds(), 10)
		params["jit"] = "off" // compiling takes longer than our queries
		if o.ReadOnly {
			params["default_transaction_read_only"] = "on"
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return &Pool{pool, New(pool)}, nil
}

// configure sets what every connection needs. The client_encoding is UTF8, because text would be
// stored garbled with another encoding of the role or the database, such as LATIN1. Poolers pass
// this setting on. pgbouncer=true is removed: hosts of databases put it into URLs, but PostgreSQL
// has no such setting.
func configure(config *pgx.ConnConfig) {
	config.ConnectTimeout = ConnectTimeout
	config.RuntimeParams["client_encoding"] = "UTF8"
	delete(config.RuntimeParams, "pgbouncer")
}

// InTx runs do in a transaction. It commits if do returns nil, else it rolls back.
func (p *Pool) InTx(ctx context.Context, do func(*Queries) error) error {
	err := pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error { return do(New(tx)) })
	return Classify(err)
}

// Convert makes a value of each row.
func Convert[Row, T any](rows []Row, value func(Row) T) []T {
	values := make([]T, len(rows))
	for i, row := range rows {
		values[i] = value(row)
	}
	return values
}

// keepPlans makes the server plan each statement once, because planning a list takes as long as
// running it. The plans are the same without this setting. Citus needs the values of the parameters
// to find the shard, so on Citus each execution is planned.
const keepPlans = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false) WHERE current_setting('citus.shard_count', true) IS NULL`

func prepareSession(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, keepPlans); err != nil {
		return err
	}
	return RegisterTypes(ctx, conn)
}

// OIDs of types that pgx does not know, as in PostgreSQL's pg_type.dat.
const (
	tsqueryOID      = 3615
	tsqueryArrayOID = 3645
)

// RegisterTypes lets a connection use Go strings as tsqueries.
func RegisterTypes(_ context.Context, conn *pgx.Conn) error {
	tsquery := &pgtype.Type{Name: "tsquery", OID: tsqueryOID, Codec: &pgtype.TextFormatOnlyCodec{Codec: pgtype.TextCodec{}}}
	conn.TypeMap().RegisterType(tsquery)
	conn.TypeMap().RegisterType(&pgtype.Type{Name: "_tsquery", OID: tsqueryArrayOID, Codec: &pgtype.ArrayCodec{ElementType: tsquery}})
	return nil
}
