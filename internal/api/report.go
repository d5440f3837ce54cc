package api

import (
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/clientaddr"
)

// Observation is what logs, traces, metrics and usage need to know about one finished request. It holds no text that was sent:
// a key may be anywhere in it, and only its header is known to hold one.
type Observation struct {
	RequestID  string
	Route      string // pattern, such as /api/v1/partner/{airport}/content; empty when none matched
	Method     string // a usual one, or "other"
	Parameters string // the names of the known ones in the query, joined by commas
	Status     int
	Bytes      int64 // of the body, as sent
	Duration   time.Duration
	PartnerID  int64     // 0 before a key was accepted
	KeyID      string    // public id; empty before a key was accepted
	KeyEnds    time.Time // when the key expires; zero: never
	Code       string    // error.code; empty for a success
}

var usualMethods = []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}

// report logs and observes a request that has ended, also one that was broken off.
func (s *server) report(x *response, r *http.Request) {
	if x.status == 0 {
		x.status = http.StatusOK // net/http sends this by default
	}
	o := Observation{
		RequestID:  x.id,
		Method:     x.method,
		Parameters: knownParameters(r.URL.RawQuery),
		Status:     x.status,
		Bytes:      x.bytes,
		Duration:   time.Since(x.start),
		PartnerID:  x.partnerID,
		KeyID:      x.keyID,
		KeyEnds:    x.keyEnds,
	}
	if !slices.Contains(usualMethods, o.Method) {
		o.Method = "other"
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

// log writes one line.
func (s *server) log(x *response, r *http.Request, o *Observation) {
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
		slog.String("method", o.Method),
		slog.String("route", o.Route),
		slog.String("airport", x.airport),
		slog.String("parameters", o.Parameters),
		slog.Int("status", o.Status),
		slog.Int64("bytes", o.Bytes),
		slog.Float64("duration_ms", float64(o.Duration.Microseconds())/1000),
		slog.String("client", clientaddr.From(r.Context()).String()),
	)
	if o.KeyID != "" {
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
