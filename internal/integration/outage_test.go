package integration_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/testenv"
)

// traffic asks at 200 requests a second until it is stopped, in turn for different things.
type traffic struct {
	asked, failed atomic.Int64
	stop          func()
}

func startTraffic(t *testing.T, s *server, key string) *traffic {
	t.Helper()
	traffic, done := &traffic{}, make(chan struct{})
	var callers sync.WaitGroup
	paths := []string{"SFO/content", "SFO/content?q=zebra&includeBody=false", "SFO/content/a-0", "SFO/changes?size=5"}
	for n := range 8 {
		callers.Go(func() {
			pace := time.NewTicker(40 * time.Millisecond)
			defer pace.Stop()
			for k := n; ; k++ {
				select {
				case <-done:
					return
				case <-pace.C:
				}
				a, err := s.try(t, http.MethodGet, key, partnerPath+paths[k%len(paths)])
				traffic.asked.Add(1)
				if err != nil || a.status != 200 {
					traffic.failed.Add(1)
					t.Errorf("%s: %d %.300s, error %v", paths[k%len(paths)], a.status, a.body, err)
				}
			}
		})
	}
	traffic.stop = sync.OnceFunc(func() { close(done); callers.Wait() })
	t.Cleanup(traffic.stop)
	return traffic
}

func TestRedisIsKilledUnderLoad(t *testing.T) {
	t.Parallel()
	redis := testenv.OwnRedis(t)
	i, key := imported(t, assorted(30)...)
	s := i.with("REDIS_URL=" + redis.URL()).serve(t)
	traffic := startTraffic(t, s, key)
	is := func(status string) func() bool { return func() bool { return s.health(t).Status == status } }
	eventually(t, startLimit, "healthy", is("healthy"))
	for range 2 {
		time.Sleep(time.Second)
		redis.Kill()
		eventually(t, startLimit, "degraded", is("degraded"))
		time.Sleep(time.Second)
		redis.Restart()
		eventually(t, startLimit, "healthy again", is("healthy"))
	}
	traffic.stop()
	if asked := traffic.asked.Load(); asked < 200 || traffic.failed.Load() > 0 {
		t.Errorf("%d of %d requests failed", traffic.failed.Load(), asked)
	}
	if code := s.Stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// Without a store the limits go on, by this server's own count.
func TestLimitsWithoutRedis(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.with("REDIS_URL=redis://127.0.0.1:1/0", "RATE_LIMIT=5", "AUTH_FAILURE_LIMIT=5").serve(t)
	awaitWindow(15*time.Second, time.Minute)
	for n := range 5 {
		if a := s.get(t, key, "SFO/content"); a.status != 200 || a.number(t, "X-RateLimit-Remaining") != 4-n {
			t.Errorf("request %d: %d %v", n, a.status, a.header)
		}
	}
	a := s.get(t, key, "SFO/content")
	a.fails(t, "beyond the limit", 429, "rate_limited")
	if a.number(t, "Retry-After") < 1 {
		t.Errorf("Retry-After %s", a.header.Get("Retry-After"))
	}
	if s.guess(t, 5) != 0 || s.guess(t, 2) != 2 {
		t.Error("failures are not limited")
	}
	if r := s.health(t); r.Status != "degraded" || r.Services.Redis.Status != "down" {
		t.Errorf("%+v", r)
	}
}

// The database is stopped at once and started again: errors as the contract words them in between, no restart after.
func TestDatabaseIsKilled(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	redisURL, prefix := testenv.Redis(t)
	i := onServers(database.URL(), redisURL).with("REDIS_PREFIX=" + prefix)
	i.must(t, "airport", "add", "SFO", "San Francisco")
	i.must(t, "partner", "add", "Acme")
	key, unseen := i.key(t, "Acme", "--airport", "SFO"), i.key(t, "Acme", "--airport", "SFO")
	i.mustRead(t, file(t, assorted(10)...), "import", "SFO", "-")
	s := i.serve(t)
	if p := s.list(t, key, "SFO"); p.Pagination.Total != 10 {
		t.Fatalf("at first: %+v", p.Pagination)
	}
	for range 2 {
		database.Kill()
		eventually(t, startLimit, "unhealthy", func() bool { return s.health(t).Status == "unhealthy" })
		for _, path := range []string{"SFO/content", "SFO/content?q=zebra", "SFO/content/a-0", "SFO/changes"} {
			a := s.get(t, key, path)
			a.fails(t, path+" without a database", 500, "unavailable")
		}
		s.get(t, unseen, "SFO/content").fails(t, "a key that nobody has seen yet", 500, "unavailable")
		s.get(t, "", "SFO/content").fails(t, "no key", 401, "missing_api_key")
		s.get(t, key, "nothing").fails(t, "no such path", 404, "route_not_found")
		database.Restart()
		eventually(t, startLimit, "content again", func() bool { return s.get(t, key, "SFO/content").status == 200 })
		eventually(t, startLimit, "healthy again", func() bool { return s.health(t).Status == "healthy" })
	}
	if p := s.list(t, unseen, "SFO"); p.Pagination.Total != 10 {
		t.Errorf("afterwards: %+v", p.Pagination)
	}
	if code := s.Stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// A query that hangs, here on a lock, ends with the request's time, and gives its connection back.
func TestSlowDatabase(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(10)...)
	s := i.with("REQUEST_TIMEOUT=1s", "DB_MAX_CONNS=8").serve(t)
	unlock := i.lock(t)
	var callers sync.WaitGroup
	for n := range 12 {
		callers.Go(func() {
			a, err := s.try(t, http.MethodGet, key, partnerPath+"SFO/content?from="+string(rune('0'+n%10)))
			if err != nil {
				t.Error(err)
				return
			}
			a.fails(t, "a request that hangs", 500, "timeout")
		})
	}
	callers.Wait()
	unlock()
	eventually(t, startLimit, "content again", func() bool { return s.get(t, key, "SFO/content").status == 200 })
}
