package doctor_test

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2/server"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/config"
	"airport-content/internal/db"
	"airport-content/internal/doctor"
	"airport-content/internal/ingest"
	"airport-content/internal/ratelimit"
	"airport-content/internal/searchcounts"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// examine returns the findings by check. No finding may show the password s3cret.
func examine(t *testing.T, env ...string) map[string]doctor.Finding {
	t.Helper()
	findings, late := map[string]doctor.Finding{}, false
	for _, f := range doctor.Run(t.Context(), config.ParseEnv(env)) {
		findings[f.Check] = f
		late = late || strings.Contains(f.Message, "no answer within")
		if f.Message == "" || strings.Contains(f.Message, "\n") || strings.Contains(f.Message, "s3cret") {
			t.Errorf("an odd finding: %+v", f)
		}
	}
	if late { // on a busy machine
		return examine(t, env...)
	}
	return findings
}

// want is a finding that a test looks for.
type want struct {
	check    string
	severity doctor.Severity
	says     string
}

func (w want) in(t *testing.T, findings map[string]doctor.Finding) {
	t.Helper()
	if got := findings[w.check]; got.Severity != w.severity || !strings.Contains(got.Message, w.says) {
		t.Errorf("%s: %q %q; want %q %q", w.check, got.Severity, got.Message, w.severity, w.says)
	}
}

// environ names a database and a Redis of the test's own.
func environ(t *testing.T) []string {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return []string{"DATABASE_URL=" + testenv.Database(t), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix}
}

func databaseURL(env []string) string { return strings.TrimPrefix(env[0], "DATABASE_URL=") }

// A server set up by docs/operations has no findings, until its role loses rights.
func TestServeRole(t *testing.T) {
	t.Parallel()
	own := testenv.OwnPostgres(t)
	script := check.Must(os.ReadFile("../../docs/sql/serve-role.sql"))(t)
	testenv.Exec(t, own.URL(), string(script)+"; ALTER ROLE airport_content_serve PASSWORD 's3cret'")
	u := check.Must(url.Parse(own.URL()))(t)
	u.User = url.UserPassword("airport_content_serve", "s3cret")
	redisURL, prefix := testenv.Redis(t)
	env := []string{"DATABASE_URL=" + u.String(), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix}

	role := check.Must(db.Open(t.Context(), db.Options{URL: u.String()}))(t)
	defer role.Close()
	testenv.Exec(t, own.URL(), "INSERT INTO airport VALUES ('SFO', 'x')")
	counted := searchcounts.Query{Key: searchcounts.Key{Day: "2026-03-01", Airport: "SFO", Words: "coffee"}, Counts: searchcounts.Counts{Searches: 3}}
	for range 2 { // once to insert, and once to update
		check.NoError(t, admin.New(role).AddSearches(t.Context(), []searchcounts.Day{{Day: "2026-03-01", Airport: "SFO"}}, []searchcounts.Query{counted}))
	}
	check.NoError(t, admin.New(role).ForgetOldCounts(t.Context()))
	for _, statement := range []string{"LOCK TABLE usage_day IN ACCESS EXCLUSIVE MODE", "LOCK TABLE search_query IN SHARE MODE",
		"DELETE FROM content_item", "UPDATE airport SET name = 'x'", "UPDATE api_key SET scopes = '{content:read}'", "TRUNCATE api_key CASCADE",
		"CREATE TABLE own (n integer)", "CREATE TEMPORARY TABLE own (n integer)", "COPY content_item TO PROGRAM 'cat >/dev/null'",
		"DELETE FROM usage_day", "DELETE FROM search_day", "SELECT lo_create(0)", "SELECT lo_creat(0)", `SELECT lo_from_bytea(0, '\x00')`} {
		err := pgx.BeginFunc(t.Context(), role.Pool, func(tx pgx.Tx) error { return check.Failure(tx.Exec(t.Context(), statement)) })
		check.Same(t, db.InsufficientPrivilege, db.SQLState(err), "the role may ", statement)
	}
	testenv.Exec(t, own.URL(), "DELETE FROM airport")

	findings := examine(t, env...)
	for _, f := range findings {
		if f.Check != "disk" { // that of whoever runs the test
			check.Same(t, doctor.OK, f.Severity, f)
		}
	}
	want{"privileges", doctor.OK, "and no more"}.in(t, findings)
	want{"search", doctor.OK, "call the full-text search elasticsearch"}.in(t, findings)
	slow := append([]string{"REQUEST_TIMEOUT=1m"}, env...) // a pooler's connections have the role's own limit, ours a longer one
	want{"role", doctor.OK, "no superuser"}.in(t, examine(t, slow...))
	want{"role", doctor.Warning, "SET statement_timeout = '65s'"}.in(t, examine(t, append(slow, "DB_PREPARED_STATEMENTS=false")...))
	want{"migrate", doctor.Failure, "lacks rights of the tables' owner"}.in(t, examine(t, "DATABASE_URL="+own.URL(), "MIGRATE_DATABASE_URL="+u.String()))
	for _, step := range []struct {
		sql string
		want
	}{
		{"GRANT INSERT ON content_item TO airport_content_serve", want{"privileges", doctor.OK, "it may write content_item"}},
		{"REVOKE INSERT ON usage_day FROM airport_content_serve", want{"privileges", doctor.Warning, "usage or searches are not kept"}},
		{"REVOKE SELECT ON synonym, airport FROM airport_content_serve", want{"privileges", doctor.Failure, "may not read airport, synonym"}},
	} {
		testenv.Exec(t, own.URL(), step.sql)
		step.in(t, examine(t, env...))
	}
}

