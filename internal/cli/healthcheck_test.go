package cli_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	server := e.serve(t)
	if got := e.must(t, "healthcheck", "--url", server.URL); got != "healthy" {
		t.Errorf("got %s", got)
	}
	if got := (environ{"LISTEN_ADDR=" + strings.TrimPrefix(server.URL, "http://")}).must(t, "healthcheck"); got != "healthy" {
		t.Errorf("by LISTEN_ADDR: %s", got)
	}
	if got := e.must(t, "healthcheck", "--url", server.URL, "--json"); !strings.HasPrefix(got, `{"status":"healthy","timestamp":"`) {
		t.Errorf("got %s", got)
	}
	server.Stop()
	environ{}.refuses(t, []refusal{{args: []string{"healthcheck", "--url", server.URL}, code: 1, says: "no answer"}})
}

func TestHealthcheckJudges(t *testing.T) {
	t.Parallel()
	const (
		up       = `{"status":"up","latencyMs":1}`
		down     = `{"status":"down","latencyMs":1}`
		path     = "/api/v1/partner/health"
		degraded = `{"status":"degraded","services":{"database":` + up + `,"redis":` + down + `,"elasticsearch":` + up + `}}`
		broken   = `{"status":"unhealthy","services":{"database":` + down + `,"redis":` + up + `,"elasticsearch":` + down + `}}`
	)
	for _, test := range []struct {
		name, path, body string
		status, code     int
		stdout, says     string
	}{
		{"degraded", path, degraded, 200, 0, "degraded\n", "down: redis"},
		{"unhealthy", path, broken, 503, 1, "unhealthy\n", "unhealthy; down: database, elasticsearch"},
		{"something else", "/", "<html>", 200, 1, "", "without a health report"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if test.path != "/" && r.URL.Path != test.path {
				http.NotFound(w, r)
				return
			}
			w.WriteHeader(test.status)
			_, _ = w.Write([]byte(test.body))
		}))
		got := environ{}.run(t.Context(), "", "healthcheck", "--url", server.URL)
		server.Close()
		if got.Code != test.code || got.Stdout != test.stdout || !strings.Contains(got.Stderr, test.says) {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}
