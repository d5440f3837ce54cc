package integration_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
)

const (
	partnerPath = "/api/v1/partner/"
	healthPath  = partnerPath + "health"
	startLimit  = time.Minute // on a machine that is very busy
)

// server is a running `serve`, and who asks it.
type server struct {
	*clitest.Server
	client *http.Client
}

// serve starts a server in this process, which is stopped with the test, if not before.
func (i installation) serve(t *testing.T) *server {
	t.Helper()
	return &server{clitest.Serve(t, i), newClient(t)}
}

// begin does not wait for it to listen.
func (i installation) begin(t *testing.T, args ...string) *server {
	t.Helper()
	return &server{clitest.Begin(t, i, args...), newClient(t)}
}

// newClient takes answers as they come, compressed or not.
func newClient(t *testing.T) *http.Client {
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// host is where the server listens.
func (s *server) host() string { return strings.TrimPrefix(s.URL, "http://") }

// eventually asks again and again, until the limit.
func eventually(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("%s: not within %s", what, limit)
}
