package source

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
)

// decodeLoose decodes the JSON values of a script. It stops at the first value that is no JSON even
// after looseJSON.
func decodeLoose(text string) (values []any) {
	if !strings.Contains(text, `"`) { // a template has escaped all quotes
		text = nethtml.UnescapeString(text)
	}
	d := json.NewDecoder(strings.NewReader(looseJSON(text)))
	for {
		var value any
		if d.Decode(&value) != nil {
			return values
		}
		values = append(values, value)
	}
}

// scriptMarks hide a script from very old browsers, or from XML parsers. The first one is a byte
// order mark.
var scriptMarks = []string{"\ufeff", "<!--", "-->", "<![CDATA[", "]]>"}

// looseJSON makes JSON of the near-JSON that people and templates write. It removes or mends
// comments, CDATA marks, line breaks in strings, escapes that JSON does not have, commas before a
// closing bracket, and semicolons.
func looseJSON(text string) string {
	var out []byte
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && (i+1 == len(text) || !strings.ContainsRune(`"\/bfnrtu`, rune(text[i+1]))):
			// JSON has no such escape
		case inString && c == '\\':
			i++
			out = append(out, c, text[i])
		case inString && c < ' ':
			out = append(out, ' ')
		case inString:
			inString = c != '"'
			out = append(out, c)
		case c == ';':
		case skipped(text[i:]) > 0:
			i += skipped(text[i:]) - 1
		default:
			if c == '}' || c == ']' {
				out = bytes.TrimRight(out, ", \t\r\n")
			}
			inString = c == '"'
			out = append(out, c)
		}
	}
	return string(out)
}

// skipped is the length of the comment or mark at the beginning of a text.
func skipped(text string) int {
	for _, mark := range scriptMarks {
		if strings.HasPrefix(text, mark) {
			return len(mark)
		}
		if strings.HasPrefix(text, "//") && strings.HasPrefix(strings.TrimLeft(text[2:], " \t"), mark) {
			return len("//") // the text may go on in the same line
		}
	}
	end := ""
	switch {
	case strings.HasPrefix(text, "//"):
		end = "\n"
	case strings.HasPrefix(text, "/*"):
		end = "*/"
	default:
		return 0
	}
	if at := strings.Index(text[2:], end); at >= 0 {
		return 2 + at + len(end)
	}
	return len(text)
}

// collect adds the objects with an @id to byID, and removes the prefix from names of schema.org.
func collect(value any, byID map[string]map[string]any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			collect(one, byID)
		}
	case map[string]any:
		for _, key := range slices.Collect(maps.Keys(v)) {
			one := v[key]
			collect(one, byID)
			for _, prefix := range []string{"schema:", "http://schema.org/", "https://schema.org/"} {
				if name, has := strings.CutPrefix(key, prefix); has {
					delete(v, key)
					v[name] = one
				}
			}
		}
		if id, is := v["@id"].(string); is && len(v) > len(byID[id]) {
			byID[id] = v
		}
	}
}

// link resolves references: an object with nothing but an @id becomes the object of the page with
// this @id and more. So a thing may hold itself in the end. link still ends, because it visits each
// object only where the object stands.
func link(value any, byID map[string]map[string]any) {
	follow := func(one any) any {
		if reference, is := one.(map[string]any); is {
			if id, is := reference["@id"].(string); is && isReference(reference) && byID[id] != nil {
				return byID[id]
			}
		}
		link(one, byID)
		return one
	}
	switch v := value.(type) {
	case []any:
		for i, one := range v {
			v[i] = follow(one)
		}
	case map[string]any:
		for key, one := range v {
			v[key] = follow(one)
		}
	}
}

// isReference reports whether an object has nothing but an @id and a type.
func isReference(object map[string]any) bool {
	return len(object) == 1 || len(object) == 2 && object["@type"] != nil
}
