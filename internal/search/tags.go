package search

import (
	"strings"

	"airport-content/internal/content"
)

// ItemTags are lexemes of an item that tell what it is. Each has a space, which no lexeme of a text
// has, so no text can forge one.
func ItemTags(airport, contentType, language string) []string {
	return []string{"airport " + airport, "type " + contentType, "language " + language}
}

// Tags is the part of a tsquery that limits it to the airport, and to the types that a key may
// read.
func Tags(airport string, allowed content.Scope) string {
	tag := quote("airport " + airport)
	if allowed.Equal(content.EveryType()) {
		return tag
	}
	readable := []string{quote("no type")} // no item has it
	for _, t := range allowed.Names() {
		readable = append(readable, quote("type "+t))
	}
	return tag + " & (" + strings.Join(readable, " | ") + ")"
}
