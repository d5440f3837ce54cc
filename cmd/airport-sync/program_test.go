package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	_, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte(testKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		key, keyFile string
		args         string // after the three that are required, unless it begins with "="
		exit         int
		stderr       string
	}{
		"good":              {testKey, "", "", 0, ""},
		"once":              {testKey, "", "--once", 0, ""},
		"lower case":        {testKey, "", "--airport sfo", 0, ""},
		"key in a file":     {"", keyFile, "", 0, ""},
		"key with newline":  {testKey + "\r\n", "", "", 0, ""},
		"no key":            {"", "", "", 1, "set AIRPORT_API_KEY to your API key"},
		"two keys":          {testKey, keyFile, "", 1, "both set"},
		"no key file":       {"", keyFile + "s", "", 1, "no such file"},
		"two lines":         {"a\nb", "", "", 1, "a file that holds nothing else"},
		"wrong key":         {"wrong", "", "", 1, "401 Unauthorized: check the key (request r1)"},
		"no arguments":      {testKey, "", "=", 2, `required flag(s) "airport", "base-url", "dir" not set; usage: airport-sync --base-url`},
		"unknown flag":      {testKey, "", "--fast", 2, "unknown flag: --fast"},
		"argument":          {testKey, "", "SFO", 2, "unknown command"},
		"once and every":    {testKey, "", "--once --every 10m", 2, "[every once]"},
		"bad pause":         {testKey, "", "--every often", 1, `invalid argument "often"`},
		"short pause":       {testKey, "", "--every 10ms", 1, "want 1s or more"},
		"bad size":          {testKey, "", "--max-size much", 1, "want a size such as"},
		"plain http, again": {testKey, "", "--base-url http://content.example.com --every 1s", 1, "use https, or --insecure"},
		"no directory":      {testKey, "", "--dir " + keyFile, 1, "not a directory"},
		"version":           {"", "", "=--version", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--base-url", url, "--airport", "SFO", "--dir", filepath.Join(t.TempDir(), "a", "b")}
			if only, ok := strings.CutPrefix(tt.args, "="); ok {
				args, tt.args = nil, only
			}
			env := map[string]string{"AIRPORT_API_KEY": tt.key, "AIRPORT_API_KEY_FILE": tt.keyFile}
			var stdout, stderr bytes.Buffer
			p := &program{env: func(name string) string { return env[name] }, stdout: &stdout, stderr: &stderr, batch: testBatch}
			code := p.run(t.Context(), append(args, strings.Fields(tt.args)...))
			if code != tt.exit || (tt.exit == 0) != (stderr.Len() == 0) || (tt.exit == 0) != (stdout.Len() > 0) ||
				!strings.Contains(stderr.String(), tt.stderr) || strings.Contains(stderr.String(), testKey) {
				t.Errorf("exit %d, stdout %q, stderr %q; want %d, %q", code, &stdout, &stderr, tt.exit, tt.stderr)
			}
		})
	}
}

// TestEvery: a failure does not end the runs, a new key in the file serves the next one, only the first is full, and an
// interrupt is a good end.
func TestEvery(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte("old key"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithTimeout(t.Context(), 5*time.Minute)
	defer interrupt()
	var stdout, stderr strings.Builder
	p := &program{batch: testBatch, env: func(name string) string { return map[string]string{"AIRPORT_API_KEY_FILE": keyFile}[name] },
		stdout: writerFunc(func(text []byte) {
			if stdout.Write(text); len(f.asked) == 3 {
				interrupt()
			}
		}),
		stderr: writerFunc(func(text []byte) {
			stderr.Write(text)
			if err := os.WriteFile(keyFile, []byte(testKey), 0o600); err != nil {
				t.Error(err)
			}
		})}
	code := p.run(ctx, []string{"--base-url", url, "--airport", "SFO", "--dir", t.TempDir(), "--full", "--every", "1s"})
	if code != 0 || stdout.String() != strings.Repeat("nothing changed, 0 items\n", 2) || !slices.Equal(f.asked, []string{"100 ", "100 ", "100 0-0"}) || !strings.Contains(stderr.String(), "401") ||
		!strings.HasSuffix(stderr.String(), "trying again in 1s\n") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	ctx, interrupt := context.WithCancel(t.Context())
	f.intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		interrupt()
		<-r.Context().Done()
		return true
	}
	runProgram(ctx, testKey, url, t.TempDir()).mustFail(t, "interrupted")
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }
