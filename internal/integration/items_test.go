package integration_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// item is a content item, in a file or in an answer.
type item struct {
	ID           string          `json:"id"`
	ContentType  string          `json:"contentType"`
	Title        string          `json:"title"`
	URL          *string         `json:"url"`
	Excerpt      *string         `json:"excerpt"`
	Content      *string         `json:"content,omitempty"`
	Thumbnail    *string         `json:"thumbnail"`
	Language     string          `json:"language"`
	LastModified string          `json:"lastModified,omitempty"`
	Metadata     json.RawMessage `json:"metadata"`
}

var contentTypes = []string{"page", "news", "faq", "shopping", "dining", "amenity", "parking-transportation", "event", "general"}

// newItem has what an item must have.
func newItem(id string) item {
	return item{ID: id, ContentType: "page", Title: "Title of " + id, Content: new("<p>Text of " + id + "</p>"), Language: "en",
		LastModified: "2026-01-01T00:00:00.000Z", Metadata: json.RawMessage("null")}
}

// file is NDJSON of items.
func file(t *testing.T, items ...item) string {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, i := range items {
		if err := encoder.Encode(i); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// rfc3339Milli is how the interface writes times.
const rfc3339Milli = "2006-01-02T15:04:05.000Z"

// imported is a catalogue of SFO with these items and one key for it.
func imported(t *testing.T, items ...item) (i installation, key string) {
	t.Helper()
	i = install(t)
	i.must(t, "airport", "add", "SFO", "San Francisco International Airport")
	i.must(t, "partner", "add", "Acme")
	key = i.key(t, "Acme", "--airport", "SFO")
	if len(items) == 0 {
		return i, key // an empty input is an error
	}
	want := fmt.Sprintf("added %d, updated 0, unchanged 0, deleted 0, skipped 0", len(items))
	if got := i.mustRead(t, file(t, items...), "import", "SFO", "-"); got != want {
		t.Fatalf("import: %s, want %s", got, want)
	}
	return i, key
}

// assorted are items of all types and many dates, some alike, in no order; every third has the word "zebra".
func assorted(n int) []item {
	var items []item
	for k := range n {
		i := newItem(fmt.Sprintf("%c-%d", "aBcD_é"[k%5], k))
		i.ContentType = contentTypes[k%len(contentTypes)]
		i.LastModified = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(k*7919%n/3) * time.Millisecond).Format(rfc3339Milli)
		if k%3 == 0 {
			i.Content = new("<p>A zebra crossing, number " + strings.Repeat("very ", k%5) + "late</p>")
		}
		items = append(items, i)
	}
	return items
}

// sameJSON compares JSON values by what they say, whatever the order of keys, numbers digit by digit.
var sameJSON = cmp.Comparer(func(a, b json.RawMessage) bool {
	return cmp.Equal(valueOf(a), valueOf(b))
})

func valueOf(text json.RawMessage) any {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return err.Error()
	}
	return value
}
