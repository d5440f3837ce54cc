package integration_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/cli"
)

const (
	partnerPath = "/api/v1/partner/"
	healthPath  = partnerPath + "health"
	startLimit  = time.Minute // on a machine that is very busy
)

// server is a running `serve` in this process.
type server struct {
	url, ops string // ops: empty without OPS_ADDR
	log      *logBook
	stop     func() int // interrupts it, once, and returns its exit code
	client   *http.Client
}

// serve starts a server, which is stopped with the test, if not before.
func (i installation) serve(t *testing.T, args ...string) *server {
	t.Helper()
	s := i.begin(t, args...)
	s.url = "http://" + s.log.await(t, "listening on ")
	s.ops = "http://" + s.log.field("ops_addr")
	return s
}

// begin does not wait for it to listen.
func (i installation) begin(t *testing.T, args ...string) *server {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	s := &server{log: &logBook{}, client: newClient(t)}
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"serve"}, args...), i, strings.NewReader(""), io.Discard, s.log)
		s.log.close()
	}()
	s.stop = sync.OnceValue(func() int {
		interrupt()
		return <-ended
	})
	t.Cleanup(func() { s.stop() })
	return s
}

// newClient takes answers as they come, compressed or not.
func newClient(t *testing.T) *http.Client {
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// host is where the server listens.
func (s *server) host() string { return strings.TrimPrefix(s.url, "http://") }

// logBook is written by the server and read by the test.
type logBook struct {
	mu     sync.Mutex
	text   bytes.Buffer
	closed bool // nothing more will come
}

func (b *logBook) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}

func (b *logBook) ended() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

func (b *logBook) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBook) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// await waits for a line whose message begins so, and returns the rest of the message.
func (b *logBook) await(t *testing.T, beginning string) string {
	t.Helper()
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		ended := b.ended()
		for line := range strings.Lines(b.String()) {
			var entry struct{ Msg string }
			if json.Unmarshal([]byte(line), &entry) != nil {
				continue
			}
			if rest, ok := strings.CutPrefix(entry.Msg, beginning); ok {
				return rest
			}
		}
		if ended {
			break
		}
	}
	t.Fatalf("the log never said %q:\n%s", beginning, b)
	return ""
}

// field is the value of a field in the first line that has it.
func (b *logBook) field(name string) string {
	for line := range strings.Lines(b.String()) {
		var entry map[string]any
		if json.Unmarshal([]byte(line), &entry) != nil {
			continue
		}
		if value, ok := entry[name].(string); ok {
			return value
		}
	}
	return ""
}

// eventually asks again and again, until the limit.
func eventually(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("%s: not within %s", what, limit)
}
