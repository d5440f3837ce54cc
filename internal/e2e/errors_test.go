package e2e_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

// testErrors has routes, methods, lengths, and requests that no client library sends.
func testErrors(t *testing.T, f *fixture) {
	for _, path := range []string{"", "nothing", "SFO", "SFO/", "SFO/content/", "SFO/content/a/b", "SFO/contents", "SFO/suggest/", "SFO//content", "airports/", "Airports", "airports/SFO", "health/", "Health", "../partner/health"} {
		t.Run("no route/"+path, func(t *testing.T) { f.get(t, f.some, path).fails(t, 404, "route_not_found") })
	}
	for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/suggest", "SFO/changes", "airports", "health"} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "QUERY"} {
			t.Run("method/"+method+" "+path, func(t *testing.T) {
				a := f.ask(t, method, f.some, base+path)
				a.fails(t, 405, "method_not_allowed")
				allow := a.header.Values("Allow")
				if len(allow) != 1 || !strings.Contains(allow[0], "GET") || !strings.Contains(allow[0], "HEAD") {
					t.Errorf("Allow: %q", allow)
				}
			})
		}
	}
	t.Run("the browser of another site is told why not", func(t *testing.T) { testOtherSites(t, f) })
	t.Run("HEAD is GET without the body", func(t *testing.T) { testHead(t, f) })
	t.Run("lengths", func(t *testing.T) { testLengths(t, f) })
	t.Run("the request id is ours, and in the log", func(t *testing.T) {
		a := f.get(t, f.some, "SFO/content", "X-Request-Id", "forged")
		given := a.header.Values("X-Request-Id")
		if len(given) != 1 || given[0] == "" || strings.Contains(given[0], "forged") {
			t.Fatalf("request ids %q", given)
		}
		eventually(t, "the log has the id", func() bool { return f.log.Has(given[0]) })
	})
	authorised := "Host: x\r\nX-Partner-Api-Key: " + f.some + "\r\n"
	for name, test := range map[string]struct {
		text   string
		status int
	}{
		"raw bytes in the query":      {"GET " + base + "SFO/content?q=\xff HTTP/1.1\r\n" + authorised + "\r\n", 400},
		"a bad escape in the path":    {"GET " + base + "SFO/content/%zz HTTP/1.1\r\n" + authorised + "\r\n", 400},
		"the key twice":               {"GET " + base + "SFO/content HTTP/1.1\r\n" + authorised + "X-Partner-Api-Key: other\r\n\r\n", 401},
		"the key's name in any case":  {"GET " + base + "SFO/content HTTP/1.1\r\nHost: x\r\nx-PARTNER-api-KEY:   " + f.some + "  \r\n\r\n", 200},
		"headers over 24 KB":          {"GET " + base + "health HTTP/1.1\r\nHost: x\r\nX-Padding: " + strings.Repeat("p", 24_600) + "\r\n\r\n", 431},
		"headers of 16 KB":            {"GET " + base + "health HTTP/1.1\r\nHost: x\r\nX-Padding: " + strings.Repeat("p", 16_000) + "\r\n\r\n", 200},
		"two slashes before the path": {"GET /" + base + "health HTTP/1.1\r\nHost: x\r\n\r\n", 404},
	} {
		t.Run("odd/"+name, func(t *testing.T) {
			conn := f.open(t, "127.0.0.1")
			if _, err := io.WriteString(conn, test.text); err != nil {
				t.Fatal(err)
			}
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			check(t, err)
			if response.StatusCode != test.status { // after 431 the body may be lost
				t.Errorf("%s; want %d", response.Status, test.status)
			}
		})
	}
}

// testOtherSites has what a browser sends for a page of another site: a preflight, and a request
// that needs none.
func testOtherSites(t *testing.T, f *fixture) {
	const origin = "https://app.example.com"
	for _, path := range []string{"SFO/content?q=a", "SFO/changes", "airports", "health"} {
		a := f.ask(t, http.MethodOptions, "", base+path, "Origin", origin, "Access-Control-Request-Method", "GET",
			"Access-Control-Request-Headers", "x-partner-api-key")
		a.fails(t, 405, "method_not_allowed")
		if message := parse[failure](t, a.body).Error.Message; !strings.Contains(message, "from a server") {
			t.Errorf("%s: %q", a.asked, message)
		}
		if allow := a.header.Get("Allow"); allow != "GET, HEAD" {
			t.Errorf("%s: Allow: %q", a.asked, allow)
		}
		for _, answer := range []answer{a, f.get(t, f.some, path, "Origin", origin)} {
			for name := range answer.header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s: header %s", answer.asked, name)
				}
			}
		}
	}
	f.ask(t, http.MethodOptions, "", base+"nothing", "Origin", origin, "Access-Control-Request-Method", "GET").fails(t, 404, "route_not_found")
}

func testHead(t *testing.T, f *fixture) {
	for _, path := range []string{"SFO/content", "SFO/content?q=zebra&size=3", "SFO/content/none", "SFO/content?size=0", "JFK/content", "nothing", "SFO/suggest?q=t&size=20", "SFO/suggest", "SFO/changes?size=5", "airports", "airports?size=0", "health"} {
		for _, encoding := range []string{"", "gzip"} {
			get := f.ask(t, http.MethodGet, f.some, base+path, "Accept-Encoding", encoding)
			head := f.ask(t, http.MethodHead, f.some, base+path, "Accept-Encoding", encoding)
			if head.status != get.status || len(head.body) != 0 {
				t.Errorf("HEAD %s: %d with %d bytes, GET %d", path, head.status, len(head.body), get.status)
			}
			for _, header := range []http.Header{get.header, head.header} {
				for _, differs := range []string{"Date", "X-Request-Id", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Content-Length"} {
					header.Del(differs)
				}
			}
			same(t, get.header, head.header, path, encoding)
		}
	}
}

func testLengths(t *testing.T, f *fixture) {
	url := func(length int) string {
		path := base + "SFO/content?x="
		return path + strings.Repeat("a", length-len(path))
	}
	f.ask(t, "GET", f.some, url(8000)).fails(t, 400, "invalid_parameter")
	f.ask(t, "GET", f.some, url(8200)).fails(t, 414, "uri_too_long")
	f.ask(t, "GET", "", base+"SFO/content/"+strings.Repeat("%41", 3000)).fails(t, 414, "uri_too_long")
}
