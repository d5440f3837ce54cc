package api

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
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

// body is a successful answer on its way out. It is sent whole, with its length, when it ends. What is over maxBuffered
// waits for that in a spool; where that has no room, it goes out as it is read. So no answer is ever held whole in memory.
type body struct {
	w      http.ResponseWriter
	x      *exchange
	spools *spools
	age    string
	tag    string
	head   func([]byte) []byte // appends what comes before the results; called as late as can be, for it tells the time taken
	top    []byte              // what head appends to
	spool  *spool              // what comes before buf; nil: nothing
	buf    []byte              // what is neither spooled nor sent
	many   bool                // buf is not the first of the results
	begun  bool                // the headers are sent
}

func (c *call) newBody(age string) *body {
	b := buffers.Get().(*body)
	*b = body{w: c.w, x: exchangeOf(c.r.Context()), spools: c.api.spools, age: age, top: b.top[:0], buf: b.buf[:0]}
	return b
}

// release keeps the buffer for another answer, unless it is gone, or a huge item made it too large for that.
func (b *body) release() {
	if b.spool != nil {
		b.spool.close()
	}
	if n := cap(b.buf); n > 0 && n <= maxBuffered {
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

// long tells whether the answer has been over maxBuffered.
func (b *body) long() bool { return b.spool != nil || b.begun }

// grown puts away what is there if it is more than is kept in memory.
func (b *body) grown() error {
	switch {
	case len(b.buf) <= maxBuffered:
		return nil
	case b.x.method == http.MethodHead:
		if err := b.send(false); err != nil {
			return err
		}
		return errEnough
	case !b.begun && time.Since(b.x.start) < b.x.timeout && b.spill(): // the caller should hear something by then
		b.x.extend()
		return nil
	default:
		return b.send(false)
	}
}

// spill moves what is there to the spool, if that has room.
func (b *body) spill() bool {
	if b.spool == nil {
		b.spool = b.spools.open()
	}
	if b.spool == nil || !b.spool.add(b.buf) {
		return false
	}
	b.buf = b.buf[:0]
	return true
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
	if b.spool != nil && !b.begun && b.spill() {
		b.buf = nil // may be large, and this caller slow
	}
	return b.send(true)
}

// send sends what there is, the headers first; they have the length of a body that ends with it.
func (b *body) send(last bool) error {
	if b.long() || !last {
		defer b.x.pause()()
	}
	if !b.begun {
		if err := b.begin(last); err != nil {
			return err
		}
	}
	err := b.write(b.buf)
	b.buf = b.buf[:0]
	return err
}

// begin sends all that comes before buf.
func (b *body) begin(last bool) error {
	b.begun = true
	b.top = b.head(b.top)
	length := len(b.top) + len(b.buf)
	if b.spool != nil {
		length += int(b.spool.size)
	}
	if last {
		b.w.Header()["Content-Length"] = []string{strconv.Itoa(length)}
	}
	b.sendHeaders()
	if err := b.write(b.top); err != nil || b.spool == nil {
		return err
	}
	return b.sendSpool(last)
}

// sendSpool may take its time when the store is done, which waits for nobody then.
func (b *body) sendSpool(storeDone bool) error {
	allowed := writeFor
	if storeDone {
		allowed = writeSpooledFor
	}
	err := b.spool.pieces(func(piece []byte, at int64) error {
		if at%maxBuffered == 0 {
			b.x.allowWriting(allowed)
		}
		return b.write(piece)
	})
	b.x.allowWriting(allowed)
	return err
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
