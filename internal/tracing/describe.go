package tracing

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"
)

// Request is what a span tells of a finished request beyond what HTTP says.
type Request struct {
	ID        string // as in X-Request-Id and the log
	Method    string
	Route     string // pattern; empty when none matched
	PartnerID int64  // 0 before a key was accepted
	KeyID     string
	Code      string // error.code; empty for a success
}

// Describe completes the span of the request that ctx is of.
func (t *Tracing) Describe(ctx context.Context, r Request) {
	if t == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String("airport_content.request_id", r.ID))
	if r.Route != "" {
		span.SetName(r.Method + " " + r.Route)
		span.SetAttributes(semconv.HTTPRoute(r.Route))
	}
	if r.KeyID != "" {
		span.SetAttributes(attribute.Int64("airport_content.partner_id", r.PartnerID),
			attribute.String("airport_content.key_id", r.KeyID))
	}
	if r.Code != "" {
		span.SetAttributes(attribute.String("airport_content.error_code", r.Code))
	}
}

// Logger is a logger whose lines carry the trace of the request that they are about.
func (t *Tracing) Logger(log *slog.Logger) *slog.Logger {
	if t == nil {
		return log
	}
	return slog.New(traceHandler{log.Handler()})
}

// traceHandler adds the ids of the context's trace to each record.
type traceHandler struct{ slog.Handler }

// Handle is slog.Handler's.
func (h traceHandler) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		r = r.Clone()
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs is slog.Handler's.
func (h traceHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup is slog.Handler's.
func (h traceHandler) WithGroup(name string) slog.Handler {
	return traceHandler{h.Handler.WithGroup(name)}
}
