package integration_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// dial opens a connection for requests that no client library would send.
func (s *server) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(startLimit)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// raw sends text as it is and returns the first answer.
func (s *server) raw(t *testing.T, text string) answer {
	t.Helper()
	conn := s.dial(t)
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	a, err := readAnswer(bufio.NewReader(conn))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return a
}

func readAnswer(r *bufio.Reader) (answer, error) {
	response, err := http.ReadResponse(r, nil)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}

func TestLongRequests(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	url := func(length int) string {
		path := partnerPath + "SFO/content?x="
		return path + strings.Repeat("a", length-len(path))
	}
	s.ask(t, "GET", key, url(8000)).fails(t, "a URL of 8,000 bytes", 400, "invalid_parameter")
	s.ask(t, "GET", key, url(8200)).fails(t, "a URL of 8,200 bytes", 414, "uri_too_long")
	s.ask(t, "GET", "", url(50_000)).fails(t, "a URL of 50,000 bytes", 414, "uri_too_long")
	s.ask(t, "GET", key, partnerPath+"SFO/content/"+strings.Repeat("%41", 5000)).fails(t, "an id of 15,000 bytes", 414, "uri_too_long")
	if a := s.get(t, key, "SFO/content", "X-Padding", strings.Repeat("p", 15_800)); a.status != 200 {
		t.Errorf("headers of almost 16 KB: %d %s", a.status, a.body)
	}
	many := []string{}
	for range 300 {
		many = append(many, "X-Padding", strings.Repeat("p", 40))
	}
	if a := s.get(t, key, "SFO/content", many...); a.status != 200 {
		t.Errorf("300 headers: %d %s", a.status, a.body)
	}
	if a := s.raw(t, "GET "+healthPath+" HTTP/1.1\r\nHost: x\r\nX-Padding: "+strings.Repeat("p", 100_000)+"\r\n\r\n"); a.status != 431 {
		t.Errorf("headers of 100 KB: %d %s", a.status, a.body)
	}
}

