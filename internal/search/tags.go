package search

import (
	"strings"

	"airport-content/internal/content"
)

// ItemTags are lexemes for the airport, type and language of an item. Each tag has a space. No
// lexeme of a text has a space, so no text can forge a tag.
func ItemTags(airport, contentType, language string) []string {
	return []string{"airport " + airport, "type " + contentType, "language " + language}
}

// Tags is a tsquery for the items of an airport, of the types that a key may read.
func Tags(airport string, allowed content.Scope) string {
	tag := quote("airport " + airport)
	if allowed.Equal(content.EveryType()) {
		return tag
	}
	readable := []string{quote("no type")} // no item has this tag
	for _, t := range allowed.Names() {
		readable = append(readable, quote("type "+t))
	}
	return tag + " & (" + strings.Join(readable, " | ") + ")"
}
