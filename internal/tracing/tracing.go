// Package tracing sends spans of requests and of their queries to a collector over OTLP/HTTP. A nil
// *Tracing does nothing.
package tracing

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"

	"airport-content/internal/requestlog"
)

const serviceName = "airport-content"

// Tracing sends spans in batches, in the background.
type Tracing struct {
	provider *sdktrace.TracerProvider
}

// Start begins to send spans to the collector at endpoint, a base URL as in
// OTEL_EXPORTER_OTLP_ENDPOINT. An empty endpoint gives nil. The SDK reads its other variables
// (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, …) from the environment of
// the process. Spans that cannot be sent are dropped, and a line of the log says so.
func Start(ctx context.Context, endpoint, version string, log *slog.Logger) (*Tracing, error) {
	if endpoint == "" {
		return nil, nil
	}
	target, err := url.JoinPath(endpoint, "v1", "traces")
	if err != nil {
		return nil, fmt.Errorf("trace to %s: %w", endpoint, err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(target))
	if err != nil {
		return nil, fmt.Errorf("trace to %s: %w", endpoint, err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(semconv.ServiceName(serviceName), semconv.ServiceVersion(version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe the service to a collector: %w", err)
	}
	// The SDK knows no other place for its errors.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("tracing", "error", err) }))
	return &Tracing{sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about), sdktrace.WithIDGenerator(ids{}))}, nil
}

// Close sends the last spans, until ctx ends.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last spans: %w", err)
	}
	return nil
}

// Handler makes a span for each request that next answers, except health checks. If the caller
// sends a traceparent, the trace has the caller's id, and the span a link to the caller's span. The
// caller does not decide about sampling: many callers trace one of a hundred of their requests. The
// span holds no text of the caller, because a key may stand anywhere in the text. Package otelhttp
// would add the path, the query and the user agent.
func (t *Tracing) Handler(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	tracer := t.provider.Tracer(serviceName)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/partner/health" {
			next.ServeHTTP(w, r)
			return
		}
		ctx, options := r.Context(), []trace.SpanStartOption{trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindServer)}
		if caller := callerOf(r.Header); caller.IsValid() {
			ctx = context.WithValue(ctx, callerKey{}, caller)
			options = append(options, trace.WithLinks(trace.Link{SpanContext: caller}))
		}
		ctx, span := tracer.Start(ctx, "request", options...)
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// callerOf is the span that the traceparent of a request names, without its trace state. It is not
// valid if there is no sane traceparent.
func callerOf(h http.Header) trace.SpanContext {
	if len(h["Traceparent"]) != 1 {
		return trace.SpanContext{}
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(h))
	return trace.SpanContextFromContext(ctx).WithTraceState(trace.TraceState{})
}

// callerKey is the key of a context's value: the span of the caller.
type callerKey struct{}

// ids makes the ids of traces and spans. A trace of a caller's context has the caller's id.
type ids struct{}

// NewIDs is sdktrace.IDGenerator's.
func (ids) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	traceID := trace.TraceID{}
	if caller, ok := ctx.Value(callerKey{}).(trace.SpanContext); ok {
		traceID = caller.TraceID()
	} else {
		binary.NativeEndian.PutUint64(traceID[:8], rand.Uint64())
		binary.NativeEndian.PutUint64(traceID[8:], rand.Uint64()|1) // zero is no id
	}
	return traceID, ids{}.NewSpanID(ctx, traceID)
}

// NewSpanID is sdktrace.IDGenerator's.
func (ids) NewSpanID(context.Context, trace.TraceID) (id trace.SpanID) {
	binary.NativeEndian.PutUint64(id[:], rand.Uint64()|1)
	return id
}

// QueryTracer makes spans of the queries of requests.
func (t *Tracing) QueryTracer() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithSpanNameFunc(queryName))
}

// queryName is ReadItems for a query of sqlc, which begins with "-- name: ReadItems :many"; else
// the query's first word.
func queryName(query string) string {
	query, _ = strings.CutPrefix(query, "-- name: ")
	name, _, _ := strings.Cut(query, " ")
	return name
}

// Describe completes the span of the request of ctx.
func (t *Tracing) Describe(ctx context.Context, r requestlog.Record) {
	span := trace.SpanFromContext(ctx)
	if t == nil || !span.IsRecording() {
		return
	}
	span.SetName(strings.TrimSpace(r.Method + " " + r.Route))
	span.SetAttributes(attribute.String("airport_content.request_id", r.RequestID), attribute.String("airport_content.parameters", r.Parameters),
		attribute.String(string(semconv.HTTPRequestMethodKey), r.Method), semconv.HTTPRoute(r.Route), semconv.HTTPResponseStatusCode(r.Status))
	if r.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	if r.KeyID != "" {
		span.SetAttributes(attribute.Int64("airport_content.partner_id", r.PartnerID), attribute.String("airport_content.key_id", r.KeyID))
	}
	if r.Code != "" {
		span.SetAttributes(attribute.String("airport_content.error_code", r.Code))
	}
}

// Logger is a logger whose lines name the trace of their request.
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
