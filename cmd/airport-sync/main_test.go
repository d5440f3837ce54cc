package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"airport-content/internal/check"
)

const (
	testKey   = "acp_0123456789_test"
	emptyPage = `{"results":[],"nextCursor":"end","hasMore":false}`
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// outcome is what a run of the program did.
type outcome struct {
	code           int
	stdout, stderr string
}

// runProgram copies SFO in this process, with a key and the three flags that are required.
func runProgram(ctx context.Context, key, url, dir string, more ...string) outcome {
	return runFor(ctx, "SFO", key, url, dir, more...)
}

func runFor(ctx context.Context, airport, key, url, dir string, more ...string) outcome {
	env := func(name string) string { return map[string]string{"AIRPORT_API_KEY": key}[name] }
	var stdout, stderr bytes.Buffer
	p := &program{env: env, stdout: &stdout, stderr: &stderr}
	code := p.run(ctx, append([]string{"--base-url", url, "--airport", airport, "--dir", dir}, more...))
	return outcome{code, stdout.String(), stderr.String()}
}

// is compares the whole outcome.
func (o outcome) is(t *testing.T, want outcome) {
	t.Helper()
	if o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
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
	text := check.Must(os.ReadFile(filepath.Join(dir, "items.ndjson")))(t)
	return string(text)
}

// fake is a service that does what the real service does not do at will.
type fake struct {
	path       string            // of the changes
	answers    map[string]string // by cursor: a page, or the code of a refusal
	asked      []string          // cursors
	waits      []string          // values of wait, as asked
	expires    string            // of the key, in the headers
	retryAfter string            // of refusals
	onAsked    func()
}

// newFake serves a fake until the test ends.
func newFake(t *testing.T) (f *fake, url string) {
	t.Helper()
	f = &fake{path: "/api/v1/partner/SFO/changes", answers: map[string]string{"": emptyPage, "end": emptyPage}}
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	return f, srv.URL
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cursor := r.URL.Query().Get("cursor")
	f.asked = append(f.asked, cursor)
	f.waits = append(f.waits, r.URL.Query().Get("wait"))
	if f.onAsked != nil {
		f.onAsked()
	}
	status := map[string]int{"airport_forbidden": 403, "cursor_expired": 410, "invalid_parameter": 400, "rate_limited": 429, "airport_offline": 503}[f.answers[cursor]]
	switch {
	case r.Header.Get("x-partner-api-key") != testKey || r.URL.Path != f.path:
		refuse(w, 401, "invalid_api_key", "check the key")
	case status > 0:
		w.Header().Set("Retry-After", f.retryAfter)
		refuse(w, status, f.answers[cursor], "not now")
	default:
		w.Header().Set("X-API-Key-Expires", f.expires)
		fmt.Fprint(w, f.answers[cursor])
	}
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	parameter := ""
	if code == "invalid_parameter" {
		parameter = "cursor"
	}
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"success":false,"error":{"code":%q,"message":"%s","requestId":"r1","parameter":%q}}`, code, message, parameter)
}

// pageOf is a page; its changes are lines of items, or ids of deletions after a minus.
func pageOf(next string, more bool, changes ...string) string {
	for n, ch := range changes {
		if id, deleted := strings.CutPrefix(ch, "-"); deleted {
			changes[n] = fmt.Sprintf(`{"change":"delete","id":%q,"contentType":"page","deletedAt":"2026-03-01T09:30:00.000Z"}`, id)
		} else {
			changes[n] = `{"change":"upsert","item":` + ch + `}`
		}
	}
	return fmt.Sprintf(`{"success":true,"meta":{},"results":[%s],"nextCursor":%q,"hasMore":%t}`, strings.Join(changes, ", "), next, more)
}

// line is an item as the API gives it. It holds what a copy must not lose: an exact number,
// unescaped signs.
func line(id, text string) string {
	return fmt.Sprintf(`{"id":%q,"contentType":"page","title":"<b>& %s","url":null,"excerpt":"","content":"  %s","thumbnail":"/t.png",`+
		`"language":"en","lastModified":"2026-03-01T09:30:00.000Z","metadata":{"n":[12345678901234567890.10,{"id":"x"}]}}`, id, text, text)
}
