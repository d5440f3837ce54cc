package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"airport-content/cmd/airport-sync/internal/apitest"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

var withKey = environment("AIRPORT_API_KEY", apitest.Key)

func TestRunOnce(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	for i := range 3 {
		srv.Put(fmt.Sprint("item-", i), "first")
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	steps := []struct {
		change func()
		args   []string
		want   string
	}{
		{func() {}, nil, "added 3, updated 0, deleted 0, unchanged 0\n"},
		{func() {}, nil, "nothing changed, 3 items\n"},
		{func() { srv.Put("item-1", "second"); srv.Delete("item-2"); srv.Put("new", "x") }, []string{"--once"}, "added 1, updated 1, deleted 1, unchanged 1\n"},
		{func() { srv.Delete("item-0") }, []string{"--json"}, `{"added":0,"updated":0,"deleted":1,"unchanged":2}` + "\n"},
		{func() {}, []string{"--full"}, "nothing changed, 2 items\n"},
		{func() {}, []string{"--since-mode"}, "nothing changed, 2 items\n"},
	}
	for _, step := range steps {
		step.change()
		var stdout, stderr bytes.Buffer
		args := append([]string{"--base-url", srv.URL, "--airport", "sfo", "--dir", dir}, step.args...)
		if code := run(t.Context(), args, withKey, &stdout, &stderr); code != 0 || stdout.String() != step.want || stderr.Len() > 0 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q, want %q", step.args, code, &stdout, &stderr, step.want)
		}
		copied, err := os.ReadFile(filepath.Join(dir, "items.ndjson"))
		if err != nil || string(copied) != srv.NDJSON() {
			t.Errorf("%v: %v: copy %s", step.args, err, copied)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	dir := t.TempDir()
	keyFile := func(text string) func(string) string {
		name := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return environment("AIRPORT_API_KEY_FILE", name)
	}
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		env    func(string) string
		args   string // after the three that are required, unless it begins with "="
		exit   int
		stderr string
	}{
		{"good", withKey, "", 0, ""},
		{"key in a file", keyFile(apitest.Key + "\n"), "", 0, ""},
		{"key with the end of its line", environment("AIRPORT_API_KEY", apitest.Key+"\r\n"), "", 0, ""},
		{"blank key", environment("AIRPORT_API_KEY", "\r\n"), "", 1, "key is empty"},
		{"no arguments", withKey, "=", 2, `required flag(s) "airport", "base-url", "dir" not set`},
		{"unknown flag", withKey, "--fast", 2, "unknown flag: --fast; usage: airport-sync --base-url URL --airport CODE --dir DIR [flags] (more with --help)"},
		{"unknown flag of a command", withKey, "=version --fast", 2, "unknown flag: --fast; usage: airport-sync version"},
		{"flag without value", withKey, "--every", 2, "flag needs an argument"},
		{"argument", withKey, "SFO", 2, `unknown command "SFO"`},
		{"once and every", withKey, "--once --every 10m", 2, "[every once]"},
		{"value that is none", withKey, "--every often", 1, `invalid argument "often"`},
		{"too often", withKey, "--every 10ms", 1, "want 1s or more"},
		{"no key", environment(), "", 1, "set AIRPORT_API_KEY"},
		{"two keys", environment("AIRPORT_API_KEY", "a", "AIRPORT_API_KEY_FILE", "b"), "", 1, "both set"},
		{"no key file", environment("AIRPORT_API_KEY_FILE", filepath.Join(dir, "none")), "", 1, "no such file"},
		{"empty key file", keyFile("\n"), "", 1, "key is empty"},
		{"wrong key", environment("AIRPORT_API_KEY", "wrong"), "", 1, "401 Unauthorized: check the key (request req-body)"},
		{"wrong key again and again", environment(), "--every 1s", 1, "set AIRPORT_API_KEY"},
		{"airport of no shape", withKey, "--airport S", 1, "three or four letters"},
		{"airport of no shape again and again", withKey, "--airport S --every 1s", 1, "three or four letters"},
		{"other airport", withKey, "--airport LAX --dir " + dir + "/lax", 1, "403"},
		{"directory that is a file", withKey, "--dir " + blocked, 1, "not a directory"},
		{"plain http", withKey, "--base-url http://content.example.com", 1, "use https, or --insecure"},
		{"plain http again and again", withKey, "--base-url http://content.example.com --every 1s", 1, "use https, or --insecure"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--base-url", srv.URL, "--airport", "SFO", "--dir", filepath.Join(t.TempDir(), "copy")}
			if only, ok := strings.CutPrefix(tt.args, "="); ok {
				args, tt.args = nil, only
			}
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), append(args, strings.Fields(tt.args)...), tt.env, &stdout, &stderr)
			if code != tt.exit || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("exit %d, stderr %q; want %d, %q", code, &stderr, tt.exit, tt.stderr)
			}
			if (code == 0) != (stdout.Len() > 0) {
				t.Errorf("exit %d with stdout %q", code, &stdout)
			}
			if strings.Contains(stderr.String(), apitest.Key) {
				t.Errorf("stderr shows the key: %q", &stderr)
			}
		})
	}
}

