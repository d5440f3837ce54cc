package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// faultyWorld is a server that reaches what it depends on through proxies, partners who follow, and
// an importer.
type faultyWorld struct {
	*server
	t                        *testing.T
	admin                    installation // past the proxies
	importing, served        installation
	database, redis, replica *proxy
	key                      string
	followers                []*follower
	generation, answered     int
}

const replicaRole = "replica"

// patiently is for a server whose requests must not fail, however busy the machine is.
const patiently = "REQUEST_TIMEOUT=1m"

// newFaultyWorld takes the URLs of superusers. That of the replica may be empty.
func newFaultyWorld(t *testing.T, database, store, replica string, settings ...string) *faultyWorld {
	t.Helper()
	w := prepareFaultyWorld(t, database, store, replica)
	w.begin(t, settings...)
	return w
}

// prepareFaultyWorld leaves the server and the partners to begin.
func prepareFaultyWorld(t *testing.T, database, store, replica string) *faultyWorld {
	t.Helper()
	w := &faultyWorld{t: t, database: newProxy(t, database), redis: newProxy(t, store)}
	w.admin = installation{"DATABASE_URL=" + database, "REDIS_URL=" + w.redis.url, "RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000"}
	w.importing = w.admin.with("DATABASE_URL=" + w.database.url)
	w.admin.sql(t, string(readFile(t, "../../docs/sql/serve-role.sql")))
	w.admin.sql(t, "ALTER ROLE "+serveRole+" PASSWORD 'faulty'; CREATE ROLE "+replicaRole+" LOGIN PASSWORD 'faulty' IN ROLE "+serveRole)
	w.key = w.admin.fill(t, generation(0)...)
	w.served = w.admin.with("DATABASE_URL=" + withRole(t, w.database.url, serveRole))
	if replica != "" {
		w.replica = newProxy(t, replica)
		w.served = w.served.with("DATABASE_READ_URL=" + withRole(t, w.replica.url, replicaRole))
	}
	return w
}

func (w *faultyWorld) begin(t *testing.T, settings ...string) {
	t.Helper()
	w.server = w.served.serve(t, settings...)
	w.followers = followers(t, w.admin, w.server, rand.Uint64())
}

func withRole(t *testing.T, server, role string) string {
	t.Helper()
	u := check.Must(url.Parse(server))(t)
	u.User = url.UserPassword(role, "faulty")
	return u.String()
}

func (w *faultyWorld) noConnectionLeft(role string, f fault) fault {
	f.name = "has no connection left"
	f.begin = func() {
		w.admin.sql(w.t, "ALTER ROLE "+role+" CONNECTION LIMIT 0")
		w.admin.sql(w.t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+role+"'")
	}
	f.end = func() { w.admin.sql(w.t, "ALTER ROLE "+role+" CONNECTION LIMIT -1") }
	return f
}

// suffer makes a fault while an import runs and partners ask. Afterwards everything works again,
// and all items are of one file.
func (w *faultyWorld) suffer(t *testing.T, f fault) {
	if w.replica != nil {
		w.awaitReplica(t)
	}
	w.generation++
	fresh := w.admin.key(t, "Acme", "--airport", "SFO")
	cmd := w.importing.command(t, "import", "SFO", "-", "--prune", "--force")
	imported := make(chan outcome, 1)
	go func() { imported <- runCommand(t, cmd, ndjson(t, generation(w.generation)...)) }()
	pause(t.Context(), time.Duration(rand.IntN(500))*time.Millisecond)
	f.begin()
	undo := sync.OnceFunc(f.end)
	defer undo()
	for round := range 2 {
		w.askAtOnce(t, f, round, fresh)
	}
	if f.health != "" {
		check.Eventually(t, string(f.health), func() bool { return w.health(t) == f.health })
	}
	undo()
	over := time.Now()
	check.Eventually(t, "healthy again", func() bool { return w.health(t) == "healthy" })
	for _, key := range []string{w.key, fresh} {
		check.Eventually(t, "content again", func() bool { return w.get(t, key, "SFO/content").status == 200 })
	}
	t.Logf("it works again after %s", time.Since(over).Round(10*time.Millisecond))
	got := <-imported
	now := w.admin.wholeGeneration(t)
	if got.code > 1 || now != w.generation && (now != w.generation-1 || got.code == 0) {
		t.Errorf("the import of generation %d: %+v; the airport is of generation %d", w.generation, got, now)
	}
	if t.Failed() {
		t.Log(strings.Join(w.complaints(), ""))
	}
	t.Logf("import: exit code %d %s", got.code, strings.TrimSpace(got.stderr))
	if got.code != 0 {
		w.importing.load(t, "SFO", generation(w.generation), "--prune", "--force")
	}
	for _, follower := range w.followers {
		check.Error(t, nil, follower.follow(t.Context()), follower.name)
		follower.level++
	}
}

