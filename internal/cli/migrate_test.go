package cli_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/postgres"
)

// migration is a migration as the program prints it.
type migration struct {
	Version int64
	Name    string
	Applied bool
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	newest := postgres.ProgramVersion()
	version := func() string { t.Helper(); return e.must(t, "migrate", "version") }
	if got := version(); got != strconv.FormatInt(newest, 10) {
		t.Errorf("at first: %s", got)
	}
	var done []migration
	if e.mustDecode(t, &done, "migrate", "up"); len(done) != 0 {
		t.Errorf("up of a migrated database: %v", done)
	}
	if e.mustDecode(t, &done, "migrate", "down"); len(done) != 1 || done[0].Version != newest {
		t.Errorf("down takes back %v, want one", done)
	}
	if got := version(); got != strconv.FormatInt(newest-1, 10) {
		t.Errorf("after one step down: %s", got)
	}
	var all []migration
	if e.mustDecode(t, &all, "migrate", "status"); int64(len(all)) != newest || all[newest-1].Applied || !all[newest-2].Applied {
		t.Errorf("status: %v", all)
	}
	e.refuses(t, []refusal{
		{args: []string{"airport", "list"}, code: 1, says: "run: airport-content migrate up"},
		{args: []string{"import", "SFO", "-"}, code: 1, says: "run: airport-content migrate up"},
		{args: []string{"serve", "--ops-addr="}, code: 1, says: "run: airport-content migrate up"},
		{args: []string{"migrate", "down", "--to", "999"}, code: 1, says: "--to 999: want 0 to "},
	})

	e.must(t, "migrate", "down", "--to", "0")
	if got := version(); got != "0" {
		t.Errorf("after all steps down: %s", got)
	}
	if got := e.run(t.Context(), "", "migrate", "down"); got.Code != 0 || !strings.Contains(got.Stderr, "nothing to migrate") {
		t.Errorf("down below the ground: %+v", got)
	}
	e.must(t, "migrate", "up")
	if got := e.must(t, "migrate", "status"); strings.Contains(got, " no ") || !strings.HasPrefix(got, "VERSION  APPLIED  NAME\n1        yes") {
		t.Errorf("up again: %s", got)
	}
}

func TestMigrateDownOfANewerSchema(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	newest := postgres.ProgramVersion()
	e.execute(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, true)", newest+2)
	says := fmt.Sprintf("the schema has migration %d, and this program knows none after %d: ", newest+2, newest)
	e.refuses(t, []refusal{
		{args: []string{"migrate", "down"}, code: 1, says: says},
		{args: []string{"migrate", "down", "--to", "1"}, code: 1, says: says},
	})
	if got := e.must(t, "migrate", "version"); got != strconv.FormatInt(newest, 10) {
		t.Errorf("taken back to %s", got)
	}
}

func TestMigrateUsesTheDirectConnection(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	nowhere := e.with("MIGRATE_DATABASE_URL=postgres://u:s3cret@127.0.0.1:1/none")
	for _, args := range [][]string{{"migrate", "up"}, {"migrate", "status"}, {"migrate", "version"}, {"migrate", "down"}, {"import", "SFO", "-"}, {"reindex"}} {
		got := nowhere.run(t.Context(), "", args...)
		if got.Code != 1 || !strings.Contains(got.Stderr, "127.0.0.1:1") || strings.Contains(got.Stderr, "s3cret") {
			t.Errorf("%q: %+v", args, got)
		}
	}
	nowhere.must(t, "airport", "list")
}
