package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"airport-content/internal/testitem"
)

type item = testitem.Item

var newItem, titled, assorted, ndjson = testitem.New, testitem.Titled, testitem.Assorted, testitem.NDJSON

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

// changes asks for one page after a cursor, which is empty for the first.
func (s *server) changes(t *testing.T, key, airport, cursor string, size int) changes {
	t.Helper()
	path := fmt.Sprintf("%s/changes?size=%d", airport, size)
	if cursor != "" {
		path += "&cursor=" + url.QueryEscape(cursor)
	}
	page := parsed[changes](t, s.get(t, key, path))
	if page.NextCursor == "" || page.Results == nil || len(page.Results) > size {
		t.Errorf("%s: %+v", path, page)
	}
	return page
}
