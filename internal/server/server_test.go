package server_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
)

func TestRefusesToStart(t *testing.T) {
	t.Parallel()
	i := install(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer taken.Close()
	addr := taken.Addr().String()
	refuses := func(env, says string) {
		t.Helper()
		server := i.begin(t, env)
		if err := server.wait(t); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v, want %s", env, err, says)
		}
	}
	refuses("LISTEN_ADDR="+addr, "LISTEN_ADDR: listen tcp "+addr+": bind: address already in use")
	refuses("OPS_ADDR="+addr, "OPS_ADDR: listen tcp "+addr)
	i.execute(t, "DROP TABLE schema_support CASCADE")
	refuses("OPS_ADDR=", "run: airport-content migrate up")
}

func TestInterruptedWhileItWaits(t *testing.T) {
	t.Parallel()
	server := install(t).begin(t, "DATABASE_URL=postgres://u@127.0.0.1:1/none")
	server.log.Await(t, "waiting for the database")
	if err := server.stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestOpsEndpoints(t *testing.T) {
	t.Parallel()
	i := install(t)
	server := i.serve(t)
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		eventually(t, "GET "+path, func() bool { return send(t, http.MethodGet, server.ops+path, "").StatusCode == 200 })
		if got := send(t, http.MethodPost, server.ops+path, "").StatusCode; got != 405 {
			t.Errorf("POST %s: %d", path, got)
		}
		if got := send(t, http.MethodGet, server.api+path, "").StatusCode; got != 404 {
			t.Errorf("GET %s of the API: %d", path, got)
		}
	}
	i.execute(t, "ALTER TABLE airport_state RENAME COLUMN items TO gone")
	if status, body := get(t, server.ops+"/readyz", ""); status != 503 || !strings.Contains(body, "does not answer requests") {
		t.Errorf("while no request can be answered: %d %s", status, body)
	}
	i.execute(t, "ALTER TABLE airport_state RENAME COLUMN gone TO items")
	i.execute(t, "INSERT INTO schema_support (version, oldest_program) VALUES (1000, 1)")
	eventually(t, "it is ready after a migration that this program works with", func() bool {
		status, _ := get(t, server.ops+"/readyz", "")
		return status == 200
	})
	i.execute(t, "INSERT INTO schema_support (version, oldest_program) VALUES (1001, 1000)")
	if status, body := get(t, server.ops+"/readyz", ""); status != 503 || !strings.Contains(body, "install a newer airport-content") {
		t.Errorf("after one that it does not: %d %s", status, body)
	}
}

// While it drains it goes on answering, and /readyz sends callers elsewhere.
func TestDrain(t *testing.T) {
	t.Parallel()
	const delay = 10 * time.Second
	server := install(t).serve(t, "DRAIN_DELAY="+delay.String())
	began := time.Now()
	go func() { _ = server.stop() }()
	server.log.Await(t, "stopping")
	if status, body := get(t, server.ops+"/readyz", ""); status != 503 || body != "stopping\n" {
		t.Errorf("readyz: %d %s", status, body)
	}
	if status, _ := get(t, server.api+"/nothing", ""); status != 404 {
		t.Errorf("the API: %d", status)
	}
	if err := server.stop(); err != nil || time.Since(began) < delay {
		t.Errorf("it stopped after %v, error %v", time.Since(began), err)
	}
}

// A request that never ends does not keep the program from ending.
func TestShutdownTimeout(t *testing.T) {
	t.Parallel()
	server := install(t).serve(t, "SHUTDOWN_TIMEOUT=200ms")
	conn, err := net.Dial("tcp", strings.TrimPrefix(server.api, "http://"))
	check(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("GET /api/v1/partner/health HTTP/1.1\r\nHost: x\r\n"))
	check(t, err)
	get(t, server.api+base+"/health", "") // by now the server has the beginning of the other one too
	if err := server.stop(); err != nil || !strings.Contains(server.log.String(), "cut off") {
		t.Errorf("error %v: %s", err, server.log)
	}
}

// What is noted of requests: the use of the key is written at the end, and the log names the key without showing it.
func TestNotesOfRequests(t *testing.T) {
	t.Parallel()
	i := install(t)
	soon := time.Now().Add(48 * time.Hour)
	key, id := i.newKey(t, "Acme", nil, &soon)
	later, laterID := i.newKey(t, "Beta", nil, nil)
	server := i.serve(t)
	for range 3 {
		get(t, server.api+contentPath, key)
	}
	get(t, server.api+contentPath, later)
	check(t, server.stop())

	usage, err := admin.New(i.db).ListUsage(t.Context(), time.Now().Add(-48*time.Hour), nil)
	check(t, err)
	for _, u := range usage {
		if want := map[string]int64{id: 3, laterID: 1}[u.KeyID]; u.Requests != want {
			t.Errorf("usage of key %s: %d requests, want %d", u.KeyID, u.Requests, want)
		}
	}
	log := server.log.String()
	if len(usage) != 2 || strings.Contains(log, key) || strings.Contains(log, i.databaseURL) || !strings.Contains(log, `"key_id":"`+laterID+`"`) {
		t.Errorf("%d days of usage; the log: %s", len(usage), log)
	}
	if n := strings.Count(log, "expires soon"); n != 1 {
		t.Errorf("%d warnings of keys that expire soon, want one", n)
	}
}
