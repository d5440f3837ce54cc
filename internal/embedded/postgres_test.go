package embedded

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestPostgresKeepsItsDataFromRunToRun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "deep", "postgres")
	first := startPostgres(t, PostgresOptions{DataDir: dir})
	for _, sql := range []string{
		"CREATE EXTENSION unaccent", "CREATE EXTENSION pg_trgm", "CREATE EXTENSION btree_gin",
		"CREATE TABLE kept AS SELECT lower('ÉCOLE') AS word",
	} {
		queryOne(t, first.URL(), sql)
	}
	stop(t, first.Stop)
	if _, err := pgx.Connect(t.Context(), first.URL()); err == nil {
		t.Error("the server answers after Stop")
	}

	second := startPostgres(t, PostgresOptions{DataDir: dir})
	defer stop(t, second.Stop)
	if got := queryOne(t, second.URL(), "SELECT word FROM kept"); got != "école" {
		t.Errorf("kept word is %q, want école", got)
	}
}

func TestPostgresIsPrivate(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{})
	defer stop(t, p.Stop)
	for _, name := range []string{"data/postmaster.pid", "password"} {
		info, err := os.Stat(filepath.Join(p.dir, wholeLink, name))
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner == 0 || info.Mode() != 0o600 {
			t.Errorf("%s is of user %d with mode %v, want another than root and 0600", name, owner, info.Mode())
		}
	}
	if got := queryOne(t, p.URL(), "SHOW listen_addresses"); got != "127.0.0.1" {
		t.Errorf("listens on %s, want 127.0.0.1 alone", got)
	}
	config, err := pgx.ParseConfig(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	config.Password = "wrong"
	if _, err := pgx.ConnectConfig(t.Context(), config); err == nil {
		t.Error("the server takes a wrong password")
	}
}

func TestPostgresTakesSettings(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{Settings: map[string]string{"max_connections": "17"}})
	defer stop(t, p.Stop)
	if got := queryOne(t, p.URL(), "SHOW max_connections"); got != "17" {
		t.Errorf("max_connections is %s, want 17", got)
	}
}

func TestPostgresIsKilledAndRestartedInPlace(t *testing.T) {
	t.Parallel()
	p := startPostgres(t, PostgresOptions{})
	defer stop(t, p.Stop)
	where := p.URL()
	queryOne(t, where, "CREATE TABLE kept AS SELECT 'yes' AS answer")

	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.Connect(t.Context(), where); err == nil {
		t.Error("the server answers after Kill")
	}
	for range 2 { // once from dead, once from alive
		if err := p.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p.URL() != where {
			t.Errorf("URL is %s after Restart, was %s", p.URL(), where)
		}
		if got := queryOne(t, where, "SELECT answer FROM kept"); got != "yes" {
			t.Errorf("answer is %q after Restart, want yes", got)
		}
	}
}

// After a crash of the whole machine another process may have the number in the pid file.
func TestPostgresStartsOverAStalePidFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	sleeper := sleepAs(t, p.credential)
	lines := []string{strconv.Itoa(sleeper), filepath.Join(dir, wholeLink, "data"), "0", strconv.Itoa(port), "", ""}
	if err := os.WriteFile(filepath.Join(dir, wholeLink, "data", "postmaster.pid"), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	p = startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
	if err := syscall.Kill(sleeper, 0); err != nil {
		t.Errorf("the other process: %v", err)
	}
}

func TestPostgresStartErrorShowsTheLog(t *testing.T) {
	t.Parallel()
	_, err := StartPostgres(t.Context(), PostgresOptions{Settings: map[string]string{"no_such_setting": "1"}})
	if err == nil || !strings.Contains(err.Error(), "unrecognized configuration parameter") {
		t.Errorf("error is %v, want what the server says", err)
	}
}

// The library would wipe data of another version.
func TestPostgresOfAnotherVersionIsNotStarted(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	data := filepath.Join(dir, wholeLink, "data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := StartPostgres(t.Context(), PostgresOptions{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "PostgreSQL 9 is neither installed") {
		t.Errorf("error is %v, want one that names the version of the data", err)
	}
}

func startPostgres(t *testing.T, options PostgresOptions) *Postgres {
	t.Helper()
	p, err := StartPostgres(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sleepAs starts a process that does nothing until the test ends.
func sleepAs(t *testing.T, credential *syscall.Credential) (pid int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sleep", "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	return cmd.Process.Pid
}

// queryOne runs a statement and returns the first column of its first row, if it has any, as text.
func queryOne(t *testing.T, databaseURL, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if len(results) == 0 || len(results[0].Rows) == 0 {
		return ""
	}
	return string(results[0].Rows[0][0])
}
