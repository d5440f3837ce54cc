package api

import (
	"bytes"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
)

var contentTypeJSON = []string{"application/json; charset=utf-8"}

// Cache-Control of answers.
const (
	listAge    = "private, max-age=300"
	itemAge    = "private, max-age=3600"
	changesAge = "no-cache"
)

// pieceSize is in bytes. A shorter answer is sent in one piece, with its length; a longer one in several pieces.
const pieceSize = 1 << 20

// meta is that of every success.
type meta struct {
	Partner        string          `json:"partner"`
	PartnerID      int64           `json:"partnerId"`
	Airport        string          `json:"airport"`
	AirportName    string          `json:"airportName"`
	Timestamp      time.Time       `json:"timestamp,format:'2006-01-02T15:04:05.000Z'"`
	ResponseTimeMs int64           `json:"responseTimeMs"`
	Search         *content.Search `json:"search,omitzero"`
}

func (c *call) meta(st *content.State, search *content.Search) meta {
	return meta{Partner: c.grant.Partner, PartnerID: c.grant.PartnerID, Airport: st.Code, AirportName: st.Name, Timestamp: st.Timestamp,
		ResponseTimeMs: time.Since(c.response.start).Milliseconds(), Search: search}
}

// answer is a success that is being sent. A caller that reads a piece too slowly is cut off. After an error, nothing more is sent;
// end returns the error.
type answer struct {
	c      *call
	buffer *bytes.Buffer
	pieces int // sent so far
	err    error
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// answer begins a success.
func (c *call) answer(age, tag string) *answer {
	h := c.w.Header()
	h["Content-Type"] = contentTypeJSON
	h["Cache-Control"] = []string{age}
	h["ETag"] = []string{tag}
	return &answer{c: c, buffer: buffers.Get().(*bytes.Buffer)}
}

func (a *answer) text(s string) { a.buffer.WriteString(s) }

func (a *answer) bytes(b []byte) { a.buffer.Write(b) }

// comma separates result i from the one before it.
func (a *answer) comma(i int) {
	if i > 0 {
		a.buffer.WriteByte(',')
	}
}

// json writes a value, and sends what has gathered if that is a piece.
func (a *answer) json(value any) {
	if a.err != nil {
		return
	}
	writeJSON(a.buffer, value)
	if a.buffer.Len() > pieceSize {
		a.send()
	}
}

var asJSON = json.JoinOptions(json.Deterministic(true), jsontext.AllowDuplicateNames(true))

// writeJSON writes a value as the interface does: <, >, & and what is not ASCII are not escaped.
func writeJSON(b *bytes.Buffer, value any) {
	// What is in the database is valid, so only a value of a wrong Go type could fail.
	if err := json.MarshalWrite(b, value, asJSON); err != nil {
		panic(err)
	}
}

func (a *answer) send() {
	if a.pieces > 0 && a.c.response.method == http.MethodHead {
		return
	}
	a.pieces++
	left := min(writeFor, longestAnswer-time.Since(a.c.response.start))
	// This fails only for a writer without deadlines, as in tests.
	_ = http.NewResponseController(a.c.response.ResponseWriter).SetWriteDeadline(time.Now().Add(left))
	if _, err := a.c.w.Write(a.buffer.Bytes()); err != nil {
		a.err = callerGone(err)
	}
	a.buffer.Reset()
}

// end sends the rest.
func (a *answer) end() error {
	if a.pieces == 0 {
		a.c.w.Header()["Content-Length"] = []string{strconv.Itoa(a.buffer.Len())}
	}
	if a.err == nil {
		a.send()
	}
	if a.buffer.Cap() <= 2*pieceSize {
		a.buffer.Reset()
		buffers.Put(a.buffer)
	}
	return a.err
}
