package search

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// Item has the fields of an item that are searched.
type Item struct {
	Type                 string
	Language             string // such as "pt-BR"
	Title, Excerpt, Body string // may be HTML
	Metadata             []byte // JSON; may be empty
}

// Document makes searchable texts of an item: its fields, the words for its kind, and what its
// metadata says.
func Document(i Item) []Text {
	texts := []Text{
		{clean(i.Title), pgtype.TSVectorWeightA},
		{clean(i.Excerpt), pgtype.TSVectorWeightB},
		{clean(i.Body), pgtype.TSVectorWeightD},
	}
	for _, text := range append([]string{typeWords(i.Language, i.Type)}, metadataStrings(i.Metadata)...) {
		if words := clean(text); words != "" {
			texts = append(texts, Text{words, pgtype.TSVectorWeightD})
		}
	}
	return texts
}

func clean(s string) string { return normalise(FromHTML(s)) }

const (
	maxMetadata     = 8 << 10 // bytes of metadata that are searched
	maxMetadataText = 1 << 10 // bytes of a string; longer ones are data, not words
)

// unsaid are parts of strings whose numbers would be taken for those of gates and terminals: times
// of day.
var unsaid = regexp.MustCompile(`(?i)\b\d{1,2}[:.h]\d\d(:\d\d)?\s*([ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?`)

// unread are strings without words to search for: dates, addresses of pages, and what has no
// letter, such as phone numbers.
var unread = regexp.MustCompile(`^\d{4}-\d\d-\d\d|^\S*://|^\PL*$`)

// metadataStrings lists the strings in metadata, nested ones too, in an order that does not depend
// on how it is written down.
func metadataStrings(metadata []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(metadata))
	decoder.UseNumber() // a number may be too large for a float
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	room := maxMetadata
	var list []string
	var add func(any)
	add = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				add(value[name])
			}
		case []any:
			for _, v := range value {
				add(v)
			}
		case string:
			if len(value) <= maxMetadataText && len(value) <= room && !unread.MatchString(value) {
				list = append(list, strings.TrimSpace(unsaid.ReplaceAllString(value, " ")))
				room -= len(value)
			}
		}
	}
	add(value)
	return list
}
