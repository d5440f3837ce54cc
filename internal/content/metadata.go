package content

import (
	"bytes"
	"encoding/json"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// MetadataFilter accepts items with one of the values under a top-level key of their metadata, or
// in a list there. The value is a text that differs at most in letter case, or a number or boolean
// of the same value.
type MetadataFilter struct {
	Key    string
	Values []string // in order
}

var metadataKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// IsMetadataKey reports whether filters and facets can name a key.
func IsMetadataKey(s string) bool { return metadataKey.MatchString(s) }

var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`)

// IsNumber reports whether a value of a filter may stand for a number too.
func IsNumber(value string) bool { return number.MatchString(value) }

// Fold is equal for texts that differ in letter case only.
func Fold(text string) string { return strings.Map(least, text) }

// HasCase reports whether the letter case of a text can differ.
func HasCase(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

// least is the first of the letters that differ from r in case only.
func least(r rune) rune {
	first := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		first = min(first, other)
	}
	return first
}

// LargestFacet is the most values in a facet of metadata.
const LargestFacet = 100

// CountMetadata makes the facet of a key of the metadata. values maps JSON values to the number of
// items with the value. The elements of a list count one by one. Texts that differ in letter case only
// count as one, which is named as most items write it. A number is named by its shortest form. A text counts the numbers with its value too, because a filter finds both: 1.0 finds the
// text "1.0" and the number 1. No filter finds null, objects and the empty text, so they do not
// count. cut reports that there are more values than LargestFacet.
func CountMetadata(values map[string]int) (facet Facet, cut bool) {
	elements := make(map[string][]any, len(values))
	texts := map[string][]string{} // texts of the value of a number, by the number
	for value := range values {
		elements[value] = scalars(value)
		for _, element := range elements[value] {
			if text, ok := element.(string); ok && IsNumber(text) {
				n := rational(text)
				texts[n] = append(texts[n], text)
			}
		}
	}
	spelled := map[string]map[string]int{} // items of each spelling, by the folded text
	items := map[string]int{}              // by the folded text
	for value, n := range values {
		names := map[string]bool{}
		for _, element := range elements[value] {
			switch element := element.(type) {
			case string:
				names[element] = true
			case bool:
				names[strconv.FormatBool(element)] = true
			case json.Number:
				names[shortest(element.String())] = true
				for _, text := range texts[rational(element.String())] {
					names[text] = true
				}
			}
		}
		delete(names, "")
		folded := map[string]bool{}
		for name := range names {
			of := Fold(name)
			folded[of] = true
			if spelled[of] == nil {
				spelled[of] = map[string]int{}
			}
			spelled[of][name] += n
		}
		for of := range folded {
			items[of] += n
		}
	}
	named := make(map[string]int, len(items))
	for of, n := range items {
		named[newFacet(spelled[of])[0].Name] = n
	}
	facet = newFacet(named)
	return facet[:min(len(facet), LargestFacet)], len(facet) > LargestFacet
}

// scalars are the elements of a list, or the value itself.
func scalars(value string) []any {
	decoder := json.NewDecoder(bytes.NewReader([]byte(value)))
	decoder.UseNumber()
	var decoded any
	_ = decoder.Decode(&decoded) // it comes from the database
	if list, ok := decoded.([]any); ok {
		return list
	}
	return []any{decoded}
}

// rational is equal for numbers of equal value.
func rational(number string) string {
	r, _ := new(big.Rat).SetString(number)
	return r.RatString()
}

// shortest drops zeros at the end of a fraction. Numbers of the database have no exponent.
func shortest(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
}
