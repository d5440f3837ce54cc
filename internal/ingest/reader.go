// Package ingest turns import files into checked items. It knows no database.
package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/reading"
	"airport-content/internal/search/document"
)

// ErrEmpty means that the input is empty or only white space. An empty JSON array is no error, but
// an input without items.
var ErrEmpty = errors.New("the input is empty; an empty JSON array, [], would mean no items")

// maxItem bounds the text of an item, in bytes. A content of 2 MB takes 12 MB if every character is
// escaped.
const maxItem = 32 << 20

// Record is a good item with its searchable texts.
type Record struct {
	Line  int             // in NDJSON; in an array, the item's number; from 1
	Item  *content.Item   // with its Body; LastModified is zero if the file has none
	Texts []document.Text // for the index

	ReadKeys   []string // keys of the item's metadata that were read from its texts
	UnreadKeys []string // keys whose texts were not understood
	OpenTimes  string   // as hours.ParseTimes reads it; empty if it is not known
}

// Invalid is the error for one bad item. Reading can continue after it.
type Invalid struct {
	Array  bool   // the input is one array
	Line   int    // as in Record
	ID     string // the item's; "" if no valid id can be read
	Field  string // "metadata.map_poi_id" for nested ones; "json" for the whole item
	Reason string
}

func (e *Invalid) Error() string {
	where := Place(e.Array, e.Line)
	if e.ID != "" {
		where += " (id " + e.ID + ")"
	}
	return fmt.Sprintf("%s: %s: %s", where, e.Field, e.Reason)
}

// Place names the place of an item in an input: "line 4" of NDJSON, "item 4" of an array.
func Place(array bool, number int) string {
	if array {
		return fmt.Sprintf("item %d", number)
	}
	return fmt.Sprintf("line %d", number)
}

// Reader reads items from NDJSON or one JSON array. It holds one item at a time.
type Reader struct {
	CleanHTML bool // clean content and excerpts as pulls do; set it before the first Next
	ReadTexts bool // add to the metadata what can be read from their texts; set it before the first Next

	in     *bufio.Reader
	opened bool
	number int    // of the last line or item of the array that was read
	line   []byte // of NDJSON
	atEnd  bool   // the input ends within the line

	array *jsontext.Decoder // nil for NDJSON
	limit *io.LimitedReader // what array reads from
}

// NewReader makes a reader of input. The first bytes decide the format.
func NewReader(input io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(input, 64<<10)}
}

// Next returns the next item. The error is an *Invalid for a bad item, and io.EOF at the end. After
// any other error, nothing more can be read.
func (r *Reader) Next() (*Record, error) {
	if !r.opened {
		if err := r.open(); err != nil {
			return nil, err
		}
		r.opened = true
	}
	text, err := r.next()
	if err != nil {
		return nil, err
	}
	item, invalid := decode(text)
	if invalid == nil && r.CleanHTML {
		invalid = clean(item)
	}
	if invalid != nil && r.atEnd && isCut(text) {
		return nil, fmt.Errorf("line %d: the input ends in the middle of an item", r.number)
	}
	if invalid != nil {
		invalid.Array, invalid.Line, invalid.ID = r.IsArray(), r.number, readID(text)
		return nil, invalid
	}
	record := &Record{Line: r.number, Item: item}
	excerpt := ""
	if item.Excerpt != nil {
		excerpt = *item.Excerpt
	}
	record.Texts = document.Texts(document.Item{Type: string(item.Type), Language: item.Language, Title: item.Title, Excerpt: excerpt,
		Body: *item.Body, Metadata: item.Metadata})
	record.ReadMetadata(r.ReadTexts) // after the texts for the index, which has the words already
	return record, nil
}

// ReadMetadata finds out what the item's metadata say: with texts, it adds the keys that can be read
// from their texts.
func (r *Record) ReadMetadata(texts bool) {
	if texts {
		r.Item.Metadata, r.ReadKeys, r.UnreadKeys = reading.Add(r.Item.Metadata, r.Item.Language)
	}
	r.OpenTimes = reading.Times(string(r.Item.Type), r.Item.Metadata)
}

