package render

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// echo answers each command with its method, after an event of a tab, and ends at "end".
type echo struct{ said chan []byte }

func (e echo) send(data []byte) error {
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	switch m.Method {
	case "end":
		close(e.said)
	case "fail":
		e.said <- []byte(`{"id": ` + string(encoded(json.Marshal(m.ID))) + `, "error": {"message": "no such thing"}}`)
	default:
		e.said <- []byte("no JSON")
		e.said <- []byte(`{"method": "Page.loadEventFired", "sessionId": "tab"}`)
		e.said <- encoded(json.Marshal(message{ID: m.ID, Result: json.RawMessage(`"` + m.Method + `"`)}))
	}
	return nil
}

func encoded(data []byte, _ error) []byte { return data }

func (e echo) receive() ([]byte, error) {
	data, more := <-e.said
	if !more {
		return nil, io.EOF
	}
	return data, nil
}

func (echo) close()      {}
func (echo) why() string { return "" }

// Commands get their answers, tabs their events, and a browser that ends is an error.
func TestCommands(t *testing.T) {
	t.Parallel()
	c := newConn(echo{make(chan []byte, 10)})
	events := c.open("tab")
	var answer string
	check.NoError(t, c.call(t.Context(), "", "Browser.close", map[string]any{}, &answer))
	check.Same(t, "Browser.close", answer)
	check.Same(t, "Page.loadEventFired", (<-events).Method)
	if err := c.call(t.Context(), "tab", "fail", nil, nil); err == nil || err.Error() != "fail: no such thing" {
		t.Error(err)
	}
	if err := c.call(t.Context(), "", "end", nil, nil); !errors.Is(err, errEnded) {
		t.Error(err)
	}
}

// Whoever gives an address of no browser is told so, without the address, which may hold a password.
func TestNoBrowser(t *testing.T) {
	t.Parallel()
	w := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { _, _ = out.Write([]byte("{}")) }))
	t.Cleanup(w.Close)
	for address, says := range map[string]string{w.URL: "leads to no Chromium: it answers 200", strings.Replace(w.URL, "http", "ws", 1): "expected handshake response",
		"http://u:s3cret@127.0.0.1:1": "connection refused"} {
		if _, err := Open(t.Context(), nil, address); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "CHROME_URL") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
