// Package testenv gives tests their servers: a Postgres with a database for each test, cloned from
// a migrated one, and a Redis-compatible store with a prefix for each test.
//
// TEST_DATABASE_URL and TEST_REDIS_URL name running servers. Without them, TEST_BACKEND says how
// servers are started:
//
//   - "docker" starts containers of TEST_POSTGRES_IMAGE and TEST_REDIS_IMAGE.
//   - "local" uses package embedded. TEST_POSTGRES_MAJOR, such as 18, and TEST_REDIS_PROGRAM, such
//     as valkey-server, choose among local servers.
//   - "auto", the default, starts containers if it can, and else local servers.
//   - "citus" gives each test a distributed database. The cluster is that of the coordinator
//     TEST_CITUS_URL, or runs in containers of TEST_CITUS_IMAGE, or runs on an installed Citus. All
//     other servers are local.
//
// A test without a server fails; none is skipped.
//
// A package whose tests use testenv has
//
//	func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }
//
// Then `go test` works by itself. `make test` starts the servers once for all packages, with the
// program in run/.
package testenv

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"airport-content/internal/check"
	"airport-content/internal/db"
	"airport-content/internal/schema"
)

// servers are the servers of this test binary, set by Main. The variable is global because tests
// take no other arguments.
var servers *Servers

// Main runs a package's tests and returns the exit code. It ends the servers that the tests
// started, also on an interrupt. If goroutines are left over, except for the ignored ones, the
// package fails.
func Main(m *testing.M, ignored ...goleak.Option) int {
	code, err := run(m)
	if err == nil && code == 0 {
		err = leaked(ignored)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testenv:", err)
		return max(code, 1)
	}
	return code
}

func run(m *testing.M) (code int, err error) {
	interrupted, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	servers, err = Start(interrupted)
	defer func() { err = errors.Join(err, servers.Stop()) }()
	if err != nil {
		return 1, err
	}
	if os.Getenv(templateVariable) == "" { // else testenv/run prints the servers once for all packages
		fmt.Fprintln(os.Stderr, servers)
	}
	calm := context.AfterFunc(interrupted, func() {
		_ = servers.Stop()
		os.Exit(130)
	})
	defer calm()
	return m.Run(), nil
}

// leaked looks for goroutines that are left over. It tries several times, because some goroutines
// end by themselves: that of a closed Redis pool sleeps for a second.
func leaked(ignored []goleak.Option) (err error) {
	for range 50 { // about 20 seconds
		if err = goleak.Find(ignored...); err == nil {
			return nil
		}
	}
	return err
}

// Database makes a migrated, empty database for one test and returns its URL. The role is a
// superuser. The database is dropped when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	if servers.citus == nil {
		return cloned(t, servers.database)
	}
	address, drop, err := servers.citus.clone(t.Context(), servers.database.template)
	check.NoError(t, err)
	t.Cleanup(func() { check.NoError(t, drop(context.Background())) })
	return address
}

// PlainDatabase is Database without distribution, also on a server with Citus.
func PlainDatabase(t testing.TB) string {
	t.Helper()
	if servers.backend.name != "citus" {
		return Database(t)
	}
	address := cloned(t, database{server: servers.citus.coordinator, template: "template0"})
	check.Must(schema.Migrate(t.Context(), address))(t)
	return address
}

// cloned clones a database for one test.
func cloned(t testing.TB, d database) string {
	t.Helper()
	address, drop, err := d.clone(t.Context())
	check.NoError(t, err)
	t.Cleanup(func() { check.NoError(t, drop(context.Background())) })
	return address
}

// Pool opens a database until the test ends.
func Pool(t testing.TB, address string) *db.Pool {
	t.Helper()
	pool := check.Must(db.Open(context.Background(), db.Options{URL: address, MaxConns: 4}))(t)
	t.Cleanup(pool.Close)
	return pool
}

// Exec runs statements on a new connection.
func Exec(t testing.TB, address, statements string) {
	t.Helper()
	check.NoError(t, execute(t.Context(), address, statements))
}

// Value runs a query that has one value as its result.
func Value[T any](t testing.TB, address, query string, args ...any) (value T) {
	t.Helper()
	conn := check.Must(pgx.Connect(t.Context(), address))(t)
	defer conn.Close(context.Background())
	check.NoError(t, conn.QueryRow(t.Context(), query, args...).Scan(&value))
	return value
}

// Hold runs a statement, such as a lock of a table, in a transaction. The transaction lasts until
// the call of release.
func Hold(t testing.TB, address, statement string) (release func()) {
	t.Helper()
	conn := check.Must(pgx.Connect(t.Context(), address))(t)
	check.Must(conn.Exec(t.Context(), "BEGIN; "+statement))(t)
	release = sync.OnceFunc(func() { _ = conn.Close(context.Background()) })
	t.Cleanup(release)
	return release
}

// ExampleDatabase is Database for an Example, which has no testing.TB. The caller drops the
// database.
func ExampleDatabase(ctx context.Context) (address string, drop func(context.Context) error, err error) {
	return servers.database.clone(ctx)
}

// UndistributedDatabase makes a database on a Citus cluster. The database is not distributed yet.
func UndistributedDatabase(t testing.TB) string {
	t.Helper()
	address, remove, err := servers.citus.make(t.Context())
	check.NoError(t, err)
	t.Cleanup(func() { check.NoError(t, remove()) })
	return address
}

// Redis returns the URL of a store and a prefix for the keys of one test.
func Redis(testing.TB) (address, prefix string) {
	return servers.redis, "test-" + strings.ToLower(rand.Text())
}

// Own is a server for one test only.
type Own struct {
	t      testing.TB
	server server
}

// OwnPostgres starts a Postgres with a migrated database for one test. The test may kill and
// restart the server.
func OwnPostgres(t testing.TB) *Own {
	t.Helper()
	own := startOwn(t, servers.backend.postgres)
	check.Must(schema.Migrate(t.Context(), own.URL()))(t)
	return own
}

// OwnRedis starts a Redis-compatible store for one test. The test may kill and restart the store.
func OwnRedis(t testing.TB) *Own {
	t.Helper()
	return startOwn(t, servers.backend.redis)
}

func startOwn(t testing.TB, start starter) *Own {
	t.Helper()
	started, stop, err := servers.start(t.Context(), start)
	check.NoError(t, err)
	t.Cleanup(func() { check.NoError(t, stop()) })
	return &Own{t: t, server: started}
}

// URL is the URL of the server, which stays the same through Kill and Restart.
func (o *Own) URL() string { return o.server.URL() }

// Kill ends the server at once, like a crash, and returns when the server is gone.
func (o *Own) Kill() {
	o.t.Helper()
	check.NoError(o.t, o.server.Kill())
}

// Restart ends the server if it runs, starts the server again, and returns when the server answers.
// A Postgres keeps its data; a Redis is empty.
func (o *Own) Restart() {
	o.t.Helper()
	check.NoError(o.t, o.server.Restart(o.t.Context()))
}
