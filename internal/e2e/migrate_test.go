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

// Our program migrates up; goose goes down, and up too. Commands and servers say which schema they do not work on.
func TestMigrate(t *testing.T) {
	t.Parallel()
	i := install(t)
	db, err := sql.Open("pgx", i.value("DATABASE_URL"))
	check(t, err)
	defer db.Close()
	goose, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../migrations"))
	check(t, err)
	newest := i.do(t, "migrate", "version")
	last, err := strconv.Atoi(newest)
	check(t, err)
	is := func(t *testing.T, want string) {
		t.Helper()
		if got := i.do(t, "migrate", "version"); got != want {
			t.Errorf("version %s, want %s", got, want)
		}
	}
	refused := func(t *testing.T, says string) {
		t.Helper()
		for _, command := range []string{"serve", "airport list"} {
			if got := i.run(t, "", strings.Fields(command)...); got.code != 1 || !strings.Contains(got.stderr, says) {
				t.Errorf("%s: want %q: %+v", command, says, got)
			}
		}
	}
	row(t, "up with nothing to do", func(t *testing.T) { i.do(t, "migrate", "up"); is(t, newest) })
	row(t, "a schema that is too old", func(t *testing.T) {
		_, err := goose.Down(t.Context())
		check(t, err)
		is(t, strconv.Itoa(last-1))
		refused(t, "migrate up")
	})
	row(t, "no schema", func(t *testing.T) {
		_, err := goose.DownTo(t.Context(), 0)
		check(t, err)
		is(t, "0")
		refused(t, "migrate up")
	})
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
	})
	_, err = goose.DownTo(t.Context(), 0)
	check(t, err)
	_, err = goose.Up(t.Context()) // goose alone
	check(t, err)
	key := i.fill(t, newItem("a"))
	s := i.serve(t)
	if p := s.list(t, key, "SFO", "q", "text"); p.Pagination.Total != 1 {
		t.Errorf("%d items", p.Pagination.Total)
	}
	declare := func(version, oldestProgram int) {
		i.sql(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ("+strconv.Itoa(version)+", true)")
		i.sql(t, "INSERT INTO schema_support (version, oldest_program) VALUES ("+strconv.Itoa(version)+", "+strconv.Itoa(oldestProgram)+")")
	}
	row(t, "a newer schema that still serves", func(t *testing.T) {
		declare(last+1, last)
		i.do(t, "airport", "list")
		eventually(t, "the server is ready", func() bool { return s.watch(t, "/readyz").status == 200 })
		i.serve(t).awaitHealthy(t)
	})
	row(t, "a schema that is too new", func(t *testing.T) {
		declare(last+2, last+1)
		refused(t, strconv.Itoa(last+2))
		if ready := s.watch(t, "/readyz"); ready.status != 503 || !strings.Contains(string(ready.body), "install a newer airport-content") {
			t.Errorf("readyz: %d %s", ready.status, ready.body)
		}
	})
}
