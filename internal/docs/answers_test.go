package docs_test

import (
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// airport is the sample airport that the tests read.
const airport = "QLB"

// partner holds what a partner of an installation has.
type partner struct {
	key     string // every airport and type
	dining  string // a key for dining at the airport alone
	expires string // a key that ends in a week
}

// fill gives an installation the sample airport, another without content, and a partner.
func (i installation) fill(t *testing.T) partner {
	t.Helper()
	i.must(t, "airport", "add", airport, "Quillan Bay Airport")
	i.must(t, "airport", "add", "EMP", "Empty Airport")
	i.must(t, "import", airport, "../sample/qlb.ndjson")
	i.must(t, "partner", "add", "Example Travel")
	return partner{
		key:     i.must(t, "key", "create", "--partner", "Example Travel", "--all-airports"),
		dining:  i.must(t, "key", "create", "--partner", "Example Travel", "--airport", airport, "--scope", "content:read:dining"),
		expires: i.must(t, "key", "create", "--partner", "Example Travel", "--all-airports", "--expires", "7d"),
	}
}

// Every operation and every failure of the real server answers as the document says, and the document says nothing
// that no server answers.
func TestAnswersAreAsDocumented(t *testing.T) {
	t.Parallel()
	installed := newInstallation(t, testenv.Database(t))
	p := installed.fill(t)
	origin := installed.serve(t)
	c := newContract(t)
	s := &site{contract: c, origin: origin + "/api/v1/partner", key: p.key}

	s.lists(t, p)
	s.items(t)
	s.changes(t, installed, p)
	s.open(t, origin)
	for _, o := range keyed {
		s.refusals(t, o, p)
		limited(t, c, installed, o, p)
	}
	broken(t, c, installed, p)
	unavailable(t, c)

	for _, missing := range c.neverShown() {
		t.Errorf("documented, but no answer has it: %s", missing)
	}
}

// keyed are the operations that need a key, each with a path that is in order.
var keyed = []operation{
	{"listContent", "/" + airport + "/content"},
	{"getContentItem", "/" + airport + "/content/qlb-dining-harbour-fish-bar"},
	{"listChanges", "/" + airport + "/changes"},
}

type operation struct{ id, path string }

// site asks one server, and checks each answer against the contract.
type site struct {
	*contract
	origin, key string
}

func (s *site) ask(t *testing.T, operation, path string, status int, code string, headers ...string) answer {
	t.Helper()
	a := ask(t, "GET", s.origin+path, append([]string{"x-partner-api-key", s.key}, headers...)...)
	s.check(t, operation, a, status, code)
	return a
}

func (s *site) lists(t *testing.T, p partner) {
	list := keyed[0].path
	first := s.ask(t, "listContent", list+"?size=100", 200, "")
	s.ask(t, "listContent", list+"?size=100", 304, "", "If-None-Match", first.Header.Get("ETag"))
	s.ask(t, "listContent", list+"?size=100", 200, "", "x-partner-api-key", p.expires)
	for _, query := range []string{"includeBody=false", "size=3&from=5000", "q=coffee&contentType=dining", "q=where+can+i+charge+my+phone", "q=the",
		"q=cofee&includeBody=false", "modifiedSince=2020-01-01T00:00:00Z&q=%22security%22+or+parking+-bus"} {
		s.ask(t, "listContent", list+"?"+query, 200, "")
	}
	s.ask(t, "listContent", "/emp/content", 200, "")
	s.ask(t, "listContent", list+"?contentType=shopping", 403, "scope_forbidden", "x-partner-api-key", p.dining)
	for _, query := range []string{"size=0", "from=-1", "q=%00", "contentType=Dining", "modifiedSince=yesterday", "includeBody=1", "sice=1", "size=1&size=1", "%zz=1"} {
		s.ask(t, "listContent", list+"?"+query, 400, "invalid_parameter")
	}
}

func (s *site) items(t *testing.T) {
	item := keyed[1].path
	first := s.ask(t, "getContentItem", item, 200, "")
	s.ask(t, "getContentItem", item, 304, "", "If-None-Match", first.Header.Get("ETag"))
	s.ask(t, "getContentItem", "/"+airport+"/content/no%2Fsuch", 404, "item_not_found")
	s.ask(t, "getContentItem", item+"?size=1", 400, "invalid_parameter")
	var page struct{ Results []struct{ ID string } }
	s.ask(t, "listContent", keyed[0].path+"?size=100", 200, "").decode(t, &page)
	for _, r := range page.Results {
		s.ask(t, "getContentItem", "/"+airport+"/content/"+url.PathEscape(r.ID), 200, "")
	}
}

func (s *site) changes(t *testing.T, installed installation, p partner) {
	path := keyed[2].path
	var page struct{ NextCursor string }
	s.ask(t, "listChanges", path+"?size=100", 200, "").decode(t, &page)
	next := path + "?cursor=" + page.NextCursor
	first := s.ask(t, "listChanges", next, 200, "")
	s.ask(t, "listChanges", next, 304, "", "If-None-Match", first.Header.Get("ETag"))

	sample, err := os.ReadFile("../sample/qlb.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	_, allButFirst, _ := strings.Cut(string(sample), "\n")
	clitest.Must(t, installed, strings.ReplaceAll(allButFirst, "coffee", "hot coffee"), "import", airport, "-", "--prune")
	var changed struct{ Results []struct{ Change string } }
	s.ask(t, "listChanges", next, 200, "").decode(t, &changed)
	kinds := map[string]int{}
	for _, r := range changed.Results {
		kinds[r.Change]++
	}
	if kinds["upsert"] == 0 || kinds["delete"] != 1 {
		t.Errorf("changes %v, want upserts and one deletion", kinds)
	}

	s.ask(t, "listChanges", path+"?cursor=abc", 400, "invalid_parameter")
	s.ask(t, "listChanges", "/EMP/changes?cursor="+page.NextCursor, 410, "cursor_expired")
	s.ask(t, "listChanges", next, 410, "cursor_expired", "x-partner-api-key", p.dining)
}

// open asks what needs no key.
func (s *site) open(t *testing.T, origin string) {
	for _, o := range []operation{{"getHealth", "/api/v1/partner/health"}, {"getDocumentAsYaml", "/api/v1/openapi.yaml"}, {"getDocumentAsJson", "/api/v1/openapi.json"}} {
		a := ask(t, "GET", origin+o.path)
		s.check(t, o.id, a, 200, "")
		if tag := a.Header.Get("ETag"); tag != "" {
			s.check(t, o.id, ask(t, "GET", origin+o.path, "If-None-Match", tag), 304, "")
		}
		s.check(t, o.id, ask(t, "GET", origin+o.path+"/more"), 404, "route_not_found")
		s.check(t, o.id, ask(t, "DELETE", origin+o.path), 405, "method_not_allowed")
		s.check(t, o.id, ask(t, "GET", origin+o.path+"?"+strings.Repeat("x", 9000)), 414, "uri_too_long")
	}
}

// refusals are those that every operation with a key has in common.
func (s *site) refusals(t *testing.T, o operation, p partner) {
	s.check(t, o.id, ask(t, "GET", s.origin+o.path), 401, "missing_api_key")
	s.ask(t, o.id, o.path, 401, "invalid_api_key", "x-partner-api-key", "acp_wrong")
	s.ask(t, o.id, strings.Replace(o.path, airport, "EMP", 1), 403, "airport_forbidden", "x-partner-api-key", p.dining)
	s.ask(t, o.id, strings.Replace(o.path, airport, "XXX", 1), 404, "airport_not_found")
	s.check(t, o.id, ask(t, "POST", s.origin+o.path), 405, "method_not_allowed")
	s.ask(t, o.id, o.path+"?"+strings.Repeat("x", 9000), 414, "uri_too_long")
}

// limited asks servers that allow one request a minute: per partner, and per address that fails to authenticate.
func limited(t *testing.T, c *contract, installed installation, o operation, p partner) {
	_, prefix := testenv.Redis(t)
	s := &site{contract: c, key: p.key,
		origin: installed.with("RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1", "REDIS_PREFIX="+prefix).serve(t) + "/api/v1/partner"}
	s.ask(t, o.id, o.path, 200, "")
	s.ask(t, o.id, o.path, 429, "rate_limited")
	s.ask(t, o.id, o.path, 401, "missing_api_key", "x-partner-api-key", "")
	s.ask(t, o.id, o.path, 429, "rate_limited", "x-partner-api-key", "")
}

// broken asks while a table is locked, and then is gone.
func broken(t *testing.T, c *contract, installed installation, p partner) {
	db, err := pgx.Connect(t.Context(), strings.TrimPrefix(installed[0], "DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	s := &site{contract: c, key: p.key,
		origin: installed.with("REQUEST_TIMEOUT=500ms", "REDIS_URL=redis://127.0.0.1:1").serve(t) + "/api/v1/partner"}
	execute := func(sql string) {
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	s.ask(t, "listContent", "/EMP/content", 200, "") // the key is known now
	s.check(t, "getHealth", ask(t, "GET", s.origin+"/health"), 200, "")
	execute("BEGIN")
	execute("LOCK TABLE content_item")
	for _, o := range keyed {
		s.ask(t, o.id, o.path, 500, "timeout")
	}
	execute("DROP TABLE content_item CASCADE")
	execute("COMMIT")
	for _, o := range keyed {
		s.ask(t, o.id, o.path, 500, "internal")
	}
}

// unavailable asks a server whose database dies.
func unavailable(t *testing.T, c *contract) {
	database := testenv.OwnPostgres(t)
	installed := newInstallation(t, database.URL())
	p := installed.fill(t)
	s := &site{contract: c, origin: installed.serve(t) + "/api/v1/partner", key: p.key}
	s.ask(t, "listContent", "/EMP/content", 200, "")
	database.Kill()
	for _, o := range keyed {
		s.ask(t, o.id, o.path, 500, "unavailable")
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		a := ask(t, "GET", s.origin+"/health")
		if a.StatusCode == 503 || time.Now().After(deadline) {
			s.check(t, "getHealth", a, 503, "")
			return
		}
	}
}
