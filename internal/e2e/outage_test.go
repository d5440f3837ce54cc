package e2e_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/testenv"
)

// What does not need the database works without it, and commands say that it is gone. What partners
// see is in faults_test.go.
func TestWithoutDatabase(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	address, prefix := testenv.Redis(t)
	i := installation{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + address, "REDIS_PREFIX=" + prefix}
	key := i.fill(t, newItem("a"))
	database.Kill()
	s := i.start(t)
	t.Run("serve waits for the database", func(t *testing.T) {
		eventually(t, "the ops address answers", func() bool {
			_, err := (&server{url: s.ops, client: s.client}).try(t, http.MethodGet, "", "/livez")
			return err == nil
		})
		s.watch(t, "/livez").is(t, 200)
		s.watch(t, "/readyz").is(t, 503)
	})
	database.Restart()
	s.awaitAnswer(t)
	s.awaitHealthy(t)
	s.metrics(t) // asks for the airports
	t.Run("the database is lost", func(t *testing.T) {
		database.Kill()
		eventually(t, "unhealthy", func() bool { return s.health(t).Status == "unhealthy" })
		eventually(t, "the metrics show it, and keep the last values of the airports", func() bool {
			all := s.metrics(t)
			return all.of("service_up")["database"] == 0 && all.of("items")["SFO"] == 1
		})
		s.get(t, "", "SFO/content").fails(t, 401, "missing_api_key")
		s.get(t, key, "nothing").fails(t, 404, "route_not_found")
		s.watch(t, "/livez").is(t, 200)
		for _, args := range [][]string{{"airport", "list"}, {"migrate", "up"}, {"key", "list"}} {
			if got := i.run(t, "", args...); got.code != 1 || got.stdout != "" {
				t.Errorf("%q: %+v", args, got)
			}
		}
		if got := i.run(t, "", "healthcheck", "--url", s.url); got.code != 1 || got.stdout != "unhealthy\n" || !strings.Contains(got.stderr, "down: database, elasticsearch (the full-text search)") {
			t.Errorf("healthcheck: %+v", got)
		}
		if got := i.run(t, "", "doctor"); got.code != 1 || got.stdout == "" {
			t.Errorf("doctor: %+v", got)
		}
	})
}

func TestWithoutRedis(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t, "REDIS_URL=redis://127.0.0.1:1/0", "RATE_LIMIT=5", "AUTH_FAILURE_LIMIT=5")
	t.Run("serve starts degraded and says so", func(t *testing.T) {
		if r := s.health(t); r.Services.Redis.Status != "down" {
			t.Errorf("%+v", r)
		}
		if !s.log.Has("WARN") && !s.log.Has("ERROR") {
			t.Errorf("the log:\n%s", s.log)
		}
	})
	t.Run("healthcheck", func(t *testing.T) {
		at := i.with("LISTEN_ADDR=" + strings.TrimPrefix(s.url, "http://"))
		eventually(t, "degraded is no failure", func() bool {
			got := at.run(t, "", "healthcheck")
			return got.code == 0 && got.stdout == "degraded\n" && strings.Contains(got.stderr, "down: redis")
		})
		at.fails(t, "without a health report", "healthcheck", "--url", s.ops+"/livez")
		at.fails(t, "no answer", "healthcheck", "--url", "http://127.0.0.1:1")
	})
	t.Run("limits go on", func(t *testing.T) {
		for limited, key := range map[string]string{"a partner": key, "an address": "a-wrong-key-of-somebody"} {
			eventually(t, limited+" is limited", func() bool { return s.get(t, key, "SFO/content").status == 429 })
		}
	})
	t.Run("the metrics show it", func(t *testing.T) {
		if all := s.metrics(t); all.of("service_up")["redis"] != 0 || all["airport_content_rate_limits_shared"] != 0 {
			t.Errorf("%v, shared limits %g", all.of("service_up"), all["airport_content_rate_limits_shared"])
		}
	})
}

// hold makes a statement, such as one that locks a table, and keeps its connection until it is
// released.
func (i installation) hold(t *testing.T, statement string) (release func()) {
	t.Helper()
	conn := i.connect(t)
	_, err := conn.Exec(t.Context(), statement)
	check(t, err)
	release = sync.OnceFunc(func() { conn.Close(context.Background()) })
	t.Cleanup(release)
	return release
}
