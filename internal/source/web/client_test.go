package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// serve runs a website until the test ends.
func serve(t *testing.T, handler http.HandlerFunc) (url string) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

// local lets a test read a website of this machine, fast.
func local(kind, url string) content.Source {
	return content.Source{Name: "web", Kind: kind, URL: url, Settings: content.SourceSettings{AllowPrivate: true, Rate: 100_000}}
}

// clientOf makes a client that waits a millisecond before it tries again.
func clientOf(t *testing.T, s content.Source, password string) *Client {
	t.Helper()
	c := check.Must(New(s, password))(t)
	c.Pause.InitialInterval, c.Pause.MaxInterval = time.Millisecond, time.Millisecond
	t.Cleanup(c.Close)
	return c
}

func TestGet(t *testing.T) {
	t.Parallel()
	var tries atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		first := tries.Add(1) == 1
		switch {
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/here", http.StatusFound)
		case r.URL.Path == "/busy" && first:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		case r.URL.Path == "/failing" && first, r.URL.Path == "/down":
			w.WriteHeader(http.StatusBadGateway)
		case r.URL.Path == "/later":
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/half" && first:
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
		case r.URL.Path == "/kept" && r.Header.Get("If-None-Match") == `"1"` && r.Header.Get("If-Modified-Since") != "":
			w.WriteHeader(http.StatusNotModified)
		case r.URL.Path == "/large":
			fmt.Fprint(w, strings.Repeat("x", int(maxAnswer)+1))
		case r.URL.Path == "/elsewhere":
			http.Redirect(w, r, "http://elsewhere.example.com/", http.StatusFound)
		case r.URL.Path == "/port":
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		case r.URL.Path == "/file":
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/packed/"):
			coding := path.Base(r.URL.Path)
			w.Header().Set("Content-Encoding", coding)
			_, _ = w.Write(packedIn(t, coding, "whole"))
		case r.URL.Path == "/emptymembers":
			w.Header().Set("Content-Encoding", "gzip, br")
			_, _ = w.Write(packedIn(t, "br", strings.Repeat(string(packedIn(t, "gzip", "")), 200_000)))
		case r.URL.Path == "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		default:
			fmt.Fprint(w, "whole")
		}
	})
	for _, row := range []struct {
		path, fails string
		tries       int32
		status      int
	}{
		{path: "/", tries: 1, status: 200},
		{path: "/moved", tries: 2, status: 200},
		{path: "/busy", tries: 2, status: 200},
		{path: "/failing", tries: 2, status: 200},
		{path: "/half", tries: 2, status: 200},
		{path: "/kept", tries: 1, status: 304},
		{path: "/down", tries: 4, status: 502},
		{path: "/large", tries: 1, fails: "the answer has more than 3 MB"},
		{path: "/elsewhere", tries: 1, fails: "http://elsewhere.example.com/: it is not of the source's site"},
		{path: "/port", tries: 1, fails: "http://127.0.0.1:1/: it is not of the source's site"},
		{path: "/file", tries: 1, fails: "file:///etc/passwd: it is no http or https URL"},
		{path: "/loop", tries: 10, fails: "stopped after 10 redirects"},
		{path: "/packed/gzip", tries: 1, status: 200},
		{path: "/packed/x-gzip", tries: 1, status: 200},
		{path: "/packed/zstd, br", tries: 1, status: 200},
		{path: "/packed/gzip, identity, zstd", tries: 1, status: 200},
		{path: "/packed/UTF-8", tries: 1, status: 200},
		{path: "/packed/br, gzip, zstd", tries: 1, fails: "the answer is packed 3 times over, and 2 are read"},
		{path: "/emptymembers", tries: 1, fails: "the answer has more than 3 MB"},
		{path: "/packed/compress", tries: 1, fails: "the answer is packed in a way that was not asked for: compress"},
		{path: "/later", tries: 1, fails: "the website asks to come back at"},
	} {
		t.Run(row.path, func(t *testing.T) {
			tries.Store(0)
			c := clientOf(t, local("feed", url), "")
			answer, err := c.Get(t.Context(), Request{URL: url + row.path, ETag: `"1"`, Modified: "Mon, 02 Mar 2026 09:30:00 GMT"})
			switch {
			case row.fails != "" && (err == nil || !strings.Contains(err.Error(), row.fails)):
				t.Errorf("got %v, want %s", err, row.fails)
			case row.fails == "" && err != nil:
				t.Error(err)
			case row.fails == "" && answer.Status != row.status:
				t.Errorf("status %d, want %d", answer.Status, row.status)
			case row.status == 200 && string(answer.Body) != "whole":
				t.Errorf("body %q", answer.Body)
			}
			check.Same(t, row.tries, tries.Load(), "tries")
		})
	}
}

