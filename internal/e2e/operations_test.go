package e2e_test

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

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

const serveRole = "airport_content_serve"

// owned has a server of its own, with the roles of docs/operations: an owner who is no superuser,
// and one who serves.
func owned(t *testing.T) (admin string, owner, served installation, key string) {
	t.Helper()
	admin = testenv.OwnPostgres(t).URL()
	owner = emptyOwned(t, admin)
	owner.do(t, "migrate", "up")
	key = owner.fill(t, assorted(90)...)
	for range 2 { // as after every upgrade
		owner.sql(t, string(readFile(t, "../../docs/sql/serve-role.sql")))
	}
	owner.sql(t, "ALTER ROLE "+serveRole+" PASSWORD 'serve'")
	return admin, owner, owner.with("DATABASE_URL=" + as(t, admin, serveRole, "serve")), key
}

// emptyOwned makes an owner and an empty database. admin is the superuser's URL of the server.
func emptyOwned(t *testing.T, admin string) installation {
	t.Helper()
	superuser := installation{"DATABASE_URL=" + admin}
	superuser.sql(t, "CREATE ROLE airport_content LOGIN CREATEROLE PASSWORD 'owner'")
	superuser.sql(t, "CREATE DATABASE airport_content OWNER airport_content TEMPLATE template0")
	address, prefix := testenv.Redis(t)
	return installation{"DATABASE_URL=" + as(t, admin, "airport_content", "owner"), "REDIS_URL=" + address, "REDIS_PREFIX=" + prefix}
}

// as is a server's URL for another role and the database airport_content.
func as(t *testing.T, database, role, password string) string {
	t.Helper()
	u := check.Must(url.Parse(database))(t)
	u.User, u.Path = url.UserPassword(role, password), "/airport_content"
	return u.String()
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	return check.Must(os.ReadFile(path))(t)
}

// visit asks for everything that the API offers, and returns a cursor.
func (s *server) visit(t *testing.T, key string) (cursor string) {
	t.Helper()
	s.awaitHealthy(t)
	for _, query := range [][]string{nil, {"contentType", "dining", "size", "5"}, {"modifiedSince", "2001-01-01", "includeBody", "false"}, {"q", `zebra -plane or "number late"`}} {
		if p := s.list(t, key, "SFO", query...); len(p.Results) == 0 {
			t.Errorf("%q: no results", query)
		}
	}
	id := s.list(t, key, "SFO").Results[0].ID
	got := parsed[single](t, s.get(t, key, "SFO/content/"+url.PathEscape(id)))
	check.Same(t, id, got.Result.ID, "item")
	return s.changes(t, key, "SFO", s.changes(t, key, "SFO", "", 3).NextCursor, 100).NextCursor
}

// complaints are the lines of the log that an operator would look at, but for those of a busy
// machine.
func (s *server) complaints() (list []string) {
	for line := range strings.Lines(s.log.String()) {
		slow := strings.Contains(line, "deadline exceeded") || strings.Contains(line, "timeout")
		if !slow && (strings.Contains(line, `"WARN"`) || strings.Contains(line, `"ERROR"`)) {
			list = append(list, line)
		}
	}
	return list
}

// An owner who is no superuser migrates, imports and administers; serve needs even fewer rights.
// Package doctor tests what its role may not do.
func TestLeastPrivilege(t *testing.T) {
	t.Parallel()
	_, owner, served, key := owned(t)
	s := served.serve(t)
	s.visit(t, key)
	s.stop() // and what is written from time to time is written
	if found := s.complaints(); len(found) > 0 {
		t.Errorf("the server complains: %s", found)
	}
	if !testenv.Value[bool](t, owner.database(), "SELECT last_used_at IS NOT NULL FROM api_key") {
		t.Error("the key's last use was not written")
	}
	conn := served.connect(t)
	defer conn.Close(t.Context())
	owner.sql(t, "CREATE TABLE of_the_next_migration (n integer)")
	_, err := conn.Exec(t.Context(), "SELECT FROM of_the_next_migration")
	check.Error(t, nil, err, "read a table that a migration adds later")
}

// matches are what a pattern's group finds in a file.
func matches(t *testing.T, pattern, path string) (found []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(pattern).FindAllSubmatch(readFile(t, path), -1) {
		found = append(found, string(match[1]))
	}
	return found
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	alerts, explained := matches(t, `- alert: (\w+)`, "../../docs/monitoring/alerts.yaml"), matches(t, `(?m)^## (\w+)$`, "../../docs/operations/alerts.md")
	if diff := gocmp.Diff(alerts, explained); diff != "" || len(alerts) == 0 {
		t.Errorf("alerts that are explained: %s", diff)
	}
	documents, err := filepath.Glob("../../docs/*.md")
	more, moreErr := filepath.Glob("../../docs/*/*.md")
	if documents = slices.Concat(documents, more, []string{"../../README.md"}); errors.Join(err, moreErr) != nil || len(documents) < 10 {
		t.Fatalf("%q", documents)
	}
	for _, document := range documents {
		for what, pattern := range map[string]string{
			"a list of processes shows the password": `(?m)^(.*\b(?:psql|pg_dump|pg_restore|vacuumdb|reindexdb)\b.*(?:DATABASE_URL|PASSWORD=|://).*)$`,
			"Debian does not install sudo":           `(?m)^(.*\bsudo\b.*)$`,
		} {
			for _, line := range matches(t, pattern, document) {
				t.Errorf("%s: %s: %s", document, what, line)
			}
		}
		for _, link := range matches(t, `\]\(([^)]+)\)`, document) {
			path, _, _ := strings.Cut(link, "#")
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), path)); path != "" && !strings.Contains(path, "://") && err != nil {
				t.Errorf("%s links to %s: %v", document, link, err)
			}
		}
	}
}
