package docs_test

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
	"airport-content/internal/testenv"
)

// installation is the environment of the real program, on servers of its own.
type installation []string

func newInstallation(t *testing.T, databaseURL string) installation {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return installation{"DATABASE_URL=" + databaseURL, "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix,
		"LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=", "RATE_LIMIT=100000", "AUTH_FAILURE_LIMIT=100000"}
}

func (i installation) with(variables ...string) installation {
	return append(i[:len(i):len(i)], variables...)
}

// must runs a command that has to succeed, and returns stdout without the last newline.
func (i installation) must(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Run(t.Context(), args, i, strings.NewReader(stdin), &stdout, &stderr); code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, code, &stderr)
	}
	return strings.TrimSuffix(stdout.String(), "\n")
}

// serve starts a server, which is stopped with the test, and returns its origin.
func (i installation) serve(t *testing.T) string {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	log := &logBuffer{}
	var running sync.WaitGroup
	running.Go(func() { cli.Run(ctx, []string{"serve"}, i, strings.NewReader(""), io.Discard, log) })
	t.Cleanup(func() {
		interrupt()
		running.Wait()
	})
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for line := range strings.Lines(log.String()) {
			var entry struct{ Msg, Addr string }
			if json.Unmarshal([]byte(line), &entry) == nil && strings.HasPrefix(entry.Msg, "listening on ") {
				return "http://" + entry.Addr
			}
		}
	}
	t.Fatalf("it never listened:\n%s", log)
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

// answer is a response with its body read.
type answer struct {
	*http.Response
	body []byte
}

// ask sends a request with headers given as name, value pairs.
func ask(t *testing.T, method, url string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	// No redirect is followed, and no connection outlives the test.
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	return answer{response, body}
}

func (a answer) decode(t *testing.T, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
}
