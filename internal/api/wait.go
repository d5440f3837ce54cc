package api

import (
	"context"
	"net/http"
	"time"

	"airport-content/internal/content"
)

// awaitChange waits for another state of the airport. The end or a change of the key, and the end of the
// time, end the wait too. Then waited is true, and the caller must read the changes again. If the server
// stops, or too many requests of the key wait, awaitChange returns false at once.
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

// wait is the wait of a call. It ends at its time, with the server, with its key, or when the caller
// leaves.
type wait struct {
	context.Context
	call    *call
	key     *waitingKey
	began   time.Time
	cancel  context.CancelFunc
	forgets [2]func() bool
}

// beginWait counts the request among those of its key that wait. If these are too many, or the server
// stops, ok is false. Otherwise the caller must call end.
func (c *call) beginWait(until time.Time) (w *wait, ok bool) {
	if c.Stopping.Err() != nil {
		return nil, false
	}
	key := c.keyWatch.take(c.grant)
	if key == nil {
		return nil, false
	}
	c.releaseMemory() // of an earlier try
	w = &wait{call: c, key: key, began: time.Now()}
	w.Context, w.cancel = context.WithDeadline(c.r.Context(), until)
	w.forgets = [...]func() bool{context.AfterFunc(c.Stopping, w.cancel), context.AfterFunc(key.ended, w.cancel)}
	c.response.deadline.Stop()
	return w, true
}

// end lets the request go on, with a new time limit. It checks key and rights anew, because both may
// have changed.
func (w *wait) end() error {
	c := w.call
	for _, forget := range w.forgets {
		forget()
	}
	w.cancel()
	c.keyWatch.leave(w.key)
	if err := c.r.Context().Err(); err != nil {
		return err
	}
	c.response.deadline.Reset(c.RequestTimeout)
	c.response.waited += time.Since(w.began)
	// The call fails only for a writer without deadlines, such as a recorder in a test.
	_ = http.NewResponseController(c.response.ResponseWriter).SetWriteDeadline(time.Now().Add(c.RequestTimeout + writeFor))
	return c.admitAgain()
}
