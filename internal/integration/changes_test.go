package integration_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changes is the envelope of the synchronisation.
type changes struct {
	Success    *bool    `json:"success"`
	Meta       meta     `json:"meta"`
	Results    []change `json:"results"`
	NextCursor string   `json:"nextCursor"`
	HasMore    *bool    `json:"hasMore"`
}

type change struct {
	Change      string `json:"change"`
	Item        *item  `json:"item,omitempty"`
	ID          string `json:"id,omitempty"`
	ContentType string `json:"contentType,omitempty"`
	DeletedAt   string `json:"deletedAt,omitempty"`
}

// changesPage asks for one page after a cursor, which is empty for the first.
func (s *server) changesPage(t *testing.T, key, cursor string, size int) changes {
	t.Helper()
	path := fmt.Sprintf("SFO/changes?size=%d", size)
	if cursor != "" {
		path += "&cursor=" + url.QueryEscape(cursor)
	}
	a := s.get(t, key, path)
	if a.status != 200 {
		t.Fatalf("%s: %d %s", path, a.status, a.body)
	}
	var c changes
	decode(t, a.body, &c)
	if c.Success == nil || !*c.Success || c.HasMore == nil || c.NextCursor == "" || c.Results == nil {
		t.Errorf("%s: %.500s", path, a.body)
	}
	return c
}

// copy is what a partner has by applying changes.
type mirror struct {
	items   map[string]item
	cursor  string
	deletes int
}

// follow applies all that there is now.
func (m *mirror) follow(t *testing.T, s *server, key string, size int) {
	t.Helper()
	if m.items == nil {
		m.items = map[string]item{}
	}
	for {
		page := s.changesPage(t, key, m.cursor, size)
		if len(page.Results) > size {
			t.Errorf("%d results, of a size of %d", len(page.Results), size)
		}
		for _, c := range page.Results {
			switch c.Change {
			case "upsert":
				if c.Item == nil || c.Item.Content == nil || c.ID != "" {
					t.Fatalf("an upsert: %+v", c)
				}
				m.items[c.Item.ID] = *c.Item
			case "delete":
				if c.Item != nil || c.ID == "" || c.ContentType == "" || !timestampForm.MatchString(c.DeletedAt) {
					t.Fatalf("a deletion: %+v", c)
				}
				delete(m.items, c.ID)
				m.deletes++
			default:
				t.Fatalf("change %q", c.Change)
			}
		}
		m.cursor = page.NextCursor
		if !*page.HasMore {
			return
		}
	}
}

// listed is all that a key can list, by id.
func (s *server) listed(t *testing.T, key string) map[string]item {
	t.Helper()
	all := map[string]item{}
	for from := 0; ; from += 100 {
		p := s.list(t, key, "SFO", "size", "100", "from", fmt.Sprint(from))
		for _, i := range p.Results {
			all[i.ID] = i
		}
		if !p.Pagination.HasMore {
			return all
		}
	}
}

func TestFollowingChanges(t *testing.T) {
	t.Parallel()
	items := assorted(45)
	i, key := imported(t, items...)
	news := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:news", "--scope", "content:read:faq")
	s := i.serve(t)
	var all, some, slow mirror
	follow := func(what string) {
		t.Helper()
		all.follow(t, s, key, 100)
		some.follow(t, s, news, 3)
		slow.follow(t, s, key, 1)
		for name, m := range map[string]struct {
			mirror
			key string
		}{"all": {all, key}, "some": {some, news}, "slow": {slow, key}} {
			if diff := cmp.Diff(s.listed(t, m.key), m.items, sameJSON); diff != "" {
				t.Fatalf("%s, %s: %s", what, name, diff)
			}
		}
	}
	follow("at first")
	if all.deletes+some.deletes+slow.deletes > 0 {
		t.Error("the first pass tells deletions")
	}
	if page := s.changesPage(t, key, all.cursor, 100); len(page.Results) != 0 || *page.HasMore {
		t.Errorf("nothing has changed, and still %+v", page.Results)
	}

	changed := slices.Clone(items[:40]) // five are gone
	changed[1].Title = "Another title"
	changed[2].ContentType = "news" // from another type
	changed[10].ContentType = "page"
	changed[20].Metadata = []byte(`{"a":1.10}`)
	changed = append(changed, newItem("new"))
	if got := i.mustRead(t, file(t, changed...), "import", "SFO", "-", "--prune"); got != "added 1, updated 4, unchanged 36, deleted 5, skipped 0" {
		t.Errorf("import: %s", got)
	}
	follow("after an import")
	if all.deletes != 5 {
		t.Errorf("%d deletions told, want 5", all.deletes)
	}
	i.mustRead(t, file(t, items[40:]...), "import", "SFO", "-")
	follow("after deleted items have come back")

	var fresh mirror
	fresh.follow(t, s, key, 7)
	if diff := cmp.Diff(all.items, fresh.items, sameJSON); diff != "" || fresh.deletes > 0 {
		t.Errorf("a copy from the beginning, with %d deletions: %s", fresh.deletes, diff)
	}
}

func TestCursorsThatDoNotFit(t *testing.T) {
	t.Parallel()
	i, key := imported(t, assorted(10)...)
	i.must(t, "airport", "add", "JFK", "New York")
	news := i.key(t, "Acme", "--airport", "SFO", "--airport", "JFK", "--scope", "content:read:news")
	both := i.key(t, "Acme", "--airport", "SFO", "--airport", "JFK")
	s := i.serve(t)
	cursor := s.changesPage(t, key, "", 5).NextCursor
	if a := s.get(t, both, "SFO/changes?cursor="+url.QueryEscape(cursor)); a.status != 200 {
		t.Errorf("another key with the same types: %d %s", a.status, a.body)
	}
	s.get(t, news, "SFO/changes?cursor="+url.QueryEscape(cursor)).fails(t, "other types", 410, "cursor_expired")
	s.get(t, both, "JFK/changes?cursor="+url.QueryEscape(cursor)).fails(t, "another airport", 410, "cursor_expired")
	for n := range len(cursor) {
		garbled := []byte(cursor)
		garbled[n] ^= 1
		if a := s.get(t, key, "SFO/changes?cursor="+url.QueryEscape(string(garbled))); a.status != 400 && a.status != 410 {
			t.Errorf("a cursor whose character %d is another: %d", n, a.status)
		}
		if a := s.get(t, key, "SFO/changes?cursor="+url.QueryEscape(cursor[:n])); a.status != 400 && a.status != 410 {
			t.Errorf("the first %d characters of a cursor: %d", n, a.status)
		}
	}
	i.must(t, "airport", "reset-sync", "SFO")
	f := s.get(t, key, "SFO/changes?cursor="+url.QueryEscape(cursor)).fails(t, "after reset-sync", 410, "cursor_expired")
	if f.Error.Message == "" {
		t.Error("no message says to start again")
	}
	var m mirror
	m.follow(t, s, key, 3)
	if len(m.items) != 10 {
		t.Errorf("%d items from the beginning", len(m.items))
	}
	cursor = m.cursor
	i.must(t, "airport", "remove", "SFO", "--with-content")
	i.must(t, "airport", "add", "SFO", "San Francisco again")
	all := i.key(t, "Acme", "--all-airports")
	s.get(t, all, "SFO/changes?cursor="+url.QueryEscape(cursor)).fails(t, "another airport of the same code", 410, "cursor_expired")
}
