package api

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
)

const (
	maxBuffered = 1 << 20 // bytes of an answer that is sent whole, with its length
	firstBuffer = 64 << 10
)

var (
	buffers = sync.Pool{New: func() any { return &body{buf: make([]byte, 0, firstBuffer)} }}

	// errEnough ends the reading of a page of which nothing more is to be sent.
	errEnough = errors.New("nothing more is to be sent")
)

// body is a successful answer on its way out. It is sent whole, with its length, when it ends; or, once it has grown
// over maxBuffered, in pieces, so that no answer is ever held whole in memory.
type body struct {
	w    http.ResponseWriter
	x    *exchange
	age  string
	tag  string
	head func([]byte) []byte // appends what comes before buf; called as late as can be, for it tells the time taken
	top  []byte              // what head appends to
	buf  []byte              // what is not sent yet
	many bool                // buf is not the first of the results
	long bool                // the headers are sent
}

func (c *call) newBody(age string) *body {
	b := buffers.Get().(*body)
	*b = body{w: c.w, x: exchangeOf(c.r.Context()), age: age, top: b.top[:0], buf: b.buf[:0]}
	return b
}

// release keeps the buffer for another answer, unless a huge item made it too large for that.
func (b *body) release() {
	if cap(b.buf) <= maxBuffered {
		*b = body{top: b.top, buf: b.buf}
		buffers.Put(b)
	}
}

// separate puts a comma between results.
func (b *body) separate() {
	if b.many {
		b.buf = append(b.buf, ',')
	}
	b.many = true
}

// grown sends what is there if it is more than is kept in memory.
func (b *body) grown() error {
	if len(b.buf) <= maxBuffered {
		return nil
	}
	return b.sendPiece()
}

// sendPiece may take as long as the caller makes progress.
func (b *body) sendPiece() error {
	defer b.x.pause()()
	if !b.long {
		b.long = true
		b.sendHeaders()
		if err := b.write(b.head(b.top)); err != nil {
			return err
		}
	}
	if err := b.write(b.buf); err != nil {
		return err
	}
	b.buf = b.buf[:0]
	if b.x.method == http.MethodHead {
		return errEnough
	}
	return nil
}

// end sends the rest, with tail after it, unless the store ended with an error.
func (b *body) end(tail string, err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	if err != nil {
		return err
	}
	b.buf = append(b.buf, tail...)
	if b.long {
		return b.sendPiece()
	}
	b.top = b.head(b.top)
	b.w.Header()["Content-Length"] = []string{strconv.Itoa(len(b.top) + len(b.buf))}
	b.sendHeaders()
	if err := b.write(b.top); err != nil {
		return err
	}
	return b.write(b.buf)
}

// write keeps a caller who cannot be reached apart from a store that cannot.
func (b *body) write(p []byte) error {
	if _, err := b.w.Write(p); err != nil {
		return callerGone(err)
	}
	return nil
}

func (b *body) sendHeaders() {
	h := b.w.Header()
	h["Content-Type"] = contentTypeJSON
	h["Cache-Control"] = []string{b.age}
	h["ETag"] = []string{b.tag}
	b.w.WriteHeader(http.StatusOK)
}
