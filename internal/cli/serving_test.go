package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/internal/cli"
)

// serving is a running `serve`.
type serving struct {
	url, ops string // ops: empty without OPS_ADDR
	log      *logBuffer
	stop     func() int // interrupts it, once, and returns its exit code
}

const startLimit = 3 * time.Minute // on a machine that is very busy

// serve starts a server, which is stopped with the test, if not before.
func (e environ) serve(t *testing.T, args ...string) *serving {
	t.Helper()
	s := e.begin(t, args...)
	s.url = "http://" + s.await(t, "listening on ")
	if found := opsLine.FindStringSubmatch(s.log.String()); found != nil {
		s.ops = "http://" + found[1]
	}
	return s
}

var opsLine = regexp.MustCompile(`"ops_addr":"([^"]+)"`)

// begin does not wait for it to listen.
func (e environ) begin(t *testing.T, args ...string) *serving {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	s := &serving{log: &logBuffer{}}
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"serve"}, args...), e, strings.NewReader(""), io.Discard, s.log)
	}()
	s.stop = sync.OnceValue(func() int {
		interrupt()
		return <-ended
	})
	t.Cleanup(func() { s.stop() })
	return s
}

// await waits for a line of the log whose message begins so, and returns the rest of the message.
func (s *serving) await(t *testing.T, beginning string) string {
	t.Helper()
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for line := range strings.Lines(s.log.String()) {
			var entry struct{ Msg string }
			if json.Unmarshal([]byte(line), &entry) != nil {
				continue
			}
			if rest, ok := strings.CutPrefix(entry.Msg, beginning); ok {
				return rest
			}
		}
	}
	t.Fatalf("the log never said %q:\n%s", beginning, s.log)
	return ""
}

// logBuffer is written by the server and read by the test.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// answer is what a test looks at of an answer.
type answer struct {
	status     int
	body       string
	Pagination struct{ Total int }
	Error      struct{ Code string }
}

// get asks with a key, or without one when it is empty.
func get(t *testing.T, url, key string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, body: string(body)}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(body, &a); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
	}
	return a
}
