package api

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/clientaddr"
)

// Observation is what metrics and usage need to know about one finished request.
type Observation struct {
	RequestID string
	Route     string // pattern, such as /api/v1/partner/{airport}/content; empty when none matched
	Method    string // as sent: any token
	Status    int
	Bytes     int64 // of the body, as sent
	Duration  time.Duration
	PartnerID int64     // 0 before a key was accepted
	KeyID     string    // public id; empty before a key was accepted
	KeyEnds   time.Time // when the key expires; zero: never
	Code      string    // error.code; empty for a success
}

// report logs and observes a request that has ended, also one that was broken off.
func (s *server) report(x *exchange, r *http.Request) {
	if x.status == 0 {
		x.status = http.StatusOK // net/http sends this by default
	}
	o := Observation{
		RequestID: x.id,
		Method:    x.method,
		Status:    x.status,
		Bytes:     x.bytes,
		Duration:  time.Since(x.start),
		PartnerID: x.partnerID,
		KeyID:     x.keyID,
		KeyEnds:   x.keyEnds,
	}
	if route := chi.RouteContext(r.Context()); route != nil {
		o.Route = route.RoutePattern()
	}
	if x.failure != nil {
		o.Code = x.failure.code
		if x.failure.status == statusClientGone {
			o.Status = statusClientGone
		}
	}
	s.log(x, r, &o)
	s.Observe(r.Context(), o)
}

// log writes one line. The only header in it is the user agent, because headers hold keys.
func (s *server) log(x *exchange, r *http.Request, o *Observation) {
	level := slog.LevelInfo
	if o.Status >= http.StatusInternalServerError || x.failure != nil && x.failure.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.Logger.Enabled(r.Context(), level) {
		return
	}
	attrs := make([]slog.Attr, 0, 16)
	attrs = append(attrs,
		slog.String("request_id", x.id),
		slog.String("method", clip(o.Method, 20)),
		slog.String("route", o.Route),
		slog.String("path", clip(masked(r.URL.Path), 500)),
		slog.Int("status", o.Status),
		slog.Int64("bytes", o.Bytes),
		slog.Float64("duration_ms", float64(o.Duration.Microseconds())/1000),
		slog.String("client", clientaddr.From(r.Context()).String()),
		slog.String("user_agent", clip(masked(r.UserAgent()), 200)),
	)
	if o.KeyID != "" {
		// Without a good key, the query may hold one that was put in the wrong place.
		attrs = append(attrs, slog.String("query", clip(masked(r.URL.RawQuery), 1000)))
		attrs = append(attrs, slog.Int64("partner_id", o.PartnerID), slog.String("key_id", o.KeyID))
	}
	if x.failure != nil {
		attrs = append(attrs, slog.String("code", x.failure.code))
		if x.failure.cause != nil {
			attrs = append(attrs, slog.String("error", x.failure.cause.Error()))
		}
	}
	s.Logger.LogAttrs(r.Context(), level, "request", attrs...)
}

var keyForm = regexp.MustCompile(`acp_[0-9A-Za-z]+_[0-9A-Za-z]+`)

// masked hides keys that were sent in the wrong place.
func masked(s string) string {
	if !strings.Contains(s, "acp_") {
		return s
	}
	return keyForm.ReplaceAllString(s, "acp_…")
}

// clip shortens what a caller sent.
func clip(s string, most int) string {
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
