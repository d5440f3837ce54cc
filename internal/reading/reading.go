// Package reading reads what the texts of an item's metadata say, so that partners can filter by it:
// opening hours in the syntax of OpenStreetMap, and the parts of the place. It also says when an item
// is open.
package reading

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/place"
)

// Version grows with a release that reads other keys from the same texts. Operators are then asked
// to reindex.
const Version = 1

// OpeningHours is the key of opening hours in the syntax of OpenStreetMap.
const OpeningHours = "opening_hours"

// The keys of the texts that are read.
const (
	hoursText = "hours_of_operation"
	placeText = "location_detail"
)

// Add adds the keys that can be read from the texts of an item's metadata, and that the metadata do
// not have. It names the added keys, in order, and the keys of the texts that it did not understand.
// metadata is a JSON object, or empty for none. language is the item's.
func Add(metadata []byte, language string) (all []byte, added, unread []string) {
	values := decode(metadata)
	found := map[string]string{}
	if _, own := values[OpeningHours]; !own {
		if text := strings.Join(texts(values[hoursText]), "\n"); text != "" {
			if read := readHours(text, language); read != "" {
				found[OpeningHours] = read
			} else {
				unread = append(unread, hoursText)
			}
		}
	}
	places, understood := readPlace(values)
	for part, value := range places {
		found[string(part)] = value
	}
	if !understood {
		unread = append(unread, placeText)
	}
	all = metadata
	for _, key := range Keys() {
		if value, ok := found[key]; ok {
			all = appendMember(all, key, value)
			added = append(added, key)
		}
	}
	return all, added, unread
}

// Keys lists the keys that Add may add.
func Keys() []string {
	keys := []string{OpeningHours}
	for _, part := range place.Parts() {
		keys = append(keys, string(part))
	}
	return keys
}

// readPlace reads the parts of a place that the metadata do not have: from the text of the place, or
// else from the parts that the metadata have. A terminal may be given as "Terminal 2, Gate B4".
// understood is false if there is a text of the place, and no part is known.
func readPlace(values map[string]jsontext.Value) (found map[place.Part]string, understood bool) {
	found = map[place.Part]string{}
	text := strings.Join(texts(values[placeText]), "; ")
	understood = text == ""
	sources := []string{text}
	for _, part := range place.Parts() {
		if value, own := values[string(part)]; own {
			understood = true
			sources = append(sources, strings.Join(texts(value), "; "))
		}
	}
	for _, source := range sources {
		for part, value := range readParts(source) {
			if _, own := values[string(part)]; !own && found[part] == "" {
				found[part] = value
			}
		}
	}
	return found, understood || len(found) > 0
}

// decode decodes the members of a JSON object.
func decode(metadata []byte) map[string]jsontext.Value {
	var values map[string]jsontext.Value
	if len(metadata) > 0 {
		_ = json.Unmarshal(metadata, &values) // checked before
	}
	return values
}

// texts are the texts of a value: of a text, or of a list.
func texts(value jsontext.Value) (list []string) {
	switch value.Kind() {
	case '"':
		var text string
		if json.Unmarshal(value, &text) == nil && strings.TrimSpace(text) != "" {
			list = []string{text}
		}
	case '[':
		var elements []jsontext.Value
		_ = json.Unmarshal(value, &elements) // it is a list
		for _, element := range elements {
			list = append(list, texts(element)...)
		}
	}
	return list
}

// appendMember adds a member to a JSON object.
func appendMember(object []byte, key, value string) []byte {
	text, _ := json.Marshal(value)
	member := append([]byte(`"`+key+`":`), text...)
	inside := bytes.TrimSpace(object)
	inside = bytes.TrimSpace(inside[1 : len(inside)-1])
	if len(inside) > 0 {
		member = append([]byte(","), member...)
	}
	return append(append(append([]byte("{"), inside...), member...), '}')
}
