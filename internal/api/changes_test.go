package api_test

import (
	"fmt"
	"net/url"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/internal/testitem"
)

// changes asks for a page after a cursor. An empty cursor begins a first pass.
func (s *service) changes(t *testing.T, key, airport, cursor string, size int) (told []string, next string, more bool) {
	t.Helper()
	path := fmt.Sprintf("%s/changes?size=%d", airport, size)
	if cursor != "" {
		path += "&cursor=" + url.QueryEscape(cursor)
	}
	p := s.get(t, key, path).page(t)
	return p.told(t), p.NextCursor, p.HasMore
}

// told are changes in short: +id title for an upsert, -id type for a deletion.
func (p page) told(t *testing.T) (told []string) {
	t.Helper()
	for _, r := range p.Results {
		switch {
		case r.Change == "upsert" && r.Item != nil && r.Item.Content != nil:
			told = append(told, "+"+r.Item.ID+" "+r.Item.Title)
		case r.Change == "delete" && testitem.TimeForm.MatchString(r.DeletedAt):
			told = append(told, "-"+r.ID+" "+r.ContentType)
		default:
			t.Errorf("a change like %+v", r)
		}
	}
	return told
}

// follow reads all pages after a cursor.
func (s *service) follow(t *testing.T, key, airport, cursor string) (told []string, next string) {
	t.Helper()
	for more := true; more; {
		var page []string
		page, cursor, more = s.changes(t, key, airport, cursor, 2)
		told = append(told, page...)
	}
	return told, cursor
}

// Each key is told of the changes of its types. An item that leaves them counts as deleted.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "CHG")
	keys := map[string]string{"all": s.key(t, "content:read"), "dining": s.key(t, "content:read:dining"), "two": s.key(t, "content:read:shopping", "content:read:news")}
	cursors := map[string]string{}
	for name, key := range keys {
		_, cursors[name] = s.follow(t, key, "CHG", "")
	}
	one, two, b := titled("a", "dining", "1"), titled("a", "dining", "2"), func(contentType string) item { return titled("b", contentType, "1") }
	c := titled("c", "news", "1")
	for _, step := range []struct {
		name  string
		items []item
		want  map[string][]string
	}{
		{"items come", []item{one, b("dining"), c}, map[string][]string{"all": {"+a 1", "+b 1", "+c 1"}, "dining": {"+a 1", "+b 1"}, "two": {"+c 1"}}},
		{"nothing changes", []item{one, b("dining"), c}, nil},
		{"one changes, one leaves its type", []item{two, b("shopping"), c},
			map[string][]string{"all": {"+a 2", "+b 1"}, "dining": {"+a 2", "-b dining"}, "two": {"+b 1"}}},
		{"one stays within a key's types", []item{two, b("news"), c}, map[string][]string{"all": {"+b 1"}, "two": {"+b 1"}}},
		{"one goes, one comes back to its type", []item{two, b("dining")},
			map[string][]string{"all": {"+b 1", "-c news"}, "dining": {"+b 1"}, "two": {"-b news", "-c news"}}},
		{"all go", nil, map[string][]string{"all": {"-a dining", "-b dining"}, "dining": {"-a dining", "-b dining"}}},
		{"one comes back with another type", []item{titled("a", "news", "2")}, map[string][]string{"all": {"+a 2"}, "two": {"+a 2"}}},
	} {
		s.load(t, "CHG", step.items...)
		for name, key := range keys {
			var got []string
			got, cursors[name] = s.follow(t, key, "CHG", cursors[name])
			check.Same(t, step.want[name], got, step.name, ", ", name)
		}
	}
	t.Run("a first pass hides deletions from before its beginning", func(t *testing.T) {
		items := []item{titled("a", "page", "1"), titled("b", "page", "1"), titled("c", "page", "1")}
		s.airport(t, "FST", append(items, titled("z", "page", "1"))...)
		s.load(t, "FST", items...)
		first, next, _ := s.changes(t, keys["all"], "FST", "", 1)
		s.load(t, "FST", items[2], titled("d", "page", "1"))
		rest, _ := s.follow(t, keys["all"], "FST", next)
		want := []string{"+a 1", "+c 1", "-a page", "-b page", "+d 1"}
		check.Same(t, want, append(first, rest...))
	})
}

// Refused cursors: 410 if a follower must begin again, 400 if the text is no cursor.
func TestCursors(t *testing.T) {
	t.Parallel()
	s := serve(t)
	var ten []item
	for n := range 10 {
		ten = append(ten, newItem(fmt.Sprint(n)))
	}
	s.airport(t, "CUR", ten...)
	s.airport(t, "SFO")
	all, news := s.key(t, "content:read"), s.key(t, "content:read:news")
	refused := func(t *testing.T, airport, key, cursor string, status int, code string) {
		t.Helper()
		s.get(t, key, airport+"/changes?cursor="+url.QueryEscape(cursor)).is(t, status, code)
	}
	_, current, _ := s.changes(t, all, "CUR", "", 5)
	t.Run("garbled", func(t *testing.T) {
		for _, cursor := range []string{current[:len(current)-3], "x" + current, current + "\n", "0"} {
			refused(t, "CUR", all, cursor, 400, "invalid_parameter")
		}
	})
	t.Run("of another key with the same types", func(t *testing.T) {
		key := s.keyFor(t, []string{"CUR"}, "content:read")
		told, _, _ := s.changes(t, key, "CUR", current, 100)
		check.Same(t, 5, len(told), told)
	})
	t.Run("of a key with other types", func(t *testing.T) { refused(t, "CUR", news, current, 410, "cursor_expired") })
	t.Run("of another airport", func(t *testing.T) { refused(t, "SFO", all, current, 410, "cursor_expired") })
	t.Run("before reset-sync", func(t *testing.T) {
		check.Must(s.ResetAirportSync(t.Context(), "CUR"))(t)
		refused(t, "CUR", all, current, 410, "cursor_expired")
		told, _ := s.follow(t, all, "CUR", "")
		check.Same(t, 10, len(told), "from the beginning: ", told)
	})
	t.Run("of an airport that was removed and added again", func(t *testing.T) {
		_, cursor := s.follow(t, all, "CUR", "")
		check.Must(s.RemoveAirport(t.Context(), "CUR", true, true))(t)
		refused(t, "CUR", all, cursor, 404, "airport_not_found")
		s.airport(t, "CUR", ten...)
		refused(t, "CUR", all, cursor, 410, "cursor_expired")
	})
	t.Run("behind the retention of deletions", func(t *testing.T) {
		s.airport(t, "RET", ten[:3]...)
		_, before := s.follow(t, all, "RET", "")
		_, firstPass, _ := s.changes(t, all, "RET", "", 1) // begun before the deletion
		s.load(t, "RET", ten[:2]...)
		_, after := s.follow(t, all, "RET", before)
		testenv.Exec(t, s.database, "UPDATE content_deletion SET deleted_at = now() - interval '2 hours' WHERE airport = 'RET'") // a deletion is aged by hand
		s.load(t, "RET", ten[:2]...)
		refused(t, "RET", all, before, 410, "cursor_expired")
		refused(t, "RET", all, firstPass, 410, "cursor_expired")
		told, _ := s.follow(t, all, "RET", after)
		check.Same(t, 0, len(told), "after the deletion: ", told)
	})
}
