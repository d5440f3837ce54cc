package integration_test

import (
	"strings"
	"testing"
)

// A request with several faults is told of the first in the order of checks:
// 404 route, 405, 401, 429, 403 airport, 404 airport, 400 parameter, 403 scope, 404 item.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	i, some := imported(t, newItem("a"))
	all := i.key(t, "Acme", "--all-airports")
	faq := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:faq")
	allFAQ := i.key(t, "Acme", "--all-airports", "--scope", "content:read:faq")
	i.must(t, "partner", "add", "Spent", "--rate-limit", "1")
	spent := i.key(t, "Spent", "--airport", "SFO", "--scope", "content:read:faq")
	s := i.serve(t)
	if a := s.get(t, spent, "SFO/content"); a.status != 200 {
		t.Fatalf("the first request: %d %s", a.status, a.body)
	}
	const (
		bad     = "acp_0000000000_nothing"
		nowhere = "JFK/content"
	)
	for _, test := range []struct {
		name, method, key, path string
		status                  int
		code                    string
	}{
		{"route before method", "POST", bad, "SFO/nothing", 404, "route_not_found"},
		{"route before key", "GET", "", "SFO", 404, "route_not_found"},
		{"route before bad key", "GET", bad, "SFO/content/", 404, "route_not_found"},
		{"route before limit", "GET", spent, "SFO/nothing", 404, "route_not_found"},
		{"route before airport", "GET", some, "JFK/nothing", 404, "route_not_found"},
		{"route before parameter", "GET", some, "SFO/nothing?size=0", 404, "route_not_found"},
		{"method before no key", "POST", "", "SFO/content", 405, "method_not_allowed"},
		{"method before bad key", "DELETE", bad, "SFO/content", 405, "method_not_allowed"},
		{"method before limit", "PUT", spent, "SFO/content", 405, "method_not_allowed"},
		{"method before airport", "PATCH", some, nowhere, 405, "method_not_allowed"},
		{"method before unknown airport", "PATCH", all, nowhere, 405, "method_not_allowed"},
		{"method before parameter", "OPTIONS", some, "SFO/content?size=0", 405, "method_not_allowed"},
		{"method before item", "PUT", some, "SFO/content/none", 405, "method_not_allowed"},
		{"method before cursor", "POST", some, "SFO/changes?cursor=x", 405, "method_not_allowed"},
		{"method of health", "POST", "", "health", 405, "method_not_allowed"},
		{"no key before airport", "GET", "", nowhere, 401, "missing_api_key"},
		{"no key before parameter", "GET", "", "SFO/content?size=0", 401, "missing_api_key"},
		{"no key before item", "GET", "", "SFO/content/none", 401, "missing_api_key"},
		{"no key before no code at all", "GET", "", "$$$/content", 401, "missing_api_key"},
		{"bad key before airport", "GET", bad, nowhere, 401, "invalid_api_key"},
		{"bad key before parameter", "GET", bad, "SFO/content?size=0", 401, "invalid_api_key"},
		{"bad key before cursor", "GET", bad, "SFO/changes?cursor=x", 401, "invalid_api_key"},
		{"limit before airport", "GET", spent, nowhere, 429, "rate_limited"},
		{"limit before no code at all", "GET", spent, "S/content", 429, "rate_limited"},
		{"limit before parameter", "GET", spent, "SFO/content?size=0", 429, "rate_limited"},
		{"limit before scope", "GET", spent, "SFO/content?contentType=news", 429, "rate_limited"},
		{"limit before item", "GET", spent, "SFO/content/none", 429, "rate_limited"},
		{"airport before parameter", "GET", some, "JFK/content?size=0", 403, "airport_forbidden"},
		{"airport before scope", "GET", faq, "JFK/content?contentType=news", 403, "airport_forbidden"},
		{"airport before item", "GET", some, "JFK/content/none", 403, "airport_forbidden"},
		{"airport before cursor", "GET", some, "JFK/changes?cursor=x", 403, "airport_forbidden"},
		{"no code at all before parameter", "GET", some, "J-K/content?size=0", 403, "airport_forbidden"},
		{"no code at all, all airports, before parameter", "GET", all, "J-K/content?size=0", 403, "airport_forbidden"},
		{"unknown airport before parameter", "GET", all, "JFK/content?size=0", 404, "airport_not_found"},
		{"unknown airport before scope", "GET", allFAQ, "JFK/content?contentType=news", 404, "airport_not_found"},
		{"unknown airport before item", "GET", all, "JFK/content/none", 404, "airport_not_found"},
		{"unknown airport before the item's parameter", "GET", all, "JFK/content/none?x=1", 404, "airport_not_found"},
		{"unknown airport before cursor", "GET", all, "JFK/changes?cursor=x", 404, "airport_not_found"},
		{"parameter before scope", "GET", faq, "SFO/content?contentType=news&size=0", 400, "invalid_parameter"},
		{"scope's parameter before scope", "GET", faq, "SFO/content?contentType=News", 400, "invalid_parameter"},
		{"parameter after scope's", "GET", faq, "SFO/content?x=1&contentType=news", 400, "invalid_parameter"},
		{"parameter before item", "GET", some, "SFO/content/none?size=1", 400, "invalid_parameter"},
		{"scope", "GET", faq, "SFO/content?contentType=news", 403, "scope_forbidden"},
		{"scope with from past the end", "GET", faq, "SFO/content?contentType=page&from=99", 403, "scope_forbidden"},
		{"item", "GET", some, "SFO/content/none", 404, "item_not_found"},
	} {
		s.ask(t, test.method, test.key, partnerPath+test.path).fails(t, test.name, test.status, test.code)
	}
}

// A code that is not granted, or that is none, tells nothing of what exists.
func TestAirportCodes(t *testing.T) {
	t.Parallel()
	i, some := imported(t, newItem("a"))
	i.must(t, "airport", "add", "JFK", "New York")
	all := i.key(t, "Acme", "--all-airports")
	s := i.serve(t)
	forbidden := s.get(t, some, "JFK/content").fails(t, "not granted", 403, "airport_forbidden")
	unknown := s.get(t, some, "XXX/content").fails(t, "unknown", 403, "airport_forbidden")
	if forbidden.Error.Message != unknown.Error.Message {
		t.Errorf("the message tells what exists: %q, %q", forbidden.Error.Message, unknown.Error.Message)
	}
	for _, code := range []string{"SF", "SFOXX", "S-O", "SF%20", "S%00O", "%C5%BFFO", "SFO'", "SF%FF", "%EF%BC%B3FO", "..", "%2e%2e", "SF%2F", "$(id)", strings.Repeat("S", 3000)} {
		s.get(t, some, code+"/content").fails(t, code, 403, "airport_forbidden")
		s.get(t, all, code+"/content").fails(t, code+" with all", 403, "airport_forbidden")
	}
	s.get(t, all, "XXX/content").fails(t, "unknown with all", 404, "airport_not_found")
	for _, code := range []string{"SFO", "sfo", "sFo", "S%46O", "%73fo"} {
		if a := s.get(t, some, code+"/content"); a.status != 200 {
			t.Errorf("%s: %d %s", code, a.status, a.body)
		}
	}
}
