package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

var (
	idForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)
	// A long run of letters and digits is an id if it is a hexadecimal number. Any other may be a
	// key, which the log must not show.
	longRun     = regexp.MustCompile(`[A-Za-z0-9]{16,}`)
	hexadecimal = regexp.MustCompile(`^[0-9A-Fa-f]+$`)
)

// requestID is the id of a request: the one that a proxy or the caller gave, if the log may show
// it, else a new one.
func requestID(h http.Header) string {
	given, key := h["X-Request-Id"], h.Get(keyHeader)
	if len(given) == 1 && idForm.MatchString(given[0]) && (key == "" || !strings.Contains(given[0], key)) &&
		!slices.ContainsFunc(longRun.FindAllString(given[0], -1), func(run string) bool { return !hexadecimal.MatchString(run) }) {
		return given[0]
	}
	return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
}

// callersTrace is the id of the trace that a sane traceparent names. It is empty if the request has
// a span of our own, whose trace the logger names.
func callersTrace(r *http.Request) string {
	if len(r.Header["Traceparent"]) != 1 || trace.SpanContextFromContext(r.Context()).IsValid() {
		return ""
	}
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	if caller := trace.SpanContextFromContext(ctx); caller.IsValid() {
		return caller.TraceID().String()
	}
	return ""
}
