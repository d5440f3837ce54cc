package api

import (
	"strconv"

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
)

var contentTypeJSON = []string{"application/json; charset=utf-8"}

// plain tells which bytes stand in a JSON string as they are.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

// appendString appends s as a JSON string; <, >, & and everything beyond ASCII stay as they are. s is valid UTF-8:
// the database holds nothing else.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if plain[s[i]] {
			continue
		}
		b = append(b, s[start:i]...)
		b = appendEscape(b, s[i])
		start = i + 1
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

func appendEscape(b []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	default:
		return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}

func appendStringOrNull(b []byte, s *string) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	return appendString(b, *s)
}

// appendItem appends a content item; one without a body has no "content" field.
func appendItem(b []byte, it *content.Item) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, it.ID)
	b = append(b, `,"contentType":`...)
	b = appendString(b, string(it.Type))
	b = append(b, `,"title":`...)
	b = appendString(b, it.Title)
	b = append(b, `,"url":`...)
	b = appendStringOrNull(b, it.URL)
	b = append(b, `,"excerpt":`...)
	b = appendStringOrNull(b, it.Excerpt)
	if it.Body != nil {
		b = append(b, `,"content":`...)
		b = appendString(b, *it.Body)
	}
	b = append(b, `,"thumbnail":`...)
	b = appendStringOrNull(b, it.Thumbnail)
	b = append(b, `,"language":`...)
	b = appendString(b, it.Language)
	b = append(b, `,"lastModified":"`...)
	b = timestamp.Append(b, it.LastModified)
	b = append(b, `","metadata":`...)
	if it.Metadata == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, it.Metadata...)
	}
	return append(b, '}')
}

// quoted makes text of a caller fit for a message: valid, short, in quotes.
func quoted(s string) string {
	short := shortened(s)
	if len(short) < len(s) {
		return strconv.Quote(short) + "…"
	}
	return strconv.Quote(s)
}

// shortened is at most the first 60 characters of s.
func shortened(s string) string {
	count := 0
	for i := range s {
		if count++; count > 60 {
			return s[:i]
		}
	}
	return s
}
