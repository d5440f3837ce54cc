package operations_test

import (
	"errors"
	"net/url"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/testenv"
)

const serveRole = "airport_content_serve"

// An owner who is no superuser migrates, imports and administers; serve works with less still.
func TestServeWithLeastPrivilege(t *testing.T) {
	t.Parallel()
	owner := newOwner(t, testenv.OwnPostgres(t).URL())
	key := fill(t, owner)
	makeServeRole(t, owner)
	makeServeRole(t, owner) // as after every upgrade

	server := serve(t, asServeRole(t, owner))
	visit(t, server.URL, key)
	server.Stop() // and what is written from time to time is written
	if found := complaints(server.Log); len(found) > 0 {
		t.Errorf("the server complains: %s", found)
	}
	if keys(t, owner)[0].LastUsedAt == nil {
		t.Error("the key's last use was not written")
	}
	testServeRoleWrites(t, owner)

	execute(t, owner["DATABASE_URL"], "CREATE TABLE of_the_next_migration (n integer)")
	if err := try(t.Context(), asServeRole(t, owner)["DATABASE_URL"], "SELECT FROM of_the_next_migration"); err != nil {
		t.Errorf("a table that a migration adds later cannot be read: %v", err)
	}
}

// newOwner makes a database and the role that owns it, on a server of which the URL is the superuser's.
func newOwner(t *testing.T, adminURL string) environ {
	t.Helper()
	execute(t, adminURL, "CREATE ROLE airport_content LOGIN CREATEROLE PASSWORD 'owner'")
	execute(t, adminURL, "CREATE DATABASE airport_content OWNER airport_content TEMPLATE template0")
	redisURL, prefix := testenv.Redis(t)
	return environ{"DATABASE_URL": as(t, adminURL, "airport_content", "owner"), "REDIS_URL": redisURL, "REDIS_PREFIX": prefix}
}

// as is a database's URL for another role, and the database airport_content.
func as(t *testing.T, databaseURL, role, password string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.User, u.Path = url.UserPassword(role, password), "/airport_content"
	return u.String()
}

func makeServeRole(t *testing.T, owner environ) {
	t.Helper()
	script, err := os.ReadFile("../../docs/sql/serve-role.sql")
	if err != nil {
		t.Fatal(err)
	}
	execute(t, owner["DATABASE_URL"], string(script))
	execute(t, owner["DATABASE_URL"], "ALTER ROLE "+serveRole+" PASSWORD 'serve'")
}

func asServeRole(t *testing.T, owner environ) environ {
	t.Helper()
	return owner.with("DATABASE_URL", as(t, owner["DATABASE_URL"], serveRole, "serve"))
}

// mayWrite lists whatever a role may do to tables, views, sequences, schemas and the database but read it.
const mayWrite = `
SELECT c.relname || ': ' || p.privilege
FROM pg_class AS c, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p (privilege)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege($1, c.oid, p.privilege)
UNION ALL
SELECT c.relname || '.' || a.attname || ': ' || p.privilege
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped,
     unnest(ARRAY['INSERT', 'UPDATE', 'REFERENCES']) AS p (privilege)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND has_column_privilege($1, c.oid, a.attnum, p.privilege) AND NOT has_table_privilege($1, c.oid, p.privilege)
UNION ALL
SELECT c.relname || ': ' || p.privilege
FROM pg_class AS c, unnest(ARRAY['USAGE', 'UPDATE']) AS p (privilege)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' AND has_sequence_privilege($1, c.oid, p.privilege)
UNION ALL
SELECT 'database: ' || p.privilege
FROM unnest(ARRAY['CREATE', 'TEMPORARY']) AS p (privilege) WHERE has_database_privilege($1, current_database(), p.privilege)
UNION ALL
SELECT 'schema public: CREATE' WHERE has_schema_privilege($1, 'public', 'CREATE')
ORDER BY 1`

func testServeRoleWrites(t *testing.T, owner environ) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), owner["DATABASE_URL"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), mayWrite, serveRole)
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"api_key.last_used_at: UPDATE", "usage_day: DELETE", "usage_day: INSERT", "usage_day: UPDATE"}
	if diff := cmp.Diff(want, allowed); diff != "" {
		t.Errorf("what serve may write (-want +got):\n%s", diff)
	}
	for _, sql := range []string{
		"DELETE FROM content_item",
		"UPDATE airport SET epoch = gen_random_uuid()",
		"UPDATE api_key SET scopes = '{content:read}'",
		"INSERT INTO api_key_airport SELECT id, 'LKX' FROM api_key",
		"TRUNCATE api_key CASCADE",
		"CREATE TABLE own (n integer)",
		"CREATE TEMPORARY TABLE own (n integer)",
		"COPY content_item TO PROGRAM 'cat >/dev/null'",
		"SELECT gin_clean_pending_list('content_item_search')",
	} {
		err := try(t.Context(), asServeRole(t, owner)["DATABASE_URL"], sql)
		if refused := (*pgconn.PgError)(nil); !errors.As(err, &refused) || refused.Code != "42501" {
			t.Errorf("%s: %v, want insufficient privilege", sql, err)
		}
	}
}
