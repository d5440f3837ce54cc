// Package clitest runs the program within a test. Environments are given as name=value.
package clitest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
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
	URL, Ops string // what it listens on, as http://host:port; Ops is empty without OPS_ADDR
	Log      *testlog.Log
	Stop     func() (exitCode int) // interrupts it, once, and waits for its end
}

// Begin starts a server and does not wait until it listens, so URL and Ops are empty. The server is stopped at the end of the
// test, if not before.
func Begin(t testing.TB, env []string, args ...string) *Server {
	ctx, interrupt := context.WithCancel(context.Background())
	s := &Server{Log: &testlog.Log{}}
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"serve"}, args...), env, strings.NewReader(""), io.Discard, s.Log)
		s.Log.Close()
	}()
	s.Stop = sync.OnceValue(func() int {
		interrupt()
		return <-ended
	})
	t.Cleanup(func() { s.Stop() })
	return s
}

// Serve is Begin, and waits until the server listens.
func Serve(t testing.TB, env []string) *Server {
	t.Helper()
	s := Begin(t, env)
	s.AwaitListening(t)
	return s
}

// AwaitListening waits until the server listens, and learns from its log where.
func (s *Server) AwaitListening(t testing.TB) {
	t.Helper()
	s.URL = "http://" + s.Log.Await(t, "listening on ")
	if ops, found := s.Log.Find("ops endpoints on "); found {
		s.Ops = "http://" + ops
	}
}
