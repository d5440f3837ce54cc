package testenv_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

func TestDatabasesAreMigratedEmptyAndApart(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"one", "other"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := connect(t, testenv.Database(t))
			var airports int
			if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM airport").Scan(&airports); err != nil {
				t.Fatal(err)
			}
			if airports != 0 {
				t.Errorf("%d airports in a fresh database", airports)
			}
			if _, err := conn.Exec(t.Context(), "INSERT INTO airport (code, name) VALUES ('SFO', 'San Francisco')"); err != nil {
				t.Error(err)
			}
			var super bool
			if err := conn.QueryRow(t.Context(), "SELECT rolsuper FROM pg_roles WHERE rolname = current_user").Scan(&super); err != nil || !super {
				t.Errorf("superuser: %t, error %v", super, err)
			}
		})
	}
}

func TestDatabaseIsDroppedAfterItsTestWhoeverIsConnected(t *testing.T) {
	t.Parallel()
	var url string
	var conn *pgx.Conn
	passed := t.Run("test", func(t *testing.T) {
		url = testenv.Database(t)
		var err error
		if conn, err = pgx.Connect(t.Context(), url); err != nil {
			t.Fatal(err)
		}
	})
	if !passed {
		t.FailNow()
	}
	defer conn.Close(context.Background())
	if _, err := pgx.Connect(t.Context(), url); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("connecting after the test: %v, want that it does not exist", err)
	}
}

func TestOwnPostgresSurvivesAKill(t *testing.T) {
	t.Parallel()
	own := testenv.OwnPostgres(t)
	if _, err := connect(t, own.URL()).Exec(t.Context(), "INSERT INTO airport (code, name) VALUES ('SFO', 'San Francisco')"); err != nil {
		t.Fatal(err)
	}
	own.Kill()
	if _, err := pgx.Connect(t.Context(), own.URL()); err == nil {
		t.Error("the server answers after Kill")
	}
	own.Restart()
	own.Restart()
	var airports int
	if err := connect(t, own.URL()).QueryRow(t.Context(), "SELECT count(*) FROM airport").Scan(&airports); err != nil || airports != 1 {
		t.Errorf("%d airports after Restart, error %v; want 1", airports, err)
	}
}

func TestOwnRedisComesBackEmpty(t *testing.T) {
	t.Parallel()
	own := testenv.OwnRedis(t)
	c := client(t, own.URL())
	if err := c.Set(t.Context(), "key", "1", 0).Err(); err != nil {
		t.Fatal(err)
	}
	own.Kill()
	if err := c.Ping(t.Context()).Err(); err == nil {
		t.Error("the store answers after Kill")
	}
	own.Restart()
	if n, err := c.Exists(t.Context(), "key").Result(); err != nil || n != 0 {
		t.Errorf("%d keys after Restart, error %v; want 0", n, err)
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func client(t *testing.T, address string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	options.MaxRetries, options.DialerRetries, options.ReadTimeout = -1, 1, time.Minute
	c := redis.NewClient(options)
	t.Cleanup(func() { c.Close() })
	return c
}
