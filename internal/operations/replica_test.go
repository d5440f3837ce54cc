//go:build debian

package operations_test

import (
	"context"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/embedded"
)

// Lists come from a streaming replica, however far behind; what must not be behind comes from the primary, and so does
// everything once the replica is gone.
func TestReplica(t *testing.T) {
	t.Parallel()
	primary, err := embedded.StartPostgres(t.Context(), embedded.PostgresOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Stop(context.Background()) })
	env := newOwner(t, primary.URL())
	key := fill(t, env)
	makeServeRole(t, env)
	replicaURL, stopReplica := startReplica(t, primary.URL())
	awaitReplay(t, primary.URL(), replicaURL)

	served := asServeRole(t, env)
	server := serve(t, served.with("DATABASE_READ_URL", through(t, portOf(t, replicaURL), served["DATABASE_URL"])))
	visit(t, server.URL, key)
	const list, since = "/" + airport + "/content", "/" + airport + "/content?modifiedSince="
	before := ask(t, server.URL, list, key)
	cursor := visit(t, server.URL, key)

	execute(t, replicaURL, "SELECT pg_wal_replay_pause()")
	runWith(t, env, `{"id":"fresh","contentType":"page","title":"T","content":""}`, "import", airport, "-")
	behind := ask(t, server.URL, list, key)
	if behind.Pagination.Total != before.Pagination.Total {
		t.Errorf("a list has %d items, want the replica's %d", behind.Pagination.Total, before.Pagination.Total)
	}
	// The time of the old list is one that a synchronisation can go on from.
	fresh := ask(t, server.URL, since+url.QueryEscape(behind.Meta.Timestamp), key)
	if len(fresh.Results) != 1 || fresh.Results[0].ID != "fresh" {
		t.Errorf("modified since the list of the replica: %v, want the item that it lacked", fresh.Results)
	}
	if a := ask(t, server.URL, "/"+airport+"/changes?cursor="+url.QueryEscape(cursor), key); len(a.Results) == 0 {
		t.Error("the changes lack the item that the replica has not got")
	}
	if a := ask(t, server.URL, list+"/fresh", key); a.Result.ID != "fresh" {
		t.Errorf("the item that the replica has not got: status %d", a.status)
	}

	stopReplica()
	if a := ask(t, server.URL, list, key); a.Pagination.Total != before.Pagination.Total+1 {
		t.Errorf("without the replica: status %d, %d items, want the primary's %d", a.status, a.Pagination.Total, before.Pagination.Total+1)
	}
	if a := ask(t, server.URL, "/health", ""); a.Status != "healthy" {
		t.Errorf("without the replica: health is %s", a.Status)
	}
}

// startReplica copies the primary and follows it, until the test ends or stop is called.
func startReplica(t *testing.T, primaryURL string) (replicaURL string, stop func()) {
	t.Helper()
	bins, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_basebackup")
	if err != nil || len(bins) == 0 {
		t.Fatal("pg_basebackup is not installed: apt-get install postgresql")
	}
	bin := filepath.Dir(bins[len(bins)-1])
	dir := directory(t)
	data, port := filepath.Join(dir, "data"), freePort(t)
	copying := command(t.Context(), nil, filepath.Join(bin, "pg_basebackup"), "--dbname="+primaryURL, "--pgdata="+data, "--write-recovery-conf", "--checkpoint=fast")
	copying.SysProcAttr.Credential = account(t)
	copying.Dir = dir
	if out, err := copying.CombinedOutput(); err != nil {
		t.Fatalf("pg_basebackup: %v\n%s", err, out)
	}
	stop = start(t, port, filepath.Join(bin, "postgres"), "-D", data, "-c", "port="+port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
	return through(t, port, primaryURL), stop
}

// awaitReplay waits until the replica has what the primary has now.
func awaitReplay(t *testing.T, primaryURL, replicaURL string) {
	t.Helper()
	var written string
	ask := func(databaseURL, sql string, into any, args ...any) error {
		conn, err := pgx.Connect(t.Context(), databaseURL)
		if err != nil {
			return err
		}
		defer conn.Close(t.Context())
		return conn.QueryRow(t.Context(), sql, args...).Scan(into)
	}
	if err := ask(primaryURL, "SELECT pg_current_wal_lsn()::text", &written); err != nil {
		t.Fatal(err)
	}
	var replayed bool
	var err error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if err = ask(replicaURL, "SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn", &replayed, written); replayed {
			return
		}
	}
	t.Fatalf("the replica does not catch up within a minute: %v", err)
}

func portOf(t *testing.T, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return u.Port()
}
