package lenient

import (
	"encoding/json"
	"regexp"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	nethtml "golang.org/x/net/html"
)

// Values decodes the JSON values of a script. It stops at the first value that is no JSON even
// after JSON.
func Values(text string) (values []any) {
	if !strings.Contains(text, `"`) { // a template has escaped all quotes
		text = nethtml.UnescapeString(text)
	}
	text = JSON(text)
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

// JSON makes JSON of the near-JSON that people and templates write. It removes or mends
// comments, CDATA marks, line breaks in strings, escapes that JSON does not have, commas before a
// closing bracket, missing values, and semicolons.
func JSON(text string) string {
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

// Text is a text in JSON that may have another type. A number counts as text. So does the
// field rendered of an object, as in WordPress. Any other value is "".
type Text string

func (t *Text) UnmarshalJSON(value []byte) error {
	switch *t = ""; value[0] {
	case '"':
		*t = Text(Decode[string](value))
	case '{':
		*t = Decode[struct {
			Rendered Text `json:"rendered"`
		}](value).Rendered
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		*t = Text(value)
	}
	return nil
}

// Decode decodes JSON. For JSON of another shape, the value is zero.
func Decode[T any](text json.RawMessage) (value T) {
	if json.Unmarshal(text, &value) != nil {
		var zero T
		return zero
	}
	return value
}

// Options are the options for JSON of websites, which may have wrong UTF-8 and repeated names.
var Options = jsonv2.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