// instead makes a schema whose functions are found before the server's own.
const instead = `CREATE SCHEMA fake; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = fake, pg_catalog, public', current_database()); END $$;`

// airportOf is a statement that adds an airport with an item in a language.
func airportOf(language string) string {
	return fmt.Sprintf(`INSERT INTO airport VALUES ('SFO', 'x'); INSERT INTO airport_state (airport, items, analysis) VALUES ('SFO', '{"page": {"%s": 1}}', %d)`,
		language, ingest.Version)
}

// Each case spoils a database of its own.
// aSource is a source of SFO, with a run that ended a moment ago. The error is SQL.
func aSource(runError string) string {
	return `INSERT INTO airport VALUES ('SFO', 'x'); INSERT INTO source (airport, name, kind, url, settings) VALUES ('SFO', 'www', 'feed', '', '{"every": 900000000000}');
		INSERT INTO source_run (airport, source, started_at, added, updated, unchanged, deleted, skipped, failed, pages, good, left_out, notes, error)
		VALUES ('SFO', 'www', now(), 0, 0, 7, 0, 3, 3, 10, 7, 0, '{}', ` + runError + `)`
}

// aKey is a key of Acme that ends after an interval.
func aKey(ends, state string) string {
	return `INSERT INTO partner VALUES (7, 'Acme'); INSERT INTO api_key (id, partner_id, digest, scopes, all_airports, expires_at)
		VALUES ('aB3', 7, sha256(''), '{content:read}', true, now() + interval '` + ends + `'); ` + state
}

