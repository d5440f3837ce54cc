package cli_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// request is for other methods than GET; it returns the status.
func request(t *testing.T, method, url string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func TestOpsServerReadsOnly(t *testing.T) {
	t.Parallel()
	server := newEnviron(t).serve(t)
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		if got := request(t, "GET", server.Ops+path); got != 200 {
			t.Errorf("GET %s: %d", path, got)
		}
		if got := request(t, "POST", server.Ops+path); got != 405 {
			t.Errorf("POST %s: %d", path, got)
		}
		if got := request(t, "GET", server.URL+path); got != 404 {
			t.Errorf("GET %s of the API: %d", path, got)
		}
	}
}

// A newer program may end the support for this one while it serves.
func TestReadyOnlyWhileTheSchemaIsAccepted(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	server := e.serve(t)
	e.execute(t, "INSERT INTO schema_support (version, oldest_program) VALUES (1000, 1)")
	if got := get(t, server.Ops+"/readyz", ""); got.status != 200 {
		t.Errorf("beside a newer program: %d %s", got.status, got.body)
	}
	e.execute(t, "INSERT INTO schema_support (version, oldest_program) VALUES (1001, 1000)")
	if got := get(t, server.Ops+"/readyz", ""); got.status != 503 || !strings.Contains(got.body, "install a newer airport-content") {
		t.Errorf("left behind: %d %s", got.status, got.body)
	}
	if got := get(t, server.Ops+"/livez", ""); got.status != 200 {
		t.Errorf("livez: %d", got.status)
	}
}

// At shutdown the server goes on answering for DRAIN_DELAY, while /readyz sends callers elsewhere.
func TestDrainDelay(t *testing.T) {
	t.Parallel()
	const delay = 3 * time.Second
	server := newEnviron(t).with("DRAIN_DELAY=" + delay.String()).serve(t)
	stopped := make(chan time.Time, 1)
	began := time.Now()
	go func() { server.Stop(); stopped <- time.Now() }()
	server.Log.Await(t, "stopping")
	ready := get(t, server.Ops+"/readyz", "")
	answered := get(t, server.URL+"/api/v1/partner/health", "")
	if ready.status != 503 || answered.status != 200 {
		t.Errorf("while draining: readyz %d, the API %d", ready.status, answered.status)
	}
	if took := (<-stopped).Sub(began); took < delay {
		t.Errorf("it stopped after %v, want at least %v", took, delay)
	}
}
