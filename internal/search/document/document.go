package document

import (
	"bytes"
	"embed"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/markup"
	"airport-content/internal/search/word"
)

// Item has the fields of an item that are searched.
type Item struct {
	Type                 string
	Language             string // such as "pt-BR"
	Title, Excerpt, Body string // may be HTML
	Metadata             []byte // JSON; may be empty
}

// Text is a field of an item.
type Text struct {
	Tokens []word.Token
	Weight pgtype.TSVectorWeight
}

// Texts reads the texts of an item: its fields, the words for its type, and the strings of its
// metadata.
func Texts(i Item) []Text {
	texts := []Text{
		{read(i.Title), pgtype.TSVectorWeightA},
		{read(i.Excerpt), pgtype.TSVectorWeightB},
		{read(i.Body), pgtype.TSVectorWeightD},
	}
	for _, text := range append([]string{typeWords(i.Language, i.Type)}, metadataStrings(i.Metadata)...) {
		if tokens := read(text); len(tokens) > 0 {
			texts = append(texts, Text{tokens, pgtype.TSVectorWeightD})
		}
	}
	return fitting(texts)
}

// fitting cuts texts that have more different words than any vector holds, so that the stems of the
// rest need not be read.
func fitting(texts []Text) []Text {
	const (
		few  = 40_000 // words, which fit into most vectors
		more = 2      // bytes of a lexeme besides its text
	)
	count := 0
	for _, text := range texts {
		count += len(text.Tokens)
	}
	if count <= few {
		return texts
	}
	seen, room := map[string]bool{}, maxVector
	for i, text := range texts {
		for n, t := range text.Tokens {
			if !seen[t.Text] {
				seen[t.Text] = true
				room -= len(t.Text) + more
			}
			if room < 0 {
				texts[i].Tokens = text.Tokens[:n]
				return texts[:i+1]
			}
		}
	}
	return texts
}

func read(html string) []word.Token { return word.Index.Read(markup.FromHTML(html)) }

// typeWords are the usual words for a type, in the language of the item; empty if there are none.
// Users do not search for pages or general items by type. "service" is left out: the word has too
// many other meanings.
func typeWords(language, contentType string) string {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	return typeWordsOf()[primary+" "+contentType]
}

//go:embed typewords.txt
var lists embed.FS

// typeWordsOf has the words by ISO 639-1 and type. A line of the list has languages, a type and its
// words.
var typeWordsOf = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, line := range word.Lines(lists, "typewords.txt") {
		names, words, _ := strings.Cut(line, ": ")
		languages := strings.Fields(names)
		contentType := languages[len(languages)-1]
		for _, language := range languages[:len(languages)-1] {
			of[language+" "+contentType] = words
		}
	}
	return of
})

const (
	maxMetadata     = 8 << 10 // bytes of metadata that are searched
	maxMetadataText = 1 << 10 // bytes of a string; longer ones are data, not words
)

// unsaid matches times of day in a string. Their numbers would be taken for numbers of gates and
// terminals.
var unsaid = regexp.MustCompile(`(?i)\b\d{1,2}[:.h]\d\d(:\d\d)?\s*([ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?`)

// unread matches strings without words to search for: dates, addresses of pages, and strings
// without letters, such as phone numbers.
var unread = regexp.MustCompile(`^\d{4}-\d\d-\d\d|^\S*://|^\PL*$`)

// metadataStrings lists the strings in metadata, nested ones too. Names are sorted, so equal
// metadata gives the same list.
func metadataStrings(metadata []byte) []string {
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
	add(decoded(metadata))
	return list
}

// decoded reads metadata; nil if it is no JSON. Numbers stay as they are written: one may be too
// large for a float.
func decoded(metadata []byte) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(metadata))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

const (
	mostValues = 20 // of a key of metadata, in tags
	longValue  = 40 // bytes
)

// valuesOf lists the values of a key of metadata: short texts and numbers, also in a list.
func valuesOf(key any) (values []string) {
	list, ok := key.([]any)
	if !ok {
		list = []any{key}
	}
	for _, value := range list[:min(len(list), mostValues)] {
		switch value := value.(type) {
		case string:
			if value = strings.TrimSpace(value); value != "" && len(value) <= longValue {
				values = append(values, value)
			}
		case json.Number:
			values = append(values, value.String())
		}
	}
	return values
}
