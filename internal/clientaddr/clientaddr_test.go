package clientaddr_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/clientaddr"
)

var proxies = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8"), netip.MustParsePrefix("fe80::/10"),
}

// find returns the address found for a request from remote, with one X-Forwarded-For line for each
// of forwarded.
func find(trusted []netip.Prefix, log *slog.Logger, remote string, forwarded ...string) netip.Addr {
	return finder(trusted, log)(remote, forwarded...)
}

func finder(trusted []netip.Prefix, log *slog.Logger) func(remote string, forwarded ...string) netip.Addr {
	var found netip.Addr
	handler := clientaddr.Middleware(trusted, log)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		found = clientaddr.From(r.Context())
	}))
	return func(remote string, forwarded ...string) netip.Addr {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = remote
		for _, line := range forwarded {
			r.Header.Add("X-Forwarded-For", line)
		}
		handler.ServeHTTP(httptest.NewRecorder(), r)
		return found
	}
}

func TestFrom(t *testing.T) {
	const proxy = "10.0.0.1:5000"
	tests := []struct {
		name      string
		remote    string
		forwarded []string
		want      string
	}{
		{"socket", "192.0.2.1:1234", nil, "192.0.2.1"},
		{"socket of IPv6", "[2001:db8::1]:1234", nil, "2001:db8::1"},
		{"socket that maps IPv4", "[::ffff:192.0.2.1]:1234", nil, "192.0.2.1"},
		{"socket with a zone", "[2001:db8::1%eth0]:1234", nil, "2001:db8::1"},
		{"untrusted peer's word", "192.0.2.1:1234", []string{"198.51.100.1"}, "192.0.2.1"},
		{"proxy without the header", proxy, nil, "10.0.0.1"},
		{"one hop", proxy, []string{"198.51.100.1"}, "198.51.100.1"},
		{"right-most of those that are not trusted", proxy, []string{"203.0.113.9, 198.51.100.1, 10.2.3.4"}, "198.51.100.1"},
		{"several lines are one list", proxy, []string{"203.0.113.9", "198.51.100.1", "10.2.3.4,10.2.3.5"}, "198.51.100.1"},
		{"nothing but proxies", proxy, []string{"10.9.9.9, 10.2.3.4"}, "10.0.0.1"},
		{"proxy over mapped IPv4", "[::ffff:10.0.0.1]:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"proxy over link-local IPv6", "[fe80::1%eth0]:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a proxy that maps IPv4", proxy, []string{"198.51.100.1, ::ffff:10.2.3.4"}, "198.51.100.1"},
		{"ports", proxy, []string{"198.51.100.1:443, 10.2.3.4:80"}, "198.51.100.1"},
		{"ports of IPv6", proxy, []string{"[2001:db8::1]:443,[fd00::1]:80"}, "2001:db8::1"},
		{"zone", proxy, []string{"2001:db8::1%x, fd00::1%y"}, "2001:db8::1"},
		{"spaces and empty entries", proxy, []string{" ,198.51.100.1 ,, ", "", "\t10.2.3.4\t,"}, "198.51.100.1"},
		{"garbage", proxy, []string{"198.51.100.1, unknown"}, "10.0.0.1"},
		{"garbage beyond the client", proxy, []string{"<script>, 198.51.100.1"}, "198.51.100.1"},
		{"a socket without address", "@", []string{"198.51.100.1"}, "invalid IP"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check.Same(t, tt.want, find(proxies, slog.New(slog.DiscardHandler), tt.remote, tt.forwarded...).String())
		})
	}
}

func TestUntrustedHeaderIsLoggedOnce(t *testing.T) {
	var log strings.Builder
	find := finder(proxies, slog.New(slog.NewTextHandler(&log, nil)))
	find("192.0.2.1:1")
	find("10.0.0.1:1", "198.51.100.1")
	if log.Len() > 0 {
		t.Errorf("logged without reason: %s", &log)
	}
	find("192.0.2.1:1", "198.51.100.1")
	find("192.0.2.2:1", "198.51.100.1")
	if got := log.String(); strings.Count(got, "level=WARN") != 1 || !strings.Contains(got, "client=192.0.2.1") {
		t.Errorf("logged %q, want one warning that names 192.0.2.1", got)
	}
}

// Whatever a caller sends, the proxy's own entry behind it decides.
func FuzzForgedHeader(f *testing.F) {
	for _, forged := range []string{"", "10.0.0.1", "198.51.100.1, 10.0.0.2", ",", "[::1]:80", "fe80::1%a,b", "10.0.0.1,\x00", "::ffff:10.0.0.1"} {
		f.Add(forged)
	}
	f.Fuzz(func(t *testing.T, forged string) {
		log := slog.New(slog.DiscardHandler)
		client := netip.MustParseAddr("192.0.2.7")
		check.Same(t, client, find(proxies, log, "10.0.0.1:1", forged+", 192.0.2.7"), "in one line")
		check.Same(t, client, find(proxies, log, "10.0.0.1:1", forged, "192.0.2.7, 10.3.3.3"), "in two lines")
		check.Same(t, client, find(proxies, log, "192.0.2.7:1", forged), "directly")
		if got := find(proxies, log, "10.0.0.1:1", forged); !got.IsValid() || got.Is4In6() || got.Zone() != "" {
			t.Errorf("as the only hop: got %s", got)
		}
	})
}
