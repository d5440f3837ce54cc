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

	"airport-content/internal/admin"
	"airport-content/internal/partner"
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
	i := install(t)
	key, id := i.newKey(t, "Acme", nil, nil)
	server := i.serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+spans.URL+"/base")
	request, err := http.NewRequestWithContext(t.Context(), "GET", server.api+contentPath+"?q=coffee", nil)
	check(t, err)
	const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
	request.Header.Set("x-partner-api-key", key)
	request.Header.Set("traceparent", "00-"+theirs+"-00f067aa0ba902b7-00")
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	check(t, err)
	response.Body.Close()
	get(t, server.api+base+"/health", "")
	get(t, server.ops+"/metrics", "")
	check(t, server.stop()) // sends what is left

	// One trace, of the one request: what the server does on its own is not traced.
	root, children := spans.tree(t)
	if root.Name != "GET /api/v1/partner/{airport}/content" || root.Kind != trace.Span_SPAN_KIND_SERVER {
		t.Errorf("the request's span is %v", root)
	}
	if !slices.Contains(children, "pool.acquire") || len(children) < 2 {
		t.Errorf("no spans of queries: %v", children)
	}
	traceID := hex.EncodeToString(root.TraceId)
	if traceID == theirs || len(root.Links) != 1 || hex.EncodeToString(root.Links[0].TraceId) != theirs {
		t.Errorf("the trace is %s and has links %v; want one of its own, linked to %s", traceID, root.Links, theirs)
	}
	about := attributes(root)
	requestID := response.Header.Get("X-Request-Id")
	for name, want := range map[string]string{"http.route": "/api/v1/partner/{airport}/content", "airport_content.key_id": id,
		"airport_content.request_id": requestID, "airport_content.parameters": "q", "http.request.method": "GET"} {
		if about[name] != want {
			t.Errorf("%s is %q, want %q", name, about[name], want)
		}
	}
	if spans.about["service.name"] != "airport-content" || spans.about["service.version"] != "v1" {
		t.Errorf("the service is %v", spans.about)
	}
	logged := slices.ContainsFunc(strings.Split(server.log.String(), "\n"), func(line string) bool {
		return strings.Contains(line, requestID) && strings.Contains(line, `"trace_id":"`+traceID+`"`)
	})
	if !logged {
		t.Errorf("the log does not name the trace %s: %s", traceID, server.log)
	}
}

// Callers put keys, of ours and of an older system, anywhere but into their header. No span, log line or metric shows them, nor other
// text that was sent.
func TestNothingSentIsShown(t *testing.T) {
	t.Parallel()
	spans := newSpanCollector(t)
	i := install(t)
	key, _ := i.newKey(t, "Acme", nil, nil)
	const older = "OlderSystemsKey0123456789"
	_, err := admin.New(i.db).AddKey(t.Context(), partner.Key{ID: "older", Partner: "Acme", Airports: []string{"SFO"}, Scopes: []partner.Scope{"content:read"}},
		partner.DigestOf(older))
	check(t, err)
	server := i.serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+spans.URL+"/base", "LOG_LEVEL=debug",
		"RATE_LIMIT=1000000", "AUTH_FAILURE_LIMIT=1000000")
	requests := 0
	ask := func(method, path, inHeader string, headers ...string) {
		request, err := http.NewRequestWithContext(t.Context(), method, server.api+path, nil)
		check(t, err)
		request.Header.Set("x-partner-api-key", inHeader)
		for n := 0; n < len(headers); n += 2 {
			request.Header.Set(headers[n], headers[n+1])
			request.Host = headers[n+1]
		}
		response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
		check(t, err)
		response.Body.Close()
		requests++
	}
	for _, sent := range []string{key, older} {
		escaped := strings.ReplaceAll(sent, "_", "%5F")
		for _, inHeader := range []string{key, older, "wrong", sent + ", " + sent} {
			for _, text := range []string{sent, escaped, sent + "%00", sent + "%zz"} {
				if !strings.HasSuffix(text, "%zz") { // which net/http refuses in a path
					ask("GET", "/"+text, inHeader)
					ask("GET", base+"/"+text+"/content", inHeader)
					ask("GET", contentPath+"/"+text, inHeader)
				}
				for _, query := range []string{"q=" + text, text, text + "=1", "size=" + text, "q=a&q=" + text, "contentType=" + text, "modifiedSince=" + text} {
					ask("GET", contentPath+"?"+query, inHeader)
				}
				ask("GET", base+"/SFO/changes?cursor="+text, inHeader)
			}
			ask(sent, contentPath, inHeader)
			for _, header := range []string{"User-Agent", "Referer", "Cookie", "Authorization", "X-Forwarded-For", "X-Request-Id", "Baggage", "If-None-Match"} {
				ask("GET", contentPath, inHeader, header, sent)
			}
			ask("GET", contentPath, inHeader, "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "Tracestate", "a="+sent)
		}
	}
	i.execute(t, "ALTER TABLE search_term RENAME TO gone") // from now on searches fail, and the log says why
	ask("GET", contentPath+"?q=two+"+key, key)
	ask("GET", contentPath+"?q=two+"+older, key)
	_, metrics := get(t, server.ops+"/metrics", "")
	check(t, server.stop())
	log := server.log.String()
	if n := strings.Count(log, `"msg":"request"`); n < requests || len(spans.spans) < requests || !strings.Contains(log, "search_term") {
		t.Errorf("%d log lines and %d spans of %d requests", n, len(spans.spans), requests)
	}
	_, secret, _ := strings.Cut(strings.TrimPrefix(key, "acp_"), "_")
	for where, text := range map[string]string{"a span": spans.raw.String(), "the log": log, "a metric": metrics} {
		for _, hidden := range []string{key, secret, older} {
			if at := strings.Index(text, hidden); at >= 0 {
				t.Errorf("%s shows %s: …%q", where, hidden, text[max(0, at-300):at+len(hidden)])
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

// A lost collector is logged, and holds nobody up.
func TestTracesWithoutACollector(t *testing.T) {
	t.Parallel()
	i := install(t)
	key, _ := i.newKey(t, "Acme", nil, nil)
	server := i.serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1")
	if status, body := get(t, server.api+contentPath, key); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	if err := server.stop(); err != nil || !strings.Contains(server.log.String(), "trac") {
		t.Errorf("error %v: %s", err, server.log)
	}
}