// TestInsecure: with the flag the program goes on, to find that it was interrupted before it asked anything.
func TestInsecure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	args := []string{"--base-url", "http://content.example.com", "--airport", "SFO", "--dir", t.TempDir(), "--insecure"}
	if code := run(ctx, args, withKey, &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("exit %d, stderr %q", code, &stderr)
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

func TestVersion(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"version", "--json"}, environment(), &stdout, &stderr); code != 0 {
		t.Fatal(code, stderr.String())
	}
	var v struct{ Version string }
	if err := json.Unmarshal(stdout.Bytes(), &v); err != nil || v.Version == "" {
		t.Error(err, stdout.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestOutputThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	for _, mode := range []string{"--once", "--every=1s"} {
		var stderr bytes.Buffer
		code := run(t.Context(), []string{"--base-url", srv.URL, "--airport", "SFO", "--dir", t.TempDir(), mode}, withKey, brokenPipe{}, &stderr)
		if code != 1 || !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) {
			t.Errorf("%s: exit %d, stderr %q", mode, code, &stderr)
		}
	}
}

// TestEvery: a failure is logged and passed over, a key file is read anew, and the end of the context is a clean end.
func TestEvery(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	srv.Put("a", "first")
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte("old key"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var mu sync.Mutex
	var lines []string
	stdout := writerFunc(func(text []byte) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, string(text))
		if len(lines) == 1 {
			srv.Put("b", "first")
		} else {
			cancel()
		}
	})
	var refused []string
	stderr := writerFunc(func(text []byte) {
		refused = append(refused, string(text))
		if err := os.WriteFile(keyFile, []byte(apitest.Key), 0o600); err != nil {
			t.Error(err)
		}
	})
	args := []string{"--base-url", srv.URL, "--airport", "SFO", "--dir", t.TempDir(), "--every", "1s"}
	code := run(ctx, args, environment("AIRPORT_API_KEY_FILE", keyFile), stdout, stderr)
	want := []string{"added 1, updated 0, deleted 0, unchanged 0\n", "added 1, updated 0, deleted 0, unchanged 1\n"}
	if code != 0 || strings.Join(lines, "") != strings.Join(want, "") || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("exit %d, stdout %q, stderr %q", code, lines, refused)
	}
	if len(refused) != 1 || !strings.Contains(refused[0], "401") || !strings.Contains(refused[0], "trying again in") {
		t.Errorf("stderr %q", refused)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]int{"--once": 1, "--every=10m": 0} {
		srv := apitest.New(t)
		ctx, cancel := context.WithCancel(t.Context())
		srv.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
			cancel()
			<-r.Context().Done()
			return true
		})
		var stdout, stderr bytes.Buffer
		code := run(ctx, []string{"--base-url", srv.URL, "--airport", "SFO", "--dir", t.TempDir(), mode}, withKey, &stdout, &stderr)
		if code != want || stdout.Len() > 0 || strings.Contains(stderr.String(), "interrupted") != (want == 1) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", mode, code, &stdout, &stderr)
		}
	}
}
