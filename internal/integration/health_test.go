package integration_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/testenv"
)

// report is the health endpoint's body.
type report struct {
	Status    string `json:"status"`
	Timestamp string `json:"timestamp"`
	Version   string `json:"version"`
	Services  struct {
		Database      state `json:"database"`
		Redis         state `json:"redis"`
		Elasticsearch state `json:"elasticsearch"`
	} `json:"services"`
}

type state struct {
	Status    string      `json:"status"`
	LatencyMs json.Number `json:"latencyMs"`
}

// health is the overall status, checked against the rest of the answer.
func (s *server) health(t *testing.T) report {
	t.Helper()
	a := s.get(t, "", "health")
	var r report
	decode(t, a.body, &r)
	if r.Version != "v1" || !timestampForm.MatchString(r.Timestamp) || a.header.Get("Cache-Control") != "no-store" ||
		a.header.Get("Content-Type") == "" || a.header.Get("X-Request-Id") == "" {
		t.Errorf("health: %v %s", a.header, a.body)
	}
	want := "healthy"
	for _, service := range []state{r.Services.Redis, r.Services.Elasticsearch} {
		if service.Status == "down" {
			want = "degraded"
		}
	}
	status := http.StatusOK
	if r.Services.Database.Status == "down" {
		want, status = "unhealthy", http.StatusServiceUnavailable
	}
	if r.Status != want || a.status != status {
		t.Errorf("health: %d %s, want %d %s", a.status, a.body, status, want)
	}
	for _, service := range []state{r.Services.Database, r.Services.Redis, r.Services.Elasticsearch} {
		if _, err := service.LatencyMs.Int64(); err != nil || service.Status != "up" && service.Status != "down" {
			t.Errorf("health: %s", a.body)
		}
	}
	return r
}

func TestHealth(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	s := i.with("RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1").serve(t)
	if r := s.health(t); r.Status != "healthy" {
		t.Errorf("%+v", r)
	}
	// Whoever asks, and however often: no key, no limit.
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 25 {
				if a, err := s.try(t, http.MethodGet, "a-wrong-key-all-the-same", healthPath); err != nil || a.status != 200 {
					t.Errorf("health: %d, error %v", a.status, err)
				}
			}
		})
	}
	callers.Wait()
}

// The search is probed through its index, so that its loss shows.
func TestHealthWithoutTheSearchIndex(t *testing.T) {
	t.Parallel()
	i, _ := imported(t, newItem("a"))
	s := i.serve(t)
	var index string
	i.sql(t, `SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_am a ON a.oid = c.relam
		WHERE indrelid = 'content_item'::regclass AND a.amname = 'gin'`, &index)
	i.sql(t, `DROP INDEX `+index)
	eventually(t, startLimit, "degraded", func() bool { return s.health(t).Services.Elasticsearch.Status == "down" })
	if r := s.health(t); r.Services.Database.Status != "up" || r.Services.Redis.Status != "up" {
		t.Errorf("%+v", r)
	}
}

// Nothing of a dependency is shown to the public but whether it works.
func TestHealthShowsNothingOfTheInside(t *testing.T) {
	t.Parallel()
	database := testenv.OwnPostgres(t)
	i := onServers(database.URL(), "redis://:hush-hush@127.0.0.1:1/0")
	s := i.serve(t)
	database.Kill()
	eventually(t, startLimit, "unhealthy", func() bool { return s.health(t).Status == "unhealthy" })
	body := strings.ToLower(string(s.get(t, "", "health").body))
	for _, part := range []string{"127.0.0.1", "refused", "dial", "postgres", "hush", "error", "valkey"} {
		if strings.Contains(body, part) {
			t.Errorf("health shows %q: %s", part, body)
		}
	}
	// It answers in time even when nothing else does.
	for range 20 {
		s.health(t)
	}
}
