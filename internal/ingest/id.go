package ingest

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// checkID tells what is wrong with an id; "" for a good one.
func checkID(s string) string {
	switch {
	case s == "":
		return "must not be empty"
	case utf8.RuneCountInString(s) > maxID:
		return tooLong(s, maxID)
	case strings.ContainsFunc(s, unicode.IsControl):
		return "must not hold control characters"
	case s == ".", s == "..":
		return "must not be . or .., which no URL can hold"
	}
	return ""
}

// readID reads the id out of an item that may be bad in any way, even break off; "" when it has none, more than one,
// or one that no item may have.
func readID(text []byte) string {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return ""
	}
	id, seen := "", false
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		isID := name.String() == "id"
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		if isID && seen {
			return ""
		}
		if isID {
			id, seen = usableID(value), true
		}
	}
	return id
}

func usableID(value jsontext.Value) string {
	if value.Kind() != '"' || !value.IsValid() { // which UTF-8 is looked at only now
		return ""
	}
	id, err := jsontext.AppendUnquote(nil, value)
	if err != nil || checkID(string(id)) != "" {
		return ""
	}
	return string(id)
}
