package cli_test

import (
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2/server"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/testenv"
)

type findingRow struct{ Check, State, Message string }

// doctor is what the doctor finds, by check, and its exit code.
func (e environ) doctor(t *testing.T) (findings map[string]findingRow, code int) {
	t.Helper()
	got := e.run(t.Context(), "", "doctor", "--json")
	var rows []findingRow
	decode(t, got.Stdout, &rows)
	findings = map[string]findingRow{}
	failures := 0
	for _, row := range rows {
		findings[row.Check] = row
		if row.State == "failure" {
			failures++
		}
		if row.Message == "" || strings.Contains(row.Message, "\n") || !strings.Contains("ok warning failure", row.State) {
			t.Errorf("an odd finding: %+v", row)
		}
	}
	if (failures > 0) != (got.Code == 1) || got.Code > 1 {
		t.Errorf("exit code %d with %d failures", got.Code, failures)
	}
	return findings, got.Code
}

// finds looks for one finding, and returns all of them.
func (e environ) finds(t *testing.T, check, state, says string) map[string]findingRow {
	t.Helper()
	findings, _ := e.doctor(t)
	got := findings[check]
	if got.State != state || !strings.Contains(got.Message, says) {
		t.Errorf("%s: %q %q; want %q %q", check, got.State, got.Message, state, says)
	}
	return findings
}

// A server set up as the documents say has nothing wrong with it.
func TestDoctorFindsNothing(t *testing.T) {
	t.Parallel()
	own := testenv.OwnPostgres(t)
	redisURL, prefix := testenv.Redis(t)
	owner := environ{"DATABASE_URL=" + own.URL()}
	owner.must(t, "airport", "add", "SFO", "San Francisco")
	owner.mustRead(t, twoItems, "import", "SFO", "-")
	script, err := os.ReadFile("../../docs/sql/serve-role.sql")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), own.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.PgConn().Exec(t.Context(), string(script)+"; ALTER ROLE airport_content_serve PASSWORD 'serve'").ReadAll(); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(own.URL())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("airport_content_serve", "serve")
	e := environ{"DATABASE_URL=" + u.String(), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix}

	findings, code := e.doctor(t)
	for _, f := range findings {
		if f.State != "ok" {
			t.Errorf("%+v", f)
		}
	}
	if want := "the role may do what serve needs, and no more"; code != 0 || findings["privileges"].Message != want || len(findings) != 13 {
		t.Errorf("exit code %d, %d findings: %v", code, len(findings), findings)
	}
	shown := e.run(t.Context(), "", "doctor")
	if lines := strings.Count(shown.Stdout, "\n"); lines != len(findings) || shown.Stderr != "" || !strings.Contains(shown.Stdout, "\nok       database      PostgreSQL 1") {
		t.Errorf("for people: %s%s", shown.Stdout, shown.Stderr)
	}
	if strings.Contains(shown.Stdout, ":serve@") {
		t.Error("a password is shown")
	}

	// With the owner's rights there are warnings, or hints.
	if _, err := conn.Exec(t.Context(), "GRANT INSERT ON content_item TO airport_content_serve"); err != nil {
		t.Fatal(err)
	}
	e.finds(t, "privileges", "ok", "it may write content_item")
	if _, err := conn.Exec(t.Context(), "REVOKE UPDATE ON usage_day FROM airport_content_serve"); err != nil {
		t.Fatal(err)
	}
	e.finds(t, "privileges", "warning", "usage is not kept")
	if _, err := conn.Exec(t.Context(), "REVOKE SELECT ON synonym, airport FROM airport_content_serve"); err != nil {
		t.Fatal(err)
	}
	e.finds(t, "privileges", "failure", "may not read airport, synonym")
}