// clean cleans an item as pulls do.
func clean(item *content.Item) *Invalid {
	base := ""
	if item.URL != nil {
		if _, err := url.Parse(*item.URL); err == nil {
			base = *item.URL
		}
	}
	body, err := markup.Clean(*item.Body, base)
	switch {
	case err != nil:
		return bad("content", "cannot be cleaned: %v", err)
	case len(body) > maxBody:
		return bad("content", "longer than %d bytes when cleaned", maxBody)
	}
	item.Body = &body
	if item.Excerpt != nil {
		excerpt := markup.Plain(*item.Excerpt)
		item.Excerpt = &excerpt
	}
	return nil
}

// open detects the format.
func (r *Reader) open() error {
	head, _ := r.in.Peek(16) // the next read returns an error again
	kind := http.DetectContentType(head)
	if !strings.HasPrefix(kind, "text/") || strings.Contains(kind, "utf-16") {
		return fmt.Errorf("the input looks like %s, not like JSON: unpack binary files, and convert UTF-16 to UTF-8", kind)
	}
	if mark := "\ufeff"; bytes.HasPrefix(head, []byte(mark)) {
		_, _ = r.in.Discard(len(mark))
	}
	first, err := r.skipSpace()
	if errors.Is(err, io.EOF) {
		return ErrEmpty
	}
	if err != nil || first != '[' {
		return err
	}
	start, _ := r.in.Peek(r.in.Size())
	line, more, _ := bytes.Cut(start, []byte("\n"))
	if jsontext.Value(line).IsValid() && len(bytes.TrimSpace(more)) > 0 {
		return nil // a bad line of NDJSON: nothing may follow an array of items
	}
	r.number, r.limit = 0, &io.LimitedReader{R: r.in, N: maxItem}
	r.array = jsontext.NewDecoder(r.limit, lenient)
	_, err = r.array.ReadToken()
	return err
}

// IsArray reports whether the input is one array. It is valid after the first Next.
func (r *Reader) IsArray() bool { return r.array != nil }

// lenient accepts faults that make one item bad, so that the following items can be read.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// next returns the text of the next item, valid until the next call.
func (r *Reader) next() ([]byte, error) {
	r.number++
	if r.array != nil {
		return r.nextOfArray()
	}
	if _, err := r.skipSpace(); err != nil {
		return nil, err
	}
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.line = append(r.line, part[:min(len(part), maxItem-len(r.line))]...) // a longer item is bad anyway
		r.atEnd = errors.Is(err, io.EOF) && len(r.line) < maxItem
		switch {
		case err == nil, errors.Is(err, io.EOF):
			return r.line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("read the input at line %d: %w", r.number, err)
		}
	}
}

func (r *Reader) nextOfArray() ([]byte, error) {
	r.limit.N = maxItem
	if r.array.PeekKind() == ']' {
		return nil, r.endOfArray()
	}
	text, err := r.array.ReadValue()
	switch {
	case err == nil:
		return text, nil
	case r.limit.N <= 0:
		return nil, fmt.Errorf("item %d of the array is longer than %d MB", r.number, maxItem>>20)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("item %d of the array: the input ends before the array does", r.number)
	}
	return nil, fmt.Errorf("item %d of the array: %w", r.number, err)
}

// endOfArray returns io.EOF if nothing follows the array.
func (r *Reader) endOfArray() error {
	_, _ = r.array.ReadToken() // the bracket
	if _, err := r.array.ReadToken(); err != nil {
		return err
	}
	return errors.New("there is more after the end of the array")
}

// skipSpace skips white space and counts the lines. It returns the next byte without reading the
// byte.
func (r *Reader) skipSpace() (byte, error) {
	for {
		c, err := r.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("read the input: %w", err)
		case c == '\n':
			r.number++
		case c != ' ' && c != '\t' && c != '\r':
			return c, r.in.UnreadByte()
		}
	}
}
