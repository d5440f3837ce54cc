// Package clitest runs the program within a test. Environments are given as name=value.
package clitest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"airport-content/internal/cli"
	"airport-content/internal/testlog"
)

// Outcome is what one run of the program did.
type Outcome struct {
	Code           int
	Stdout, Stderr string
}

// Run runs the program to its end.
func Run(ctx context.Context, env []string, stdin string, args ...string) Outcome {
	var stdout, stderr bytes.Buffer
	code := cli.Run(ctx, args, env, strings.NewReader(stdin), &stdout, &stderr)
	return Outcome{code, stdout.String(), stderr.String()}
}

// Must is Run for a command that must succeed. It returns stdout without the last newline.
func Must(t testing.TB, env []string, stdin string, args ...string) string {
	t.Helper()
	got := Run(t.Context(), env, stdin, args...)
	if got.Code != 0 {
		t.Fatalf("%q: exit code %d, stderr: %s", args, got.Code, got.Stderr)
	}
	return strings.TrimSuffix(got.Stdout, "\n")
}

// Server is a running `serve`.
type Server struct {
	URL string // http://host:port
}

// Serve starts a server and waits until it listens. It is stopped at the end of the test.
func Serve(t testing.TB, env []string) Server {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	log := &testlog.Log{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cli.Run(ctx, []string{"serve"}, env, strings.NewReader(""), io.Discard, log)
	}()
	t.Cleanup(func() { interrupt(); <-ended })
	return Server{URL: "http://" + log.Await(t, "listening on ")}
}
