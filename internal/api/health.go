package api

import (
	"net/http"

	"airport-content/internal/health"
)

// health answers GET /health, which needs no key and has no rate limit.
func (s *server) health(w http.ResponseWriter, r *http.Request) error {
	report := s.Health.Check(r.Context())
	status := http.StatusOK
	if report.Status == health.Unhealthy {
		status = http.StatusServiceUnavailable
	}
	return sendShort(w, status, report)
}
