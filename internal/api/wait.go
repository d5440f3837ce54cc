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
	w, ok := c.beginWait(until)
	if !ok {
		return false, nil
	}
	c.Store.AwaitChange(w, st)
	return true, w.end()
}

// awaitFeed is awaitChange for the heads of all airports of the key.
func (c *call) awaitFeed(level *feedLevel, until time.Time) (waited bool, err error) {
	w, ok := c.beginWait(until)
	if !ok {
		return false, nil
	}
	for heads := level.heads; w.Err() == nil && !level.grant.seesOther(level.heads.List, heads.List); {
		heads = c.Store.AwaitHeads(w, heads)
	}
	return true, w.end()
}

// wait is the wait of a call. It ends at its time, with the server, or when the caller leaves.
type wait struct {
	context.Context
	call    *call
	key     string // whose slot it holds
	began   time.Time
	cancel  context.CancelFunc
	forgets func() bool
}

// beginWait takes a slot of the key. If there is none, or the server stops, ok is false. Otherwise
// the caller must call end.
func (c *call) beginWait(until time.Time) (w *wait, ok bool) {
	if c.Stopping.Err() != nil || !c.slots.take(c.grant.KeyID) {
		return nil, false
	}
	c.releaseMemory() // of an earlier try
	w = &wait{call: c, key: c.grant.KeyID, began: time.Now()}
	w.Context, w.cancel = context.WithDeadline(c.r.Context(), until)
	w.forgets = context.AfterFunc(c.Stopping, w.cancel)
	c.response.deadline.Stop()
	return w, true
}

// end lets the request go on, with a new time limit. It checks key and rights anew, because both may
// have changed.
func (w *wait) end() error {
	c := w.call
	w.forgets()
	w.cancel()
	c.slots.leave(w.key)
	if err := c.r.Context().Err(); err != nil {
		return err
	}
	c.response.deadline.Reset(c.RequestTimeout)
	c.response.waited += time.Since(w.began)
	// The call fails only for a writer without deadlines, such as a recorder in a test.
	_ = http.NewResponseController(c.response.ResponseWriter).SetWriteDeadline(time.Now().Add(c.RequestTimeout + writeFor))
	return c.admitAgain()
}
