package api_test

import (
	"context"
	"testing"

	"airport-content/internal/api"
	"airport-content/internal/health"
)

// report is a Health that always says the same.
type report health.Report

func (r report) Check(context.Context) health.Report { return health.Report(r) }

func TestHealth(t *testing.T) {
	t.Parallel()
	for status, want := range map[health.Status]int{health.Healthy: 200, health.Degraded: 200, health.Unhealthy: 503} {
		s := newSite(t, func(o *api.Options) {
			o.Health = report{Status: status, Timestamp: "2026-03-01T09:30:00.000Z", Version: "v1", Services: health.Services{
				Database: health.Service{Status: health.Up, LatencyMs: 2}, Redis: health.Service{Status: health.Down}, Elasticsearch: health.Service{Status: health.Up}}}
		})
		s.limits.exceeded = true
		body := `{"status":"` + string(status) + `","timestamp":"2026-03-01T09:30:00.000Z","version":"v1","services":{"database":{"status":"up","latencyMs":2},` +
			`"redis":{"status":"down","latencyMs":0},"elasticsearch":{"status":"up","latencyMs":0}}}`
		for _, path := range []string{"/health", "/health?probe=7"} {
			a := s.get(t, path, "wrong")
			if a.StatusCode != want || a.body != body || a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("X-Request-Id") == "" || a.Header.Get("X-RateLimit-Limit") != "" {
				t.Errorf("%s, %s: %d %s %v", status, path, a.StatusCode, a.body, a.Header)
			}
		}
		if a := s.ask(t, "HEAD", "/api/v1/partner/health", ""); a.StatusCode != want || a.ContentLength != int64(len(body)) {
			t.Errorf("HEAD, %s: %d, length %d", status, a.StatusCode, a.ContentLength)
		}
	}
}
