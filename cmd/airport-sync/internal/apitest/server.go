// Package apitest is a small, faithful partner API in memory, for tests of programs that read it:
// lists and changes of one airport over real HTTP, with safe timestamps, tombstones and expiring cursors.
package apitest

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Key is the one that the server accepts.
const Key = "acp_0123456789_test"

// Airport is the one that the server has.
const Airport = "SFO"

// Server serves one airport. Its methods are safe for concurrent use.
type Server struct {
	URL string

	mu        sync.Mutex
	store     store
	intercept func(http.ResponseWriter, *http.Request) bool
	requests  []string
	replica   store
	lagging   func() bool
}

// New starts an empty server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{store: newStore()}
	srv := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(srv.Close)
	s.URL = srv.URL
	return s
}

// Intercept has f see every request first; f answers it itself and returns true, or returns false.
func (s *Server) Intercept(f func(http.ResponseWriter, *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intercept = f
}

// Lag has requests for which f is true answered from the state of this moment, as by a replica that gets nothing new.
func (s *Server) Lag(f func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replica, s.lagging = s.store.replica(), f
}

// Requests lists the path and query of every request so far, in order.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Put makes or changes the item id; text becomes part of its content.
func (s *Server) Put(id, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store.put(id, text)
}

// Delete removes the item id, if it is there.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store.remove(id)
}

// ResetSync begins a new epoch, so that every cursor given out has expired.
func (s *Server) ResetSync() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store.epoch++
}

// IDs lists the items there are, sorted.
func (s *Server) IDs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.ids()
}

// NDJSON is the copy that a partner should have: every item on a line, sorted by id.
func (s *Server) NDJSON() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.ndjson()
}
