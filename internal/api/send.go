package api

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Cache-Control of answers.
const (
	listAge    = "private, max-age=300"
	itemAge    = "private, max-age=3600"
	changesAge = "no-cache"
)

// pieceSize is in bytes. A shorter answer is sent in one piece, with its length; a longer one in several pieces.
const pieceSize = 1 << 20

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// send answers with head, n results with commas between them, and tail. A caller that reads a piece too slowly is cut off.
func (c *call) send(age, tag string, head []byte, n int, result func(b []byte, i int) []byte, tail string) error {
	kept := buffers.Get().(*[]byte)
	b := append((*kept)[:0], head...)
	defer func() {
		if cap(b) <= 2*pieceSize {
			*kept = b
			buffers.Put(kept)
		}
	}()
	h := c.w.Header()
	h["Content-Type"] = contentTypeJSON
	h["Cache-Control"] = []string{age}
	h["ETag"] = []string{tag}
	whole := true
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if b = result(b, i); len(b) > pieceSize {
			whole = false
			if err := c.write(b); err != nil || c.x.method == http.MethodHead {
				return err
			}
			b = b[:0]
		}
	}
	b = append(b, tail...)
	if whole {
		h["Content-Length"] = []string{strconv.Itoa(len(b))}
	}
	return c.write(b)
}

func (c *call) write(piece []byte) error {
	deadline := min(writeFor, longestAnswer-time.Since(c.x.start))
	// This fails only for a writer without deadlines, as in tests.
	_ = http.NewResponseController(c.x.ResponseWriter).SetWriteDeadline(time.Now().Add(deadline))
	if _, err := c.w.Write(piece); err != nil {
		return callerGone(err)
	}
	return nil
}
