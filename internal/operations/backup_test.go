//go:build debian

package operations_test

import (
	"net/http"
	"net/url"
	"testing"

	"airport-content/internal/testenv"
)

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	installed(t, "pg_dump", "postgresql-client")
	dir := directory(t)
	build(t, dir)

	before := newOwner(t, testenv.OwnPostgres(t).URL())
	key := fill(t, before)
	makeServeRole(t, before)
	server := serve(t, asServeRole(t, before))
	cursor := visit(t, server.URL, key)
	found := searchAll(t, server.URL, key)
	follow(t, dir, before, "backup.md", "Back up")
	server.Stop()

	after := newOwner(t, testenv.OwnPostgres(t).URL())
	makeEmptyServeRole(t, after)
	follow(t, dir, after, "backup.md", "Restore")
	server = serve(t, asServeRole(t, after))
	visit(t, server.URL, key)
	if again := searchAll(t, server.URL, key); again != found {
		t.Errorf("a search finds %d items, and found %d before the backup", again, found)
	}
	testServeRoleWrites(t, after)

	changes := "/" + airport + "/changes?cursor=" + url.QueryEscape(cursor)
	if a := ask(t, server.URL, changes, key); a.status != http.StatusOK {
		t.Errorf("a cursor from before the backup: status %d, want 200, else this test shows nothing", a.status)
	}
	follow(t, dir, after, "backup.md", "After a restore")
	if a := ask(t, server.URL, changes, key); a.status != http.StatusGone || a.Error.Code != "cursor_expired" {
		t.Errorf("a cursor after reset-sync: status %d, error %q, want 410 cursor_expired", a.status, a.Error.Code)
	}
	visit(t, server.URL, key)
}

// searchAll counts what a search finds in the end.
func searchAll(t *testing.T, base, key string) int {
	t.Helper()
	return ask(t, base, "/"+airport+"/content?size=1&q="+url.QueryEscape("coffee or parking"), key).Pagination.Total
}

// makeEmptyServeRole makes the role with its password only; the restore gives it what it may do.
func makeEmptyServeRole(t *testing.T, owner environ) {
	t.Helper()
	execute(t, owner["DATABASE_URL"], "CREATE ROLE "+serveRole+" LOGIN PASSWORD 'serve'")
}
