package server_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/health"
	"airport-content/internal/testenv"
)

// The report needs no key and has no limit. The ops endpoints are apart from the API.
func TestHealth(t *testing.T) {
	t.Parallel()
	s := serve(t, "RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1")
	report := func() (r health.Report) {
		status, header, body := s.get(t, s.url+base+"health", "x-partner-api-key", "a-wrong-key")
		check.NoError(t, json.Unmarshal([]byte(body), &r))
		if (status == http.StatusServiceUnavailable) != (r.Status == health.Unhealthy) || header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%d %v %s", status, header, body)
		}
		return r
	}
	healthy := func() {
		t.Helper()
		check.Eventually(t, "healthy", func() bool { return report().Status == health.Healthy })
	}
	healthy()
	for range 10 {
		report()
	}
	for path, want := range map[string]string{"/livez": "alive\n", "/readyz": "ready\n", "/metrics": "# HELP", "/": "<!doctype html>"} {
		if status, header, body := s.get(t, s.ops+path); status != http.StatusOK || !strings.Contains(strings.ToLower(body), strings.ToLower(want)) ||
			path != "/metrics" && header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v %.100s", path, status, header, body)
		}
		status, _, _ := s.get(t, s.url+path)
		check.Same(t, http.StatusNotFound, status, path, " of the API")
	}
	for _, test := range []struct {
		breaks, mends string
		database      health.ServiceStatus
		ready         string
	}{
		{"ALTER TABLE content_item RENAME COLUMN excerpt TO gone", "ALTER TABLE content_item RENAME COLUMN gone TO excerpt",
			health.Down, "the database does not answer requests\n"},
		{"ALTER FUNCTION saturation RENAME TO gone", "ALTER FUNCTION gone RENAME TO saturation", health.Up, "ready\n"},
		{"ALTER TABLE schema_support RENAME TO gone", "ALTER TABLE gone RENAME TO schema_support", health.Up, "run: airport-content migrate up\n"},
	} {
		testenv.Exec(t, s.database, test.breaks)
		check.Eventually(t, test.breaks, func() bool {
			return report().Services.Database.Status == test.database && (test.database == health.Up || report().Status == health.Unhealthy)
		})
		if _, _, ready := s.get(t, s.ops+"/readyz"); !strings.HasSuffix(ready, test.ready) {
			t.Errorf("%s: readyz: %s", test.breaks, ready)
		}
		testenv.Exec(t, s.database, test.mends)
		healthy()
	}
}

// A website that gives its own name the address of the server reads nothing in an operator's
// browser. Balancers may call the server what they want.
func TestOpsNames(t *testing.T) {
	t.Parallel()
	s := serve(t, "OPS_NAMES=ops.example.com,api")
	port := s.ops[strings.LastIndex(s.ops, ":"):]
	status := func(path, host string) int {
		request := check.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, s.ops+path, nil))(t)
		request.Host = host
		response := check.Must(s.client.Do(request))(t)
		response.Body.Close()
		return response.StatusCode
	}
	for _, host := range []string{"127.0.0.1", "127.0.0.1" + port, "[::1]" + port, "10.0.0.7:80", "localhost", "LocalHost" + port, "ops.example.com", "Ops.Example.com.:443", "api" + port} {
		for _, path := range []string{"/", "/metrics", "/readyz"} {
			check.Same(t, http.StatusOK, status(path, host), path, " at ", host)
		}
	}
	for _, host := range []string{"evil.example", "evil.example" + port, "127.0.0.1.evil.example" + port, "localhost.evil.example", "ops.example.com.evil.example"} {
		for path, want := range map[string]int{"/": http.StatusMisdirectedRequest, "/metrics": http.StatusMisdirectedRequest, "/livez": http.StatusOK, "/readyz": http.StatusOK} {
			check.Same(t, want, status(path, host), path, " at ", host)
		}
	}
}

// At a shutdown /readyz sends callers elsewhere. After DRAIN_DELAY new requests are refused, and
// requests in flight finish. A request that waits for changes, longer than SHUTDOWN_TIMEOUT, is
// answered.
func TestShutdown(t *testing.T) {
	t.Parallel()
	const delay = 2 * time.Second
	s := serve(t, "DRAIN_DELAY="+delay.String(), "SHUTDOWN_TIMEOUT=25s")
	var page struct{ NextCursor string }
	_, _, body := s.get(t, s.url+base+"SFO/changes", "x-partner-api-key", s.key)
	check.NoError(t, json.Unmarshal([]byte(body), &page))
	inFlight, waiting, stopped := make(chan int, 1), make(chan int, 1), make(chan error, 1)
	go func() {
		defer close(waiting)
		status, _, _ := s.get(t, s.url+base+"SFO/changes?wait=30&cursor="+page.NextCursor, "x-partner-api-key", s.key)
		waiting <- status
	}()
	release := testenv.Hold(t, s.database, "LOCK TABLE content_item")
	go func() {
		status, _, _ := s.get(t, s.url+base+"SFO/content", "x-partner-api-key", s.key)
		inFlight <- status
	}()
	check.Eventually(t, "the request waits in the database", func() (waits bool) {
		check.NoError(t, s.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits))
		return waits
	})
	began := time.Now()
	go func() { stopped <- s.stop() }()
	check.Eventually(t, "the server is not ready", func() bool {
		_, _, body := s.get(t, s.ops+"/readyz")
		return body == "stopping\n"
	})
	status, _, _ := s.get(t, s.url+"/nothing")
	check.Same(t, http.StatusNotFound, status, "a request in the delay")
	check.Eventually(t, "new connections are refused", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	if took := time.Since(began); took < delay {
		t.Errorf("the server drains for %s, not %s", took, delay)
	}
	release()
	if status, waited, err := <-inFlight, <-waiting, <-stopped; status != http.StatusOK || waited != http.StatusOK || err != nil {
		t.Errorf("status %d, of the one that waits %d, %v", status, waited, err)
	}
}

// A request that never ends is cut off.
func TestShutdownTimeout(t *testing.T) {
	t.Parallel()
	s := serve(t, "SHUTDOWN_TIMEOUT=200ms")
	check.Must(io.WriteString(s.open(t, "127.0.0.1"), "GET "+base+"health HTTP/1.1\r\nHost: x\r\n"))(t)
	s.get(t, s.url+base+"health") // by now the server has the beginning of the other request too
	check.NoError(t, s.stop())
	if !s.log.Has("requests in flight were cut off") {
		t.Errorf("the log: %s", s.log)
	}
}
