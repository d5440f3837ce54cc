package e2e_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// inDatabase is an installation that uses another database of its server.
func (i installation) inDatabase(t *testing.T, name string) installation {
	t.Helper()
	u, err := url.Parse(i.value("DATABASE_URL"))
	check(t, err)
	u.Path = "/" + name
	return i.with("DATABASE_URL=" + u.String())
}

// A database that cannot work is refused in one line, which says what mends it, and nothing is
// done.
func TestUnfitDatabases(t *testing.T) {
	t.Parallel()
	admin, owner, served, key := owned(t)
	owner.do(t, "source", "add", "SFO", "pulled", "sitemap", "https://www.example.com", "--no-check")
	superuser := installation{"DATABASE_URL=" + admin}
	superuser.sql(t, "CREATE ROLE stranger LOGIN PASSWORD 'stranger'")
	stranger := owner.with("DATABASE_URL=" + as(t, admin, "stranger", "stranger"))
	for _, sql := range []string{"DATABASE latin OWNER airport_content ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
		"DATABASE old OWNER airport_content TEMPLATE template0", "DATABASE foreign_one TEMPLATE template0",
		"DATABASE frozen OWNER airport_content TEMPLATE template0"} {
		superuser.sql(t, "CREATE "+sql)
	}
	// A function in this schema is found before the server's own.
	superuser.inDatabase(t, "old").sql(t, `CREATE SCHEMA fake; CREATE FUNCTION fake.current_setting(text) RETURNS text LANGUAGE sql AS
		$$SELECT CASE $1 WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12' ELSE pg_catalog.current_setting($1) END$$;
		GRANT USAGE ON SCHEMA fake TO airport_content; ALTER DATABASE old SET search_path = fake, pg_catalog, public`)
	superuser.sql(t, "ALTER DATABASE frozen SET default_transaction_read_only = on")
	const rights = `the role "airport_content_serve" lacks rights of the tables' owner, "airport_content"`
	before := owner.state(t)
	for _, want := range []struct {
		name string
		installation
		refusal
	}{
		{"encoding", owner.inDatabase(t, "latin"), refusal{"migrate up", 1, []string{`"latin" has the encoding LATIN1`, "ENCODING 'UTF8'"}}},
		{"version", owner.inDatabase(t, "old"), refusal{"migrate up", 1, []string{"PostgreSQL 14.12 is too old", "15 or newer"}}},
		{"another's database", owner.inDatabase(t, "foreign_one"), refusal{"migrate up", 1, []string{`ALTER DATABASE "foreign_one" OWNER TO "airport_content"`}}},
		{"read-only", owner.inDatabase(t, "frozen"), refusal{"migrate up", 1, []string{"default_transaction_read_only is on"}}},
		{"serve role", served, refusal{"migrate up", 1, []string{rights}}},
		{"serve role", served, refusal{"airport add JFK York", 1, []string{rights}}},
		{"serve role", served, refusal{"import SFO -", 1, []string{rights}}},
		{"serve role", served, refusal{"pull SFO pulled", 1, []string{rights}}},
		{"no rights", stranger, refusal{"airport list", 1, []string{`the role "stranger" may not read`, `"airport_content"`}}},
		{"no rights", stranger, refusal{"migrate status", 1, []string{`the role "stranger" lacks rights`, `"airport_content"`}}},
	} {
		t.Run(want.name+", "+want.args, func(t *testing.T) {
			if got := want.installation.refuses(t, want.refusal, key); strings.Contains(got.stderr, "42501") {
				t.Errorf("a code of PostgreSQL: %s", got.stderr)
			}
		})
	}
	same(t, before, owner.state(t), "something is half done")
	served.do(t, "airport", "list")
	t.Run("serve ends at once", func(t *testing.T) {
		for says, i := range map[string]installation{"docs/sql/serve-role.sql": stranger, "LATIN1": owner.inDatabase(t, "latin")} {
			got := i.run(t, "", "serve", "--listen-addr", "127.0.0.1:0", "--ops-addr", "")
			if got.code != 1 || !strings.Contains(got.stderr, says) || strings.Contains(got.stderr, "waiting for the database") {
				t.Errorf("%+v", got)
			}
		}
	})
	t.Run("extensions", func(t *testing.T) {
		foreign, theirs := owner.inDatabase(t, "foreign_one"), superuser.inDatabase(t, "foreign_one")
		theirs.sql(t, "GRANT CREATE ON SCHEMA public TO airport_content")
		const missing = "CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent"
		foreign.refuses(t, refusal{"migrate up", 1, []string{missing, "owner or a superuser"}}, key)
		theirs.sql(t, missing)
		foreign.do(t, "migrate", "up")
		foreign.do(t, "airport", "add", "JFK", "York")
		// Its owner is not the database's.
		theirs.sql(t, string(readFile(t, "../../docs/sql/serve-role.sql")))
		foreign.load(t, "JFK", []item{newItem("a")})
		theirs.sql(t, "DROP EXTENSION unaccent")
		foreign.refuses(t, refusal{"migrate up", 1, []string{"CREATE EXTENSION unaccent", "owner or a superuser"}}, key)
		superuser.sql(t, "ALTER DATABASE foreign_one SET default_transaction_read_only = on")
		foreign.refuses(t, refusal{"airport add LHR London", 1, []string{"default_transaction_read_only is on"}}, key)
	})
}

// A connection that fails says why once: not what was tried before, not again with every attempt,
// and not the password.
func TestRefusedConnections(t *testing.T) {
	t.Parallel()
	i := install(t)
	wrong, err := url.Parse(i.value("DATABASE_URL"))
	check(t, err)
	wrong.User = url.UserPassword("nobody", "s3cret")
	wrong.RawQuery = "" // so it is tried with TLS first, which the server refuses
	i = i.with("DATABASE_URL=" + wrong.String())
	i.refuses(t, refusal{"airport list", 1, []string{`failed for user "nobody"`, "check the user and the password"}}, "")
	for _, args := range []string{"airport list", "migrate up", "serve"} {
		began := time.Now()
		got := i.run(t, "", strings.Fields(args)...)
		if n := strings.Count(got.stderr, "failed for user"); got.code != 1 || strings.Contains(got.stderr, "TLS") || n != 1 && args != "serve" || n > 2 {
			t.Errorf("%s says it %d times: %+v", args, n, got)
		}
		if strings.Contains(got.stdout+got.stderr, "s3cret") {
			t.Errorf("%s shows the password: %+v", args, got)
		}
		if took := time.Since(began); args == "serve" && took < 25*time.Second { // it waits 30 seconds
			t.Errorf("serve gives up after %s", took)
		}
	}
}
