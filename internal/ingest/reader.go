// Package ingest turns import files into checked items with their searchable text.
package ingest

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// ErrEmpty ends an input of nothing but space. An empty JSON array is an input of no items, and not an error.
var ErrEmpty = errors.New("the input is empty; an empty JSON array, [], would mean no items")

// Record is one good item, with where it stood and its searchable text.
type Record struct {
	Line int // in NDJSON; in an array, the item's number; from 1
	// Item has its Body. LastModified is zero where the file has none, or the year 1 that many
	// systems write for none; Language is "en" where the file has none.
	Item                 content.Item
	Title, Excerpt, Text string // normalised, for the index
}

// Invalid is the error of one bad item; reading may go on after it.
type Invalid struct {
	Line   int    // as Record's
	ID     string // the item's; "" when none could be read that an item may have
	Field  string // "metadata.map_poi_id" for nested ones; "json" when there is no object to look at
	Reason string
}

func (e *Invalid) Error() string { return fmt.Sprintf("line %d: %s: %s", e.Line, e.Field, e.Reason) }

// Reader reads items from NDJSON or one JSON array, holding one at a time.
type Reader struct {
	in      *bufio.Reader
	source  source // nil before the first item
	decoder decoder
	end     error // what ended the input
}

// source parts an input into the texts of its items.
type source interface {
	// next returns io.EOF at the end; any other error means that what follows cannot be read.
	next() (piece, error)
}

// piece is the text of one item.
type piece struct {
	number int
	text   []byte // until the next call of next; the beginning only, when long
	long   bool   // longer than maxItem
	open   bool   // ended by the end of the input, so it may have been cut off
}

// NewReader makes a reader of r. The format is found out from the first bytes.
func NewReader(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 64<<10)}
}

// Next returns the next good item. The error is an *Invalid for a bad one, io.EOF at the end, and else says why nothing
// more can be read: ErrEmpty, a read error, something that is not JSON, a JSON array that is broken or an input that was cut off.
func (r *Reader) Next() (*Record, error) {
	if r.end != nil {
		return nil, r.end
	}
	record, err := r.next()
	var invalid *Invalid
	if err != nil && !errors.As(err, &invalid) {
		r.end = err
	}
	return record, err
}

func (r *Reader) next() (*Record, error) {
	if r.source == nil {
		source, err := open(r.in)
		if err != nil {
			return nil, err
		}
		r.source = source
	}
	p, err := r.source.next()
	if err != nil {
		return nil, err
	}
	if p.long {
		return nil, p.invalid("json", fmt.Sprintf("longer than %d bytes, which no item may be", maxItem))
	}
	item, bad := r.decoder.decode(p.text)
	switch {
	case bad != nil && bad.cut && p.open:
		return nil, fmt.Errorf("line %d: the input ends in the middle of an item", p.number)
	case bad != nil:
		return nil, p.invalid(bad.field, bad.reason)
	}
	return newRecord(p.number, item), nil
}

func (p piece) invalid(field, reason string) *Invalid {
	return &Invalid{Line: p.number, ID: readID(p.text), Field: field, Reason: reason}
}

func newRecord(number int, item *content.Item) *Record {
	excerpt := ""
	if item.Excerpt != nil {
		excerpt = *item.Excerpt
	}
	r := &Record{Line: number, Item: *item}
	r.Title, r.Excerpt, r.Text = search.Document(item.Title, excerpt, *item.Body)
	return r
}