func TestDatabases(t *testing.T) {
	t.Parallel()
	setDatabase := func(setting string) string {
		return `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ` + setting + `', current_database()); END $$`
	}
	for name, tt := range map[string]struct {
		sql string
		want
	}{
		"another client_encoding": {setDatabase("SET client_encoding = ''LATIN1''"),
			want{"encoding", doctor.Warning, "client_encoding is set to LATIN1"}},
		"extensions elsewhere": {"CREATE SCHEMA other; ALTER EXTENSION unaccent SET SCHEMA other",
			want{"extensions", doctor.Failure, "ALTER EXTENSION unaccent SET SCHEMA public"}},
		"a superuser": {"SELECT", want{"role", doctor.Warning, "is a superuser"}},
		"an old server": {instead + `CREATE FUNCTION fake.current_setting(text) RETURNS text LANGUAGE sql AS
			$$SELECT CASE $1 WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12' ELSE pg_catalog.current_setting($1) END$$`,
			want{"database", doctor.Failure, "PostgreSQL 14.12 is too old"}},
		"a replica": {instead + "CREATE FUNCTION fake.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
			want{"database", doctor.Failure, "is a replica"}},
		"read-only": {setDatabase("SET default_transaction_read_only = on"), want{"database", doctor.Warning, "default_transaction_read_only is on"}},
		"another time": {instead + `CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT pg_catalog.clock_timestamp() + interval '1 hour'$$`,
			want{"clock", doctor.Warning, "1h0m0s behind the database's"}},
		"few connections": {setDatabase("CONNECTION LIMIT 3"), want{"connections", doctor.Warning, "of 3 are free"}},
		"no extension":    {"DROP EXTENSION pg_trgm, unaccent CASCADE", want{"extensions", doctor.Failure, "CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent"}},
		"no schema":       {"DROP TABLE schema_support CASCADE", want{"schema", doctor.Failure, "airport-content migrate up"}},
		"a newer schema":  {"INSERT INTO schema_support VALUES (1000, 1000)", want{"schema", doctor.Failure, "install a newer airport-content"}},
		"an invalid index": {"UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'content_item_newest'::regclass",
			want{"indexes", doctor.Failure, "content_item_newest; REINDEX"}},
		"no search index": {"DROP INDEX content_item_search", want{"search", doctor.Failure, "content_item_search is missing"}},
		"an airport that is offline": {airportOf("en") + "; INSERT INTO airport VALUES ('LAX', 'y'); UPDATE airport SET offline_at = now() WHERE code = 'SFO'",
			want{"airports", doctor.Warning, "offline: SFO since 20"}},
		"an airport that is online": {airportOf("en"), want{"airports", doctor.OK, "none is offline"}},
		"a killed import": {"INSERT INTO airport VALUES ('SFO', 'x'); INSERT INTO airport_state (airport, import_mark) VALUES ('SFO', now())",
			want{"imports", doctor.Warning, "SFO since "}},
		"a source that failed": {aSource("'no answer'"), want{"sources", doctor.Failure, "SFO www failed: no answer"}},
		"a source that failed long ago": {aSource("'no answer'") + "; UPDATE source_run SET ended_at = now() - interval '3 days'",
			want{"sources", doctor.Failure, "SFO www failed: no answer"}},
		"a paused source that failed":  {aSource("'no answer'") + "; UPDATE source SET paused = true", want{"sources", doctor.OK, "none of 1"}},
		"a source that skips":          {aSource("NULL"), want{"sources", doctor.Warning, "SFO www skips 3 of 10 pages"}},
		"a key that ends soon":         {aKey("13 days", ""), want{"keys", doctor.Warning, `aB3 of "Acme" on 20`}},
		"a key that ends later":        {aKey("15 days", ""), want{"keys", doctor.OK, "none"}},
		"a key that has ended":         {aKey("-1 days", ""), want{"keys", doctor.OK, "none"}},
		"a revoked key":                {aKey("13 days", "UPDATE api_key SET revoked_at = now()"), want{"keys", doctor.OK, "none"}},
		"a key of a disabled partner":  {aKey("13 days", "UPDATE partner SET disabled_at = now()"), want{"keys", doctor.OK, "none"}},
		"vectors of an older program":  {airportOf("pl") + "; UPDATE airport_state SET analysis = 0", want{"vectors", doctor.Warning, "of SFO; run airport-content reindex"}},
		"a count without items":        {airportOf("pl"), want{"counts", doctor.Failure, "the counts of SFO differ"}},
		"a language without a stemmer": {airportOf("pl"), want{"languages", doctor.OK, "no stemmer for pl of SFO"}},
		"texts that are not understood": {airportOf("en") + `; INSERT INTO content_item (airport, id, content_type, language, search_language, last_modified, revision, title_length, search_length,
			title, content, search, metadata, unread_keys) VALUES ('SFO', 'a', 'page', 'en', 'english', now(), 1, 1, 1, 'A', '', '', '{"hours_of_operation": "when it is fun"}', '{hours_of_operation}')`,
			want{"texts", doctor.OK, "hours_of_operation of SFO (items: 1); airport-content airport unread SFO"}},
		"a language cut into pieces": {airportOf("zh-CN"), want{"languages", doctor.OK, "a way to read each"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := environ(t)
			testenv.Exec(t, databaseURL(env), tt.sql)
			findings := examine(t, env...)
			tt.in(t, findings)
			want{"redis", doctor.OK, ""}.in(t, findings) // everything else is checked all the same
		})
	}
}

