package e2e_test

import (
	"os"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// distributed reports whether the databases of install are distributed.
func distributed() bool { return os.Getenv("TEST_BACKEND") == "citus" }

func TestDistribute(t *testing.T) {
	t.Parallel()
	plain := installOn(t, testenv.PlainDatabase(t))
	plain.fails(t, "want a whole number, 1 or more", "distribute", "--shards", "0")
	if !distributed() {
		plain.fails(t, "this server has no Citus", "distribute")
		return
	}
	plain.fails(t, "CREATE EXTENSION citus", "distribute")
	i := install(t)
	key := i.fill(t, newItem("a"))
	if got := i.run(t, "", "distribute", "--dry-run"); !strings.Contains(got.stderr, "all is distributed already") {
		t.Errorf("%+v", got)
	}
	i.do(t, "distribute")
	i.do(t, "migrate", "up")
	i.sql(t, "ALTER TABLE content_item ADD COLUMN note text DEFAULT ''") // as a migration may
	s := i.serve(t)
	check.Same(t, []string{"a"}, ids(s.list(t, key, "SFO").Results))
	if found := i.run(t, "", "doctor").stdout; !strings.Contains(found, "Citus 1") {
		t.Errorf("doctor does not show the nodes: %s", found)
	}
}

// A database that was filled before is distributed while it serves.
func TestDistributeWhileServing(t *testing.T) {
	t.Parallel()
	if !distributed() {
		return // TestDistribute says what happens without Citus
	}
	i := installOn(t, testenv.UndistributedDatabase(t))
	key := i.fill(t, newItem("a"), newItem("b"))
	s := i.serve(t)
	before := s.changes(t, key, "SFO", "", 10)
	i.do(t, "distribute", "--shards", "2")
	s.awaitHealthy(t)
	check.Same(t, []string{"a", "b"}, ids(s.list(t, key, "SFO", "q", "text").Results))
	i.load(t, "SFO", []item{newItem("c")})
	if c := s.changes(t, key, "SFO", before.NextCursor, 10); len(c.Results) != 1 || c.Results[0].Item.ID != "c" {
		t.Errorf("the cursor from before brings %+v", c.Results)
	}
	if testenv.Value[int](t, i.database(), "SELECT count(*) FROM pg_class WHERE relname = 'content_item' AND relpages > 0") > 0 {
		t.Error("the coordinator still has the old rows")
	}
}
