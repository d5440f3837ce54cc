package cli_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

const startLimit = 3 * time.Minute // on a machine that is very busy

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

func (e environ) run(ctx context.Context, stdin string, args ...string) clitest.Outcome {
	return clitest.Run(ctx, e, stdin, args...)
}

// must is for a run that has to succeed; it returns stdout without the last newline.
func (e environ) must(t *testing.T, args ...string) string {
	t.Helper()
	return clitest.Must(t, e, "", args...)
}

func (e environ) mustRead(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	return clitest.Must(t, e, stdin, args...)
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

// serve starts a server, which is stopped with the test, if not before.
func (e environ) serve(t *testing.T) *clitest.Server {
	t.Helper()
	return clitest.Serve(t, e)
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
		if got.Code != want.code || !strings.Contains(got.Stderr, want.says) {
			t.Errorf("%q: exit code %d, want %d; stderr: %swant: %s", want.args, got.Code, want.code, got.Stderr, want.says)
		}
		if got.Stdout != "" {
			t.Errorf("%q: failed and still printed %q", want.args, got.Stdout)
		}
		if lines := strings.Count(got.Stderr, "\n"); lines != 1 {
			t.Errorf("%q: %d lines on stderr, want one: %s", want.args, lines, got.Stderr)
		}
	}
}
