package api_test

import (
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

const shopPage = "https://shop.example"

// A key for web pages works in pages of its origins alone, and answers name the page.
func TestBrowserKey(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	s.airport(t, "LAX", newItem("a"))
	key := s.add(t, partner.Key{Partner: "Acme", Airports: []string{"SFO"}, Scopes: []string{"content:read"}, Origins: []string{"http://localhost:3000", shopPage}})
	for _, c := range []struct {
		path, origin string
		status       int
		code         string
		named        bool // the answer names the page
	}{
		{"SFO/content?q=a", shopPage, 200, "", true},
		{"SFO/content/a", "http://localhost:3000", 200, "", true},
		{"SFO/suggest?q=a", shopPage, 200, "", true},
		{"airports", shopPage, 200, "", true},
		{"key", shopPage, 200, "", true},
		{"SFO/content?size=0", shopPage, 400, "invalid_parameter", true},
		{"LAX/content", shopPage, 403, "airport_forbidden", true},
		{"SFO/changes", shopPage, 403, "scope_forbidden", true},
		{"changes", shopPage, 403, "scope_forbidden", true},
		{"SFO/content", "", 403, "origin_forbidden", false},
		{"SFO/content", "null", 403, "origin_forbidden", false},
		{"SFO/content", "https://evil.example", 403, "origin_forbidden", false},
		{"SFO/content", shopPage + ".evil.example", 403, "origin_forbidden", false},
		{"SFO/content", "http://shop.example", 403, "origin_forbidden", false},
		{"SFO/content", shopPage + ", https://evil.example", 403, "origin_forbidden", false},
	} {
		var headers []string
		if c.origin != "" {
			headers = []string{"Origin", c.origin}
		}
		a := s.get(t, key, c.path, headers...)
		a.is(t, c.status, c.code)
		if named := a.header.Get("Access-Control-Allow-Origin"); c.named && named != c.origin || !c.named && named != "" {
			t.Errorf("%s from %q allows %q", c.path, c.origin, named)
		}
		if !strings.Contains(a.header.Get("Vary"), "Origin") {
			t.Errorf("%s: Vary %q", c.path, a.header.Get("Vary"))
		}
	}
	s.ask(t, http.MethodPost, key, "/mcp", "Origin", shopPage).is(t, 403, "scope_forbidden")
	tag := s.get(t, key, "SFO/content", "Origin", shopPage).header.Get("ETag")
	s.get(t, key, "SFO/content", "Origin", shopPage, "If-None-Match", tag).is(t, 304, "")
}

// A browser sends no Origin to the page's own server, but says that it is the same.
func TestBrowserKeyOnItsOwnPage(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	key := s.add(t, partner.Key{Partner: "Acme", AllAirports: true, Scopes: []string{"content:read"}, Origins: []string{s.URL}})
	s.get(t, key, "SFO/content", "Sec-Fetch-Site", "same-origin").is(t, 200, "")
	s.get(t, key, "SFO/content", "Sec-Fetch-Site", "cross-site").is(t, 403, "origin_forbidden")
}

// Pages get no answer with a key for servers, whatever they send.
func TestServerKeyInAPage(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	key := s.key(t, "content:read")
	for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/suggest?q=a", "SFO/changes", "airports", "key", "health", "none"} {
		a := s.get(t, key, path, "Origin", shopPage)
		for name := range a.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: header %s", a.asked, name)
			}
		}
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	a := check.Must(s.try(t.Context(), http.MethodOptions, "", base+"SFO/content", "Origin", shopPage, "Access-Control-Request-Method", "GET",
		"Access-Control-Request-Headers", "x-partner-api-key"))(t)
	a.is(t, 204, "")
	if h := a.header; h.Get("Access-Control-Allow-Origin") != shopPage || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "x-partner-api-key") ||
		h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("headers %v", h)
	}
	s.ask(t, http.MethodOptions, "", base+"SFO/content").is(t, 405, "method_not_allowed")
	s.ask(t, http.MethodOptions, "", base+"SFO/content", "Origin", shopPage, "Access-Control-Request-Method", "DELETE").is(t, 405, "method_not_allowed")
	s.ask(t, http.MethodOptions, "", base+"none/of/these", "Origin", shopPage, "Access-Control-Request-Method", "GET").is(t, 404, "route_not_found")
}

// A leaked key brings one address no more than its share, and leaves the partner's count.
func TestBrowserLimit(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{browserLimit: 2, proxies: "127.0.0.0/8"})
	s.airport(t, "SFO", newItem("a"))
	key := s.add(t, partner.Key{Partner: "Acme", AllAirports: true, Scopes: []string{"content:read"}, Origins: []string{shopPage}})
	for range 2 {
		s.get(t, key, "SFO/content", "Origin", shopPage, "X-Forwarded-For", "198.51.100.1").is(t, 200, "")
	}
	a := s.get(t, key, "SFO/content", "Origin", shopPage, "X-Forwarded-For", "198.51.100.1")
	a.is(t, 429, "rate_limited")
	if a.header.Get("Access-Control-Allow-Origin") != shopPage || a.header.Get("X-RateLimit-Limit") != "2" {
		t.Errorf("headers of 429: %v", a.header)
	}
	s.get(t, key, "SFO/content", "Origin", shopPage, "X-Forwarded-For", "198.51.100.2").is(t, 200, "")
	s.get(t, s.key(t, "content:read"), "SFO/content", "X-Forwarded-For", "198.51.100.1").is(t, 200, "")
}