// Odd requests are answered with what they are, never with a failure of ours.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"), newItem("ü"))
	s := i.serve(t)
	authorised := "Host: x\r\nX-Partner-Api-Key: " + key + "\r\n"
	for _, test := range []struct {
		name, text string
		status     []int
	}{
		{"HTTP/1.0", "GET " + healthPath + " HTTP/1.0\r\n\r\n", []int{200}},
		{"whole URL as target", "GET http://elsewhere.example" + partnerPath + "SFO/content HTTP/1.1\r\n" + authorised + "\r\n", []int{200}},
		{"a body with GET", "GET " + partnerPath + "SFO/content HTTP/1.1\r\n" + authorised + "Content-Length: 5\r\n\r\nhello", []int{200}},
		{"a body that does not come", "GET " + partnerPath + "SFO/content HTTP/1.1\r\n" + authorised + "Content-Length: 1000000\r\n\r\nhello", []int{200}},
		{"bytes beyond ASCII in the path", "GET " + partnerPath + "SFO/content/ü HTTP/1.1\r\n" + authorised + "\r\n", []int{200, 400}},
		{"bytes beyond ASCII in the query", "GET " + partnerPath + "SFO/content?q=ü HTTP/1.1\r\n" + authorised + "\r\n", []int{200}},
		{"bytes that are no text in the query", "GET " + partnerPath + "SFO/content?q=\xff HTTP/1.1\r\n" + authorised + "\r\n", []int{400}},
		{"a bad escape in the path", "GET " + partnerPath + "SFO/content/%zz HTTP/1.1\r\n" + authorised + "\r\n", []int{400}},
		{"no path", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", []int{400, 404}},
		{"OPTIONS of the server", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", []int{200, 400, 404, 405}},
		{"no host", "GET " + healthPath + " HTTP/1.1\r\n\r\n", []int{400}},
		{"no HTTP", "hello\r\n\r\n", []int{400}},
		{"TLS", "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n", []int{400}},
		{"the key twice", "GET " + partnerPath + "SFO/content HTTP/1.1\r\n" + authorised + "X-Partner-Api-Key: other\r\n\r\n", []int{401}},
		{"the key in another case", "GET " + partnerPath + "SFO/content HTTP/1.1\r\nHost: x\r\nx-PARTNER-api-KEY:   " + key + "  \r\n\r\n", []int{200}},
		{"the key elsewhere", "GET " + partnerPath + "SFO/content HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\n\r\n", []int{401}},
		{"slashes before the path", "GET //" + strings.TrimPrefix(healthPath, "/") + " HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
		{"dots in the path", "GET " + partnerPath + "x/../health HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
		{"a fragment", "GET " + healthPath + "#x HTTP/1.1\r\nHost: x\r\n\r\n", []int{200, 400, 404}},
	} {
		a := s.raw(t, test.text)
		found := false
		for _, status := range test.status {
			found = found || status == a.status
		}
		if !found {
			t.Errorf("%s: %d %s, want one of %d", test.name, a.status, a.body, test.status)
		}
	}

	conn := s.dial(t) // two at once on one connection
	if _, err := io.WriteString(conn, strings.Repeat("GET "+healthPath+" HTTP/1.1\r\nHost: x\r\n\r\n", 2)); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(conn)
	for n := range 2 {
		if a, err := readAnswer(r); err != nil || a.status != 200 {
			t.Errorf("answer %d of two: %d, error %v", n, a.status, err)
		}
	}
}

// Who begins a request and does not end it is cut off, and keeps nobody else waiting.
func TestHalfSentRequests(t *testing.T) {
	t.Parallel()
	i, key := imported(t, newItem("a"))
	s := i.serve(t)
	half := s.dial(t)
	if _, err := io.WriteString(half, "GET "+healthPath+" HTTP/1.1\r\nHost: x\r\n"); err != nil {
		t.Fatal(err)
	}
	slow := s.dial(t)
	go func() { // a byte at a time, for ever
		for {
			if _, err := io.WriteString(slow, "G"); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}()
	if a := s.get(t, key, "SFO/content"); a.status != 200 {
		t.Errorf("meanwhile: %d %s", a.status, a.body)
	}
	for name, conn := range map[string]net.Conn{"half": half, "slow": slow} {
		// The deadline of the connection is this test's; what ends it before is the server.
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the %s request was not cut off within %s", name, startLimit)
		}
		conn.Close()
	}
}

// At a signal the requests in flight finish, new ones are refused, and the program ends well.
func TestStoppingFinishesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(10)...)
	p := i.with("REQUEST_TIMEOUT=1m", "SHUTDOWN_TIMEOUT=1m", "DB_MAX_CONNS=16").start(t) // none gives up before the last one waits
	if a := p.get(t, key, "SFO/content"); a.status != 200 {
		t.Fatalf("at first: %d %s", a.status, a.body)
	}
	unlock := i.lock(t)
	waiting := make(chan answer, 3)
	for _, query := range []string{"?size=1", "?size=2", "?from=2"} {
		go func() {
			a, err := p.try(t, http.MethodGet, key, partnerPath+"SFO/content"+query)
			if err != nil {
				a.body = []byte(err.Error())
			}
			waiting <- a
		}()
	}
	eventually(t, startLimit, "three requests wait in the database", func() bool {
		var n int
		i.sql(t, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'", &n)
		return n >= 3 // a probe may wait too
	})
	stopped := make(chan int, 1)
	go func() { stopped <- p.Stop() }()
	eventually(t, startLimit, "new connections are refused", func() bool {
		conn, err := net.Dial("tcp", p.host())
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	unlock()
	for range 3 {
		if a := <-waiting; a.status != 200 {
			t.Errorf("a request in flight: %d %s", a.status, a.body)
		}
	}
	if code := <-stopped; code != 0 {
		t.Errorf("exit code %d: %s", code, p.Log)
	}
}
