package api

var contentTypeJSON = []string{"application/json; charset=utf-8"}

// plain marks the bytes that need no escape in a JSON string.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

// appendString appends s as a JSON string. It does not escape <, >, & and non-ASCII characters. s must be valid UTF-8, as
// everything in the database is.
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
