package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/hours"
	"airport-content/internal/reading"
	"airport-content/internal/spelling"
	"airport-content/internal/timestamp"
)

// fields are the fields of an item in a file.
type fields struct {
	ID           *string        `json:"id"`
	ContentType  *string        `json:"contentType"`
	Title        *string        `json:"title"`
	URL          *string        `json:"url"`
	Excerpt      *string        `json:"excerpt"`
	Content      *string        `json:"content"`
	Thumbnail    *string        `json:"thumbnail"`
	Language     *string        `json:"language"`
	LastModified *string        `json:"lastModified"`
	Metadata     jsontext.Value `json:"metadata"`
	Translation  *string        `json:"translationKey"`
}

var fieldNames = func() (names []string) {
	for field := range reflect.TypeFor[fields]().Fields() {
		names = append(names, field.Tag.Get("json"))
	}
	return names
}()

// Check says what is wrong with the text of one item; nil if nothing is.
func Check(text []byte) *Invalid {
	_, invalid := decode(text)
	return invalid
}

// decode reads and checks one item.
func decode(text []byte) (*content.Item, *Invalid) {
	language := "en"
	f := fields{Language: &language}
	if err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true)); err != nil {
		return nil, explain(err)
	}
	if invalid := f.checkTexts(); invalid != nil {
		return nil, invalid
	}
	contentType, known := content.ParseType(*f.ContentType)
	if !known {
		return nil, bad("contentType", "%s is not one of %s", spelling.Quoted(*f.ContentType), strings.Join(content.TypeNames(), ", "))
	}
	modified, err := f.lastModified()
	if err != nil {
		return nil, bad("lastModified", "%v", err)
	}
	metadata, invalid := checkMetadata(f.Metadata, contentType)
	if invalid != nil {
		return nil, invalid
	}
	item := &content.Item{ID: *f.ID, Type: contentType, Title: *f.Title, URL: f.URL, Excerpt: f.Excerpt, Body: f.Content,
		Thumbnail: f.Thumbnail, Language: *f.Language, LastModified: modified, Metadata: metadata}
	if f.Translation != nil {
		item.TranslationKey = *f.Translation
	}
	return item, nil
}

func bad(field, format string, args ...any) *Invalid {
	return &Invalid{Field: field, Reason: fmt.Sprintf(format, args...)}
}

const (
	maxID    = 200     // characters
	maxBody  = 2 << 20 // bytes
	holdsNUL = `holds \u0000, which Postgres cannot store`
)

// checkTexts checks the strings. If nothing is wrong, the required strings are not nil.
func (f *fields) checkTexts() *Invalid {
	for _, required := range []struct {
		field string
		value *string
	}{{"id", f.ID}, {"contentType", f.ContentType}, {"title", f.Title}, {"content", f.Content}, {"language", f.Language}} {
		if required.value == nil {
			return bad(required.field, "missing or null")
		}
	}
	for _, text := range []struct {
		field string
		value *string
		most  int
		unit  string
	}{
		{"title", f.Title, 1_000, "characters"},
		{"url", f.URL, 2_048, "characters"},
		{"thumbnail", f.Thumbnail, 2_048, "characters"},
		{"excerpt", f.Excerpt, 10_000, "characters"},
		{"translationKey", f.Translation, 200, "characters"},
		{"content", f.Content, maxBody, "bytes"},
	} {
		switch {
		case text.value == nil:
		case strings.ContainsRune(*text.value, 0):
			return bad(text.field, holdsNUL)
		case text.unit == "bytes" && len(*text.value) > text.most, text.unit != "bytes" && utf8.RuneCountInString(*text.value) > text.most:
			return bad(text.field, "longer than %d %s", text.most, text.unit)
		}
	}
	switch reason := checkID(*f.ID); {
	case reason != "":
		return bad("id", "%s", reason)
	case f.Translation != nil && *f.Translation == "":
		return bad("translationKey", "must not be empty; leave it out for an item without translations")
	case *f.Title == "":
		return bad("title", "must not be empty")
	case !content.IsLanguage(*f.Language):
		return bad("language", "%s is not a language code like en or pt-BR", spelling.Quoted(*f.Language))
	}
	if invalid := checkLink("url", f.URL); invalid != nil {
		return invalid
	}
	return checkLink("thumbnail", f.Thumbnail)
}

