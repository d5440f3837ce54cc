package e2e_test

import (
	"database/sql"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// Goose alone, without our program, brings an empty database to where serve works; down to nothing and up again too.
func TestGooseAlone(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.sql(t, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
	provider := i.goose(t)
	up := func() {
		t.Helper()
		if _, err := provider.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	up()
	key := i.fill(t, newItem("a"))
	if p := i.serve(t).list(t, key, "SFO", "q", "text"); p.Pagination.Total != 1 {
		t.Errorf("%d items", p.Pagination.Total)
	}
	if _, err := provider.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	var left []string
	i.sql(t, `SELECT coalesce(array_agg(c.relname::text), '{}') FROM pg_class AS c
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S') AND relname NOT LIKE 'goose%'`, &left)
	if len(left) > 0 {
		t.Errorf("left at the bottom: %q", left)
	}
	up()
	i.fill(t, newItem("a"))
}

// goose is what the goose CLI runs.
func (i installation) goose(t *testing.T) *goose.Provider {
	t.Helper()
	db, err := sql.Open("pgx", i.value("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	provider, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../migrations"))
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	i := install(t)
	newest := i.do(t, "migrate", "version")
	last, err := strconv.Atoi(newest)
	if err != nil || last < 1 {
		t.Fatalf("version %s", newest)
	}
	is := func(t *testing.T, want string) {
		t.Helper()
		if got := i.do(t, "migrate", "version"); got != want {
			t.Errorf("version %s, want %s", got, want)
		}
	}
	refused := func(t *testing.T, says string) {
		t.Helper()
		for _, args := range [][]string{{"serve"}, {"airport", "list"}} {
			if got := i.run(t, "", args...); got.code != 1 || !strings.Contains(got.stderr, says) {
				t.Errorf("%q: want %q: %+v", args, says, got)
			}
		}
	}
	row(t, "up with nothing to do", func(t *testing.T) { i.do(t, "migrate", "up"); is(t, newest) })
	down := func(to int64) {
		if _, err := i.goose(t).DownTo(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		is(t, strconv.FormatInt(to, 10))
	}
	down(int64(last) - 1)
	row(t, "a schema that is too old", func(t *testing.T) { refused(t, "migrate up") })
	down(0)
	row(t, "no schema", func(t *testing.T) { refused(t, "migrate up") })
	row(t, "up, three at once", func(t *testing.T) {
		var together sync.WaitGroup
		for range 3 {
			together.Go(func() {
				if got := i.run(t, "", "migrate", "up"); got.code != 0 {
					t.Errorf("%+v", got)
				}
			})
		}
		together.Wait()
		is(t, newest)
		i.fill(t, newItem("a"))
	})
	declare := func(version, oldestProgram int) {
		i.sql(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ("+strconv.Itoa(version)+", true)")
		i.sql(t, "INSERT INTO schema_support (version, oldest_program) VALUES ("+strconv.Itoa(version)+", "+strconv.Itoa(oldestProgram)+")")
	}
	row(t, "a newer schema that still serves", func(t *testing.T) {
		declare(last+1, last)
		i.do(t, "airport", "list")
		i.serve(t).awaitHealthy(t)
	})
	row(t, "a schema that is too new", func(t *testing.T) {
		declare(last+2, last+1)
		refused(t, strconv.Itoa(last+2))
	})
}
