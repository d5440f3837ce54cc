package integration_test

import (
	"fmt"
	"net/url"
	"testing"
)

// What an import, a rename or a synonym changes shows in the very next answer of every server, whatever was asked of it before.
func TestChangesShowAtOnce(t *testing.T) {
	t.Parallel()
	items := assorted(30)
	i, key := imported(t, items...)
	servers := []*server{i.serve(t), i.serve(t)}
	target := url.PathEscape(items[3].ID)
	for round := range 6 {
		title := fmt.Sprintf("Zebra of round %d", round)
		items[3].Title = title
		name := fmt.Sprintf("Name %d", round)
		total := 30 + round
		for range 2 { // the second time from memory, if a server keeps anything
			for _, s := range servers {
				s.list(t, key, "SFO")
				s.list(t, key, "SFO", "size", "1")
				s.list(t, key, "SFO", "q", "zebra")
				s.get(t, key, "SFO/content/"+target)
				s.changesPage(t, key, "", 100)
			}
		}
		i.mustRead(t, file(t, items[3], newItem(fmt.Sprintf("new %d", round))), "import", "SFO", "-")
		i.must(t, "airport", "rename", "SFO", name)
		for n, s := range servers {
			first := s.list(t, key, "SFO", "size", "2")
			if first.Meta.AirportName != name || first.Pagination.Total != total+1 {
				t.Errorf("round %d, server %d: %+v %+v", round, n, first.Meta, first.Pagination)
			}
			found := false
			for _, it := range s.list(t, key, "SFO", "size", "100", "q", "zebra").Results {
				found = found || it.Title == title
			}
			if !found {
				t.Errorf("round %d, server %d: a search does not show the change", round, n)
			}
			var got single
			if decode(t, s.get(t, key, "SFO/content/"+target).body, &got); got.Result.Title != title {
				t.Errorf("round %d, server %d: the item is %q", round, n, got.Result.Title)
			}
		}
	}

	for n, s := range servers {
		if p := s.list(t, key, "SFO", "q", "stripehorse"); p.Pagination.Total != 0 {
			t.Errorf("server %d: %d items for a word that nobody knows", n, p.Pagination.Total)
		}
	}
	i.must(t, "synonym", "add", "zebra", "stripehorse")
	for n, s := range servers {
		if p := s.list(t, key, "SFO", "q", "stripehorse"); p.Pagination.Total == 0 {
			t.Errorf("server %d: nothing for a word's new synonym", n)
		}
	}
	i.must(t, "synonym", "remove", "stripehorse")
	for n, s := range servers {
		if p := s.list(t, key, "SFO", "q", "stripehorse"); p.Pagination.Total != 0 {
			t.Errorf("server %d: %d items for a synonym that is gone", n, p.Pagination.Total)
		}
	}
}

// An airport that is removed is gone at once, and one of its code that comes later is another.
func TestRemovedAirports(t *testing.T) {
	t.Parallel()
	i, some := imported(t, newItem("a"))
	all := i.key(t, "Acme", "--all-airports")
	s := i.serve(t)
	tag := s.get(t, all, "SFO/content").header.Get("ETag")
	i.must(t, "airport", "remove", "SFO", "--with-content")
	for _, path := range []string{"SFO/content", "SFO/content/a", "SFO/changes", "SFO/content?q=text"} {
		s.get(t, all, path).fails(t, path, 404, "airport_not_found")
		s.get(t, all, path, "If-None-Match", tag).fails(t, path+" with a tag", 404, "airport_not_found")
	}
	i.must(t, "airport", "add", "SFO", "San Francisco International Airport")
	if a := s.get(t, all, "SFO/content", "If-None-Match", tag); a.status != 200 {
		t.Errorf("a tag of the old airport: %d", a.status)
	}
	eventually(t, startLimit, "the grant went with the airport", func() bool { return s.get(t, some, "SFO/content").status == 403 })
}
