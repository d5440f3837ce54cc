package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
)

// changes asks for a page after a cursor, and counts its results.
func (s *service) changes(t *testing.T, key, airport, cursor string, size int) (told int, next string, more bool) {
	t.Helper()
	path := fmt.Sprintf("%s/changes?size=%d", airport, size)
	if cursor != "" {
		path += "&cursor=" + url.QueryEscape(cursor)
	}
	a := s.get(t, key, path)
	a.is(t, 200, "")
	var page struct {
		Results    []json.RawMessage
		NextCursor string
		HasMore    bool
	}
	check(t, json.Unmarshal(a.body, &page))
	return len(page.Results), page.NextCursor, page.HasMore
}

// follow reads all pages after a cursor.
func (s *service) follow(t *testing.T, key, airport, cursor string) (told int, next string) {
	t.Helper()
	for more := true; more; {
		var n int
		n, cursor, more = s.changes(t, key, airport, cursor, 2)
		told += n
	}
	return told, cursor
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
		if told, _, _ := s.changes(t, s.keyFor(t, []string{"CUR"}, "content:read"), "CUR", current, 100); told != 5 {
			t.Errorf("%d changes", told)
		}
	})
	t.Run("of a key with other types", func(t *testing.T) { refused(t, "CUR", news, current, 410, "cursor_expired") })
	t.Run("of another airport", func(t *testing.T) { refused(t, "SFO", all, current, 410, "cursor_expired") })
	t.Run("before reset-sync", func(t *testing.T) {
		_, err := s.ResetAirportSync(t.Context(), "CUR")
		check(t, err)
		refused(t, "CUR", all, current, 410, "cursor_expired")
		if told, _ := s.follow(t, all, "CUR", ""); told != 10 {
			t.Errorf("from the beginning: %d", told)
		}
	})
	t.Run("of an airport that was removed and added again", func(t *testing.T) {
		_, cursor := s.follow(t, all, "CUR", "")
		_, err := s.RemoveAirport(t.Context(), "CUR", true)
		check(t, err)
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
		s.sql(t, "UPDATE content_deletion SET deleted_at = now() - interval '2 hours' WHERE airport = 'RET'") // a deletion is aged by hand
		s.load(t, "RET", ten[:2]...)
		refused(t, "RET", all, before, 410, "cursor_expired")
		refused(t, "RET", all, firstPass, 410, "cursor_expired")
		if told, _ := s.follow(t, all, "RET", after); told != 0 {
			t.Errorf("after the deletion: %d", told)
		}
	})
	t.Run("a wait ends when the server stops", func(t *testing.T) {
		_, cursor := s.follow(t, all, "SFO", "")
		close(s.stopping)
		s.get(t, all, "SFO/changes?wait=30&cursor="+url.QueryEscape(cursor)).is(t, 200, "")
	})
}

// A short item comes along with the state, from the answer cache, and as a 304. A long item has a
// statement of its own.
func TestItem(t *testing.T) {
	t.Parallel()
	s := serve(t)
	long := newItem("long")
	long.Content = fmt.Sprintf("%0100000d", 0)
	s.airport(t, "SFO", newItem("a/b"), long)
	all, news := s.key(t, "content:read"), s.key(t, "content:read:news")
	for range 2 {
		for _, path := range []string{"SFO/content/a%2Fb", "SFO/content/long"} {
			a := s.get(t, all, path)
			a.is(t, 200, "")
			s.get(t, all, path, "If-None-Match", a.header.Get("ETag")).is(t, 304, "")
			s.get(t, all, path, "If-None-Match", "*").is(t, 304, "")
			s.get(t, news, path).is(t, 404, "item_not_found")
		}
		s.get(t, all, "SFO/content/none", "If-None-Match", "*").is(t, 404, "item_not_found")
		s.get(t, all, "SFO/content/none").is(t, 404, "item_not_found")
		s.get(t, all, "SFO/content/a?size=1").is(t, 400, "invalid_parameter")
	}
}