// packedIn packs a text in each of the codings, one after the other.
func packedIn(t *testing.T, codings, text string) []byte {
	t.Helper()
	body := []byte(text)
	for coding := range strings.SplitSeq(codings, ", ") {
		var out bytes.Buffer
		var z io.WriteCloser
		switch coding {
		case "gzip", "x-gzip":
			z = gzip.NewWriter(&out)
		case "br":
			z = brotli.NewWriter(&out)
		case "zstd":
			z, _ = zstd.NewWriter(&out)
		case "compress":
			return []byte("\x1f\x9d\x90w\xd0")
		default:
			continue
		}
		_, _ = z.Write(body)
		check.NoError(t, z.Close())
		body = out.Bytes()
	}
	return body
}

func TestNothingInsideTheNetwork(t *testing.T) {
	t.Parallel()
	url := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	_, at, _ := strings.Cut(strings.TrimPrefix(url, "http://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		s := local("feed", "http://"+host+":"+at)
		s.Settings.AllowPrivate = false
		if _, err := clientOf(t, s, "").Get(t.Context(), Request{URL: s.URL}); err == nil || !strings.Contains(err.Error(), "is inside the network") {
			t.Errorf("%s: %v", host, err)
		}
	}
	for address, want := range map[string]bool{"93.184.215.14": true, "2606:2800:21f::1": true, "10.1.2.3": false, "172.16.0.1": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "198.18.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"168.63.129.16": false, "fd00::1": false, "fe80::1": false, "::": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "::ffff:100.64.0.1": false,
		"0.0.0.1": false, "192.0.0.8": false, "240.0.0.1": false, "64:ff9b:1::7f00:1": false, "2001:0:7f00:1::": false, "fec0::1": false,
		"::127.0.0.1": false, "::ffff:127.0.0.1": false} {
		ip, network := netip.MustParseAddr(address), "tcp6"
		if ip.Is4() {
			network = "tcp4"
		}
		if err := dialer(false).Control(network, netip.AddrPortFrom(ip, 8080).String(), nil); (err == nil) != want {
			t.Errorf("%s: public is not %v: %v", address, want, err)
		}
	}
}

func TestPasswordStaysAtHome(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]string{}
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, asked[r.Host], _ = r.BasicAuth()
		if r.Host == "www.example.com" {
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		}
	})
	s := content.Source{Kind: "feed", URL: "http://www.example.com/", Settings: content.SourceSettings{User: "robot", Rate: 1000, AllowPrivate: true}}
	c := clientOf(t, s, "secret")
	c.network.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, strings.TrimPrefix(url, "http://"))
	}
	check.Must(c.Get(t.Context(), Request{URL: s.URL}))(t)
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 2 || asked["www.example.com"] != "secret" || asked["example.com"] != "" {
		t.Errorf("passwords by host: %q", asked)
	}
	if _, err := c.Get(t.Context(), Request{URL: "http://robot:secret@www.example.com/"}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a login in a URL: %v", err)
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		status      int
		file, fails string
	}{
		{200, "User-agent: *\nDisallow: /private/", "/private/x: robots.txt keeps it from us"},
		{200, "User-agent: *\nDisallow: /other/", ""},
		{200, "User-agent: *\nDisallow: /private/\n" + strings.Repeat("# a comment\n", 400_000) + "Disallow: /x", "/private/x: robots.txt keeps it from us"},
		{404, "Disallow: /", ""},
		{503, "", "robots.txt: "},
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.Redirect(w, r, "/private/robots.txt", http.StatusFound)
			}
			if r.URL.Path == "/private/robots.txt" {
				w.WriteHeader(row.status)
				fmt.Fprint(w, row.file)
			}
		})
		c := clientOf(t, local("sitemap", url), "")
		err := c.ReadRobots(t.Context())
		if err == nil {
			if _, other := c.Get(t.Context(), Request{URL: url + "/x"}); other != nil {
				t.Errorf("%d %.80q: %v", row.status, row.file, other)
			}
			_, err = c.Get(t.Context(), Request{URL: url + "/private/x"})
		}
		if row.fails == "" && err != nil || row.fails != "" && (err == nil || !strings.Contains(err.Error(), row.fails)) {
			t.Errorf("%d %.80q: %v", row.status, row.file, err)
		}
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	s := local("feed", serve(t, func(http.ResponseWriter, *http.Request) {}))
	s.Settings.Rate = 50
	c, begin := clientOf(t, s, ""), time.Now()
	for range 11 {
		check.Must(c.Get(t.Context(), Request{URL: s.URL}))(t)
	}
	if took := time.Since(begin); took < 200*time.Millisecond {
		t.Errorf("11 requests at 50 a second took %v", took)
	}
}
