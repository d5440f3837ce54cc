package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

// Messages for callers who did something else than they meant. No message repeats a secret.

// keyParameters are names under which callers send keys in query strings, in the form of squash.
var keyParameters = []string{"key", "apikey", "xapikey", "xpartnerapikey", "partnerapikey", "token", "accesstoken", "auth", "authorization"}

// keyHeaders are the headers of keys in other interfaces.
var keyHeaders = []string{"Authorization", "X-Api-Key", "Api-Key", "Apikey", "X-Auth-Token", "X-Access-Token"}

// explainMissing is the message for a request without a key in the right header.
func explainMissing(r *http.Request) string {
	for _, header := range keyHeaders {
		if r.Header.Get(header) != "" {
			return "The key is not read from the header " + header + ". Send the key alone in the request header x-partner-api-key, as in \"x-partner-api-key: acp_…\"."
		}
	}
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if _, looksLikeKey := partner.IDWithin(value); looksLikeKey || slices.Contains(keyParameters, squash(name)) {
			return "The key is not read from the query string, which logs and histories keep. Send the key in the request header x-partner-api-key. " +
				"If the key was in the URL of other requests, ask us to replace it."
		}
	}
	return "Send your API key in the request header x-partner-api-key."
}

// explainInvalid is the message for a key that was refused.
func explainInvalid(keys []string) string {
	const alone = "Send the key alone, as in \"x-partner-api-key: acp_…\"."
	if len(keys) > 1 {
		return "The header x-partner-api-key came more than once. Send it once."
	}
	key := keys[0]
	first, rest, _ := strings.Cut(key, " ")
	switch {
	case rest != "" && slices.Contains([]string{"bearer", "apikey", "api-key", "key", "token", "basic"}, strings.ToLower(strings.TrimSuffix(first, ":"))):
		return "The header x-partner-api-key takes no word before the key, such as Bearer. " + alone
	case len(key) > len(keyHeader) && strings.EqualFold(key[:len(keyHeader)], keyHeader):
		return "The header x-partner-api-key holds its own name too. " + alone
	case strings.ContainsAny(key[:1], "\"'`") || strings.HasPrefix(key, "“") || strings.HasPrefix(key, "%22"):
		return "The header x-partner-api-key holds quotation marks. " + alone
	case strings.ContainsAny(key[:1], "$<{%["):
		return "The header x-partner-api-key seems to hold a placeholder, so a variable was not filled in. " + alone
	}
	return "This API key is not accepted. Check that it is complete and has not expired or been revoked; ask us for a new one if need be."
}

// meantPaths are the last segments of our paths, and their names in other interfaces.
var meantPaths = map[string][]string{
	"content":  {"contents", "items", "search", "list"},
	"suggest":  {"suggestions", "suggester", "autocomplete", "complete"},
	"changes":  {"change", "delta", "sync", "feed", "updates"},
	"airports": {"airport"},
	"health":   {"status", "healthz", "ping"},
	"key":      {"keys", "me", "whoami", "account"},
}

// meantPath is the path of this interface that a path without a route probably means. It is empty
// if there is none.
func meantPath(routes chi.Routes, path string) string {
	segments := slices.DeleteFunc(strings.Split(path, "/"), func(s string) bool { return s == "" })
	for _, prefix := range strings.Split(strings.Trim(base, "/"), "/") {
		if len(segments) > 0 && strings.EqualFold(segments[0], prefix) {
			segments = segments[1:]
		}
	}
	if len(segments) > 1 && slices.Contains([]string{"airports", "airport"}, strings.ToLower(segments[0])) {
		segments = segments[1:]
	}
	if len(segments) == 0 || len(segments) > 3 || len(path) > 200 || slices.ContainsFunc(segments, holdsKey) {
		return ""
	}
	if len(segments) == 1 && strings.EqualFold(segments[0], "mcp") {
		return base + "/mcp"
	}
	place := min(len(segments)-1, 1)
	if !known(segments[place]) {
		segments[place] = meantSegment(segments[place])
	}
	if _, isAirport := content.ParseAirport(segments[0]); isAirport && len(segments) == 1 && !known(segments[0]) {
		segments = append(segments, "content")
	}
	guess := base + "/" + strings.Join(segments, "/")
	if guess == path || !routes.Match(chi.NewRouteContext(), http.MethodGet, guess) {
		return ""
	}
	return guess
}

func holdsKey(segment string) bool {
	_, found := partner.IDWithin(segment)
	return found
}

func known(segment string) bool { _, ok := meantPaths[segment]; return ok }

// meantSegment is the last segment of our paths that a segment stands for, or the segment itself.
func meantSegment(segment string) string {
	lower := strings.ToLower(segment)
	for ours, others := range meantPaths {
		if lower == ours || slices.Contains(others, lower) {
			return ours
		}
	}
	for _, ours := range slices.Sorted(maps.Keys(meantPaths)) {
		if near(lower, ours) {
			return ours
		}
	}
	return segment
}

// explainForbidden is the message for an airport in the path that the key does not cover.
func explainForbidden(segment string) string {
	if segment == "*" || strings.ContainsAny(segment, ",;+ ") {
		return "The path takes one airport, not " + spelling.Quoted(segment) + ". Search in several with " + base + "/content?airport=SFO,LAX&q=…, follow all with " +
			base + "/changes, or ask for one after the other: " + base + "/airports lists those of your key."
	}
	return "Your key does not cover this airport. Check the code in the path, or ask us to add the airport to your key."
}