// What is wrong with the database; each case has one of its own.
func TestDoctorOnDatabases(t *testing.T) {
	t.Parallel()
	// A function of this name stands before the server's own, once the database is told to look there first.
	const instead = `CREATE SCHEMA fake; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = fake, pg_catalog, public', current_database()); END $$;`
	setDatabase := func(setting string) string {
		return `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ` + setting + `', current_database()); END $$`
	}
	for _, tt := range []struct{ name, sql, check, state, says string }{
		{"a superuser", "SELECT", "role", "warning", "is a superuser"},
		{"an old server", instead + `CREATE FUNCTION fake.current_setting(text) RETURNS text LANGUAGE sql AS
			$$SELECT CASE $1 WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12' ELSE pg_catalog.current_setting($1) END$$`,
			"database", "failure", "PostgreSQL 14.12 at postgres://"},
		{"a replica", instead + "CREATE FUNCTION fake.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'", "database", "failure", "is a replica"},
		{"read-only", setDatabase("SET default_transaction_read_only = on"), "database", "warning", "default_transaction_read_only is on"},
		{"another time", instead + `CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT pg_catalog.clock_timestamp() + interval '1 hour'$$`,
			"clock", "warning", "1h0m0s behind the database's"},
		{"few connections", setDatabase("CONNECTION LIMIT 3"), "connections", "warning", "of 3 are free"},
		{"no extension", "DROP EXTENSION pg_trgm CASCADE", "extensions", "failure", "lacks pg_trgm"},
		{"an old schema", "DELETE FROM schema_support WHERE version > 3", "schema", "failure", "airport-content migrate up"},
		{"a schema too new", "INSERT INTO schema_support VALUES (1000, 1000)", "schema", "failure", "install a newer airport-content"},
		{"an invalid index", "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'content_item_newest'::regclass", "indexes", "failure", "content_item_newest; REINDEX"},
		{"no search index", "DROP INDEX content_item_search", "search", "failure", "content_item_search is missing"},
		{"no search configuration", "DROP TEXT SEARCH CONFIGURATION airport_content CASCADE", "search", "failure", "restore the text search configuration"},
		{"another search configuration", "ALTER TEXT SEARCH CONFIGURATION airport_content ALTER MAPPING FOR word WITH simple", "search", "failure", "was changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := newEnviron(t)
			conn, err := pgx.Connect(t.Context(), e.databaseURL())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			if _, err := conn.PgConn().Exec(t.Context(), tt.sql).ReadAll(); err != nil {
				t.Fatal(err)
			}
			findings := e.finds(t, tt.check, tt.state, tt.says)
			if findings["redis"].State != "ok" || findings["configuration"].State != "ok" {
				t.Errorf("the other checks: %v", findings)
			}
		})
	}
}

// Whatever cannot be reached is named, with what to do, and everything else is looked at all the same.
func TestDoctorOnWhatIsNotThere(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	database, err := url.Parse(e.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(change func(*url.URL)) string {
		u := *database
		change(&u)
		return u.String()
	}
	silent, refusing := listen(t, func(net.Conn) {}), listen(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 1000))
		_, _ = c.Write([]byte("E\x00\x00\x00\x37SFATAL\x00C08P01\x00Munsupported startup parameter: jit\x00\x00"))
	})
	for _, tt := range []struct{ name, variable, check, state, says string }{
		{"no server", "DATABASE_URL=postgres://u:s3cret@127.0.0.1:1/d", "database", "failure", "start it, or correct the URL"},
		{"no such database", "DATABASE_URL=" + wrong(func(u *url.URL) { u.Path = "/nowhere" }), "database", "failure", "create the database"},
		{"no such user", "DATABASE_URL=" + wrong(func(u *url.URL) { u.User = url.UserPassword("nobody", "s3cret") }), "database", "failure", "check the user and the password"},
		{"a server that says nothing", "DATABASE_URL=postgres://u:s3cret@" + silent + "/d?sslmode=disable", "database", "failure", "DATABASE_URL"},
		{"a pooler", "DATABASE_URL=postgres://u:s3cret@" + refusing + "/d?sslmode=disable", "database", "failure", "DB_PREPARED_STATEMENTS=false"},
		{"nothing to migrate", "MIGRATE_DATABASE_URL=postgres://u:s3cret@127.0.0.1:1/d", "migrate", "failure", "MIGRATE_DATABASE_URL"},
		{"no replica", "DATABASE_READ_URL=postgres://u:s3cret@127.0.0.1:1/d", "replica", "warning", "from the primary meanwhile"},
		{"a primary for a replica", "DATABASE_READ_URL=" + e.databaseURL(), "replica", "warning", "is no replica"},
		{"no Redis", "REDIS_URL=redis://:s3cret@127.0.0.1:1", "redis", "failure", "correct REDIS_URL"},
		{"a wrong value", "RATE_LIMIT=many", "configuration", "failure", `RATE_LIMIT="many": want`},
		{"a wrong database URL", "DATABASE_URL=s3cret", "configuration", "failure", "DATABASE_URL: want postgres://"},
		{"a wrong Redis URL", "REDIS_URL=s3cret", "configuration", "failure", "REDIS_URL: want redis://"},
		{"a proxy in front", "LISTEN_ADDR=[::1]:8080", "proxies", "warning", "TRUSTED_PROXIES"},
		{"every proxy", "TRUSTED_PROXIES=10.0.0.0/8,::/0", "proxies", "warning", "TRUSTED_PROXIES holds ::/0"},
		{"a proxy known", "TRUSTED_PROXIES=127.0.0.1/32", "proxies", "ok", "X-Forwarded-For"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			findings := e.with(tt.variable).finds(t, tt.check, tt.state, tt.says)
			if took := time.Since(began); took > startLimit {
				t.Errorf("it took %v", took)
			}
			variable, _, _ := strings.Cut(tt.variable, "=")
			if variable != "DATABASE_URL" && findings["search"].State != "ok" || variable != "REDIS_URL" && findings["redis"].State != "ok" {
				t.Errorf("the other checks: %v", findings)
			}
			for _, f := range findings {
				if strings.Contains(f.Message, "s3cret") {
					t.Errorf("a password is shown: %+v", f)
				}
			}
		})
	}
}

