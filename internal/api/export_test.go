package api

import (
	"net/http"

	"airport-content/internal/partner"
)

// NewWatched is New, with a function that counts the requests of a key that wait for changes.
func NewWatched(o Options) (handler http.Handler, waiting func(key string) int) {
	s := newServer(o)
	return s.routes, func(key string) int { return s.keyWatch.requests(partner.DigestOf(key)) }
}

func (w *keyWatch) requests(digest partner.Digest) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if key, ok := w.keys[digest]; ok {
		return key.requests
	}
	return 0
}
