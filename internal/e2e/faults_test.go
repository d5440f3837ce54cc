package e2e_test

import (
	"os"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"airport-content/internal/check"
	"airport-content/internal/health"
	"airport-content/internal/testenv"
)

// fault is what happens to a server that the service depends on.
type fault struct {
	name       string
	begin, end func()
	health     health.Status // which the service must come to say; "": it may say anything
	failing    bool          // requests may fail; else none does
}

// TestDatabaseFaults, TestRedisFaults, TestReplicaFaults and TestDatabaseFaultsBehindPgBouncer log
// what partners see: docs/faults.md has it in tables.
func TestDatabaseFaults(t *testing.T) {
	t.Parallel()
	postgres := testenv.OwnPostgres(t)
	w := newFaultyWorld(t, postgres.URL(), testenv.OwnRedis(t).URL(), "", "REQUEST_TIMEOUT=10s") // and one that hangs takes all of it
	w.sufferDatabaseFaults(t, postgres)
}

func (w *faultyWorld) sufferDatabaseFaults(t *testing.T, postgres *testenv.Own) {
	system := func(change string) {
		w.admin.sql(t, "ALTER SYSTEM "+change)
		w.admin.sql(t, "SELECT pg_reload_conf()")
	}
	faults := w.database.faults(4000)
	for n := range faults {
		// On a busy machine, half a second for each step can add up to the time that a request has.
		faults[n].failing = faults[n].name != "50 ms slower"
		if faults[n].name == "refuses" || faults[n].name == "hangs" {
			faults[n].health = "unhealthy"
		}
	}
	for _, f := range append(faults,
		fault{name: "crashes and restarts", begin: postgres.Kill, end: postgres.Restart, health: "unhealthy", failing: true},
		w.noConnectionLeft(serveRole, fault{health: "unhealthy", failing: true}),
		fault{name: "is read-only", health: "healthy",
			begin: func() { system("SET default_transaction_read_only = on") },
			end:   func() { system("RESET default_transaction_read_only") }},
	) {
		t.Run(f.name, func(t *testing.T) { w.suffer(t, f) })
	}
	w.nothingIsLost(t)
}

func TestRedisFaults(t *testing.T) {
	t.Parallel()
	store := testenv.OwnRedis(t)
	w := newFaultyWorld(t, testenv.OwnPostgres(t).URL(), store.URL(), "", patiently)
	faults := append(w.redis.faults(3), fault{name: "crashes and restarts", begin: store.Kill, end: store.Restart})
	for n := range faults {
		if !strings.Contains(faults[n].name, "slower") {
			faults[n].health = "degraded"
		}
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) { w.suffer(t, f) })
	}
	tell := connectRedis(t, store.URL())
	if tell("CONFIG", "GET", "maxclients") != nil { // a machine without a real one
		leftOut(t, "Redis without connections and read-only: needs valkey-server or redis-server")
	} else {
		must := func(command ...any) { check.Error(t, nil, tell(command...), command...) }
		for _, f := range []fault{
			{name: "has no connection left", health: "degraded",
				begin: func() { must("CONFIG", "SET", "maxclients", "1"); must("CLIENT", "KILL", "TYPE", "normal") },
				end:   func() { must("CONFIG", "SET", "maxclients", "1000") }},
			{name: "is read-only", health: "degraded",
				begin: func() { must("REPLICAOF", "127.0.0.1", "1") },
				end:   func() { must("REPLICAOF", "NO", "ONE") }},
		} {
			t.Run(f.name, func(t *testing.T) { w.suffer(t, f) })
		}
	}
	w.nothingIsLost(t)
}

// connectRedis has one connection, which it keeps.
func connectRedis(t *testing.T, address string) (tell func(command ...any) error) {
	t.Helper()
	options := check.Must(redis.ParseURL(address))(t)
	client := redis.NewClient(options)
	conn := client.Conn()
	t.Cleanup(func() { conn.Close(); client.Close() })
	return func(command ...any) error { return conn.Do(t.Context(), command...).Err() }
}

// A replica that is never behind: the primary by way of another proxy and role.
func TestReplicaFaults(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t).URL()
	w := newFaultyWorld(t, database, testenv.OwnRedis(t).URL(), database, patiently)
	for _, f := range append(w.replica.faults(4000), w.noConnectionLeft(replicaRole, fault{})) {
		f.health = "healthy"
		t.Run(f.name, func(t *testing.T) { w.suffer(t, f) })
	}
	w.nothingIsLost(t)
}

// leftOut says what this machine cannot do. In CI it must.
func leftOut(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Log("LEFT OUT: " + what)
}

// A server that begins without its database works once the database is there. What partners see of
// outages is in the tests above.
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