// What stores of several kinds say, said by one that can be told what to say.
func TestDoctorOnRedis(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	const version = "# Server\r\nredis_version:7.2.4\r\n"
	for _, tt := range []struct{ name, info, refusal, check, state, says string }{
		{"Redis", version, "", "redis", "ok", "Redis 7.2.4 at redis://127.0.0.1"},
		{"Valkey", version + "valkey_version:8.1.1\r\n", "", "redis", "ok", "Valkey 8.1.1 at"},
		{"one that tells nothing", "", "", "redis", "ok", "does not say what it is"},
		{"no limit", version + "maxmemory:0\r\nmaxmemory_policy:noeviction\r\n", "", "redis memory", "ok", "maxmemory is not set"},
		{"a limit that refuses", version + "maxmemory:104857600\r\nmaxmemory_human:100.00M\r\nmaxmemory_policy:noeviction\r\n", "",
			"redis memory", "warning", "once its 100.00M are full it takes no more counts"},
		{"a limit that forgets", version + "maxmemory:104857600\r\nmaxmemory_human:100.00M\r\nmaxmemory_policy:volatile-ttl\r\n", "",
			"redis memory", "ok", "maxmemory-policy volatile-ttl"},
		{"a full one", version, "OOM command not allowed when used memory > 'maxmemory'.", "redis", "failure", "takes no writes: OOM"},
		{"a replica", version, "READONLY You can't write against a read only replica.", "redis", "failure", "must name a primary"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e.with("REDIS_URL=redis://"+scriptedRedis(t, tt.info, tt.refusal)).finds(t, tt.check, tt.state, tt.says)
		})
	}
}

// scriptedRedis answers INFO with a text, and SET with an error unless that is empty.
func scriptedRedis(t *testing.T, info, refusal string) (addr string) {
	t.Helper()
	store, err := server.NewServer("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	for command, answer := range map[string]server.Cmd{
		"PING": func(c *server.Peer, _ string, _ []string) { c.WriteInline("PONG") },
		"INFO": func(c *server.Peer, _ string, _ []string) { c.WriteBulk(info) },
		"SET": func(c *server.Peer, _ string, _ []string) {
			if refusal != "" {
				c.WriteError(refusal)
				return
			}
			c.WriteOK()
		},
	} {
		if err := store.Register(command, answer); err != nil {
			t.Fatal(err)
		}
	}
	return store.Addr().String()
}

// listen is the address of a server that does something with each connection, and leaves it open.
func listen(t *testing.T, do func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			do(conn)
		}
	}()
	t.Cleanup(func() { listener.Close(); <-ended })
	return listener.Addr().String()
}
