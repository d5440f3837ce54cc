// Package testenv gives integration tests their servers: a Postgres with a database for each test, cloned from one
// that was migrated once, and a Redis-compatible store with a prefix for each test.
//
// The servers are those of TEST_DATABASE_URL and TEST_REDIS_URL where set. Others are started as TEST_BACKEND says:
// "docker" takes containers of TEST_POSTGRES_IMAGE and TEST_REDIS_IMAGE, "local" takes package embedded, and "auto",
// the default, takes containers where it can. Nothing is ever skipped for lack of a server: a test that gets none fails.
//
// A package whose tests use this one has
//
//	func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }
//
// `go test` then works by itself; `make test` starts the servers once for all packages, with the program in run/.
package testenv

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"airport-content/internal/embedded"
	"airport-content/internal/postgres"
)

// errandTimeout bounds each thing done for a test, the start of a server included.
const errandTimeout = 10 * time.Minute // a first start may download Postgres or an image

// servers of this test binary: tests are functions without a place to pass them through. Set by Main.
var servers *Servers

// Main runs a package's tests, ends the servers they started, also on an interrupt, and fails the package when
// goroutines are left over. It returns the exit code.
func Main(m *testing.M) int {
	embedded.DownloadIfAsked()
	servers = &Servers{}
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() { stopOnSignal(done) })

	code := m.Run()

	close(done)
	watcher.Wait()
	if servers.used() && os.Getenv(templateVariable) == "" { // else the run's program says it, once for all packages
		fmt.Fprintln(os.Stderr, servers.Describe(raceDetector))
	}
	if err := servers.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "testenv: stop servers:", err)
		code = max(code, 1)
	}
	if code == 0 {
		if err := leaked(); err != nil {
			fmt.Fprintln(os.Stderr, "testenv: after all tests:", err)
			code = 1
		}
	}
	return code
}

// leaked looks for goroutines that are left over. A few end by themselves soon after what they belong to: a closed Redis
// pool's sleeps for a second before it looks.
func leaked() (err error) {
	for range 5 {
		if err = goleak.Find(); err == nil {
			return nil
		}
	}
	return err
}

// stopOnSignal ends the servers and the process on an interrupt, until done is closed.
func stopOnSignal(done <-chan struct{}) {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupted)
	select {
	case <-done:
	case <-interrupted:
		if err := servers.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, "testenv: stop servers:", err)
		}
		os.Exit(130)
	}
}

// Database makes a migrated, empty database for one test and returns its URL. The role is a superuser; the database is
// dropped when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	ctx := errand(t)
	adminURL, template, err := current(t).Database(ctx)
	if err != nil {
		t.Fatalf("testenv: no Postgres: %v", err)
	}
	name, cloneURL, err := cloneDatabase(ctx, adminURL, template)
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(func() {
		if err := dropDatabase(context.Background(), adminURL, name); err != nil {
			t.Errorf("testenv: drop the test's database: %v", err)
		}
	})
	return cloneURL
}

// Redis returns the URL of a store and a prefix for the keys of one test; they are deleted when the test ends.
func Redis(t testing.TB) (address, prefix string) {
	t.Helper()
	address, err := current(t).Redis(errand(t))
	if err != nil {
		t.Fatalf("testenv: no Redis: %v", err)
	}
	prefix = "test-" + strings.ToLower(rand.Text())
	t.Cleanup(func() {
		if err := deleteKeys(context.Background(), address, prefix); err != nil {
			t.Errorf("testenv: delete the test's keys: %v", err)
		}
	})
	return address, prefix
}

// OwnPostgres starts a Postgres with a migrated database for one test, which may kill and restart it.
func OwnPostgres(t testing.TB) *Own {
	t.Helper()
	own := startOwn(t, backend.postgres)
	if err := postgres.Migrate(errand(t), own.URL()); err != nil {
		t.Fatalf("testenv: migrate the test's own Postgres: %v", err)
	}
	return own
}

// OwnRedis starts a Redis-compatible store for one test, which may kill and restart it.
func OwnRedis(t testing.TB) *Own {
	t.Helper()
	return startOwn(t, backend.redis)
}

// current are the servers of this test binary.
func current(t testing.TB) *Servers {
	t.Helper()
	if servers == nil {
		t.Fatal("testenv: the package's TestMain does not call testenv.Main")
	}
	return servers
}

// errand is a context for one thing to be done for a test.
func errand(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), errandTimeout)
	t.Cleanup(cancel)
	return ctx
}
