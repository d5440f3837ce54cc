package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
	"airport-content/internal/timestamp"
)

// decoder reads items out of JSON, strictly: no unknown fields, no name twice in an object, nothing but UTF-8.
// Its methods note the first problem and go on, until the text is no JSON.
type decoder struct {
	json   jsontext.Decoder
	text   []byte
	item   *content.Item
	bad    *problem
	broken error // why no more can be read
}

// decode reads the one item that text holds.
func (d *decoder) decode(text []byte) (*content.Item, *problem) {
	d.json.Reset(bytes.NewBuffer(text))
	d.text, d.item, d.bad, d.broken = text, &content.Item{}, nil, nil
	if kind := d.json.PeekKind(); kind != '{' {
		d.skip()
		d.fail("json", "not a JSON object but "+named(kind))
	} else {
		d.object()
	}
	if d.broken != nil {
		return nil, broken(d.broken)
	}
	if _, err := d.json.ReadToken(); !errors.Is(err, io.EOF) {
		d.fail("json", "followed by more on the same line")
	}
	return d.item, d.bad
}

func (d *decoder) object() {
	d.token()
	for d.broken == nil && d.json.PeekKind() == '"' {
		if name := d.token(); d.broken == nil {
			d.member(name.String())
		}
	}
	d.token()
	d.complete()
}

// member reads the value of a top-level field.
func (d *decoder) member(name string) {
	it := d.item
	switch name {
	case "id":
		it.ID = d.id()
	case "contentType":
		it.Type = d.contentType()
	case "title":
		it.Title = d.limited(name, maxTitle)
	case "url":
		it.URL = d.nullable(name, maxURL)
	case "excerpt":
		it.Excerpt = d.nullable(name, maxExcerpt)
	case "content":
		it.Body = d.body()
	case "thumbnail":
		it.Thumbnail = d.nullable(name, maxURL)
	case "language":
		it.Language = d.language()
	case "lastModified":
		d.lastModified()
	case "metadata":
		it.Metadata = d.metadata()
	default:
		d.skip()
		d.fail(shown(name), fmt.Sprintf("unknown field; did you mean %q? Known are %s",
			spelling.Nearest(name, fields)[0], strings.Join(fields, ", ")))
	}
}

var fields = []string{"id", "contentType", "title", "url", "excerpt", "content", "thumbnail", "language", "lastModified", "metadata"}

// complete looks at what only the whole item shows.
func (d *decoder) complete() {
	it := d.item
	for _, required := range []struct {
		field   string
		missing bool
	}{{"id", it.ID == ""}, {"contentType", it.Type == ""}, {"title", it.Title == ""}, {"content", it.Body == nil}} {
		if required.missing {
			d.fail(required.field, "missing")
		}
	}
	if it.Language == "" {
		it.Language = "en"
	}
	if it.Type == "shopping" {
		d.shopping(it.Metadata)
	}
}

func (d *decoder) lastModified() {
	if d.null() {
		return
	}
	s, ok := d.stringValue("lastModified", "a string or null")
	if !ok {
		return
	}
	t, err := timestamp.Parse(s)
	if err != nil {
		d.fail("lastModified", err.Error())
	}
	if t.IsZero() { // the beginning of year 1, where an item without a date has it
		t = t.Add(time.Nanosecond) // which Postgres does not keep
	}
	d.item.LastModified = t
}

func (d *decoder) fail(field, reason string) {
	if d.bad == nil {
		d.bad = &problem{field: field, reason: reason}
	}
}

// token reads a token; a zero one when the text is broken.
func (d *decoder) token() jsontext.Token {
	if d.broken != nil {
		return jsontext.Token{}
	}
	t, err := d.json.ReadToken()
	d.broken = err
	return t
}

// value reads a value, nil when the text is broken. It is valid until the next read.
func (d *decoder) value() jsontext.Value {
	if d.broken != nil {
		return nil
	}
	v, err := d.json.ReadValue()
	d.broken = err
	return v
}

func (d *decoder) skip() { d.value() }

// null reads a null, if that is what follows.
func (d *decoder) null() bool {
	if d.json.PeekKind() != 'n' {
		return false
	}
	d.skip()
	return d.broken == nil
}

// stringValue reads a string without NUL. Anything else it skips.
func (d *decoder) stringValue(field, wanted string) (string, bool) {
	if kind := d.json.PeekKind(); kind != '"' {
		d.skip()
		d.fail(field, fmt.Sprintf("must be %s, not %s", wanted, named(kind)))
		return "", false
	}
	s := d.token().String()
	if d.broken != nil {
		return "", false
	}
	if strings.IndexByte(s, 0) >= 0 {
		d.fail(field, holdsNUL)
		return "", false
	}
	return s, true
}

const holdsNUL = `holds \u0000, which Postgres cannot store`