// checkLink refuses a link that can run code on a partner's website.
func checkLink(field string, link *string) *Invalid {
	if link == nil {
		return nil
	}
	if scheme := content.UnsafeScheme(*link); scheme != "" {
		return bad(field, "must not be a link of the scheme %s, which can run code on a partner's website", scheme)
	}
	return nil
}

// checkID says what is wrong with an id; "" if nothing is.
func checkID(id string) string {
	switch {
	case id == "":
		return "must not be empty"
	case utf8.RuneCountInString(id) > maxID:
		return fmt.Sprintf("longer than %d characters", maxID)
	case strings.ContainsFunc(id, unicode.IsControl):
		return "must not hold control characters"
	case id == ".", id == "..":
		return "must not be . or .., which no URL can hold"
	}
	return ""
}

// lastModified is zero if the item has none.
func (f *fields) lastModified() (time.Time, error) {
	if f.LastModified == nil {
		return time.Time{}, nil
	}
	t, err := timestamp.Parse(*f.LastModified)
	if t.IsZero() {
		// The beginning of year 1 is Go's zero time, which means no date. Postgres drops the
		// nanosecond.
		t = t.Add(time.Nanosecond)
	}
	return t, err
}

// explain names the field that made decoding fail, and the reason.
func explain(err error) *Invalid {
	semantic, isSemantic := errors.AsType[*json.SemanticError](err)
	syntactic, isSyntactic := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case isSemantic && errors.Is(err, json.ErrUnknownName):
		return bad(shown(semantic.JSONPointer), "unknown field; %s", spelling.Known(semantic.JSONPointer.LastToken(), fieldNames))
	case isSemantic && semantic.JSONPointer == "":
		return bad("json", "must be an object, not %s", named(semantic.JSONKind))
	case isSemantic:
		return bad(shown(semantic.JSONPointer), "must be a string, not %s", named(semantic.JSONKind))
	case isSyntactic && errors.Is(err, jsontext.ErrDuplicateName):
		return bad(shown(syntactic.JSONPointer), "given twice in one object")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return bad("json", "not a whole JSON object of at most %d MB; NDJSON has each item on one line", maxItem>>20)
	case isSyntactic:
		return bad(shown(syntactic.JSONPointer), "not JSON: %v after byte %d", syntactic.Err, syntactic.ByteOffset)
	}
	return bad("json", "not JSON: %v", err)
}

// named names the kind of a value.
func named(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a " + kind.String()
}

// shown writes a pointer as metadata.map_poi_id. A pointer that is long or not printable is quoted.
func shown(p jsontext.Pointer) string {
	var tokens []string
	for token := range p.Tokens() {
		tokens = append(tokens, token)
	}
	name := strings.Join(tokens, ".")
	switch quoted := fmt.Sprintf("%.100q", name); {
	case p == "":
		return "json"
	case name == "" || quoted != `"`+name+`"`:
		return quoted
	}
	return name
}

// readID reads the id of a bad item. It returns "" if there is no id, more than one, or an invalid
// one.
func readID(text []byte) string {
	d := jsontext.NewDecoder(bytes.NewReader(text), lenient)
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return ""
	}
	var ids []jsontext.Value
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
		if isID {
			ids = append(ids, value.Clone())
		}
	}
	var id string
	if len(ids) != 1 || json.Unmarshal(ids[0], &id) != nil || checkID(id) != "" {
		return ""
	}
	return id
}

