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
