//go:build debian

package integration_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The goose command works with the migrations as they are, and it and ours agree on what is applied. Building it takes
// minutes and the module proxy, so this runs only with -tags debian.
func TestGooseCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	install := exec.CommandContext(t.Context(), "go", "install",
		"-tags=no_clickhouse no_libsql no_mssql no_mysql no_sqlite3 no_vertica no_ydb no_turso no_starrocks no_duckdb",
		"github.com/pressly/goose/v3/cmd/goose@"+gooseVersion(t))
	install.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=-mod=mod")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("build goose: %v\n%s", err, out)
	}
	i := installEmpty(t)
	goose := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "goose"), append([]string{"-dir", "../../migrations", "postgres", i.value("DATABASE_URL")}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("goose %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	var all []migration
	agree := func(applied int) {
		t.Helper()
		i.mustDecode(t, &all, "migrate", "status")
		status := goose("status")
		for n, m := range all {
			if m.Applied != (n < applied) || !strings.Contains(status, m.Name) {
				t.Errorf("with %d applied: %+v\n%s", applied, m, status)
			}
		}
		if pending := strings.Count(status, "Pending"); pending != len(all)-applied {
			t.Errorf("goose knows %d pending, we %d:\n%s", pending, len(all)-applied, status)
		}
	}
	goose("up")
	i.mustDecode(t, &all, "migrate", "status")
	newest := len(all)
	agree(newest)
	i.must(t, "airport", "add", "SFO", "San Francisco")
	goose("down")
	agree(newest - 1)
	i.must(t, "migrate", "up")
	agree(newest)
	i.must(t, "migrate", "down", "--to", "2")
	agree(2)
	goose("down-to", "0")
	agree(0)
	goose("up")
	agree(newest)
}

// gooseVersion is the one that go.mod has.
func gooseVersion(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Version}}", "github.com/pressly/goose/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// installEmpty has a database without a schema.
func installEmpty(t *testing.T) installation {
	t.Helper()
	i := install(t)
	i.must(t, "migrate", "down", "--to", "0")
	i.sql(t, "DROP TABLE goose_db_version")
	return i
}
