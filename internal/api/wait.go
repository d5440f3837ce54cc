package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"airport-content/internal/content"
)

// maxWaiting is how many requests of a key may wait for changes at once.
const maxWaiting = 5

// slots counts the waiting requests of each key.
type slots struct {
	mu    sync.Mutex
	taken map[string]int // by key id; a count of zero is removed
}

// take reports whether one more request of a key may wait. After true, the caller must call leave.
func (s *slots) take(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[key] == maxWaiting {
		return false
	}
	s.taken[key]++
	return true
}

func (s *slots) leave(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken[key]--
	if s.taken[key] == 0 {
		delete(s.taken, key)
	}
}

// awaitChange waits until the airport has another state, or until the time is over. Then waited is
// true, and the caller must read the changes again. If the server stops, or too many requests of
// the key wait, awaitChange returns false at once.
func (c *call) awaitChange(st *content.State, until time.Time) (waited bool, err error) {
	key := c.grant.KeyID
	if c.Stopping.Err() != nil || !c.slots.take(key) {
		return false, nil
	}
	defer c.slots.leave(key)
	waiting, cancel := context.WithDeadline(c.r.Context(), until)
	defer cancel()
	defer context.AfterFunc(c.Stopping, cancel)()
	began := time.Now()
	c.response.deadline.Stop()
	c.Store.AwaitChange(waiting, st)
	if err := c.r.Context().Err(); err != nil {
		return false, err
	}
	c.response.deadline.Reset(c.RequestTimeout)
	c.response.waited += time.Since(began)
	// The call fails only for a writer without deadlines, such as a recorder in a test.
	_ = http.NewResponseController(c.response.ResponseWriter).SetWriteDeadline(time.Now().Add(c.RequestTimeout + writeFor))
	return true, c.admitAgain()
}
