package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"airport-content/internal/health"
)

// health answers GET /health, which needs no key and has no rate limit.
func (s *server) health(w http.ResponseWriter, r *http.Request) error {
	report := s.Health.Check(r.Context())
	body, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("encode the health report: %w", err)
	}
	h := w.Header()
	h["Content-Type"] = contentTypeJSON
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	h["Cache-Control"] = []string{"no-store"}
	if report.Status == health.Unhealthy {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, err = w.Write(body)
	return err
}
