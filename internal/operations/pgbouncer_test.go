//go:build debian

package operations_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// Everything works through PgBouncer in transaction mode, with the one setting that it needs.
func TestPgBouncer(t *testing.T) {
	t.Parallel()
	adminURL := testenv.OwnPostgres(t).URL()
	direct := newOwner(t, adminURL)
	run(t, direct, "migrate", "up")
	makeServeRole(t, direct)
	port := startPgBouncer(t, adminURL)

	owner := direct.with("DATABASE_URL", through(t, port, direct["DATABASE_URL"]),
		"MIGRATE_DATABASE_URL", direct["DATABASE_URL"], "DB_PREPARED_STATEMENTS", "false")
	key := fill(t, owner)
	pooled := asServeRole(t, owner)
	if timeout := show(t, pooled["DATABASE_URL"], "statement_timeout"); timeout != "30s" {
		t.Errorf("statement_timeout through the pooler is %s, want what serve-role.sql sets", timeout)
	}
	server := serve(t, pooled.with("DB_MAX_CONNS", "8", "RATE_LIMIT", "1000"))
	t.Run("visitors", func(t *testing.T) {
		for i := range 8 { // four times the connections behind the pooler
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				visit(t, server.URL, key)
			})
		}
	})
	server.Stop()
	if found := complaints(server.Log); len(found) > 0 {
		t.Errorf("the server complains: %s", found)
	}
	got := clitest.Run(t.Context(), owner.with("DB_PREPARED_STATEMENTS", "true").list(), "", "airport", "list")
	if said := "unsupported startup parameter"; got.Code != 1 || !strings.Contains(got.Stderr, said) {
		t.Errorf("without the setting: %+v, want exit code 1 and %q", got, said)
	}
	if keys(t, owner)[0].LastUsedAt == nil {
		t.Error("the key's last use was not written")
	}
}

// startPgBouncer runs it as docs/deploy says, but for addresses and with two connections only; it knows the passwords of
// both roles as docs/operations says.
func startPgBouncer(t *testing.T, adminURL string) (port string) {
	t.Helper()
	program := installed(t, "pgbouncer", "pgbouncer")
	shipped, err := filepath.Abs("../../docs/deploy/pgbouncer/pgbouncer.ini")
	if err != nil {
		t.Fatal(err)
	}
	postgres, err := url.Parse(adminURL)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), adminURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var users string
	err = conn.QueryRow(t.Context(), `SELECT string_agg(format('"%s" "%s"', rolname, rolpassword), E'\n') FROM pg_authid
		WHERE rolname IN ('airport_content', 'airport_content_serve')`).Scan(&users)
	if err != nil {
		t.Fatal(err)
	}
	port = freePort(t)
	dir := directory(t)
	config := write(t, dir, "pgbouncer.ini", fmt.Sprintf(`%%include %s
auth_file = %s
listen_port = %s
unix_socket_dir =
default_pool_size = 2
[databases]
airport_content = host=%s port=%s dbname=airport_content
`, shipped, write(t, dir, "userlist.txt", users), port, postgres.Hostname(), postgres.Port()))
	start(t, port, program, config)
	return port
}

// through is a database's URL by way of the pooler on this machine.
func through(t *testing.T, port, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = "127.0.0.1:" + port
	return u.String()
}

// show asks for a setting through the pooler.
func show(t *testing.T, databaseURL, setting string) (value string) {
	t.Helper()
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), "SHOW "+setting).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
