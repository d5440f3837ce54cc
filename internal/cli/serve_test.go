package cli_test

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

const contentPath = "/api/v1/partner/SFO/content"

func TestServeRefusesToStart(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	quiet := e.with("OPS_ADDR=")
	quiet.refuses(t, []refusal{
		{args: []string{"serve", "--listen-addr", taken.Addr().String()}, code: 1, says: "LISTEN_ADDR: listen tcp " + taken.Addr().String() + ": bind: address already in use"},
		{args: []string{"serve", "--ops-addr", taken.Addr().String()}, code: 1, says: "OPS_ADDR: listen tcp " + taken.Addr().String()},
		{args: []string{"serve", "now"}, code: 2, says: `one argument too many: "now"`},
	})
}

// While the database is awaited the program says so, and who watches sees that it lives but is not ready.
func TestServeWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	redisURL, prefix := testenv.Redis(t)
	e := environ{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0"}
	database.Kill()
	server := clitest.Begin(t, e)
	server.Log.Await(t, "waiting for the database")
	ops := "http://" + server.Log.Await(t, "ops endpoints on ")
	if live, ready := get(t, ops+"/livez", ""), get(t, ops+"/readyz", ""); live.status != 200 || ready.status != 503 {
		t.Errorf("while waiting: livez %d, readyz %d", live.status, ready.status)
	}
	database.Restart()
	server.Log.Await(t, "listening on ")
	if ready := get(t, ops+"/readyz", ""); ready.status != 200 {
		t.Errorf("readyz %d %s", ready.status, ready.body)
	}
}

func TestServeIsInterruptedWhileItWaits(t *testing.T) {
	t.Parallel()
	e := environ{"DATABASE_URL=postgres://u@127.0.0.1:1/none", "OPS_ADDR="}
	server := clitest.Begin(t, e)
	server.Log.Await(t, "waiting for the database")
	if code := server.Stop(); code != 1 || !strings.Contains(server.Log.String(), "interrupted") {
		t.Errorf("exit code %d: %s", code, server.Log)
	}
}

func TestServeWithoutRedis(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.with("REDIS_URL=redis://127.0.0.1:1").serve(t)
	if !strings.Contains(server.Log.String(), `"level":"WARN"`) {
		t.Errorf("nothing is said of Redis: %s", server.Log)
	}
	if got := get(t, server.URL+contentPath, key); got.status != 200 {
		t.Errorf("content: %d %s", got.status, got.body)
	}
	if got := get(t, server.URL+"/api/v1/partner/health", ""); got.status != 200 || !strings.Contains(got.body, `"status":"degraded"`) {
		t.Errorf("health: %d %s", got.status, got.body)
	}
	if got := get(t, server.Ops+"/readyz", ""); got.status != 200 {
		t.Errorf("readyz: %d %s", got.status, got.body)
	}
}

// Redis is killed while partners ask: none of them notices.
func TestServeOutlivesRedis(t *testing.T) {
	t.Parallel()
	redis := testenv.OwnRedis(t)
	e := newCatalogue(t).with("REDIS_URL="+redis.URL(), "RATE_LIMIT=100000")
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.serve(t)
	healthIs := func(status string) func() bool {
		return func() bool {
			return strings.Contains(get(t, server.URL+"/api/v1/partner/health", "").body, `"status":"`+status+`"`)
		}
	}

	done := make(chan struct{})
	var partners sync.WaitGroup
	for range 4 {
		partners.Go(func() {
			for asked := 0; ; asked++ {
				select {
				case <-done:
					return
				default:
				}
				if got := get(t, server.URL+contentPath, key); got.status != 200 {
					t.Errorf("request %d: %d %s", asked, got.status, got.body)
					return
				}
			}
		})
	}
	redis.Kill()
	eventually(t, startLimit, "degraded", healthIs("degraded"))
	redis.Restart()
	eventually(t, startLimit, "healthy again", healthIs("healthy"))
	close(done)
	partners.Wait()
}

