package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
)

const otherKey = "acp_0000000000_nothing" // nobody has it

// Routes, methods and lengths.
func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	key := s.key(t, "content:read")
	for _, path := range []string{"", "nothing", "SFO", "SFO/", "SFO/content/", "SFO/content/a/b", "SFO/contents", "SFO/suggest/", "SFO//content", "airports/", "airports/more", "Airports",
		"airports/SFO", "health/", "Health", "../partner/health"} {
		s.get(t, key, path).is(t, 404, "route_not_found")
	}
	for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/suggest", "SFO/changes", "changes", "content", "airports", "key", "health"} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "QUERY"} {
			a := s.ask(t, method, key, base+path)
			if a.is(t, 405, "method_not_allowed"); strings.Join(a.header.Values("Allow"), "|") != "GET, HEAD" {
				t.Errorf("%s: Allow: %q", a.asked, a.header["Allow"])
			}
		}
	}

	long := func(length int) string {
		const path = "SFO/content?x="
		return path + strings.Repeat("a", length-len(base+path))
	}
	s.get(t, key, long(8000)).is(t, 400, "invalid_parameter")
	s.get(t, key, long(8200)).is(t, 414, "uri_too_long")
	s.get(t, "", "SFO/content/"+strings.Repeat("%41", 3000)).is(t, 414, "uri_too_long")
	for _, path := range []string{"SFO/content/a?size=1", "SFO/changes?from=1", "SFO/changes?size=101", "SFO/changes?cursor=", "SFO/changes?cursor=x&cursor=y",
		"SFO/changes?wait=31", "SFO/changes?wait=-1", "SFO/changes?wait=1.5", "SFO/changes?wait=", "SFO/content?wait=1", "airports?size=101", "airports?from=-1", "airports?q=x",
		"SFO/changes?cursor=%00", "SFO/suggest", "SFO/suggest?q=a&size=21"} {
		s.get(t, key, path).is(t, 400, "invalid_parameter")
	}
	if e := s.get(t, key, "SFO/content?sise=5").is(t, 400, "invalid_parameter"); e.Parameter == nil || *e.Parameter != "sise" || !strings.Contains(e.Message, `"size"`) {
		t.Errorf("%+v", e)
	}
	a := s.get(t, key, "SFO/content", "X-Request-Id", "forged\tid")
	given := a.header.Values("X-Request-Id")
	if len(given) != 1 || given[0] == "forged\tid" {
		t.Fatalf("request ids %q", given)
	}
	check.Eventually(t, "the log has the id", func() bool { return s.log.Has(given[0]) })
}

// Requests that client libraries do not send.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	key := s.key(t, "content:read")
	headers := " HTTP/1.1\r\nHost: x\r\nX-Partner-Api-Key: " + key + "\r\n"
	for text, status := range map[string]int{
		"GET " + base + "SFO/content?q=\xff" + headers:                                              400,
		"GET " + base + "SFO/content/%zz" + headers:                                                 400,
		"GET " + base + "SFO/content" + headers + "X-Partner-Api-Key: other\r\n":                    401,
		"GET " + base + "SFO/content HTTP/1.1\r\nHost: x\r\nx-PARTNER-api-KEY:   " + key + "  \r\n": 200,
		"GET /" + base + "health HTTP/1.1\r\nHost: x\r\n":                                           404,
	} {
		conn := check.Must(net.Dial("tcp", s.Listener.Addr().String()))(t)
		check.Must(io.WriteString(conn, text+"\r\n"))(t)
		response := check.Must(http.ReadResponse(bufio.NewReader(conn), nil))(t)
		check.Same(t, status, response.StatusCode, text)
		check.NoError(t, conn.Close())
	}
}

func TestAirportCodes(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	all, some := s.key(t, "content:read"), s.keyFor(t, []string{"SFO"}, "content:read")
	for _, code := range []string{"SF", "SFOXX", "S-O", "SF%20", "S%00O", "%C5%BFFO", "SF%FF", "%EF%BC%B3FO", "..", "SF%2F", strings.Repeat("S", 3000)} {
		s.get(t, some, code+"/content").is(t, 403, "airport_forbidden")
		s.get(t, all, code+"/content").is(t, 403, "airport_forbidden")
	}
	for _, code := range []string{"sfo", "sFo", "S%46O", "%73fo"} {
		s.get(t, some, code+"/content").is(t, 200, "")
	}
	if a, b := s.get(t, some, "JFK/content").is(t, 403, "airport_forbidden"), s.get(t, some, "QQQ/content").is(t, 403, "airport_forbidden"); a.Message != b.Message {
		t.Errorf("%q and %q show which airports exist", a.Message, b.Message)
	}
}

