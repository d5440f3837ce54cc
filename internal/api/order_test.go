package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each row breaks its rule and all that come after it.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	long := "?x=" + strings.Repeat("y", 8200)
	for _, c := range []struct {
		name, method, path, key string
		status                  int
		code                    string
	}{
		{"too long before everything", "BREW", "/api/v1/nowhere" + long, "wrong", 414, "uri_too_long"},
		{"route before method", "POST", "/api/v1/partner/SFO/contents?size=0", "wrong", 404, "route_not_found"},
		{"route before an unknown method", "BREW", "/api/v1/partner/SFO", "wrong", 404, "route_not_found"},
		{"method before key", "POST", "/api/v1/partner/XXX/content?size=0", "", 405, "method_not_allowed"},
		{"unknown method before key", "BREW", "/api/v1/partner/XXX/content?size=0", "", 405, "method_not_allowed"},
		{"key missing before limit", "GET", "/api/v1/partner/XXX/content?size=0", "", 401, "missing_api_key"},
		{"key wrong before limit", "GET", "/api/v1/partner/XXX/content?size=0", "wrong", 401, "invalid_api_key"},
		{"limit before airport", "GET", "/api/v1/partner/nonsense!/content?size=0", limitedKey, 429, "rate_limited"},
		{"airport not granted before parameter", "GET", "/api/v1/partner/XXX/content?size=0", sfoKey, 403, "airport_forbidden"},
		{"existing airport not granted", "GET", "/api/v1/partner/EMP1/content?size=0", sfoKey, 403, "airport_forbidden"},
		{"airport not a code", "GET", "/api/v1/partner/nonsense!/content?size=0", sfoKey, 403, "airport_forbidden"},
		{"airport not a code, all airports", "GET", "/api/v1/partner/nonsense!/content?size=0", allKey, 403, "airport_forbidden"},
		{"airport unknown before parameter", "GET", "/api/v1/partner/XXX/content?size=0", allKey, 404, "airport_not_found"},
		{"airport unknown before scope", "GET", "/api/v1/partner/XXX/content?contentType=faq", diningKey, 404, "airport_not_found"},
		{"airport unknown, all in order", "GET", "/api/v1/partner/XXX/content", allKey, 404, "airport_not_found"},
		{"airport granted but removed", "GET", "/api/v1/partner/OLD/content", goneKey, 404, "airport_not_found"},
		{"airport unknown before id", "GET", "/api/v1/partner/XXX/content/%00", allKey, 404, "airport_not_found"},
		{"airport unknown before item", "GET", "/api/v1/partner/XXX/content/none", allKey, 404, "airport_not_found"},
		{"airport unknown before cursor", "GET", "/api/v1/partner/XXX/changes?cursor=%21", allKey, 404, "airport_not_found"},
		{"parameter before scope", "GET", "/api/v1/partner/SFO/content?contentType=faq&size=0", diningKey, 400, "invalid_parameter"},
		{"parameter before lack of any scope", "GET", "/api/v1/partner/SFO/content?size=0", nothingKey, 400, "invalid_parameter"},
		{"scope", "GET", "/api/v1/partner/SFO/content?contentType=faq", diningKey, 403, "scope_forbidden"},
		{"no scope", "GET", "/api/v1/partner/SFO/content", nothingKey, 403, "scope_forbidden"},
		{"no scope, changes", "GET", "/api/v1/partner/SFO/changes", nothingKey, 403, "scope_forbidden"},
		{"no scope before item", "GET", "/api/v1/partner/SFO/content/none", nothingKey, 403, "scope_forbidden"},
		{"item parameter before item", "GET", "/api/v1/partner/SFO/content/none?size=5", allKey, 400, "invalid_parameter"},
		{"item", "GET", "/api/v1/partner/SFO/content/none", allKey, 404, "item_not_found"},
		{"item of another type", "GET", "/api/v1/partner/SFO/content/shop-1", diningKey, 404, "item_not_found"},
		{"expired key", "GET", "/api/v1/partner/SFO/content", expiredKey, 401, "invalid_api_key"},
	} {
		a := s.ask(t, c.method, c.path, c.key)
		if f := a.failure(t); a.StatusCode != c.status || f.Code != c.code {
			t.Errorf("%s: %d %s, want %d %s", c.name, a.StatusCode, f.Code, c.status, c.code)
		}
	}
}