// awaitReplica waits until the server asks the replica again, which it does not for some seconds
// after a failure. Reading the metrics asks it once, too.
func (w *faultyWorld) awaitReplica(t *testing.T) {
	t.Helper()
	const asked = `airport_content_db_pool_acquires_total{pool="replica"}`
	before := w.metrics(t)[asked]
	check.Eventually(t, "the replica is asked", func() bool {
		for range 3 {
			w.get(t, w.key, fmt.Sprintf("SFO/content?modifiedSince=2001-01-01T00:00:00.%03dZ", rand.IntN(1000))).is(t, 200)
		}
		more := w.metrics(t)[asked] - before
		before += more
		return more > 2
	})
}

// askAtOnce asks for everything, and logs what came.
func (w *faultyWorld) askAtOnce(t *testing.T, f fault, round int, fresh string) {
	t.Helper()
	unlike := fmt.Sprintf("&modifiedSince=2001-01-01T00:00:00.%03dZ", rand.IntN(1000))
	asked := []struct{ what, key, path string }{
		{"list asked before", w.key, "SFO/content?size=100"},
		{"list", w.key, "SFO/content?size=100" + unlike},
		{"search", w.key, "SFO/content?size=100&q=generation" + unlike},
		{"item", w.key, "SFO/content/item%2F001"},
		{"changes", w.key, "SFO/changes?size=100"},
		{"list, new key", fresh, "SFO/content?size=100"},
		{"health", "", "health"},
	}
	saw := make([]string, len(asked))
	var callers sync.WaitGroup
	for n, a := range asked {
		callers.Go(func() {
			began := time.Now()
			got, err := w.try(t, http.MethodGet, a.key, base+a.path)
			took := time.Since(began)
			if err != nil || took > 2*check.Patience {
				t.Errorf("%s: %v after %s", a.path, err, took)
				return
			}
			saw[n] = fmt.Sprintf("%s %d %s", a.what, got.status, took.Round(time.Millisecond))
			if a.key != "" {
				saw[n] += f.check(t, got)
			}
		})
	}
	callers.Wait()
	for _, s := range saw {
		if strings.Contains(s, " 200 ") && !strings.HasPrefix(s, "health") {
			w.answered++
		}
	}
	t.Logf("round %d: %s", round, strings.Join(saw, "; "))
}

// check wants an answer whose items are of one file or, if the fault may be seen, a failure that
// asks partners to try again. It returns the failure's code.
func (f fault) check(t *testing.T, a answer) (code string) {
	t.Helper()
	switch {
	case a.status == http.StatusInternalServerError && (f.failing || a.outOfTime()):
		code = parse[failure](t, a.body).Error.Code
		if code != "unavailable" && code != "timeout" {
			t.Errorf("%s: %s", a.asked, a.body)
		}
		a.fails(t, 500, code)
	case strings.Contains(a.asked, "item"):
		if a.status != 404 {
			a.is(t, 200)
		}
	case strings.Contains(a.asked, "changes"):
		parsed[changes](t, a)
	default:
		if _, whole := generationOf(parsed[page](t, a)); !whole {
			t.Errorf("not of one file: %.300s", a.body)
		}
	}
	return " " + code
}

// generationOf is the number of the file that all items of a page come from.
func generationOf(p page) (g string, whole bool) {
	if len(p.Results) == 0 {
		return "", false
	}
	g = numberAtEnd.FindString(p.Results[0].Title)
	other := slices.ContainsFunc(p.Results, func(i item) bool { return numberAtEnd.FindString(i.Title) != g })
	return g, !other && p.Pagination.Total == len(generation(atoi(g, -1)))
}

var numberAtEnd = regexp.MustCompile(`\d+$`)

// nothingIsLost compares every copy with the airport, and the stored counts of requests with what
// was answered.
func (w *faultyWorld) nothingIsLost(t *testing.T) {
	t.Helper()
	for _, f := range w.followers {
		f.mustBe(t, w.everything(t, f.key, "SFO"))
	}
	w.stop()
	if stored := testenv.Value[int](t, w.admin.database(), "SELECT coalesce(sum(requests), 0) FROM usage_day"); stored < w.answered {
		t.Errorf("%d requests are counted, %d were answered", stored, w.answered)
	}
}
