package source

import (
	"encoding/json"
	"maps"
	"regexp"
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
	text = looseJSON(text)
	for {
		at := strings.IndexAny(text, "{[") // commas stand between objects, or a comment before them
		if at < 0 {
			return values
		}
		text = text[at:]
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var value any
		if d.Decode(&value) != nil {
			return values
		}
		values = append(values, value)
		text = text[d.InputOffset():]
	}
}

var (
	// jsonNoise finds what JSON does not have, and strings: semicolons, words of other languages,
	// comments, and marks that hide a script from very old browsers or from XML parsers. Text may
	// follow a mark in its line.
	jsonNoise = regexp.MustCompile(`(?s)"(\\.|[^"\\])*"?|;|\x{feff}|\x{a0}|(//[ \t]*)?(<!--|-->|<!\[CDATA\[|\]\]>)|//[^\n]*|/\*.*?(\*/|$)|\b(undefined|NaN|None|True|False)\b`)
	jsonGaps  = regexp.MustCompile(`(?s)"(\\.|[^"\\])*"?|,[\s,]*[}\]]|:\s*[,}]`) // last commas, missing values, and strings
	inStrings = regexp.MustCompile(`\\?[\x00-\x1f]|\\.`)
)

// looseJSON makes JSON of the near-JSON that people and templates write. It removes or mends
// comments, CDATA marks, line breaks in strings, escapes that JSON does not have, commas before a
// closing bracket, missing values, and semicolons.
func looseJSON(text string) string {
	text = jsonNoise.ReplaceAllStringFunc(text, func(found string) string {
		switch {
		case strings.Contains("uNTF", found[:1]):
			return "null"
		case found[0] != '"':
			return ""
		}
		return inStrings.ReplaceAllStringFunc(found, func(found string) string {
			switch {
			case found[len(found)-1] < ' ':
				return " "
			case strings.ContainsAny(found[1:], `"\/bfnrtu`):
				return found
			}
			return found[1:]
		})
	})
	return jsonGaps.ReplaceAllStringFunc(text, func(found string) string {
		switch found[0] {
		case ',':
			return found[len(found)-1:]
		case ':':
			return ":null" + found[len(found)-1:]
		}
		return found
	})
}

// collect gives objects their plain keys, and adds the objects with an @id to byID.
func collect(value any, byID map[string]map[string]any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			collect(one, byID)
		}
	case map[string]any:
		for _, key := range slices.Collect(maps.Keys(v)) {
			collect(v[key], byID)
			if plain := plainKey(key); v[plain] == nil {
				v[plain] = v[key]
			}
		}
		if id, is := v["@id"].(string); is && len(v) > len(byID[id]) {
			byID[id] = v
		}
	}
}

// plainKey is a key without the address or prefix of schema.org. The context of schema.org has id
// and type for @id and @type.
func plainKey(key string) string {
	if key == "id" || key == "type" {
		return "@" + key
	}
	return key[strings.LastIndexAny(key, "/:#")+1:]
}

// link resolves references: an object with nothing but an @id becomes the object of the page with
// this @id and more. So a thing may hold itself in the end. link still ends, because it visits each
// object only where the object stands. An @value stays as it is, because texts follows an @value
// without a limit.
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
			if key != "@value" {
				v[key] = follow(one)
			}
		}
	}
}

// isReference reports whether an object has nothing but an @id and a type.
func isReference(object map[string]any) bool {
	return len(object) == 1 || len(object) == 2 && object["@type"] != nil
}
