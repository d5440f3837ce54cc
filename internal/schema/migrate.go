// Package schema migrates the database, and checks whether the database fits this program.
package schema

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib" // goose speaks database/sql
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
	"airport-content/migrations"
)

// Migration is one step of the schema, and whether the database has it.
type Migration struct {
	Version int64  `json:"version"`
	Name    string `json:"name"`
	Applied bool   `json:"applied"`
}

// A statement that waits for the lock of a table holds up all later requests for the table. So such
// a statement gives up soon, and is tried again for some ten minutes.
const (
	lockPatience = "200ms" // less than the second after which PostgreSQL looks for deadlocks, and could end a request
	lockPause    = 300 * time.Millisecond
	lockTries    = 1200
)

// How long to wait for another program that migrates.
const (
	lockRetrySeconds = 1
	lockRetries      = 600
)

// Migrate applies the missing migrations, and lists them. Requests go on
// meanwhile. A request for a locked table waits for at most lockPatience. A session lock makes a
// second program wait. databaseURL must lead to the database directly, not through a pooler.
func Migrate(ctx context.Context, databaseURL string) (done []Migration, err error) {
	err = withGoose(ctx, databaseURL, func(conn *pgx.Conn, provider *goose.Provider) error {
		if err := checkMigrate(ctx, conn); err != nil {
			return err
		}
		err := patiently(func() error {
			results, err := provider.Up(ctx)
			if failed, ok := errors.AsType[*goose.PartialError](err); ok {
				results = failed.Applied
			}
			for _, r := range results {
				done = append(done, Migration{r.Source.Version, r.Source.Path, true})
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		return nil
	})
	return done, err
}

// patiently repeats a change while another session locks a table.
func patiently(change func() error) (err error) {
	for range lockTries {
		if err = change(); db.SQLState(err) != db.LockNotAvailable {
			return err
		}
		time.Sleep(lockPause)
	}
	return fmt.Errorf("another session, such as a backup, a pull or an autovacuum, locks a table; end it, or wait for its end, and repeat the "+
		"command: %w", err)
}

// Migrations lists every migration of this program, oldest first.
func Migrations(ctx context.Context, databaseURL string) (list []Migration, err error) {
	err = withGoose(ctx, databaseURL, func(_ *pgx.Conn, provider *goose.Provider) error {
		status, err := provider.Status(ctx)
		if err != nil {
			return fmt.Errorf("read the migrations: %w", err)
		}
		for _, s := range status {
			list = append(list, Migration{s.Source.Version, s.Source.Path, s.State == goose.StateApplied})
		}
		return nil
	})
	return list, err
}

// withGoose gives do a session, and goose with a connection of its own. Both end with do.
func withGoose(ctx context.Context, databaseURL string, do func(*pgx.Conn, *goose.Provider) error) error {
	conn, err := db.ConnectDirect(ctx, databaseURL) // goose fails now and then behind a pooler
	if err != nil {
		return err
	}
	defer db.CloseSession(conn)
	patient := stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error { // a pooler takes no such setting at the start
		_, err := conn.Exec(ctx, "SET lock_timeout = '"+lockPatience+"'")
		return err
	})
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockRetrySeconds, lockRetries))
	if err != nil {
		return fmt.Errorf("make the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDB(*conn.Config(), patient), migrations.FS, goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	defer provider.Close()
	if err := provider.Ping(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", db.Classify(err))
	}
	return do(conn, provider)
}

// ProgramVersion is the newest migration that this program knows.
func ProgramVersion() int64 {
	names, _ := fs.Glob(migrations.FS, "*.sql") // sorted; the pattern is well formed
	version, err := goose.NumericComponent(names[len(names)-1])
	if err != nil {
		panic(err) // a file of the program has no number
	}
	return version
}

// Version is the newest migration of the database; 0 without any.
func Version(ctx context.Context, pool *db.Pool) (int64, error) {
	row, err := pool.GetSchemaSupport(ctx)
	if db.SQLState(err) == db.UndefinedTable {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", db.Classify(err))
	}
	return row.Version, nil
}

// Check returns ErrUnfit if this program does not work on the database or its schema.
func Check(ctx context.Context, pool *db.Pool) error {
	server, err := pool.DescribeServer(ctx)
	if err != nil {
		return fmt.Errorf("describe the database: %w", db.Classify(err))
	}
	if err := CheckServer(server); err != nil {
		return err
	}
	row, err := pool.GetSchemaSupport(ctx)
	switch known := ProgramVersion(); {
	case db.SQLState(err) == db.InsufficientPrivilege:
		return fmt.Errorf("%w: the role %q may not read its tables; serve needs the rights of docs/sql/serve-role.sql, other commands the tables' owner, %q",
			ErrUnfit, server.Role, server.Owner)
	case err != nil && db.SQLState(err) != db.UndefinedTable:
		return fmt.Errorf("read the schema's version: %w", db.Classify(err))
	case row.Version < known:
		if err := checkVersions(ctx, pool); err != nil {
			return err
		}
		return fmt.Errorf("%w: it has migration %d and this program needs %d; run: airport-content migrate up",
			ErrUnfit, row.Version, known)
	case row.OldestProgram > known:
		return fmt.Errorf("%w: it has migration %d, which needs a program that knows migration %d, and this one knows %d; "+
			"install a newer airport-content", ErrUnfit, row.Version, row.OldestProgram, known)
	}
	return nil
}

// ErrSearchBroken means that the full-text index is missing or invalid, or misses an item.
var ErrSearchBroken = errors.New("the full-text index does not work")

// ProbeSearch runs one search through the full-text index, for items of an airport.
func ProbeSearch(ctx context.Context, pool *db.Pool, airport string) error {
	works, err := pool.SearchIndexIsValid(ctx)
	if err == nil && works {
		works, err = pool.ProbeSearch(ctx, airport, search.Tags(airport, content.EveryType()))
	}
	if err == nil && !works {
		err = ErrSearchBroken
	}
	if err != nil {
		return fmt.Errorf("probe the search: %w", db.Classify(err))
	}
	return nil
}
