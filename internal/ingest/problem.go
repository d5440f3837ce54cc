package ingest

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// problem is what is wrong with an item.
type problem struct {
	field, reason string
	cut           bool // its text ends too early
}

// broken tells why a text is not the JSON that it should be.
func broken(err error) *problem {
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return &problem{field: "json", reason: "not a JSON object: " + err.Error(), cut: cut}
	}
	p := &problem{field: pathOf(syntax.JSONPointer), cut: cut}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		p.reason = "given twice in one object"
	case cut:
		p.field = "json"
		p.reason = "not a whole JSON object; NDJSON has each item on one line"
	case syntax.JSONPointer == "":
		p.field = "json"
		p.reason = fmt.Sprintf("not a JSON object: %v after byte %d", syntax.Err, syntax.ByteOffset)
	default:
		p.reason = fmt.Sprintf("not JSON: %v after byte %d", syntax.Err, syntax.ByteOffset)
	}
	return p
}

// pathOf writes a pointer as metadata.map_poi_id.
func pathOf(p jsontext.Pointer) string {
	var path []string
	for token := range p.Tokens() {
		path = append(path, token)
	}
	return shown(strings.Join(path, "."))
}

// shown makes a name fit for a message: short and printable.
func shown(name string) string {
	const most = 100
	if quoted := fmt.Sprintf("%.100q", name); name == "" || len(name) > most || quoted[1:len(quoted)-1] != name {
		return quoted
	}
	return name
}

// named names the kind of a value.
func named(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "something else"
}
