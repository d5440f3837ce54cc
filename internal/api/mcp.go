package api

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/assistant"
	"airport-content/internal/content"
	"airport-content/internal/requestlog"
)

// mcp answers POST /mcp, the Model Context Protocol. A message is one request to the rate limit,
// whatever its tool asks of the interface; a search in many airports is several, as everywhere.
func (s *server) mcp(w http.ResponseWriter, r *http.Request) error {
	if scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") && r.Header[keyHeader] == nil {
		r.Header[keyHeader] = []string{strings.TrimSpace(key)}
	}
	c, err := s.admitKey(w, r)
	if err != nil {
		return err
	}
	if err := cmp.Or(c.refusePages(), c.checkScope()); err != nil {
		return err
	}
	w.Header()["Cache-Control"] = []string{"no-store"}
	body := bufio.NewReader(r.Body)
	if first(body) == '[' { // many messages would count as one request
		return &failure{status: http.StatusBadRequest, code: codeInvalidMessage, message: "Send one message a request. The Model Context Protocol has no batches since 2025-06-18."}
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{body, r.Body}
	answer, questions := &messageAnswer{ResponseWriter: w}, &asked{call: c}
	assistant.Handler(questions, s.Version).ServeHTTP(answer, r)
	questions.note(c.response)
	switch {
	case answer.refused != 0:
		return &failure{status: answer.refused, code: codeInvalidMessage, message: "This message of the Model Context Protocol is refused: " + strings.TrimSpace(answer.text.String())}
	case !answer.sent: // the SDK leaves when the time is over, or the caller has left
		return context.Cause(r.Context())
	}
	return nil
}

// first is the first byte of a JSON text; 0 for none.
func first(text *bufio.Reader) byte {
	for {
		c, err := text.ReadByte()
		if err != nil {
			return 0
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			_ = text.UnreadByte() // never fails after ReadByte
			return c
		}
	}
}

// messageAnswer keeps what the SDK refuses, and says in plain text. Everything else it sends.
type messageAnswer struct {
	http.ResponseWriter
	sent    bool
	refused int // status; 0: the message was not refused
	text    bytes.Buffer
}

func (m *messageAnswer) WriteHeader(status int) {
	if status >= http.StatusBadRequest && !strings.HasPrefix(m.Header().Get("Content-Type"), "application/json") {
		m.refused = status
		return
	}
	m.sent = true
	m.ResponseWriter.WriteHeader(status)
}

func (m *messageAnswer) Write(p []byte) (int, error) {
	if m.refused != 0 {
		return m.text.Write(p)
	}
	m.sent = true
	return m.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (m *messageAnswer) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// asked answers the questions of an assistant with the rights of its call, in goroutines that may
// outlive the call.
type asked struct {
	call    *call
	mu      sync.Mutex
	last    requestlog.Record // of the last question that named an airport
	failure *failure          // of the last question that failed
}

// note adds what the log tells of the questions.
func (a *asked) note(x *response) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x.Airport, x.Asked, x.failure = a.last.Airport, a.last.Asked, a.failure
}

// admittedKey is the key of the call in the context of its questions.
type admittedKey struct{}

// Get answers GET of a path below base. No panic leaves Get, because tools run in goroutines of
// their own.
func (a *asked) Get(ctx context.Context, path string, query url.Values) (status int, body []byte) {
	defer func() {
		if recover() != nil { // an answer that broke off
			status, body = http.StatusInternalServerError, nil
		}
	}()
	text := &captured{header: http.Header{}}
	x := &response{ResponseWriter: text, Record: requestlog.Record{RequestID: a.call.response.RequestID}, method: http.MethodGet,
		start: a.call.response.start, deadline: a.call.response.deadline}
	ctx = context.WithValue(context.WithValue(ctx, responseKey{}, x), admittedKey{}, a.call)
	routed := chi.NewRouteContext()
	routed.RoutePath = base + path
	r := (&http.Request{Method: http.MethodGet, URL: &url.URL{Path: base + path, RawQuery: query.Encode()}, Header: http.Header{}}).WithContext(
		context.WithValue(ctx, chi.RouteCtxKey, routed))
	a.call.inner.ServeHTTP(x, r)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failure = cmp.Or(x.failure, a.failure)
	if x.Asked != "" {
		a.last = x.Record
	}
	return x.Status, text.body.Bytes()
}

// Website is the address of an airport's website; empty: not known.
func (a *asked) Website(ctx context.Context, airport string) string {
	code, ok := content.ParseAirport(airport)
	if !ok {
		return ""
	}
	st, err := a.call.Store.State(ctx, code)
	if err != nil {
		return ""
	}
	return value(st.Website)
}

// captured is a ResponseWriter that keeps the body.
type captured struct {
	header http.Header
	body   bytes.Buffer
}

func (c *captured) Header() http.Header         { return c.header }
func (c *captured) WriteHeader(int)             {}
func (c *captured) Write(p []byte) (int, error) { return c.body.Write(p) }