// The database goes, and comes back: no restart is needed, and no use of a key is forgotten.
func TestServeOutlivesItsDatabase(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	redisURL, prefix := testenv.Redis(t)
	e := environ{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0"}
	e.must(t, "airport", "add", "SFO", "San Francisco")
	e.must(t, "partner", "add", "Acme")
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.serve(t)
	if got := get(t, server.URL+contentPath, key); got.status != 200 {
		t.Fatalf("at first: %d %s", got.status, got.body)
	}

	database.Kill()
	eventually(t, 10*time.Second, "unhealthy", func() bool {
		got := get(t, server.URL+"/api/v1/partner/health", "")
		return got.status == 503 && strings.Contains(got.body, `"status":"unhealthy"`)
	})
	if got := get(t, server.URL+contentPath, key); got.status != 500 || got.Error.Code != "unavailable" {
		t.Errorf("without a database: %d %s", got.status, got.body)
	}
	if got := get(t, server.Ops+"/readyz", ""); got.status != 503 {
		t.Errorf("readyz without a database: %d %s", got.status, got.body)
	}
	server.Log.Await(t, "last use of keys not written")

	database.Restart()
	eventually(t, 10*time.Second, "content again", func() bool { return get(t, server.URL+contentPath, key).status == 200 })
	eventually(t, 10*time.Second, "healthy again", func() bool { return get(t, server.Ops+"/readyz", "").status == 200 })
	if code := server.Stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, server.Log)
	}
	if e.key(t, keyID(key)).LastUsedAt == nil {
		t.Error("the last use was forgotten")
	}
}

func TestHealthTellsOfABrokenIndex(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	conn, err := pgx.Connect(t.Context(), e.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "DROP INDEX content_item_search"); err != nil {
		t.Fatal(err)
	}
	server := e.serve(t)
	got := get(t, server.URL+"/api/v1/partner/health", "")
	if got.status != 200 || !strings.Contains(got.body, `"status":"degraded"`) || !strings.Contains(got.body, `"elasticsearch":{"status":"down"`) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestServeFinishesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.with("DRAIN_DELAY=500ms").serve(t)
	if got := get(t, server.URL+contentPath, key); got.status != 200 {
		t.Fatalf("at first: %d %s", got.status, got.body)
	}

	conn, err := pgx.Connect(t.Context(), e.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE content_item"); err != nil {
		t.Fatal(err)
	}
	slow := make(chan answer, 1)
	go func() { slow <- get(t, server.URL+contentPath+"?size=7", key) }() // another page than before, which might be at hand
	eventually(t, startLimit, "the request waits in the database", func() bool { return e.waitsForLock(t) })

	stopped := make(chan int, 1)
	go func() { stopped <- server.Stop() }()
	server.Log.Await(t, "stopping")
	if got := get(t, server.Ops+"/readyz", ""); got.status != 503 || !strings.Contains(got.body, "stopping") {
		t.Errorf("readyz while stopping: %d %s", got.status, got.body)
	}
	eventually(t, startLimit, "new requests are refused", func() bool {
		c, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if got := <-slow; got.status != 200 || got.Pagination.Total != 2 {
		t.Errorf("the request in flight: %d %s", got.status, got.body)
	}
	if code := <-stopped; code != 0 {
		t.Errorf("exit code %d: %s", code, server.Log)
	}
}

// A request that never ends does not keep the program from ending.
func TestServeDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	server := e.with("SHUTDOWN_TIMEOUT=200ms").serve(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("GET /api/v1/partner/health HTTP/1.1\r\nHost: x\r\n")); err != nil {
		t.Fatal(err)
	}
	get(t, server.URL+"/api/v1/partner/health", "") // by now the server has the first one's beginning too
	if code := server.Stop(); code != 0 || !strings.Contains(server.Log.String(), "cut off") {
		t.Errorf("exit code %d: %s", code, server.Log)
	}
}

func TestServeLogs(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.serve(t)
	get(t, server.URL+contentPath+"?q="+http.StatusText(200), key)
	server.Stop()
	log := server.Log.String()
	if strings.Contains(log, key) || strings.Contains(log, e.databaseURL()) {
		t.Errorf("the log holds a secret: %s", log)
	}
	if !strings.Contains(log, `"key_id":"`+keyID(key)+`"`) {
		t.Errorf("the log does not tell whose request it was: %s", log)
	}
}

// A store that takes no writes counts nothing, however well it answers.
func TestServeWithARedisThatTakesNoCounts(t *testing.T) {
	t.Parallel()
	store := scriptedRedis(t, "", "READONLY You can't write against a read only replica.")
	server := newEnviron(t).with("REDIS_URL=redis://" + store).serve(t)
	if got := get(t, server.URL+"/api/v1/partner/health", ""); got.status != 200 || !strings.Contains(got.body, `"redis":{"status":"down"`) {
		t.Errorf("%d %s", got.status, got.body)
	}
}
