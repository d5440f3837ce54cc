package api_test

import (
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/partner"
)

// A key that comes in the wrong place or form is told so, and never repeated.
func TestKeysInTheWrongPlace(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	key := s.key(t, "content:read")
	for name, test := range map[string]struct {
		query   string
		headers []string // besides the key's
		code    string
		says    string
	}{
		"nothing":                {"", nil, "missing_api_key", "Send your API key in the request header x-partner-api-key."},
		"as bearer":              {"", []string{"Authorization", "Bearer " + key}, "missing_api_key", "not read from the header Authorization"},
		"in another header":      {"", []string{"x-api-key", key}, "missing_api_key", "not read from the header X-Api-Key"},
		"in the query":           {"?api_key=" + key, nil, "missing_api_key", "not read from the query string"},
		"under any name":         {"?q=a&x=" + key, nil, "missing_api_key", "not read from the query string"},
		"bearer in its header":   {"", []string{"x-partner-api-key", "Bearer " + key}, "invalid_api_key", "such as Bearer"},
		"a word in its header":   {"", []string{"x-partner-api-key", "ApiKey: " + key}, "invalid_api_key", "such as Bearer"},
		"in quotes":              {"", []string{"x-partner-api-key", `"` + key + `"`}, "invalid_api_key", "quotation marks"},
		"in single quotes":       {"", []string{"x-partner-api-key", "'" + key + "'"}, "invalid_api_key", "quotation marks"},
		"its header's name":      {"", []string{"x-partner-api-key", "x-partner-api-key: " + key}, "invalid_api_key", "its own name"},
		"an unfilled variable":   {"", []string{"x-partner-api-key", "$KEY"}, "invalid_api_key", "placeholder"},
		"a template":             {"", []string{"x-partner-api-key", "{{apiKey}}"}, "invalid_api_key", "placeholder"},
		"twice":                  {"", []string{"x-partner-api-key", key, "X-Partner-Api-Key", key}, "invalid_api_key", "more than once"},
		"a key that is no key":   {"", []string{"x-partner-api-key", otherKey}, "invalid_api_key", "not accepted"},
		"right, and in the rest": {"?size=5", []string{"x-partner-api-key", key, "Authorization", "Bearer " + key}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{"SFO/content", "airports"} {
				a := s.get(t, "", path+test.query, test.headers...)
				status := http.StatusUnauthorized
				if test.code == "" {
					status = http.StatusOK
				}
				if said := a.is(t, status, test.code).Message; !strings.Contains(said, test.says) {
					t.Errorf("%s: %q, want %q", path, said, test.says)
				}
				if strings.Contains(string(a.body), key) || s.log.Has(key) {
					t.Errorf("the key is repeated: %s", a.body)
				}
			}
		})
	}
	old := s.takeOver(t, `"Bearer of a key"`, partner.Key{AllAirports: true, Scopes: []string{"content:read"}})
	s.get(t, old, "SFO/content").is(t, 200, "")
}

// A path that does not exist names the one that was probably meant.
func TestPathsThatAreMeant(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for path, meant := range map[string]string{
		base + "SFO/content/":                  base + "SFO/content",
		base + "mcp/":                          base + "mcp",
		"/MCP":                                 base + "mcp",
		base + "/SFO//content":                 base + "SFO/content",
		base + "SFO/content//a%2Fb":            base + "SFO/content/a%2Fb",
		base + "airports/":                     base + "airports",
		base + "airports/SFO/content":          base + "SFO/content",
		base + "airports/SFO/content/a":        base + "SFO/content/a",
		base + "airports/SFO":                  base + "SFO/content",
		base + "SFO":                           base + "SFO/content",
		base + "SFO/Changes":                   base + "SFO/changes",
		base + "SFO/contnet":                   base + "SFO/content",
		base + "SFO/search?q=a":                base + "SFO/content",
		base + "Airports":                      base + "airports",
		base + "keys":                          base + "key",
		"/SFO/content":                         base + "SFO/content",
		"/api/SFO/suggest?q=a":                 base + "SFO/suggest",
		"/v1/partner/health":                   base + "health",
		base + "nothing":                       "",
		base:                                   "",
		"/":                                    "",
		base + "SFO/content/a/b":               "",
		base + "SFO/x/" + otherKey + "/":       "",
		base + "SFO/content/" + otherKey + "/": "",
	} {
		a := s.ask(t, http.MethodGet, "", path)
		said := a.is(t, 404, "route_not_found").Message
		if _, guess, guessed := strings.Cut(said, "did you mean "); guessed != (meant != "") || guessed && !strings.HasPrefix(guess, meant+"?") {
			t.Errorf("%s: %s", path, said)
		}
		if strings.Contains(said, otherKey) {
			t.Error(said)
		}
	}
}

// Several airports in a path get advice. The status says what it says of every other text.
func TestSeveralAirportsInAPath(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	for _, key := range []string{s.key(t, "content:read"), s.keyFor(t, []string{"SFO"}, "content:read")} {
		for _, segment := range []string{"SFO,LAX", "*", "SFO;LAX", "SFO+LAX", "SFO%2CLAX"} {
			if said := s.get(t, key, segment+"/content").is(t, 403, "airport_forbidden").Message; !strings.Contains(said, "takes one airport") {
				t.Errorf("%s: %s", segment, said)
			}
		}
	}
}
