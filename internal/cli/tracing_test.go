package cli_test

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"airport-content/internal/testlog"
)

// spanCollector takes spans over OTLP/HTTP.
type spanCollector struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*trace.Span
	about map[string]string // the resource's attributes
}

func newSpanCollector(t *testing.T) *spanCollector {
	t.Helper()
	c := &spanCollector{about: map[string]string{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		request := &collector.ExportTraceServiceRequest{}
		if err != nil || r.URL.Path != "/base/v1/traces" || proto.Unmarshal(body, request) != nil {
			t.Errorf("%s %s: %d bytes, error %v", r.Method, r.URL.Path, len(body), err)
		}
		c.take(request)
		answer, err := proto.Marshal(&collector.ExportTraceServiceResponse{})
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
		_, _ = w.Write(answer)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *spanCollector) take(request *collector.ExportTraceServiceRequest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range request.ResourceSpans {
		for _, a := range resource.Resource.Attributes {
			c.about[a.Key] = a.Value.GetStringValue()
		}
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

// attributes are a span's, those that are text.
func attributes(s *trace.Span) map[string]string {
	all := map[string]string{}
	for _, a := range s.Attributes {
		all[a.Key] = a.Value.GetStringValue()
	}
	return all
}

func TestTraces(t *testing.T) {
	t.Parallel()
	spans := newSpanCollector(t)
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.with("OTEL_EXPORTER_OTLP_ENDPOINT=" + spans.URL + "/base").serve(t)

	const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
	r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+contentPath+"?q=coffee", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-partner-api-key", key)
	r.Header.Set("traceparent", "00-"+theirs+"-00f067aa0ba902b7-00")
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	get(t, server.URL+"/api/v1/partner/health", "")
	get(t, server.Ops+"/metrics", "")
	server.Stop() // and what is left is sent

	// One trace, of the one request: what the server does by itself is not traced.
	traceID, children := "", map[string]int{}
	var root *trace.Span
	for _, s := range spans.spans {
		if id := hex.EncodeToString(s.TraceId); traceID == "" {
			traceID = id
		} else if id != traceID {
			t.Errorf("span %q is of another trace", s.Name)
		}
		for k, v := range attributes(s) {
			if strings.Contains(v, key) || strings.Contains(v, "coffee") {
				t.Errorf("%s of %q tells too much: %s", k, s.Name, v)
			}
		}
		if len(s.ParentSpanId) == 0 {
			root = s
			continue
		}
		children[s.Name]++
	}
	if root == nil || root.Name != "GET /api/v1/partner/{airport}/content" || root.Kind != trace.Span_SPAN_KIND_SERVER {
		t.Fatalf("the request's span is %v", root)
	}
	for _, name := range []string{"GetAccess", "ListFound", "pool.acquire", "set", "rate limit"} {
		if children[name] == 0 {
			t.Errorf("no span %q among those of queries, Redis commands and the rate limit: %v", name, children)
		}
	}
	if traceID == theirs || len(root.Links) != 1 || hex.EncodeToString(root.Links[0].TraceId) != theirs {
		t.Errorf("the trace is %s and has links %v; want one of its own, linked to %s", traceID, root.Links, theirs)
	}
	about := attributes(root)
	want := map[string]string{"http.route": "/api/v1/partner/{airport}/content", "airport_content.key_id": keyID(key),
		"airport_content.request_id": response.Header.Get("X-Request-Id")}
	for name, value := range want {
		if about[name] != value {
			t.Errorf("%s is %q, want %q", name, about[name], value)
		}
	}
	if got := spans.about["service.name"]; got != "airport-content" || spans.about["service.version"] == "" {
		t.Errorf("the service is %q in %v", got, spans.about)
	}

	// The log tells which trace it was.
	line := requestLine(t, server.Log, response.Header.Get("X-Request-Id"))
	if diff := cmp.Diff([]string{traceID, hex.EncodeToString(root.SpanId)}, []string{line.TraceID, line.SpanID}); diff != "" {
		t.Errorf("the log's trace and span (-want +got):\n%s", diff)
	}
}

// logLine is a line of the log about a request.
type logLine struct {
	RequestID string `json:"request_id"`
	TraceID   string `json:"trace_id"`
	SpanID    string `json:"span_id"`
}

func requestLine(t *testing.T, log *testlog.Log, requestID string) logLine {
	t.Helper()
	for text := range strings.Lines(log.String()) {
		var line logLine
		if json.Unmarshal([]byte(text), &line) == nil && line.RequestID == requestID {
			return line
		}
	}
	t.Fatalf("no line about request %s:\n%s", requestID, log)
	return logLine{}
}

// A collector that is gone is complained of, and holds nobody up for long.
func TestTracesWithoutACollector(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	server := e.with("OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1").serve(t)
	if got := get(t, server.URL+contentPath, key); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
	ended := make(chan int, 1)
	go func() { ended <- server.Stop() }()
	select {
	case code := <-ended:
		if code != 0 || !strings.Contains(server.Log.String(), "trac") {
			t.Errorf("exit code %d: %s", code, server.Log)
		}
	case <-time.After(startLimit):
		t.Error("it does not end")
	}
}

func TestNothingIsTracedUnasked(t *testing.T) {
	t.Parallel()
	server := newEnviron(t).serve(t)
	get(t, server.URL+contentPath, "unknown")
	server.Stop()
	if log := server.Log.String(); strings.Contains(log, "trace_id") || !strings.Contains(log, "request_id") {
		t.Errorf("the log: %s", log)
	}
}
