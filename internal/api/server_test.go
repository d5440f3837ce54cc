package api_test

import (
	"strings"
	"testing"
)

const rawHead = "GET /api/v1/partner/SFO/content HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-partner-api-key: " + allKey + "\r\n"

func TestSizesOfRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	line := func(length int) string {
		const start, end = "/api/v1/partner/SFO/content?q=a&x", ""
		return "GET " + start + strings.Repeat("y", length-len(start)) + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-partner-api-key: " + allKey + "\r\n\r\n"
	}
	for name, c := range map[string]struct{ request, want string }{
		"16 KB of headers":        {rawHead + strings.Repeat("X-Filler: "+longText(1000, "f")+"\r\n", 16) + "\r\n", "200 OK"},
		"one header of 16 KB":     {rawHead + "X-Filler: " + longText(16<<10, "f") + "\r\n\r\n", "200 OK"},
		"60 KB of headers":        {rawHead + strings.Repeat("X-Filler: "+longText(988, "f")+"\r\n", 60) + "\r\n", "200 OK"},
		"more than 64 KB":         {rawHead + strings.Repeat("X-Filler: "+longText(988, "f")+"\r\n", 66) + "\r\n", "431 Request Header Fields Too Large"},
		"a URL of 8 KB":           {line(8192), "400 Bad Request"}, // for its unknown parameter
		"a URL over 8 KB":         {line(8193), "414 Request URI Too Long"},
		"a URL of 60 KB":          {line(60000), "414 Request URI Too Long"},
		"a body that is not read": {strings.Replace(rawHead, "Host: x", "Host: x\r\nContent-Length: 5", 1) + "\r\nhello", "200 OK"},
		"an absolute URL":         {strings.Replace(rawHead, "GET ", "GET http://x", 1) + "\r\n", "200 OK"},
		"HTTP/1.0":                {strings.Replace(rawHead, "1.1", "1.0", 1) + "\r\n", "200 OK"},
	} {
		got := s.raw(t, c.request)
		status, _, _ := strings.Cut(strings.TrimPrefix(got, "HTTP/1.1 "), "\r\n")
		if status != c.want && strings.TrimPrefix(status, "HTTP/1.0 ") != c.want {
			t.Errorf("%s: %q, want %q", name, status, c.want)
		}
		if strings.HasPrefix(c.want, "414") && !strings.Contains(got, `"code":"uri_too_long"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Requests that never end are cut off: the read returns before its own deadline of 30 seconds.
func TestHalfSentRequestsAreCutOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, request := range []string{"GET /api/v1/", rawHead, strings.Replace(rawHead, "Host: x", "Host: x\r\nContent-Length: 500000", 1) + "\r\nhello"} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if got := s.raw(t, request); strings.Contains(got, "200 OK") && !strings.Contains(request, "Length") {
				t.Errorf("answered %q with %q", request, got)
			}
		})
	}
}

// The names of headers go out as they are documented, for those who read them by eye.
func TestHeadersAreSpeltAsDocumented(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ok := s.raw(t, rawHead+"\r\n")
	for _, h := range []string{"X-Request-Id: ", "X-RateLimit-Limit: 300", "X-RateLimit-Remaining: ", "X-RateLimit-Reset: 1900000000", `ETag: W/"`} {
		if !strings.Contains(ok, "\r\n"+h) {
			t.Errorf("no %s in %s", h, ok)
		}
	}
	if refused := s.raw(t, strings.Replace(rawHead, allKey, "wrong", 1)+"\r\n"); !strings.Contains(refused, "\r\nWWW-Authenticate: ") {
		t.Errorf("no WWW-Authenticate in %s", refused)
	}
}
