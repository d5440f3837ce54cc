package ingest

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
)

// What metadata may be. Without these, 1e131071 would take 11 bytes in a file and 131,072 in an answer, and Postgres
// would fail on the deepest objects.
const (
	maxMetadata = 64 << 10 // bytes without spaces, numbers in plain decimal form
	maxDigits   = 1_000    // of a number in plain decimal form
	maxDepth    = 500
)

// checkMetadata takes null, or an object that Postgres can store as jsonb.
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
	if contentType == "shopping" {
		if invalid := checkShop(text); invalid != nil {
			return nil, invalid
		}
	}
	return text, nil
}

func checkSize(text jsontext.Value) *Invalid {
	size := len(text)
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			break // the end: the text is whole
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

// checkShop holds a shop's metadata to the types that the service's document gives.
func checkShop(metadata jsontext.Value) *Invalid {
	var values map[string]jsontext.Value
	if err := json.Unmarshal(metadata, &values); err != nil {
		return bad("metadata", "not JSON: %v", err)
	}
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
