package db_test

import (
	"os"
	"testing"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// The server's own limit of a statement never ends a request that may go on.
func TestStatementTimeout(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	for requestTimeout, want := range map[time.Duration]string{0: "30s", 10 * time.Second: "30s", 90 * time.Second: "95s"} {
		pool, err := db.Open(t.Context(), db.Options{URL: url, MaxConns: 1, Timeout: requestTimeout})
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := pool.QueryRow(t.Context(), "SHOW statement_timeout").Scan(&got); err != nil || got != want {
			t.Errorf("with requests of %s: %s, %v; want %s", requestTimeout, got, err, want)
		}
		pool.Close()
	}
}
