package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
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
		untilLimited(t, 5, func(int) answer { return s.get(t, key, "SFO/content") })
		s.guessUntilHeldUp(t, 5)
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

// What fails on our side is a 500, and says whether it may be tried again.
func TestOurFailures(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t, "REQUEST_TIMEOUT=2s")
	fail := func(code string) {
		t.Helper()
		for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/changes"} {
			s.get(t, key, path).fails(t, 500, code)
		}
	}
	s.get(t, key, "SFO/content?size=1").is(t, 200) // the key is known now
	unlock := i.hold(t, "BEGIN; LOCK TABLE content_item")
	fail("timeout")
	unlock()
	i.sql(t, "DROP TABLE content_item CASCADE")
	fail("internal")
}

// A page whose bodies are over 32 MB is refused, and told a size that fits.
func TestPageTooLarge(t *testing.T) {
	t.Parallel()
	body := `<p title="` + strings.Repeat("0", 2_000_000) + `">Few words</p>`
	var items []item
	for n := range 17 {
		i := newItem(fmt.Sprint(n))
		i.Content = &body
		items = append(items, i)
	}
	i, key := sfo(t, items...)
	s := i.serve(t, "REQUEST_TIMEOUT=10s", "GOMEMLIMIT=1GiB") // a slow reader has 30 seconds; long answers have 256 MB
	for _, path := range []string{"SFO/content", "SFO/changes"} {
		t.Run(path, func(t *testing.T) {
			f := s.get(t, key, path+"?size=20").fails(t, 400, "page_too_large")
			fitting := slices.ContainsFunc(strings.FieldsFunc(f.Error.Message, func(r rune) bool { return r < '0' || r > '9' }), func(number string) bool {
				size := atoi(number, 0)
				return size > 0 && size < 17 && s.get(t, key, path+"?size="+number).status == 200
			})
			if !fitting {
				t.Errorf("no size that fits: %s", f.Error.Message)
			}
		})
	}
	t.Run("long answers give their memory back", func(t *testing.T) {
		for path, times := range map[string]int{"SFO/content?size=16": 5, "SFO/changes?size=16": 5, "SFO/content/1": 70} {
			for range times { // what a partner may hold at once, and more
				s.ask(t, http.MethodHead, key, base+path).is(t, 200)
			}
		}
	})
	t.Run("slow readers keep only their own share, and lose it", func(t *testing.T) {
		i.do(t, "partner", "add", "Other")
		other := i.key(t, "Other", "--airport", "SFO")
		for range 4 { // together they hold all that a partner may
			conn := s.open(t, "127.0.0.1")
			_, err := fmt.Fprintf(conn, "GET %sSFO/content?size=16 HTTP/1.1\r\nHost: x\r\nX-Partner-Api-Key: %s\r\n\r\n", base, key)
			if err == nil {
				_, err = conn.Read(make([]byte, 1))
			}
			check(t, err)
		}
		if p := parsed[page](t, s.get(t, other, "SFO/content?size=16")); len(p.Results) != 16 {
			t.Errorf("the other partner gets %d items", len(p.Results))
		}
		s.get(t, key, "SFO/content?size=16").fails(t, 500, "timeout")
		parsed[page](t, s.get(t, key, "SFO/content?size=1&includeBody=false"))
		eventually(t, "the slow ones are cut off", func() bool { return s.get(t, key, "SFO/content?size=16").status == 200 })
	})
	t.Run("without bodies", func(t *testing.T) {
		if p := s.list(t, key, "SFO", "includeBody", "false"); len(p.Results) != 17 {
			t.Errorf("%d results", len(p.Results))
		}
	})
}