// A replica without a connection to its primary.
func TestReplicaWithoutPrimary(t *testing.T) {
	t.Parallel()
	env := environ(t)
	replica := testenv.Database(t)
	testenv.Exec(t, replica, instead+`CREATE FUNCTION fake.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
		CREATE FUNCTION fake.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS $$SELECT '0/0'::pg_lsn$$;
		CREATE FUNCTION fake.pg_last_xact_replay_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT clock_timestamp() - interval '19 minutes'$$`)
	env = append(env, "DATABASE_READ_URL="+replica)
	findings := examine(t, env...)
	want{"replica", doctor.OK, "PostgreSQL"}.in(t, findings)
	want{"replication", doctor.Warning, "receives nothing from its primary, and is at least 19m0s behind"}.in(t, findings)
}

// A finding names each unreachable service and the remedy. All other checks run.
func TestSettings(t *testing.T) {
	t.Parallel()
	env := environ(t)
	database := check.Must(url.Parse(databaseURL(env)))(t)
	nowhere, stranger := *database, *database
	nowhere.Path = "/nowhere"
	stranger.User = url.UserPassword("nobody", "s3cret")
	pooler := listen(t, func(c net.Conn) {
		_, _ = c.Read(make([]byte, 1000))
		_, _ = c.Write([]byte("E\x00\x00\x00\x37SFATAL\x00C08P01\x00Munsupported startup parameter: jit\x00\x00"))
	})
	for setting, want := range map[string]want{
		"DATABASE_URL=postgres://u:s3cret@127.0.0.1:1/d":                    {"database", doctor.Failure, "start it, or correct the URL"},
		"DATABASE_URL=" + nowhere.String():                                  {"database", doctor.Failure, "create the database"},
		"DATABASE_URL=" + stranger.String():                                 {"database", doctor.Failure, "check the user and the password"},
		"DATABASE_URL=postgres://u:s3cret@" + pooler + "/d?sslmode=disable": {"database", doctor.Failure, "DB_PREPARED_STATEMENTS=false"},
		"MIGRATE_DATABASE_URL=postgres://u:s3cret@127.0.0.1:1/d":            {"migrate", doctor.Failure, "MIGRATE_DATABASE_URL"},
		"DATABASE_READ_URL=postgres://u:s3cret@127.0.0.1:1/d":               {"replica", doctor.Warning, "read from the primary"},
		"DATABASE_READ_URL=" + database.String():                            {"replica", doctor.Warning, "is no replica"},
		"REDIS_URL=redis://:s3cret@127.0.0.1:1":                             {"redis", doctor.Failure, "correct REDIS_URL"},
		"RATE_LIMIT=many":                                                   {"configuration", doctor.Failure, `RATE_LIMIT="many": want`},
		"DATABASE_URL=s3cret":                                               {"configuration", doctor.Failure, "DATABASE_URL: want postgres://"},
		"REDIS_URL=s3cret":                                                  {"configuration", doctor.Failure, "REDIS_URL: want redis://"},
		"LISTEN_ADDR=[::1]:8080":                                            {"proxies", doctor.Warning, "TRUSTED_PROXIES"},
		"TRUSTED_PROXIES=10.0.0.0/8,::/0":                                   {"proxies", doctor.Warning, "TRUSTED_PROXIES holds ::/0"},
		"TRUSTED_PROXIES=127.0.0.1/32":                                      {"proxies", doctor.OK, "X-Forwarded-For"},
	} {
		t.Run(strings.ReplaceAll(setting, "/", "_"), func(t *testing.T) {
			t.Parallel()
			findings := examine(t, append(env[:len(env):len(env)], setting)...)
			want.in(t, findings)
			if !strings.HasPrefix(setting, "DATABASE_URL") && findings["search"].Severity != doctor.OK {
				t.Errorf("the database: %v", findings)
			}
		})
	}
}

