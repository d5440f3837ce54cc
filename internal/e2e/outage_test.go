package e2e_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// A server that begins without its database works once the database is there. What partners see of
// outages is in faults_test.go.
func TestWithoutDatabase(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	address, prefix := testenv.Redis(t)
	i := installation{"DATABASE_URL=" + database.URL(), "REDIS_URL=" + address, "REDIS_PREFIX=" + prefix}
	i.fill(t, newItem("a"))
	database.Kill()
	s := i.start(t)
	check.Eventually(t, "serve waits", func() bool { return s.log.Has("waiting for the database") })
	database.Restart()
	s.awaitAnswer(t)
	s.awaitHealthy(t)
	s.metrics(t) // asks for the airports
	database.Kill()
	check.Eventually(t, "unhealthy", func() bool { return s.health(t) == "unhealthy" })
	check.Eventually(t, "the metrics show it, and keep the last values of the airports", func() bool {
		all := s.metrics(t)
		return all.of("service_up")["database"] == 0 && all.of("items")["SFO"] == 1
	})
	if got := i.run(t, "", "healthcheck", "--url", s.url); got.code != 1 || got.stdout != "unhealthy\n" || !strings.Contains(got.stderr, "down: database, elasticsearch (the full-text search)") {
		t.Errorf("healthcheck: %+v", got)
	}
	if got := i.run(t, "", "doctor"); got.code != 1 || got.stdout == "" {
		t.Errorf("doctor: %+v", got)
	}
}

// Package ratelimit tests limits without Redis.
func TestWithoutRedis(t *testing.T) {
	t.Parallel()
	i := install(t)
	s := i.serve(t, "REDIS_URL=redis://127.0.0.1:1/0")
	at := i.with("LISTEN_ADDR=" + strings.TrimPrefix(s.url, "http://"))
	check.Eventually(t, "degraded is no failure", func() bool {
		got := at.run(t, "", "healthcheck")
		return got.code == 0 && got.stdout == "degraded\n" && strings.Contains(got.stderr, "down: redis")
	})
	at.fails(t, "without a health report", "healthcheck", "--url", s.ops+"/livez")
	at.fails(t, "no answer", "healthcheck", "--url", "http://127.0.0.1:1")
	if all := s.metrics(t); all.of("service_up")["redis"] != 0 || all["airport_content_rate_limits_shared"] != 0 {
		t.Errorf("%v, shared limits %g", all.of("service_up"), all["airport_content_rate_limits_shared"])
	}
}
