package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"airport-content/internal/cli"
	"airport-content/internal/testenv"
)

// environ is what one installation's programs are told.
type environ []string

// newEnviron has a migrated database and a Redis prefix of its own.
func newEnviron(t *testing.T) environ {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return environ{"DATABASE_URL=" + testenv.Database(t), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix,
		"LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0"}
}

func (e environ) with(variables ...string) environ { return append(e[:len(e):len(e)], variables...) }

// outcome is what one run of the program did.
type outcome struct {
	code           int
	stdout, stderr string
}

func (e environ) run(ctx context.Context, stdin string, args ...string) outcome {
	var stdout, stderr bytes.Buffer
	code := cli.Run(ctx, args, e, strings.NewReader(stdin), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// must is for a run that has to succeed; it returns stdout without the last newline.
func (e environ) must(t *testing.T, args ...string) string {
	t.Helper()
	return e.mustRead(t, "", args...)
}

func (e environ) mustRead(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	got := e.run(t.Context(), stdin, args...)
	if got.code != 0 {
		t.Fatalf("%q: exit code %d, stderr: %s", args, got.code, got.stderr)
	}
	return strings.TrimSuffix(got.stdout, "\n")
}

// mustDecode is for a run whose stdout has to be JSON, into data.
func (e environ) mustDecode(t *testing.T, data any, args ...string) {
	t.Helper()
	decode(t, e.must(t, append(args, "--json")...), data)
}

func decode(t *testing.T, text string, data any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(data); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// refusal is a run that has to fail.
type refusal struct {
	args  []string
	stdin string
	code  int
	says  string // a part of stderr
}

func (e environ) refuses(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, want := range refusals {
		got := e.run(t.Context(), want.stdin, want.args...)
		if got.code != want.code || !strings.Contains(got.stderr, want.says) {
			t.Errorf("%q: exit code %d, want %d; stderr: %swant: %s", want.args, got.code, want.code, got.stderr, want.says)
		}
		if got.stdout != "" {
			t.Errorf("%q: failed and still printed %q", want.args, got.stdout)
		}
		if lines := strings.Count(got.stderr, "\n"); lines != 1 {
			t.Errorf("%q: %d lines on stderr, want one: %s", want.args, lines, got.stderr)
		}
	}
}
