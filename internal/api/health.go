package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"airport-content/internal/health"
)

// Health tells how the services behind the interface are; *health.Checker does.
type Health interface {
	Check(context.Context) health.Report
}

// health answers GET /health. It asks for no key and is never limited.
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