// The answer to a request with several faults names the one that is checked first.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", newItem("a"))
	sfo := []string{"SFO"}
	some, all := s.keyFor(t, sfo, "content:read"), s.key(t, "content:read")
	faq, allFAQ := s.keyFor(t, sfo, "content:read:faq"), s.key(t, "content:read:faq")
	check.Must(s.AddPartner(t.Context(), "Spent", 0, new(1)))(t)
	spent := s.add(t, partner.Key{Partner: "Spent", Airports: sfo, Scopes: []string{"content:read:faq"}})
	for _, test := range []struct {
		name, method, key, path string
		status                  int
		code                    string
	}{
		{"route, method", "POST", some, "SFO/nothing", 404, "route_not_found"},
		{"route, key", "GET", otherKey, "SFO/nothing", 404, "route_not_found"},
		{"route, limit", "GET", spent, "SFO/nothing", 404, "route_not_found"},
		{"method, no key", "POST", "", "SFO/content", 405, "method_not_allowed"},
		{"method, key", "DELETE", otherKey, "SFO/content", 405, "method_not_allowed"},
		{"method, limit", "PUT", spent, "SFO/content", 405, "method_not_allowed"},
		{"method of airports, no key", "POST", "", "airports", 405, "method_not_allowed"},
		{"key, parameter of airports", "GET", otherKey, "airports?size=0", 401, "invalid_api_key"},
		{"limit, parameter of airports", "GET", spent, "airports?size=0", 429, "rate_limited"},
		{"no key, airport", "GET", "", "QQQ/content", 401, "missing_api_key"},
		{"no key, airports", "GET", "", "airports", 401, "missing_api_key"},
		{"key, parameter of all changes", "GET", otherKey, "changes?size=0", 401, "invalid_api_key"},
		{"limit, parameter of all changes", "GET", spent, "changes?size=0", 429, "rate_limited"},
		{"parameter of all changes, scope", "GET", faq, "changes?size=0&contentType=news", 400, "invalid_parameter"},
		{"key, airport", "GET", otherKey, "QQQ/content", 401, "invalid_api_key"},
		{"key, parameter", "GET", otherKey, "SFO/content?size=0", 401, "invalid_api_key"},
		{"limit, airport", "GET", spent, "QQQ/content", 429, "rate_limited"},
		{"limit, parameter", "GET", spent, "SFO/content?size=0", 429, "rate_limited"},
		{"limit, scope", "GET", spent, "SFO/content?contentType=news", 429, "rate_limited"},
		{"airport forbidden, parameter", "GET", some, "QQQ/content?size=0", 403, "airport_forbidden"},
		{"airport forbidden, scope", "GET", faq, "QQQ/content?contentType=news", 403, "airport_forbidden"},
		{"no code at all, parameter", "GET", all, "Q-Q/content?size=0", 403, "airport_forbidden"},
		{"airports as a code", "GET", all, "airports/content", 403, "airport_forbidden"},
		{"airport unknown, parameter", "GET", all, "QQQ/content?size=0", 404, "airport_not_found"},
		{"airport unknown, scope", "GET", allFAQ, "QQQ/content?contentType=news", 404, "airport_not_found"},
		{"airport unknown, no q", "GET", all, "QQQ/suggest", 404, "airport_not_found"},
		{"airport unknown, item", "GET", all, "QQQ/content/a", 404, "airport_not_found"},
		{"airport unknown, cursor", "GET", all, "QQQ/changes?cursor=x", 404, "airport_not_found"},
		{"no q, scope", "GET", faq, "SFO/suggest?contentType=news", 400, "invalid_parameter"},
		{"parameter, scope", "GET", faq, "SFO/content?contentType=news&size=0", 400, "invalid_parameter"},
		{"parameter, item", "GET", some, "SFO/content/none?size=1", 400, "invalid_parameter"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.key == spent {
				s.get(t, spent, "SFO/content") // the only request of this minute, and that for changes
				s.get(t, spent, "SFO/changes")
			}
			s.ask(t, test.method, test.key, base+test.path).is(t, test.status, test.code)
		})
	}
}

