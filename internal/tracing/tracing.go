// Package tracing sends spans of requests, and of what they ask of Postgres and Redis, to a collector over OTLP/HTTP.
// A nil *Tracing does nothing, and costs nothing. It imports nothing of this project.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/extra/redisotel/v9"
	"github.com/redis/go-redis/v9"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"
)

const serviceName = "airport-content"

// Tracing sends spans in batches, in the background.
type Tracing struct {
	provider *sdktrace.TracerProvider
}

// Start begins to send spans to the collector at endpoint, a base URL as in OTEL_EXPORTER_OTLP_ENDPOINT; empty: nil, which
// traces nothing. The SDK's other variables (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, …) are
// read from the process's own environment. What cannot be sent is logged and forgotten.
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
	return &Tracing{sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))}, nil
}

// Close sends what has not been sent yet, as far as ctx allows.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last spans: %w", err)
	}
	return nil
}

// Handler makes a span for each request that next answers, health checks left out. The trace is ours from its beginning,
// whatever the caller sends: a caller's own trace is linked to, and cannot decide what is kept of ours.
func (t *Tracing) Handler(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return otelhttp.NewHandler(next, serviceName,
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }),
		otelhttp.WithFilter(func(r *http.Request) bool { return !strings.HasSuffix(r.URL.Path, "/health") }))
}

// QueryTracer makes spans of the queries of requests.
func (t *Tracing) QueryTracer() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(inner{provider: t.provider}), otelpgx.WithSpanNameFunc(queryName))
}

// queryName is the name that sqlc writes into the first line of a query, "-- name: GetItem :one"; of another query its
// first word.
func queryName(query string) string {
	query, _ = strings.CutPrefix(query, "-- name: ")
	name, _, _ := strings.Cut(query, " ")
	return name
}

// WatchRedis makes spans of the commands that a client runs with a request's context, without their arguments.
func (t *Tracing) WatchRedis(client *redis.Client) error {
	if t == nil {
		return nil
	}
	err := redisotel.InstrumentTracing(client, redisotel.WithTracerProvider(inner{provider: t.provider}),
		redisotel.WithDBStatement(false), redisotel.WithCallerEnabled(false))
	if err != nil {
		return fmt.Errorf("trace Redis: %w", err)
	}
	return nil
}

// Span makes a span of a part of a request; end it. Outside of a request nothing comes of it.
func (t *Tracing) Span(ctx context.Context, name string) (context.Context, trace.Span) {
	if t == nil {
		return ctx, noSpan()
	}
	return inner{provider: t.provider}.Tracer(serviceName).Start(ctx, name)
}