// isCut reports whether a text ends in the middle of a value.
func isCut(text []byte) bool {
	_, err := jsontext.NewDecoder(bytes.NewReader(text), lenient).ReadValue()
	return errors.Is(err, io.ErrUnexpectedEOF)
}

// The limits of metadata. Without them, 1e131071 would take 11 bytes in a file and 131,072 bytes in
// an answer, and Postgres would fail on the deepest objects.
const (
	maxMetadata = 64 << 10 // bytes without spaces, numbers in plain decimal form
	maxDigits   = 1_000    // of a number in plain decimal form
	maxDepth    = 500
)

// checkMetadata accepts null, or an object that Postgres can store as jsonb.
func checkMetadata(text jsontext.Value, contentType content.Type) ([]byte, *Invalid) {
	switch kind := text.Kind(); {
	case text == nil || kind == 'n':
		return nil, nil
	case kind != '{':
		return nil, bad("metadata", "must be an object or null, not %s", named(kind))
	}
	if err := text.Compact(jsontext.PreserveRawStrings(false)); err != nil {
		return nil, bad("metadata", "not JSON: %v", err)
	}
	if invalid := checkSize(text); invalid != nil {
		return nil, invalid
	}
	var values map[string]jsontext.Value
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, bad("metadata", "not JSON: %v", err)
	}
	if contentType == "shopping" {
		if invalid := checkShop(values); invalid != nil {
			return nil, invalid
		}
	}
	return text, checkHours(values[reading.OpeningHours])
}

// checkHours refuses opening hours that are not in the syntax of OpenStreetMap.
func checkHours(value jsontext.Value) *Invalid {
	const field = "metadata." + reading.OpeningHours
	switch kind := value.Kind(); {
	case value == nil, kind == 'n':
		return nil
	case kind != '"':
		return bad(field, "must be a string, not %s", named(kind))
	}
	var text string
	err := json.Unmarshal(value, &text)
	if err == nil {
		_, err = hours.Parse(text)
	}
	if err != nil {
		return bad(field, "%v; write opening hours as OpenStreetMap does, such as Mo-Fr 06:00-22:00; Sa 08:00-20:00, or leave them as a text in hours_of_operation", err)
	}
	return nil
}

func checkSize(text jsontext.Value) *Invalid {
	size := len(text)
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			break // the end of the text, which is whole
		}
		field := func() string { return shown("/metadata" + d.StackPointer()) }
		switch {
		case d.StackDepth() > maxDepth:
			return bad("metadata", "nested more than %d deep", maxDepth)
		case token.Kind() == '"' && strings.ContainsRune(token.String(), 0):
			return bad(field(), holdsNUL)
		case token.Kind() == '0':
			number := token.String()
			n := digits(number)
			if n > maxDigits {
				return bad(field(), "a number of more than %d digits when written out", maxDigits)
			}
			size += max(0, n-len(number))
		}
	}
	if size > maxMetadata {
		return bad("metadata", "has %d bytes written out; at most %d (64 KB) are allowed", size, maxMetadata)
	}
	return nil
}

// digits counts the digits of a JSON number in plain decimal form: 4 for 1.5e3, which is 1500.
func digits(number string) int {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	shift, err := strconv.ParseInt(exponent, 10, 32)
	if err != nil && exponent != "" {
		return maxDigits + 1
	}
	scale := len(fraction) - int(shift)
	return max(1, len(strings.TrimLeft(whole+fraction, "0"))-scale) + max(0, scale)
}

// checkShop checks a shop's metadata against the types in the service's document.
func checkShop(values map[string]jsontext.Value) *Invalid {
	for _, key := range []struct {
		name string
		kind jsontext.Kind
	}{{"location_detail", '"'}, {"hours_of_operation", '"'}, {"phone_number", '"'}, {"map_poi_id", '0'}} {
		if value, ok := values[key.name]; ok && value.Kind() != key.kind {
			return bad("metadata."+key.name, "must be %s for shopping, not %s", named(key.kind), named(value.Kind()))
		}
	}
	return nil
}
