// Package testitem makes items for the tests of several packages. The tests import these items, and
// compare them with the answers of the API.
package testitem

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

// Item is an item in an import file or in an answer.
type Item struct {
	ID           string  `json:"id"`
	ContentType  string  `json:"contentType"`
	Title        string  `json:"title"`
	URL          *string `json:"url"`
	Excerpt      *string `json:"excerpt"`
	Content      *string `json:"content,omitempty"`
	Thumbnail    *string `json:"thumbnail"`
	Language     string  `json:"language"`
	LastModified string  `json:"lastModified,omitempty"`
	Metadata     any     `json:"metadata"`

	TranslationKey string            `json:"translationKey,omitempty"` // in files
	Translations   map[string]string `json:"translations,omitempty"`   // in answers
	OpenUntil      *string           `json:"openUntil,omitempty"`      // in answers
}

// Types are the content types that the partners' document lists.
var Types = []string{"page", "news", "faq", "shopping", "dining", "amenity", "parking-transportation", "event", "general"}

// TimeForm and TimeLayout are how the API writes times.
var TimeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

const TimeLayout = "2006-01-02T15:04:05.000Z"

// New is an item with what an item must have.
func New(id string) Item {
	return Item{ID: id, ContentType: "page", Title: "Title of " + id, Content: new("<p>Text of " + id + "</p>"), Language: "en"}
}

// Titled is an item of a type, whose only text is its title.
func Titled(id, contentType, title string) Item {
	return Item{ID: id, ContentType: contentType, Title: title, Content: new(""), Language: "en"}
}

// Assorted are items of all types and of many dates, some of them equal, in the order of a list.
// Every third has the word zebra.
func Assorted(n int) (items []Item) {
	for k := range n {
		i := New(fmt.Sprintf("%c-%d", []rune("aBcD_é")[k%6], k))
		i.ContentType = Types[k%len(Types)]
		i.LastModified = time.UnixMilli(1_767_225_600_000 + int64(k*7919%n/3)).UTC().Format(TimeLayout)
		if k%3 == 0 {
			i.Content = new("<p>A zebra crossing, number " + strings.Repeat("very ", k%5) + "late</p>")
		}
		items = append(items, i)
	}
	slices.SortFunc(items, func(a, b Item) int {
		return cmp.Or(-cmp.Compare(a.LastModified, b.LastModified), cmp.Compare(a.ID, b.ID))
	})
	return items
}

// NDJSON is an import file of items.
func NDJSON(t testing.TB, items ...Item) string {
	t.Helper()
	var file bytes.Buffer
	for _, i := range items {
		check.NoError(t, json.NewEncoder(&file).Encode(i))
	}
	return file.String()
}
