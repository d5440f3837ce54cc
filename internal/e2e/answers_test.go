package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
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

// page is the answer of a list.
type page struct {
	Meta struct {
		PartnerID              json.Number
		AirportName, Timestamp string
	}
	Pagination struct {
		Total   int
		HasMore bool
	}
	Results []item
}

// single is the answer for one item.
type single struct{ Result item }

// changes is a page of the synchronisation.
type changes struct {
	Results    []change
	NextCursor string
	HasMore    bool
}

type change struct {
	Item *item
	ID   string // of a deletion
}

// failure is the error body.
type failure struct {
	Error struct{ Code, RequestID string }
}

func parse[T any](t *testing.T, text []byte) (value T) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %.500s", err, text)
	}
	return value
}

// parsed is the body of an answer that has to be a success.
func parsed[T any](t *testing.T, a answer) T {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("%s: status %d: %.500s", a.asked, a.status, a.body)
	}
	return parse[T](t, a.body)
}

// list asks for a page. The query is name, value, …
func (s *server) list(t *testing.T, key, airport string, query ...string) page {
	t.Helper()
	values := url.Values{}
	for n := 0; n < len(query); n += 2 {
		values.Set(query[n], query[n+1])
	}
	return parsed[page](t, s.get(t, key, airport+"/content?"+values.Encode()))
}

// everything is all that a key can list.
func (s *server) everything(t *testing.T, key, airport string) map[string]item {
	t.Helper()
	all := map[string]item{}
	for from := 0; ; from += 100 {
		p := s.list(t, key, airport, "size", "100", "from", fmt.Sprint(from))
		for _, i := range p.Results {
			all[i.ID] = i
		}
		if !p.Pagination.HasMore {
			return all
		}
	}
}

func ids(items []item) []string {
	ids := []string{}
	for _, i := range items {
		ids = append(ids, i.ID)
	}
	return ids
}

// fails checks a failed request. Tests of package api hold failures against the whole contract.
func (a answer) fails(t *testing.T, status int, code string) {
	t.Helper()
	if a.is(t, status); a.status != status {
		return
	}
	if f := parse[failure](t, a.body).Error; f.Code != code || f.RequestID == "" || f.RequestID != a.header.Get("X-Request-Id") {
		t.Errorf("%s: want %s: %v %s", a.asked, code, a.header, a.body)
	}
}

var contentTypes = []string{"page", "news", "faq", "shopping", "dining", "amenity", "parking-transportation", "event", "general"}

// timeForm is how the interface writes times; so is timeLayout.
var timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

const timeLayout = "2006-01-02T15:04:05.000Z"

// newItem has what an item must have.
func newItem(id string) item {
	return item{ID: id, ContentType: "page", Title: "Title of " + id, Content: new("<p>Text of " + id + "</p>"), Language: "en",
		LastModified: "2026-01-01T00:00:00.000Z", Metadata: json.RawMessage("null")}
}

// titled is an item whose only text is its title.
func titled(id, title string) item {
	i := newItem(id)
	i.Title, i.Content = title, new("")
	return i
}

// assorted are items of all types and many dates. Every third has the word zebra.
func assorted(n int) (items []item) {
	for k := range n {
		i := newItem(fmt.Sprintf("%c-%d", []rune("aBcD_é")[k%6], k))
		i.ContentType = contentTypes[k%len(contentTypes)]
		i.LastModified = time.UnixMilli(1_767_225_600_000 + int64(k*7919%n/3)).UTC().Format(timeLayout)
		if k%3 == 0 {
			i.Content = new("<p>A zebra crossing, number " + strings.Repeat("very ", k%5) + "late</p>")
		}
		items = append(items, i)
	}
	return items
}

// summary is what an import says at its end.
func summary(added, updated, unchanged, deleted, skipped int) string {
	return fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d", added, updated, unchanged, deleted, skipped)
}

func atoi(text string, fallback int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return fallback
}

// ndjson is a file of items.
func ndjson(t *testing.T, items ...item) string {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, i := range items {
		check.NoError(t, encoder.Encode(i))
	}
	return out.String()
}
