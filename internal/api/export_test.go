package api

import (
	"net/http"

	"airport-content/internal/gate"
	"airport-content/internal/partner"
)

// NewWatched is New, with a function that counts the requests of a key that wait for changes, and with
// the memory of long answers.
func NewWatched(o Options) (handler http.Handler, waiting func(key string) int, memory *gate.Gate) {
	s := newServer(o)
	return s.routes, func(key string) int { return s.keyWatch.requests(partner.DigestOf(key)) }, s.memory
}

func (w *keyWatch) requests(digest partner.Digest) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if key, ok := w.keys[digest]; ok {
		return key.requests
	}
	return 0
}
