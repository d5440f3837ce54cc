package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/testenv"
)

const (
	asProgram = "AIRPORT_SYNC_AS_PROGRAM" // makes the test binary airport-sync itself, for tests that kill it
	testKey   = "acp_0123456789_test"
	testBatch = 60_000 // bytes, so that small copies take several runs
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		p := &program{env: os.Getenv, stdout: os.Stdout, stderr: os.Stderr, batch: testBatch}
		os.Exit(p.run(context.Background(), os.Args[1:]))
	}
	os.Exit(testenv.Main(m))
}

// outcome is what a run of the program did.
type outcome struct {
	code           int
	stdout, stderr string
}

// runProgram runs airport-sync in this process, with a key and the three flags that are required.
func runProgram(ctx context.Context, key, url, dir string, more ...string) outcome {
	env := func(name string) string { return map[string]string{"AIRPORT_API_KEY": key}[name] }
	var stdout, stderr bytes.Buffer
	p := &program{env: env, stdout: &stdout, stderr: &stderr, batch: testBatch}
	code := p.run(ctx, append([]string{"--base-url", url, "--airport", "SFO", "--dir", dir}, more...))
	return outcome{code, stdout.String(), stderr.String()}
}

// mustPrint fails the test unless the run succeeded with this line.
func (o outcome) mustPrint(t *testing.T, line string) {
	t.Helper()
	if o.code != 0 || o.stdout != line+"\n" {
		t.Fatalf("exit %d, stdout %q, want %q; stderr %q", o.code, o.stdout, line, o.stderr)
	}
}

// mustFail fails the test unless the run failed with this in its message, and nothing on stdout.
func (o outcome) mustFail(t *testing.T, message string) {
	t.Helper()
	if o.code != 1 || o.stdout != "" || !strings.Contains(o.stderr, message) {
		t.Fatalf("exit %d, stdout %q, stderr %q; want 1 and %q", o.code, o.stdout, o.stderr, message)
	}
}

func itemsIn(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, itemsFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fake is a service of one airport for what the real one does not do at will. Its cursors are places in the list of changes.
type fake struct {
	mu        sync.Mutex
	epoch     int
	changes   []string                                          // JSON
	intercept func(w http.ResponseWriter, r *http.Request) bool // answers instead, and returns true
	asked     []string                                          // size and cursor of each request
}

// newFake serves a fake over HTTP until the test ends.
func newFake(t *testing.T) (f *fake, url string) {
	t.Helper()
	f = &fake{}
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	return f, srv.URL
}

// put appends a change: a new text of an item, or its deletion where there is none.
func (f *fake) put(id, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text == "" {
		f.changes = append(f.changes, fmt.Sprintf(`{"change":"delete","id":%q,"contentType":"page"}`, id))
		return
	}
	f.changes = append(f.changes, `{"change":"upsert","item":`+itemJSON(id, text)+`}`)
}

// itemJSON holds what a copy must not lose: an unknown field, an exact number, unescaped signs.
func itemJSON(id, text string) string {
	return fmt.Sprintf(`{"id":%q,"title":"<b>&%s","future":[12345678901234567890.10,{"id":"x"}]}`, id, text)
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	query := r.URL.Query()
	f.asked = append(f.asked, query.Get("size")+" "+query.Get("cursor"))
	if f.intercept != nil && f.intercept(w, r) {
		return
	}
	if r.Header.Get("x-partner-api-key") != testKey || !strings.HasPrefix(r.URL.Path, "/api/v1/partner/SFO/") {
		refuse(w, http.StatusUnauthorized, "invalid_api_key", "check the key")
		return
	}
	size, _ := strconv.Atoi(query.Get("size"))
	epoch, from := f.epoch, 0
	if cursor := query.Get("cursor"); cursor != "" {
		if _, err := fmt.Sscanf(cursor, "%d-%d", &epoch, &from); err != nil {
			refuse(w, http.StatusBadRequest, "invalid_parameter", "not a cursor of this service")
			return
		}
		if epoch != f.epoch {
			refuse(w, http.StatusGone, "cursor_expired", "start again without a cursor")
			return
		}
	}
	to := min(from+size, len(f.changes))
	fmt.Fprintf(w, `{"success":true,"meta":{"airport":"SFO"},"results":[%s],"nextCursor":"%d-%d","hasMore":%t}`,
		strings.Join(f.changes[from:to], ", "), epoch, to, to < len(f.changes))
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	parameter := ""
	if code == "invalid_parameter" {
		parameter = "cursor"
	}
	text, _ := json.Marshal(message)
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"success":false,"error":{"code":%q,"message":%s,"requestId":"r1","parameter":%q}}`, code, text, parameter)
}
