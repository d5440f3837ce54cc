package integration_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

// migration is a line of `migrate status`.
type migration struct {
	Version int64
	Applied bool
	Name    string
}

func (i installation) version(t *testing.T) string {
	t.Helper()
	return i.must(t, "migrate", "version")
}

// Down to nothing and up again, a step at a time and all at once.
func TestMigrations(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	var all []migration
	i.mustDecode(t, &all, "migrate", "status")
	newest := len(all)
	if i.version(t) != strconv.Itoa(newest) {
		t.Fatalf("version %s of %d migrations", i.version(t), newest)
	}
	i.must(t, "migrate", "up") // nothing to do
	i.must(t, "migrate", "down")
	if got := i.version(t); got != strconv.Itoa(newest-1) {
		t.Errorf("after a step down: %s", got)
	}
	i.must(t, "migrate", "down", "--to", "3")
	i.mustDecode(t, &all, "migrate", "status")
	for n, m := range all {
		if m.Version != int64(n+1) || m.Applied != (n < 3) || m.Name == "" {
			t.Errorf("after down to 3: %+v", m)
		}
	}
	i.must(t, "migrate", "down", "--to", "0")
	if got := i.version(t); got != "0" {
		t.Errorf("after down to 0: %s", got)
	}
	var left []string
	i.sql(t, `SELECT coalesce(array_agg(relname::text), '{}') FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'goose%'`, &left)
	if len(left) > 0 {
		t.Errorf("tables left at 0: %q", left)
	}
	var together sync.WaitGroup
	for range 3 {
		together.Go(func() {
			if got := i.run(t.Context(), "", "migrate", "up"); got.Code != 0 {
				t.Errorf("three at once: %+v", got)
			}
		})
	}
	together.Wait()
	if got := i.version(t); got != strconv.Itoa(newest) {
		t.Errorf("up again: %s", got)
	}
	i.must(t, "airport", "add", "SFO", "San Francisco")
	if got := i.mustRead(t, file(t, assorted(5)...), "import", "SFO", "-"); got+"\n" != summary(5, 0, 0, 0, 0) {
		t.Errorf("an import afterwards: %s", got)
	}
}

// The program does not work on a schema that it does not know, and says which command mends it.
func TestSchemaThatDoesNotFit(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	newest, err := strconv.Atoi(i.version(t))
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, says ...string) {
		t.Helper()
		for _, args := range [][]string{{"serve"}, {"airport", "list"}, {"import", "SFO", "-"}} {
			got := i.with("OPS_ADDR=").run(t.Context(), file(t, newItem("b")), args...)
			for _, part := range append(says, strconv.Itoa(newest)) {
				if got.Code != 1 || !strings.Contains(got.Stderr, part) {
					t.Errorf("%s, %q: exit code %d, want %q in %s", what, args, got.Code, part, got.Stderr)
				}
			}
		}
	}
	i.must(t, "migrate", "down")
	refused("too old", "airport-content migrate up")
	i.must(t, "migrate", "down", "--to", "0")
	refused("empty", "airport-content migrate up")
	i.must(t, "migrate", "up")
	i.must(t, "airport", "add", "SFO", "San Francisco")
	// A newer schema that says nothing against us is a newer version's, which is being rolled out.
	i.sql(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9000, true)")
	s := i.serve(t)
	if r := s.health(t); r.Status != "healthy" {
		t.Errorf("on a newer schema: %+v", r)
	}
	if got := i.run(t.Context(), "", "migrate", "status"); got.Code != 0 {
		t.Errorf("status of a newer schema: %+v", got)
	}
}

// While the database is not there, serve waits, says so, and goes on when it comes.
func TestServeAwaitsTheDatabase(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	redisURL, prefix := testenv.Redis(t)
	i := onServers(database.URL(), redisURL).with("REDIS_PREFIX=" + prefix)
	database.Kill()
	s := i.begin(t)
	s.Log.Await(t, "waiting")
	s.Ops = "http://" + s.Log.Await(t, "ops endpoints on ")
	if live, ready := s.watch(t, "/livez"), s.watch(t, "/readyz"); live.status != 200 || ready.status != 503 {
		t.Errorf("livez %d, readyz %d", live.status, ready.status)
	}
	database.Restart()
	s.AwaitListening(t)
	if r := s.health(t); r.Status != "healthy" {
		t.Errorf("%+v", r)
	}
}

// It does not wait for ever: 30 seconds, then it fails.
func TestServeGivesUpOnTheDatabase(t *testing.T) {
	t.Parallel()
	i := installation{"DATABASE_URL=postgres://nobody:hush@127.0.0.1:1/none", "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR="}
	began := time.Now()
	got := i.run(t.Context(), "", "serve")
	if took := time.Since(began); got.Code != 1 || took < 25*time.Second {
		t.Errorf("exit code %d after %s: %s", got.Code, took, got.Stderr)
	}
	if strings.Contains(got.Stderr, "hush") {
		t.Errorf("the password is shown: %s", got.Stderr)
	}
}
