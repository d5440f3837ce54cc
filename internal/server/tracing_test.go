package server_test

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"airport-content/internal/check"
)

// spanCollector takes spans over OTLP/HTTP.
type spanCollector struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*trace.Span
	about map[string]string // the resource's attributes
	raw   bytes.Buffer      // all that came
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
		c.take(request, body)
		w.Header().Set("Content-Type", "application/x-protobuf") // an empty answer is a good one
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *spanCollector) take(request *collector.ExportTraceServiceRequest, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(body)
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
	s := serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+spans.URL+"/base")
	const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
	const requestID = "0b7e0c62-9d2f-4c51-9d5b-6a7c1e2f3a4b"
	_, header, _ := s.get(t, s.url+base+"SFO/content?q=coffee", "x-partner-api-key", s.key, "traceparent", "00-"+theirs+"-00f067aa0ba902b7-00",
		"X-Request-Id", requestID)
	check.Same(t, requestID, header.Get("X-Request-Id"))
	s.get(t, s.url+base+"health")
	s.get(t, s.ops+"/metrics")
	check.NoError(t, s.stop()) // the last spans are sent

	// One trace, of the one request: neither the server's own work nor health is traced.
	root, children := spans.tree(t)
	if root.Name != "GET /api/v1/partner/{airport}/content" || root.Kind != trace.Span_SPAN_KIND_SERVER {
		t.Errorf("the request's span is %v", root)
	}
	if !slices.Contains(children, "pool.acquire") || len(children) < 2 {
		t.Errorf("no spans of queries: %v", children)
	}
	traceID := hex.EncodeToString(root.TraceId)
	if traceID != theirs || len(root.Links) != 1 || hex.EncodeToString(root.Links[0].SpanId) != "00f067aa0ba902b7" {
		t.Errorf("the trace is %s and has links %v; want the caller's, linked to its span", traceID, root.Links)
	}
	about := attributes(root)
	for name, want := range map[string]string{"http.route": "/api/v1/partner/{airport}/content", "airport_content.key_id": s.keyID,
		"airport_content.request_id": requestID, "airport_content.parameters": "q", "http.request.method": "GET"} {
		check.Same(t, want, about[name], name)
	}
	if spans.about["service.name"] != "airport-content" || spans.about["service.version"] == "" {
		t.Errorf("the service is %v", spans.about)
	}
	logged := slices.ContainsFunc(strings.Split(s.log.String(), "\n"), func(line string) bool {
		return strings.Contains(line, requestID) && strings.Contains(line, `"trace_id":"`+traceID+`"`)
	})
	if !logged {
		t.Errorf("the log does not name the trace %s: %s", traceID, s.log)
	}
}

// Without a collector, too, a line of the log has the ids that the caller sent.
func TestIDsOfTheCaller(t *testing.T) {
	t.Parallel()
	s := serve(t)
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	for traceparent, want := range map[string]bool{"00-" + traceID + "-00f067aa0ba902b7-01": true, "00-" + traceID + "-0000000000000000-01": false,
		"00-" + traceID: false, "": false} {
		_, header, _ := s.get(t, s.url+base+"SFO/content", "x-partner-api-key", s.key, "traceparent", traceparent)
		requestID := header.Get("X-Request-Id")
		check.Eventually(t, "the request is logged", func() bool { return s.log.Has(requestID) })
		for line := range strings.Lines(s.log.String()) {
			if strings.Contains(line, requestID) && strings.Contains(line, `"trace_id":"`+traceID+`"`) != want {
				t.Errorf("traceparent %q: %s", traceparent, line)
			}
		}
	}
}

// tree is the only trace that came: its root, and the names of its other spans.
func (c *spanCollector) tree(t *testing.T) (root *trace.Span, children []string) {
	t.Helper()
	for _, s := range c.spans {
		if !bytes.Equal(s.TraceId, c.spans[0].TraceId) {
			t.Errorf("span %q is of another trace", s.Name)
		}
		if len(s.ParentSpanId) == 0 {
			root = s
		} else {
			children = append(children, s.Name)
		}
	}
	if root == nil {
		t.Fatal("there is no root")
	}
	return root, children
}

// A lost collector is logged, and delays no request. The error handler of OpenTelemetry is the
// process's own, so this test is not parallel.
func TestTracesWithoutACollector(t *testing.T) {
	s := serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1")
	status, _, body := s.get(t, s.url+base+"SFO/content", "x-partner-api-key", s.key)
	check.Same(t, http.StatusOK, status, body)
	check.NoError(t, s.stop())
	if !s.log.Has(`"msg":"tracing"`) {
		t.Errorf("the log: %s", s.log)
	}
}
