package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// A key is described as it is now, without its secret. The request counts.
func TestKeyIsDescribed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	s.airport(t, "JFK")
	check.Must(s.AddPartner(t.Context(), "Described", 0, new(50)))(t)
	expires := time.Now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Millisecond)
	for _, test := range []struct {
		key  partner.Key
		want map[string]any
	}{
		{partner.Key{AllAirports: true}, map[string]any{"label": "", "allAirports": true, "airports": []any{}, "scopes": []any{"content:read"}, "expiresAt": nil}},
		{partner.Key{Airports: []string{"SFO", "JFK"}, Label: "app", Scopes: []string{"content:read:faq", "content:read:news"}, ExpiresAt: &expires},
			map[string]any{"label": "app", "allAirports": false, "airports": []any{"JFK", "SFO"}, "scopes": []any{"content:read:faq", "content:read:news"},
				"expiresAt": expires.Format("2006-01-02T15:04:05.000Z")}},
	} {
		test.key.Partner = "Described"
		key := s.add(t, test.key)
		a := s.get(t, key, "key")
		a.is(t, 200, "")
		var body struct {
			Meta   map[string]any
			Result map[string]any
		}
		check.NoError(t, json.Unmarshal(a.body, &body))
		limits := body.Result["limits"].(map[string]any)["requests"].(map[string]any)
		left := a.number(t, "X-RateLimit-Remaining")
		if body.Meta["partner"] != "Described" || limits["limit"] != 50.0 || limits["remaining"] != float64(left) || left > 49 || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v: %s", a.header, a.body)
		}
		delete(body.Result, "limits")
		test.want["id"], test.want["browser"] = keyID(key), false
		check.Same(t, test.want, body.Result)
	}
	for _, method := range []string{"POST", "OPTIONS"} {
		s.ask(t, method, "", base+"key").is(t, 405, "method_not_allowed")
	}
	s.get(t, "", "key?size=1").is(t, 401, "missing_api_key")
	s.get(t, s.key(t), "key?size=1").is(t, 400, "invalid_parameter")
	s.ask(t, http.MethodHead, s.key(t), base+"key").is(t, 200, "")
}