func TestEveryFailureIsWellMade(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct{ method, path, key string }{
		{"GET", "/", ""},
		{"PUT", "/api/v1/partner/health", ""},
		{"GET", "/api/v1/partner/SFO/content", ""},
		{"GET", "/api/v1/partner/SFO/content", "wrong"},
		{"GET", "/api/v1/partner/LHR/content", sfoKey},
		{"GET", "/api/v1/partner/LHR/content", allKey},
		{"GET", "/api/v1/partner/SFO/content?size=x", allKey},
		{"GET", "/api/v1/partner/SFO/content/x", allKey},
		{"GET", "/api/v1/partner/SFO/content", limitedKey},
	} {
		a := s.ask(t, c.method, c.path, c.key)
		f := a.failure(t)
		if f.Message == "" || f.RequestID == "" || f.RequestID != a.Header.Get("X-Request-Id") {
			t.Errorf("%s %s: message %q, request id %q of header %q", c.method, c.path, f.Message, f.RequestID, a.Header.Get("X-Request-Id"))
		}
		if got := a.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s %s: Cache-Control %q", c.method, c.path, got)
		}
		if got := a.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
			t.Errorf("%s %s: Content-Type %q", c.method, c.path, got)
		}
		if a.Header.Get("ETag") != "" {
			t.Errorf("%s %s: an error has an ETag", c.method, c.path)
		}
		if (f.Code == "invalid_parameter") != strings.Contains(a.body, `"parameter"`) {
			t.Errorf("%s %s: parameter in %s", c.method, c.path, a.body)
		}
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, want := range map[string]struct {
		status int
		code   string
	}{
		"/sFo/content":                       {200, ""},
		"/%53FO/%63ontent":                   {200, ""},
		"/emp1/content":                      {200, ""},
		"/SFO/content/":                      {404, "route_not_found"},
		"/SFO/content//":                     {404, "route_not_found"},
		"/SFO//content":                      {404, "route_not_found"},
		"//content":                          {404, "route_not_found"},
		"/SFO":                               {404, "route_not_found"},
		"/SFO/":                              {404, "route_not_found"},
		"/SFO/Content":                       {404, "route_not_found"},
		"/SFO/changes/":                      {404, "route_not_found"},
		"/SFO/changes/x":                     {404, "route_not_found"},
		"/SFO/content/a/b":                   {404, "route_not_found"},
		"/SFO%2Fcontent":                     {404, "route_not_found"},
		"/SFO%2Fcontent/content":             {403, "airport_forbidden"},
		"/health/content":                    {403, "airport_forbidden"},
		"/health/":                           {404, "route_not_found"},
		"/%C5%BFfo/content":                  {403, "airport_forbidden"}, // ſ is S in upper case
		"/S%46O%20/content":                  {403, "airport_forbidden"},
		"/%00/content":                       {403, "airport_forbidden"},
		"/%FF%FF%FF/content":                 {403, "airport_forbidden"},
		"/SF/content":                        {403, "airport_forbidden"},
		"/SFOSF/content":                     {403, "airport_forbidden"},
		"/SF';--/content":                    {403, "airport_forbidden"},
		"/SFO/content/shop-1":                {200, ""},
		"/SFO/content/%73hop%2d1":            {200, ""},
		"/SFO/content/cafe%2F50%25":          {200, ""},
		"/SFO/content/cafe%2f50%25":          {200, ""},
		"/SFO/content/cafe/50%25":            {404, "route_not_found"},
		"/SFO/content/news%201":              {200, ""},
		"/SFO/content/news+1":                {404, "item_not_found"},
		"/SFO/content/%2E%2E":                {404, "item_not_found"},
		"/SFO/content/.":                     {404, "item_not_found"},
		"/SFO/content/*":                     {404, "item_not_found"},
		"/SFO/content/%7Bid%7D":              {404, "item_not_found"},
		"/SFO/content/%00":                   {400, "invalid_parameter"},
		"/SFO/content/a%FFb":                 {400, "invalid_parameter"},
		"/SFO/content/%ED%A0%80":             {400, "invalid_parameter"}, // half of a surrogate pair
		"/SFO/content/%F0%9F%9B%AB":          {404, "item_not_found"},
		"/SFO/content/shop-1;v=1":            {404, "item_not_found"},
		"/../partner/SFO/content":            {404, "route_not_found"},
		"/SFO/content/" + longText(300, "é"): {404, "item_not_found"},
	} {
		a := s.get(t, path, allKey)
		code := ""
		if a.StatusCode != 200 {
			code = a.failure(t).Code
		}
		if a.StatusCode != want.status || code != want.code {
			t.Errorf("%s: %d %s, want %d %s", path, a.StatusCode, code, want.status, want.code)
		}
	}
}

func longText(n int, s string) string { return strings.Repeat(s, n) }

func TestMethods(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
		for _, path := range []string{"/health", "/SFO/content", "/SFO/content/x", "/SFO/changes"} {
			a := s.ask(t, method, "/api/v1/partner"+path, "")
			if allow := a.Header.Values("Allow"); a.StatusCode != 405 || len(allow) != 1 || allow[0] != "GET, HEAD" {
				t.Errorf("%s %s: %d, Allow %q", method, path, a.StatusCode, allow)
			}
		}
	}
	if got := s.raw(t, "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); !strings.Contains(got, "route_not_found") {
		t.Errorf("OPTIONS *: %s", got)
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/SFO/content", "/BIG/content?size=100", "/SFO/content/shop-1", "/SFO/changes", "/SFO/content?size=0", "/XXX/content"} {
		for _, coding := range []string{"identity", "gzip", "zstd"} {
			get := s.get(t, path, allKey, "Accept-Encoding", coding)
			head := s.ask(t, "HEAD", "/api/v1/partner"+path, allKey, "Accept-Encoding", coding)
			if head.body != "" {
				t.Errorf("HEAD %s: body %q", path, head.body)
			}
			if (get.ContentLength < 0) != (head.ContentLength < 0) {
				t.Errorf("HEAD %s with %s: length %d, GET %d", path, coding, head.ContentLength, get.ContentLength)
			}
			// The length itself may differ by a digit of responseTimeMs.
			for _, h := range []string{"X-Request-Id", "X-Ratelimit-Remaining", "Date", "Content-Length"} {
				get.Header.Del(h)
				head.Header.Del(h)
			}
			if get.StatusCode != head.StatusCode {
				t.Errorf("HEAD %s: %d, GET %d", path, head.StatusCode, get.StatusCode)
			}
			if d := cmp.Diff(get.Header, head.Header); d != "" {
				t.Errorf("HEAD %s with %s (-GET +HEAD): %s", path, coding, d)
			}
		}
	}
}
