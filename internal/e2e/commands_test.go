package e2e_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// refuses is for a run that has to fail with one line on stderr and nothing on stdout.
func (i installation) refuses(t *testing.T, args string, says ...string) {
	t.Helper()
	got := i.run(t, "", strings.Fields(args)...)
	if got.code != 1 || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 || strings.Contains(got.stderr, "42501") { // a code of PostgreSQL
		t.Errorf("%s: want exit code 1, one line on stderr, none on stdout: %+v", args, got)
	}
	for _, part := range says {
		if !strings.Contains(got.stderr, part) {
			t.Errorf("%s: does not say %q: %s", args, part, got.stderr)
		}
	}
}

// state is all that commands change.
func (i installation) state(t *testing.T) (state [4]string) {
	t.Helper()
	for n, table := range []string{"airport", "partner", "api_key", "content_item"} {
		state[n] = testenv.Value[string](t, i.database(), "SELECT coalesce(string_agg(x::text, E'\\n' ORDER BY x::text), '') FROM "+table+" AS x")
	}
	return state
}

// inDatabase is an installation that uses another database of its server.
func (i installation) inDatabase(t *testing.T, name string) installation {
	t.Helper()
	u := check.Must(url.Parse(i.database()))(t)
	u.Path = "/" + name
	return i.with("DATABASE_URL=" + u.String())
}

// Commands of a role without rights are refused in one line, which says what mends that, and
// nothing is done. Tests of package schema have other databases that cannot work.
func TestMissingRights(t *testing.T) {
	t.Parallel()
	admin, owner, served, _ := owned(t)
	owner.do(t, "source", "add", "SFO", "pulled", "sitemap", "https://www.example.com", "--no-check")
	superuser := installation{"DATABASE_URL=" + admin}
	superuser.sql(t, "CREATE ROLE stranger LOGIN PASSWORD 'stranger'")
	stranger := owner.with("DATABASE_URL=" + as(t, admin, "stranger", "stranger"))
	const rights = `the role "airport_content_serve" lacks rights of the tables' owner, "airport_content"`
	before := owner.state(t)
	for _, command := range []string{"migrate up", "airport add JFK York", "import SFO -", "pull SFO pulled"} {
		served.refuses(t, command, rights)
	}
	stranger.refuses(t, "airport list", `the role "stranger" may not read`, `"airport_content"`)
	stranger.refuses(t, "migrate status", `the role "stranger" lacks rights`, `"airport_content"`)
	check.Same(t, before, owner.state(t), "something is half done")
	served.do(t, "airport", "list")
	superuser.sql(t, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
	for says, i := range map[string]installation{"docs/sql/serve-role.sql": stranger, "LATIN1": superuser.inDatabase(t, "latin")} {
		if got := i.fails(t, says, "serve", "--listen-addr", "127.0.0.1:0", "--ops-addr", ""); strings.Contains(got.stderr, "waiting for the database") {
			t.Errorf("serve waits: %s", got.stderr)
		}
	}
}

// A connection that fails says why once: not what was tried before, not again with every attempt,
// and not the password.
func TestRefusedConnections(t *testing.T) {
	t.Parallel()
	i := install(t)
	wrong := check.Must(url.Parse(i.database()))(t)
	wrong.User = url.UserPassword("nobody", "s3cret")
	wrong.RawQuery = "" // so it is tried with TLS first, which the server refuses
	i = i.with("DATABASE_URL=" + wrong.String())
	i.refuses(t, "airport list", `failed for user "nobody"`, "check the user and the password")
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
