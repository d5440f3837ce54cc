package db_test

import (
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
	"airport-content/internal/db"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// The server's own limit of a statement never ends a request that may go on.
func TestStatementTimeout(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	for requestTimeout, want := range map[time.Duration]string{0: "30s", 10 * time.Second: "30s", 90 * time.Second: "95s"} {
		pool := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 1, Timeout: requestTimeout}))(t)
		var got string
		if err := pool.QueryRow(t.Context(), "SHOW statement_timeout").Scan(&got); err != nil || got != want {
			t.Errorf("with requests of %s: %s, %v; want %s", requestTimeout, got, err, want)
		}
		pool.Close()
	}
}

// Text arrives as it was sent, with any client_encoding of role or database. pgbouncer=true in a
// URL turns prepared statements off.
func TestClientEncoding(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	conn := check.Must(db.ConnectDirect(t.Context(), url))(t)
	check.Must(conn.Exec(t.Context(), "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET client_encoding = LATIN1', current_database()); END $$"))(t)
	db.CloseSession(conn)
	conn = check.Must(db.ConnectDirect(t.Context(), url))(t)
	defer db.CloseSession(conn)
	const text, length = "Café 東京", 7
	var got int
	if err := conn.QueryRow(t.Context(), "SELECT length($1::text)", text).Scan(&got); err != nil || got != length {
		t.Errorf("a session: %q has %d characters, %v; want %d", text, got, err, length)
	}
	for _, o := range []db.Options{{URL: url}, {URL: url, Pooled: true}, {URL: url + "&pgbouncer=true"}} {
		pool := check.Must(db.Open(t.Context(), o))(t)
		if err := pool.QueryRow(t.Context(), "SELECT length($1::text)", text).Scan(&got); err != nil || got != length {
			t.Errorf("%+v: %q has %d characters, %v; want %d", o, text, got, err, length)
		}
		mode, pooled := pool.Config().ConnConfig.DefaultQueryExecMode, o.Pooled || o.URL != url
		check.Same(t, pooled, mode == pgx.QueryExecModeExec, o, " has query mode ", mode)
		pool.Close()
	}
}
