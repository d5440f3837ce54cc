package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// Each request has a log line, also a request whose caller has left. A line names no value that was
// sent.
func TestLog(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	key := s.key(t, "content:read")
	_, cursor := s.follow(t, key, "SFO", "")
	before := len(s.log.String())
	s.get(t, key, "SFO/content?size=1&q=title")
	s.get(t, "", "SFO/content?unknown=1")
	s.ask(t, "BREW", key, base+"SFO/content")
	s.ask(t, http.MethodGet, key, base+"nothing")
	s.get(t, key, afterCursor("SFO", cursor, "wait=1"))
	release := testenv.Hold(t, s.database, "LOCK TABLE content_item")
	ctx, leave := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer leave()
	if a, err := s.try(ctx, http.MethodGet, key, base+"SFO/content"); err == nil {
		t.Errorf("an answer in spite of the lock: %+v", a)
	}
	check.Eventually(t, "the request is logged", func() bool { return s.log.Has(`"status":499`) })
	release()
	testenv.Exec(t, s.database, "ALTER TABLE content_item RENAME TO gone")
	s.get(t, key, "SFO/content?size=2")

	const route = "/api/v1/partner/{airport}/"
	want := []string{
		"INFO GET " + route + "content SFO [size,q] 200 key",
		"INFO GET " + route + "content  [] 401 missing_api_key",
		"INFO other   [] 405 method_not_allowed",
		"INFO GET   [] 404 route_not_found",
		"INFO GET " + route + "changes SFO [cursor,wait] 200 key waited",
		"INFO GET " + route + "content SFO [] 499 client_gone key error",
		"ERROR GET " + route + "content SFO [size] 500 internal key error",
	}
	var got []string
	for line := range strings.Lines(s.log.String()[before:]) {
		var l struct {
			Level, Msg, Method, Route, Airport, Parameters, Code, Error string
			Status                                                      int
			KeyID                                                       string `json:"key_id"`
			WaitedMs                                                    int    `json:"waited_ms"`
		}
		if check.NoError(t, json.Unmarshal([]byte(line), &l)); l.Msg != "request" {
			continue
		}
		text := fmt.Sprintf("%s %s %s %s [%s] %d", l.Level, l.Method, l.Route, l.Airport, l.Parameters, l.Status)
		if l.Code != "" {
			text += " " + l.Code
		}
		if l.KeyID == keyID(key) {
			text += " key"
		}
		if l.Error != "" {
			text += " error"
		}
		if l.WaitedMs >= 900 {
			text += " waited"
		}
		got = append(got, text)
	}
	check.Same(t, want, got, "the log")
}