func TestRedis(t *testing.T) {
	t.Parallel()
	const (
		about   = "# Server\r\nredis_version:7.2.4\r\n"
		limited = "# Memory\r\nmaxmemory:104857600\r\nmaxmemory_human:100.00M\r\nmaxmemory_policy:"
	)
	for name, tt := range map[string]struct {
		info, refusal string
		want
	}{
		"Redis":                   {about, "", want{"redis", doctor.OK, "Redis 7.2.4 at redis://127.0.0.1"}},
		"Valkey":                  {about + "valkey_version:8.1.1\r\n", "", want{"redis", doctor.OK, "Valkey 8.1.1 at"}},
		"one that tells nothing":  {"", "", want{"redis", doctor.OK, "does not say what it is"}},
		"no limit":                {"# Memory\r\nmaxmemory:0\r\n", "", want{"redis memory", doctor.OK, "maxmemory is not set"}},
		"a limit that refuses":    {limited + "noeviction\r\n", "", want{"redis memory", doctor.Warning, "once its 100.00M are full"}},
		"a limit that drops keys": {limited + "volatile-ttl\r\n", "", want{"redis memory", doctor.OK, "maxmemory-policy volatile-ttl"}},
		"a full one":              {about, "OOM command not allowed when used memory > 'maxmemory'.", want{"redis", doctor.Failure, "takes no writes: OOM"}},
		"a replica":               {about, "READONLY You can't write against a read only replica.", want{"redis", doctor.Failure, "must name a primary"}},
		"a part of a cluster":     {about, "MOVED 3999 127.0.0.1:6381", want{"redis", doctor.Failure, "without cluster mode"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.in(t, examine(t, "REDIS_URL=redis://"+scriptedRedis(t, tt.info, tt.refusal)))
		})
	}
}

func TestOddKeysOfRedis(t *testing.T) {
	t.Parallel()
	address, prefix := testenv.Redis(t)
	env := []string{"REDIS_URL=" + address, "REDIS_PREFIX=" + prefix}
	want{"redis keys", doctor.OK, "right type"}.in(t, examine(t, env...))
	client := check.Must(ratelimit.NewClient(address))(t)
	defer client.Close()
	check.NoError(t, client.Set(t.Context(), prefix+":rate:partner:1:60", "text", time.Minute).Err())
	want{"redis keys", doctor.Failure, prefix + ":rate:partner:1:60 (string); delete them"}.in(t, examine(t, env...))
}

// scriptedRedis answers INFO with a text, and every write with an error unless that is empty.
func scriptedRedis(t *testing.T, info, refusal string) (addr string) {
	t.Helper()
	store := check.Must(server.NewServer("127.0.0.1:0"))(t)
	t.Cleanup(store.Close)
	write := func(c *server.Peer, _ string, _ []string) {
		if refusal != "" {
			c.WriteError(refusal)
			return
		}
		c.WriteOK()
	}
	for command, answer := range map[string]server.Cmd{
		"PING": func(c *server.Peer, _ string, _ []string) { c.WriteInline("PONG") },
		"INFO": func(c *server.Peer, _ string, _ []string) { c.WriteBulk(info) },
		"SET":  write,
	} {
		check.NoError(t, store.Register(command, answer))
	}
	return store.Addr().String()
}

// listen returns the address of a server that calls do for each connection, and leaves the
// connection open.
func listen(t *testing.T, do func(net.Conn)) string {
	t.Helper()
	listener := check.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
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
