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
	"airport-content/internal/partner"
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
		"INFO GET " + route + "content SFO [] 401 missing_api_key",
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

// The line of a refused request names the cause, without text that could hold a key.
func TestLogOfRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	check.Must(s.AddPartner(t.Context(), "Limited", 0, new(1)))(t)
	sfo := []string{"SFO"}
	key, news, limited := s.keyFor(t, sfo, "content:read"), s.keyFor(t, sfo, "content:read:news"), s.add(t, partner.Key{Partner: "Limited", Airports: sfo})
	revoked, expired := s.keyFor(t, sfo), s.add(t, partner.Key{Airports: sfo, ExpiresAt: new(time.Now().Add(-time.Hour))})
	s.revoke(t, revoked)
	before := len(s.log.String())
	for _, request := range [][2]string{{key, "lax/content"}, {news, "SFO/content?contentType=page,faq,news"}, {key, "SFO/content?size=0"}, {key, "SFO/content?metadata.x="},
		{key, "SFO/content?pageSize=1"}, {key, "SFO/content?" + key + "=1"}, {key, key + "/content"}, {"acp_0123456789_x", "LAX/content"}, {revoked, "SFO/content"},
		{expired, "LAX/content"}} {
		s.get(t, request[0], request[1])
	}
	for s.get(t, limited, "JFK/content").status != 429 {
	}
	want := []string{
		"LAX 403",
		"SFO 403 faq,page",
		"SFO 400 size",
		"SFO 400 metadata.KEY",
		"SFO 400 pageSize",
		"SFO 400 unknown",
		" 403",
		"LAX 401",
		"SFO 401 " + keyID(revoked) + " it was revoked",
		"LAX 401 " + keyID(expired) + " it has expired",
		"JFK 429",
	}
	if said := s.log.String()[before:]; strings.Contains(said, key) {
		t.Error("the log has a key")
	}
	var got []string
	for line := range strings.Lines(s.log.String()[before:]) {
		var l struct {
			Msg, Airport, Parameter, Error string
			Status                         int
			Types                          []string `json:"content_types"`
			EndedKey                       string   `json:"ended_key_id"`
		}
		if check.NoError(t, json.Unmarshal([]byte(line), &l)); l.Msg != "request" || l.Airport == "JFK" && l.Status != 429 {
			continue
		}
		text := fmt.Sprintf("%s %d", l.Airport, l.Status)
		if cause := strings.TrimSpace(l.Parameter + strings.Join(l.Types, ",") + l.EndedKey); cause != "" {
			text += " " + cause
		}
		if _, why, ended := strings.Cut(l.Error, "has ended:"); ended {
			text += why
		}
		got = append(got, text)
	}
	check.Same(t, want, got, "the log")
}
