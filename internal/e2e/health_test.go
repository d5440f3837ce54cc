package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// report is the answer of the health endpoint.
type report struct {
	Status    string `json:"status"`
	Timestamp string `json:"timestamp"`
	Version   string `json:"version"`
	Services  struct {
		Database      dependency `json:"database"`
		Redis         dependency `json:"redis"`
		Elasticsearch dependency `json:"elasticsearch"`
	} `json:"services"`
}

type dependency struct {
	Status    string      `json:"status"`
	LatencyMs json.Number `json:"latencyMs"`
}

// health asks for the report, and checks that it agrees with itself and shows nothing of the
// inside.
func (s *server) health(t *testing.T) report {
	t.Helper()
	a := s.get(t, "", "health")
	r := parse[report](t, a.body)
	want, status := "healthy", http.StatusOK
	if r.Services.Redis.Status == "down" || r.Services.Elasticsearch.Status == "down" {
		want = "degraded"
	}
	if r.Services.Database.Status == "down" {
		want, status = "unhealthy", http.StatusServiceUnavailable
	}
	if r.Status != want || a.status != status || r.Version != "v1" || !timeForm.MatchString(r.Timestamp) || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	for _, d := range []dependency{r.Services.Database, r.Services.Redis, r.Services.Elasticsearch} {
		if _, err := d.LatencyMs.Int64(); err != nil || d.Status != "up" && d.Status != "down" {
			t.Errorf("%s", a.body)
		}
	}
	for _, inside := range []string{"127.0.0.1", "refused", "dial", "postgres", "valkey"} {
		if strings.Contains(strings.ToLower(string(a.body)), inside) {
			t.Errorf("shows %q: %s", inside, a.body)
		}
	}
	return r
}

// awaitHealthy waits until all is up: on a busy machine, a probe can be too slow.
func (s *server) awaitHealthy(t *testing.T) {
	t.Helper()
	eventually(t, "healthy", func() bool { return s.health(t).Status == "healthy" })
}

func TestHealth(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t, "RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1")
	t.Run("healthy", func(t *testing.T) {
		s.awaitHealthy(t)
	})
	t.Run("no key and no limit", func(t *testing.T) {
		for range 10 {
			for _, sent := range []string{key, "a-wrong-key"} {
				if a := s.get(t, sent, "health"); a.status == 401 || a.status == 429 || a.header.Get("X-RateLimit-Limit") != "" {
					t.Errorf("%d %v %s", a.status, a.header, a.body)
				}
			}
		}
	})
	t.Run("for operators", func(t *testing.T) {
		operators := &server{url: s.ops, client: s.client}
		for _, path := range []string{"/livez", "/readyz", "/metrics"} {
			operators.ask(t, http.MethodGet, "", path).is(t, 200)
			operators.ask(t, http.MethodPost, "", path).is(t, 405)
			s.ask(t, http.MethodGet, "", path).fails(t, 404, "route_not_found")
		}
	})
	broken := func(t *testing.T, breaks, mends, database string) {
		t.Helper()
		i.sql(t, breaks)
		eventually(t, "it is noticed", func() bool {
			on := s.health(t).Services
			return on.Database.Status == database && on.Elasticsearch.Status == "down"
		})
		if ready := s.watch(t, "/readyz"); (ready.status == 200) != (database == "up") {
			t.Errorf("readyz: %d %s", ready.status, ready.body)
		}
		i.sql(t, mends)
		s.awaitHealthy(t)
	}
	t.Run("unhealthy where lists fail", func(t *testing.T) {
		broken(t, "ALTER TABLE content_item RENAME COLUMN excerpt TO gone", "ALTER TABLE content_item RENAME COLUMN gone TO excerpt", "down")
	})
	t.Run("degraded where searches fail", func(t *testing.T) {
		broken(t, "ALTER FUNCTION saturation RENAME TO gone", "ALTER FUNCTION gone RENAME TO saturation", "up")
	})
}
