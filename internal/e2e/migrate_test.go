package e2e_test

import (
	"context"
	_ "embed"
	"os"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// release100 is a database that version 1.0.0 filled: an airport with two items and a deleted one,
// a partner with a key of an older system, and a source. pg_dump wrote it with --column-inserts
// --rows-per-insert=1000 --no-comments --no-owner --no-privileges. Its lines that begin with -- and
// its empty lines are left out.
//
//go:embed testdata/release-1.0.0.sql
var release100 string

// What a partner of version 1.0.0 had: a key, and a cursor that has seen everything.
const (
	key100    = "the-key-of-an-older-system-0001"
	cursor100 = "AQNTRk8kMmUxNmIwMjUtODllYS00MDZjLWI0YjEtMGU1NGRiODhjNWQ0AwACaEiIwOuxfzcwOsGq"
)

// A database of version 1.0.0 serves during and after `migrate up`, and partners go on with their
// keys and cursors.
func TestUpgradeFrom100(t *testing.T) {
	t.Parallel()
	i := installOn(t, testenv.PlainDatabase(t))
	i.sql(t, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
	i.sql(t, release100)
	backup := i.connect(t)
	defer backup.Close(context.Background())
	check.Must(backup.Exec(t.Context(), "BEGIN; SELECT FROM search_word"))(t)
	migration := begin(t, i.command(t, "migrate", "up"))
	check.Eventually(t, "the migration waits for the backup", func() bool {
		return testenv.Value[bool](t, i.database(), "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'search_word'::regclass)")
	})
	i.sql(t, "SET statement_timeout = '20s'; SELECT FROM search_word") // as in a search of 1.0.0
	check.Must(backup.Exec(t.Context(), "COMMIT"))(t)
	if code := migration.code(); code != 0 {
		t.Fatalf("migrate up: exit code %d: %s", code, migration.log)
	}
	s := i.serve(t)
	check.Same(t, []string{"bagages", "coffee"}, ids(s.list(t, key100, "SFO").Results))
	check.Same(t, []string{"coffee"}, ids(s.list(t, key100, "SFO", "q", "expresso").Results))
	check.Same(t, []string{"bagages"}, ids(s.list(t, key100, "SFO", "q", "consigne bagage").Results))
	if c := s.changes(t, key100, "SFO", cursor100, 10); len(c.Results) > 0 {
		t.Errorf("the cursor of 1.0.0 brings %+v", c.Results)
	}
	tea := newItem("tea")
	i.load(t, "SFO", []item{tea})
	if c := s.changes(t, key100, "SFO", cursor100, 10); len(c.Results) != 1 || c.Results[0].Item.ID != "tea" {
		t.Errorf("the cursor of 1.0.0 brings %+v, want tea", c.Results)
	}
	i.do(t, "reindex")
	check.Same(t, []string{"coffee"}, ids(s.list(t, key100, "SFO", "q", "expresso").Results))
}

// Vectors of an older program are served until a reindex, which `migrate status` asks for. New
// items beside old ones change nothing.
func TestVectorsOfAnOlderProgram(t *testing.T) {
	t.Parallel()
	i := install(t)
	key := i.fill(t, newItem("tea"))
	s := i.serve(t)
	advised := func() bool {
		const advice = "an older program made the vectors of SFO; run: airport-content reindex"
		return strings.Contains(i.run(t, "", "migrate", "status").stderr, advice)
	}
	check.Same(t, false, advised(), "advice for a new airport")
	i.sql(t, "UPDATE airport_state SET analysis = 0")
	i.load(t, "SFO", []item{newItem("tea"), newItem("coffee")})
	check.Same(t, []string{"tea"}, ids(s.list(t, key, "SFO", "q", "tea").Results))
	check.Same(t, true, advised(), "advice for old vectors")
	i.do(t, "reindex")
	check.Same(t, false, advised(), "advice after a reindex")
}

// distributed reports whether the databases of install are distributed.
func distributed() bool { return os.Getenv("TEST_BACKEND") == "citus" }

func TestDistribute(t *testing.T) {
	t.Parallel()
	plain := installOn(t, testenv.PlainDatabase(t))
	plain.fails(t, "want a whole number, 1 or more", "distribute", "--shards", "0")
	plain.fails(t, "has no Citus", "distribute")
	if !distributed() {
		return
	}
	i := install(t)
	key := i.fill(t, newItem("a"))
	if got := i.run(t, "", "distribute", "--dry-run"); !strings.Contains(got.stderr, "all is distributed already") {
		t.Errorf("%+v", got)
	}
	i.do(t, "distribute")
	i.do(t, "migrate", "up")
	i.sql(t, "ALTER TABLE content_item ADD COLUMN note text DEFAULT ''") // as a migration may
	i.sql(t, "ALTER TABLE content_item ADD CONSTRAINT note_check CHECK (length(note) <= 9) NOT VALID")
	s := i.serve(t)
	check.Same(t, []string{"a"}, ids(s.list(t, key, "SFO").Results))
	if found := i.do(t, "doctor"); !strings.Contains(found, "Citus 1") {
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
}
