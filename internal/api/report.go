package api

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/clientaddr"
	"airport-content/internal/partner"
)

var usualMethods = []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}

// report logs and observes an ended request, complete or broken off.
func (s *server) report(x *response, r *http.Request) {
	x.Duration = time.Since(x.start) - x.waited
	x.Parameters = knownParameters(r.URL.RawQuery)
	x.Method = x.method
	if !slices.Contains(usualMethods, x.method) {
		x.Method = "other"
	}
	if route := chi.RouteContext(r.Context()); route != nil {
		x.Route = route.RoutePattern()
	}
	if x.failure != nil {
		x.Code = x.failure.code
		if x.failure.status == statusClientGone {
			x.Status = statusClientGone
		}
	}
	s.log(x, r)
	s.Observe(r.Context(), x.Record)
}

// log writes one line.
func (s *server) log(x *response, r *http.Request) {
	level := slog.LevelInfo
	offline := x.failure != nil && x.failure.code == codeAirportOffline // as the operator wants it
	if !offline && (x.Status >= http.StatusInternalServerError || x.failure != nil && x.failure.status >= http.StatusInternalServerError) {
		level = slog.LevelError
	}
	if !s.Logger.Enabled(r.Context(), level) {
		return
	}
	attrs := make([]slog.Attr, 0, 16)
	attrs = append(attrs,
		slog.String("request_id", x.RequestID),
		slog.String("method", x.Method),
		slog.String("route", x.Route),
		slog.String("airport", x.Asked),
		slog.String("parameters", x.Parameters),
		slog.Int("status", x.Status),
		slog.Int64("bytes", x.Bytes),
		slog.Float64("duration_ms", float64(x.Duration.Microseconds())/1000),
		slog.String("client", clientaddr.From(r.Context()).String()),
	)
	if x.waited > 0 {
		attrs = append(attrs, slog.Int64("waited_ms", x.waited.Milliseconds()))
	}
	if id := callersTrace(r); id != "" {
		attrs = append(attrs, slog.String("trace_id", id))
	}
	if x.KeyID != "" {
		attrs = append(attrs, slog.Int64("partner_id", x.PartnerID), slog.String("key_id", x.KeyID))
	}
	if x.failure != nil {
		attrs = append(attrs, x.failure.attrs()...)
	}
	s.Logger.LogAttrs(r.Context(), level, "request", attrs...)
}

// attrs tell the cause of a failure. They hold no text of the caller.
func (f *failure) attrs() []slog.Attr {
	attrs := []slog.Attr{slog.String("code", f.code)}
	if f.code == codeInvalidParameter {
		attrs = append(attrs, slog.String("parameter", loggedParameter(f.parameter)))
	}
	if f.types != nil {
		attrs = append(attrs, slog.Any("content_types", f.types))
	}
	if ended, ok := errors.AsType[*partner.EndedKey](f.cause); ok {
		attrs = append(attrs, slog.String("ended_key_id", ended.ID))
	}
	if f.cause != nil {
		attrs = append(attrs, slog.String("error", f.cause.Error()))
	}
	return attrs
}
