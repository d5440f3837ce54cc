package testenv

import (
	"context"
	"testing"
)

// Own is a server that one test has to itself.
type Own struct {
	t      testing.TB
	server server
}

// startOwn starts a server that ends with the test.
func startOwn(t testing.TB, start starter) *Own {
	t.Helper()
	all := current(t)
	started, err := all.private(errand(t), start)
	if err != nil {
		t.Fatalf("testenv: start a server for the test: %v", err)
	}
	t.Cleanup(func() {
		if err := all.stopPrivate(context.Background(), started); err != nil {
			t.Errorf("testenv: stop the test's server: %v", err)
		}
	})
	return &Own{t: t, server: started}
}

// URL is how to connect; it stays the same through Kill and Restart.
func (o *Own) URL() string { return o.server.URL() }

// Kill ends the server at once, as a crash would; it returns when the server is gone.
func (o *Own) Kill() {
	o.t.Helper()
	if err := o.server.Kill(); err != nil {
		o.t.Fatalf("testenv: %v", err)
	}
}

// Restart starts the server again, ending it first if it runs; it returns when the server answers. A Postgres has its
// data still, a Redis is empty.
func (o *Own) Restart() {
	o.t.Helper()
	if err := o.server.Restart(errand(o.t)); err != nil {
		o.t.Fatalf("testenv: %v", err)
	}
}
