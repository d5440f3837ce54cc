package schema_test

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/schema"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// unfit checks that a database is refused, with the remedy.
func unfit(t *testing.T, err error, says ...string) {
	t.Helper()
	for _, text := range says {
		if !errors.Is(err, schema.ErrUnfit) || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
}

// The program and goose migrate the same schema. Check refuses the schemas that the program does
// not work on.
func TestMigrate(t *testing.T) {
	t.Parallel()
	address := testenv.PlainDatabase(t)
	connections := check.Must(sql.Open("pgx", address))(t)
	defer connections.Close()
	cli := check.Must(goose.NewProvider(goose.DialectPostgres, connections, os.DirFS("../../migrations")))(t)
	pool := testenv.Pool(t, address)
	all := check.Must(schema.Migrations(t.Context(), address))(t)
	is := func(want int) { // so many migrations are applied
		t.Helper()
		newest := int64(0)
		if want > 0 {
			newest = all[want-1].Version
		}
		if got, err := schema.Version(t.Context(), pool); got != newest || err != nil {
			t.Errorf("version %d, want %d; %v", got, newest, err)
		}
		list, err := schema.Migrations(t.Context(), address)
		applied := slices.DeleteFunc(list, func(m schema.Migration) bool { return !m.Applied })
		if check.NoError(t, err); len(applied) != want {
			t.Errorf("%d migrations are applied, want %d", len(applied), want)
		}
	}
	is(len(all))
	check.NoError(t, schema.Check(t.Context(), pool))
	check.Must(cli.Down(t.Context()))(t)
	is(len(all) - 1)
	unfit(t, schema.Check(t.Context(), pool), "migrate up")
	check.Must(cli.DownTo(t.Context(), 0))(t)
	is(0)
	unfit(t, schema.Check(t.Context(), pool), "migrate up")

	var together sync.WaitGroup
	var done [3]int
	for n := range done {
		together.Go(func() {
			list, err := schema.Migrate(t.Context(), address)
			if done[n] = len(list); err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	check.Same(t, len(all), done[0]+done[1]+done[2], "migrations that three programs at once apply")
	is(len(all))
	testenv.Exec(t, address, "INSERT INTO schema_support (version, oldest_program) SELECT max(version) + 1, max(version) FROM schema_support")
	check.NoError(t, schema.Check(t.Context(), pool))
	testenv.Exec(t, address, "INSERT INTO schema_support (version, oldest_program) SELECT max(version) + 1, max(version) FROM schema_support")
	unfit(t, schema.Check(t.Context(), pool), "install a newer airport-content")
}

// meanwhile does something before one of the statements of a database.
type meanwhile struct {
	db.DBTX
	statements *int // until then
	do         func()
}

func (m meanwhile) Query(ctx context.Context, text string, args ...any) (pgx.Rows, error) {
	m.count()
	return m.DBTX.Query(ctx, text, args...)
}

func (m meanwhile) QueryRow(ctx context.Context, text string, args ...any) pgx.Row {
	m.count()
	return m.DBTX.QueryRow(ctx, text, args...)
}

func (m meanwhile) count() {
	if *m.statements--; *m.statements == 0 {
		m.do()
	}
}

// Another program may migrate at any moment. Its versions are ours.
func TestVersionsOfAnotherMigration(t *testing.T) {
	t.Parallel()
	for at := range 4 {
		address := testenv.PlainDatabase(t)
		connections := check.Must(sql.Open("pgx", address))(t)
		defer connections.Close()
		cli := check.Must(goose.NewProvider(goose.DialectPostgres, connections, os.DirFS("../../migrations")))(t)
		check.Must(cli.DownTo(t.Context(), 0))(t)
		statements := at + 1
		pool := meanwhile{testenv.Pool(t, address), &statements, func() { check.Must(cli.UpTo(t.Context(), 1))(t) }}
		check.NoError(t, schema.CheckVersions(t.Context(), pool))
		check.Same(t, true, statements <= 0, "whether there are so many statements")
	}
}

// An unfit database is refused before any change.
func TestUnfitDatabases(t *testing.T) {
	t.Parallel()
	server := check.Must(url.Parse(testenv.OwnPostgres(t).URL()))(t)
	testenv.Exec(t, server.String(), "CREATE ROLE app LOGIN PASSWORD 'app'")
	as := func(user, database string) string {
		u := *server
		if u.Path = "/" + database; user != "" {
			u.User = url.UserPassword(user, user)
		}
		return u.String()
	}
	for name, test := range map[string]struct {
		options, prepare string // of CREATE DATABASE; statements of a superuser
		says             string
	}{
		"latin":  {"OWNER app ENCODING 'LATIN1' LOCALE 'C'", "", "ENCODING 'UTF8'"},
		"theirs": {"", "", `ALTER DATABASE "theirs" OWNER TO "app"`},
		"mine":   {"OWNER app", "REVOKE CREATE ON SCHEMA public FROM pg_database_owner", `GRANT CREATE, USAGE ON SCHEMA public TO "app"`},
		"frozen": {"OWNER app", "ALTER DATABASE frozen SET default_transaction_read_only = on", "default_transaction_read_only is on"},
		"hosted": {"OWNER app", "CREATE SCHEMA extensions; CREATE EXTENSION unaccent SCHEMA extensions",
			"ALTER EXTENSION unaccent SET SCHEMA public"},
		"bare": {"", "GRANT CREATE ON SCHEMA public TO app", "CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent"},
	} {
		testenv.Exec(t, server.String(), "CREATE DATABASE "+name+" TEMPLATE template0 "+test.options)
		if test.prepare != "" {
			testenv.Exec(t, as("", name), test.prepare)
		}
		_, err := schema.Migrate(t.Context(), as("app", name))
		unfit(t, err, test.says)
		check.Same(t, 0, testenv.Value[int](t, as("app", name), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), name)
	}
	testenv.Exec(t, as("", "bare"), "CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent")
	check.Must(schema.Migrate(t.Context(), as("app", "bare")))(t)

	testenv.Exec(t, server.String(), "CREATE ROLE stranger LOGIN PASSWORD 'stranger'")
	stranger := testenv.Pool(t, as("stranger", "bare"))
	unfit(t, schema.Check(t.Context(), stranger), `the role "stranger" may not read`, `"app"`)
	unfit(t, schema.CheckOwns(t.Context(), stranger.Queries), `the role "stranger" lacks rights`)
	_, refused := stranger.Exec(t.Context(), "DELETE FROM airport")
	unfit(t, schema.Explain(t.Context(), stranger.Queries, refused), `the role "stranger" lacks rights`)
	if other := errors.New("other"); schema.Explain(t.Context(), stranger.Queries, other) != other {
		t.Error("another error is explained")
	}
}

// The probe fails without its index, and if the search misses an item.
func TestProbeSearch(t *testing.T) {
	t.Parallel()
	address := testenv.PlainDatabase(t)
	pool := testenv.Pool(t, address)
	for _, code := range []string{"AA0", "SFO"} { // AA0 has no item
		check.Must(admin.New(pool).AddAirport(t.Context(), code, code))(t)
	}
	check.Must(importer.Run(t.Context(), address, "SFO", strings.NewReader(`{"id":"a","contentType":"page","title":"Lounge","content":""}`), importer.Options{}))(t)
	for _, step := range []struct {
		sql    string
		broken bool
	}{
		{"SELECT", false}, {"UPDATE content_item SET search = ''", true}, {"TRUNCATE search_term", false}, {"DROP INDEX content_item_search", true},
	} {
		testenv.Exec(t, address, step.sql)
		if err := schema.ProbeSearch(t.Context(), pool, "SFO"); errors.Is(err, schema.ErrSearchBroken) != step.broken || err != nil && !step.broken {
			t.Errorf("%s: %v", step.sql, err)
		}
	}
	check.Same(t, []string{"SFO"}, check.Must(schema.ProbeAirports(t.Context(), pool))(t), "airports to probe")
}

// onCluster reports whether databases are on a Citus cluster, as with `make test-citus`.
func onCluster() bool { return os.Getenv("TEST_BACKEND") == "citus" }

// The operator is told what is missing before a database can be distributed.
func TestCheckCitus(t *testing.T) {
	t.Parallel()
	address := testenv.PlainDatabase(t)
	type step struct{ prepare, says string }
	steps := []step{
		{"SELECT", "this server has no Citus"},
		{"DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET citus.shard_count = 8', current_database()); END$$", "run CREATE EXTENSION citus"},
	}
	if onCluster() {
		steps = []step{
			{"SELECT", "run CREATE EXTENSION citus"},
			{"CREATE EXTENSION citus", "Citus has no workers"},
			{"SET allow_system_table_mods = on; UPDATE pg_extension SET extversion = '9.5-1' WHERE extname = 'citus'", "Citus 9.5-1 is too old"},
		}
	}
	for _, step := range steps {
		testenv.Exec(t, address, step.prepare)
		if err := schema.CheckCitus(t.Context(), testenv.Pool(t, address)); err == nil || !strings.Contains(err.Error(), step.says) {
			t.Errorf("error %v, want %q", err, step.says)
		}
	}
}

// Without Citus nothing is distributed.
func TestWithoutCitus(t *testing.T) {
	t.Parallel()
	address := testenv.PlainDatabase(t)
	if err := schema.Distribute(t.Context(), address, 8); err == nil || !strings.Contains(err.Error(), "create_distributed_function") {
		t.Errorf("Distribute: %v", err)
	}
	pool := testenv.Pool(t, address)
	check.Same(t, false, check.Must(schema.HasCitus(t.Context(), pool))(t), "Citus")
	check.Same(t, 0, len(check.Must(schema.AirportsByNode(t.Context(), pool))(t)), "airports by node")
}

// A database that does not answer is not called unfit: commands say that it is unavailable, and
// serve waits.
func TestUnreachableDatabase(t *testing.T) {
	t.Parallel()
	const nowhere = "postgres://127.0.0.1:1/none"
	ctx, pool := t.Context(), testenv.Pool(t, nowhere)
	for name, err := range map[string]error{
		"Migrate":           check.Failure(schema.Migrate(ctx, nowhere)),
		"Migrations":        check.Failure(schema.Migrations(ctx, nowhere)),
		"Distribute":        schema.Distribute(ctx, nowhere, 8),
		"Version":           check.Failure(schema.Version(ctx, pool)),
		"Check":             schema.Check(ctx, pool),
		"CheckOwns":         schema.CheckOwns(ctx, pool.Queries),
		"MissingExtensions": check.Failure(schema.MissingExtensions(ctx, pool.Queries)),
		"HasCitus":          check.Failure(schema.HasCitus(ctx, pool)),
		"ReadCitus":         check.Failure(schema.ReadCitus(ctx, pool)),
		"CheckCitus":        schema.CheckCitus(ctx, pool),
		"AirportsByNode":    check.Failure(schema.AirportsByNode(ctx, pool)),
		"ProbeAirports":     check.Failure(schema.ProbeAirports(ctx, pool)),
		"ProbeSearch":       schema.ProbeSearch(ctx, pool, "SFO"),
	} {
		check.Error(t, content.ErrUnavailable, err, name)
	}
}

// A server or role that cannot do is refused, whatever else is wrong.
func TestCheckOwner(t *testing.T) {
	t.Parallel()
	unfit(t, schema.CheckServer(db.DescribeServerRow{Version: 140012, VersionText: "14.12", Encoding: "LATIN1"}), "14.12 is too old")
	check.NoError(t, schema.CheckServer(db.DescribeServerRow{Version: 150000, Encoding: "UTF8"}))
	unfit(t, schema.CheckOwner(db.DescribeServerRow{Replica: true, ReadOnly: true}), "URL of its primary")
	check.NoError(t, schema.CheckOwner(db.DescribeServerRow{Owns: true}))
}

// A database is distributed, once more too, and described. `make test-citus` has a cluster for it.
func TestDistribute(t *testing.T) {
	t.Parallel()
	if !onCluster() {
		return
	}
	address := testenv.UndistributedDatabase(t)
	pool := testenv.Pool(t, address)
	check.NoError(t, schema.CheckCitus(t.Context(), pool))
	codes := []string{"JFK", "LAX", "ORD", "SEA", "SFO", "YVR"}
	for _, code := range codes {
		check.Must(admin.New(pool).AddAirport(t.Context(), code, code))(t)
		check.Must(importer.Run(t.Context(), address, code, strings.NewReader(`{"id":"a","contentType":"page","title":"Lounge","content":""}`), importer.Options{}))(t)
	}
	release := testenv.Hold(t, address, "SELECT FROM content_item") // as a backup does
	first := make(chan error, 1)
	go func() { first <- schema.Distribute(t.Context(), address, 8) }()
	check.Eventually(t, "the removal of the old rows waits for the backup", func() bool {
		return testenv.Value[bool](t, address, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'content_item'::regclass)")
	})
	testenv.Exec(t, address, "SET statement_timeout = '20s'; SELECT FROM content_item") // as a request does
	release()
	check.NoError(t, <-first)
	check.Same(t, 0, testenv.Value[int](t, address, "SELECT pg_relation_size('content_item')"), "bytes of old rows on the coordinator")
	check.NoError(t, schema.Distribute(t.Context(), address, 8))
	c, err := schema.ReadCitus(t.Context(), pool)
	if err != nil || c.Shards != 8 || len(c.Distributed) != 5 || len(c.Plain) != 0 || len(c.Nodes) != 2 || !c.Nodes[0].Active || c.Nodes[0].Shards+c.Nodes[1].Shards != 8 {
		t.Errorf("%+v, %v", c, err)
	}
	nodes := check.Must(schema.AirportsByNode(t.Context(), pool))(t)
	var ofEach, all []string
	for _, airports := range nodes {
		ofEach, all = append(ofEach, airports[0]), append(all, airports...)
	}
	slices.Sort(all)
	check.Same(t, codes, all, "the airports of all nodes")
	probed := check.Must(schema.ProbeAirports(t.Context(), pool))(t)
	slices.Sort(ofEach)
	slices.Sort(probed)
	check.Same(t, ofEach, probed, "an airport of each node")
	for _, code := range probed {
		check.NoError(t, schema.ProbeSearch(t.Context(), pool, code))
	}
	worker := check.Must(url.Parse(address))(t)
	worker.Host = c.Nodes[0].Address
	_, err = schema.Migrate(t.Context(), worker.String())
	unfit(t, err, "the URL of the coordinator")
}

// A table goose_db_version of another program is named: its versions are not ours.
func TestVersionsOfAnotherProgram(t *testing.T) {
	t.Parallel()
	server := check.Must(url.Parse(testenv.OwnPostgres(t).URL()))(t)
	const table = `CREATE TABLE goose_db_version (id serial PRIMARY KEY, version_id bigint NOT NULL, is_applied boolean NOT NULL, tstamp timestamp DEFAULT now());
		INSERT INTO goose_db_version (version_id, is_applied) `
	for name, test := range map[string]struct {
		sql     string
		foreign bool
	}{
		"fewer":  {table + "SELECT n, true FROM generate_series(0, 3) AS n", true},
		"more":   {table + "SELECT n, true FROM generate_series(0, 40) AS n", true},
		"dates":  {table + "VALUES (0, true), (20240131120000, true)", true},
		"beside": {"INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true); DELETE FROM schema_support WHERE version > 9", true},
		"undone": {table + "VALUES (0, true)", false}, // our own, after the migrations were taken back
	} {
		address := *server
		address.Path = "/" + name
		testenv.Exec(t, server.String(), "CREATE DATABASE "+name+" TEMPLATE template0")
		if name == "beside" {
			check.Must(schema.Migrate(t.Context(), address.String()))(t)
		}
		testenv.Exec(t, address.String(), test.sql)
		if test.foreign {
			unfit(t, schema.Check(t.Context(), testenv.Pool(t, address.String())), "goose_db_version is that of another program")
		}
		_, err := schema.Migrate(t.Context(), address.String())
		if test.foreign {
			unfit(t, err, "goose_db_version is that of another program")
		} else {
			check.NoError(t, err)
		}
	}
}