// What fails on our side is a 500, which says whether a partner may try again.
func TestOurFailures(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{timeout: 2 * time.Second})
	s.airport(t, "SFO", newItem("a"))
	key := s.key(t, "content:read")
	s.get(t, key, "SFO/content?size=1").is(t, 200, "") // the key is known now
	fail := func(code string) {
		t.Helper()
		for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/changes"} {
			s.get(t, key, path).is(t, 500, code)
		}
	}
	unlock := testenv.Hold(t, s.database, "LOCK TABLE content_item")
	fail("timeout")
	unlock()
	testenv.Exec(t, s.database, "ALTER TABLE content_item RENAME TO gone") // locks no other table, as a DROP would
	fail("internal")
}

// Slow readers of answers without bodies keep only their partner's half of the memory, too.
func TestMetadataTakesMemory(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{timeout: 3 * time.Second, memory: 24 << 20})
	items := assorted(100)
	for n := range items {
		items[n].Metadata = map[string]string{"long": strings.Repeat("x", 60_000)}
	}
	s.airport(t, "SFO", items...)
	key := s.key(t, "content:read")
	check.Must(s.AddPartner(t.Context(), "Other", 0, nil))(t)
	other := s.add(t, partner.Key{Partner: "Other", AllAirports: true})
	const path = "SFO/content?size=100&includeBody=false"
	for range 2 {
		slow := check.Must(net.Dial("tcp", s.Listener.Addr().String()))(t)
		defer slow.Close()
		check.NoError(t, slow.(*net.TCPConn).SetReadBuffer(4096))
		check.Must(fmt.Fprintf(slow, "GET %s%s HTTP/1.1\r\nHost: x\r\nX-Partner-Api-Key: %s\r\n\r\n", base, path, key))(t)
		check.Must(slow.Read(make([]byte, 1)))(t)
	}
	s.get(t, key, path+"&from=0").is(t, 500, "timeout")
	s.get(t, key, "SFO/content?size=1&includeBody=false").is(t, 200, "")
	s.get(t, other, path).is(t, 200, "")
}

// A page whose bodies are over 32 MB is refused, with a size that fits. Slow readers keep only
// their partner's half of the memory.
func TestPageTooLarge(t *testing.T) {
	t.Parallel()
	s := serveWith(t, settings{timeout: 3 * time.Second})
	var items []item
	for n := range 17 {
		i := newItem(fmt.Sprint(n))
		i.Content = new(`<p title="` + strings.Repeat("0", 2_000_000) + `">Few words</p>`)
		items = append(items, i)
	}
	s.airport(t, "SFO", items...)
	key := s.key(t, "content:read")
	check.Must(s.AddPartner(t.Context(), "Other", 0, nil))(t)
	other := s.add(t, partner.Key{Partner: "Other", AllAirports: true})
	for _, path := range []string{"SFO/content", "SFO/changes"} {
		if said := s.get(t, key, path+"?size=20").is(t, 400, "page_too_large").Message; !strings.Contains(said, "Ask with size=16,") {
			t.Errorf("%s: %s", path, said)
		}
		for range 3 { // more than fits at once: each gives its memory back
			s.ask(t, http.MethodHead, key, base+path+"?size=16").is(t, 200, "")
		}
	}
	s.get(t, key, "SFO/content?includeBody=false").is(t, 200, "")
	slow := check.Must(net.Dial("tcp", s.Listener.Addr().String()))(t)
	defer slow.Close()
	check.Must(fmt.Fprintf(slow, "GET %sSFO/content?size=16 HTTP/1.1\r\nHost: x\r\nX-Partner-Api-Key: %s\r\n\r\n", base, key))(t)
	check.Must(slow.Read(make([]byte, 1)))(t)
	s.get(t, key, "SFO/content?size=16").is(t, 500, "timeout")
	s.get(t, key, "SFO/content?size=1&includeBody=false").is(t, 200, "")
	s.get(t, other, "SFO/content?size=15").is(t, 200, "")
	check.NoError(t, slow.Close())
	check.Eventually(t, "the memory is given back", func() bool { return s.get(t, key, "SFO/content?size=16").status == 200 })
}
