package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth bounds how deep metadata nests. Beyond some thousands Postgres fails, and well before that the JSON parsers of partners do.
const maxDepth = 500

// metadata reads null or an object, and returns the object's bytes as they are. What Postgres cannot store as jsonb is
// a problem.
func (d *decoder) metadata() json.RawMessage {
	if d.null() {
		return nil
	}
	if kind := d.json.PeekKind(); kind != '{' {
		d.skip()
		d.fail("metadata", "must be an object or null, not "+named(kind))
		return nil
	}
	d.token()
	start, depth := d.json.InputOffset()-1, d.json.StackDepth()
	for d.broken == nil && d.json.StackDepth() >= depth {
		d.inner()
	}
	if d.broken != nil {
		return nil
	}
	return bytes.Clone(d.text[start:d.json.InputOffset()])
}

// inner reads the next token within metadata.
func (d *decoder) inner() {
	switch d.json.PeekKind() {
	case '"':
		if v := d.value(); bytes.Contains(v, []byte(`\u0000`)) {
			if s, err := jsontext.AppendUnquote(nil, v); err == nil && bytes.IndexByte(s, 0) >= 0 {
				d.fail(pathOf(d.json.StackPointer()), holdsNUL)
			}
		}
	case '0':
		if v := d.value(); v != nil && !storable(v) {
			d.fail(pathOf(d.json.StackPointer()), fmt.Sprintf("is a number with more than %d digits before the point or %d after it, which Postgres cannot store",
				maxWhole, maxFraction))
		}
	default:
		d.token()
		if d.json.StackDepth() > maxDepth+1 { // the item itself is one
			d.fail("metadata", fmt.Sprintf("is nested more than %d deep", maxDepth))
		}
	}
}

// shopping holds a shop's metadata to the types that the service's document gives.
func (d *decoder) shopping(metadata json.RawMessage) {
	m := jsontext.NewDecoder(bytes.NewBuffer(metadata))
	if _, err := m.ReadToken(); err != nil {
		return // there is none
	}
	for m.PeekKind() == '"' {
		name, err := m.ReadToken()
		if err != nil {
			return
		}
		key := name.String()
		kind := m.PeekKind()
		if wanted := shoppingKind(key); wanted != 0 && kind != wanted {
			d.fail("metadata."+key, fmt.Sprintf("must be %s for shopping, not %s", named(wanted), named(kind)))
		}
		if err := m.SkipValue(); err != nil {
			return
		}
	}
}

// shoppingKind is the kind of value that a key of a shop's metadata must have; 0 for any.
func shoppingKind(key string) jsontext.Kind {
	switch key {
	case "location_detail", "hours_of_operation", "phone_number":
		return '"'
	case "map_poi_id":
		return '0'
	}
	return 0
}

// Postgres holds numbers of at most so many digits before and after the point.
const (
	maxWhole    = 131_072
	maxFraction = 16_383
)

// storable tells whether Postgres holds a JSON number with its exact value.
func storable(number []byte) bool {
	exponent := 0
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		var err error
		exponent, err = strconv.Atoi(string(number[i+1:]))
		if err != nil || exponent < -1_000_000 || exponent > 1_000_000 {
			return false
		}
		number = number[:i]
	}
	whole, fraction, _ := bytes.Cut(bytes.TrimPrefix(number, []byte("-")), []byte("."))
	if len(fraction)-exponent > maxFraction {
		return false
	}
	// Where the first digit but 0 stands, counted to the left from the point.
	first := len(whole)
	for _, c := range append(whole[:len(whole):len(whole)], fraction...) {
		if c != '0' {
			return first+exponent <= maxWhole
		}
		first--
	}
	return true
}
