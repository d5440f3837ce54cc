package e2e_test

import (
	"fmt"
	"net/url"
	"testing"
)

// changes asks for one page after a cursor, which is empty for the first.
func (s *server) changes(t *testing.T, key, airport, cursor string, size int) changes {
	t.Helper()
	path := fmt.Sprintf("%s/changes?size=%d", airport, size)
	if cursor != "" {
		path += "&cursor=" + url.QueryEscape(cursor)
	}
	page := parsed[changes](t, s.get(t, key, path))
	if !page.Success || page.NextCursor == "" || page.Results == nil || len(page.Results) > size {
		t.Errorf("%s: %+v", path, page)
	}
	return page
}

// told are changes in few words: +id title for an upsert, -id type for a deletion.
func (c changes) told(t *testing.T) (list []string) {
	t.Helper()
	for _, r := range c.Results {
		switch {
		case r.Change == "upsert" && r.Item != nil && r.Item.Content != nil && r.ID == "":
			list = append(list, "+"+r.Item.ID+" "+r.Item.Title)
		case r.Change == "delete" && r.Item == nil && timeForm.MatchString(r.DeletedAt):
			list = append(list, "-"+r.ID+" "+r.ContentType)
		default:
			t.Errorf("a change like %+v", r)
		}
	}
	return list
}

// follow reads all that there is after a cursor.
func (s *server) follow(t *testing.T, key, airport, cursor string) (told []string, next string) {
	t.Helper()
	for more := false; ; more = true {
		page := s.changes(t, key, airport, cursor, 2)
		if more && len(page.Results) == 0 {
			t.Errorf("hasMore was true, but nothing follows %s", cursor)
		}
		told = append(told, page.told(t)...)
		if cursor = page.NextCursor; !page.HasMore {
			return told, cursor
		}
	}
}

// typed is an item of a type, whose title is a version.
func typed(id, contentType, version string) item {
	i := titled(id, version)
	i.ContentType, i.LastModified = contentType, ""
	return i
}

func testChanges(t *testing.T, f *fixture) {
	t.Run("what keys of different types are told", func(t *testing.T) { testChangesOfTypes(t, f) })
	t.Run("deletions are hidden in a first pass that began after them", func(t *testing.T) {
		f.airport(t, "FST", typed("a", "page", "1"), typed("b", "page", "1"), typed("c", "page", "1"), typed("z", "page", "1"))
		f.load(t, "FST", []item{typed("a", "page", "1"), typed("b", "page", "1"), typed("c", "page", "1")}, "--prune")
		first := f.changes(t, f.all, "FST", "", 1)
		f.load(t, "FST", []item{typed("c", "page", "1"), typed("d", "page", "1")}, "--prune", "--force")
		rest, _ := f.follow(t, f.all, "FST", first.NextCursor)
		same(t, []string{"+a 1", "+c 1", "-a page", "-b page", "+d 1"}, append(first.told(t), rest...))
	})
}

func testChangesOfTypes(t *testing.T, f *fixture) {
	f.airport(t, "CHG")
	key := func(args ...string) string { return f.key(t, "Acme", append(args, "--airport", "CHG")...) }
	keys := map[string]string{"all": key(), "dining": key("--scope", "content:read:dining"),
		"shopping and news": key("--scope", "content:read:shopping", "--scope", "content:read:news")}
	cursors := map[string]string{}
	for name, key := range keys {
		_, cursors[name] = f.follow(t, key, "CHG", "")
	}
	for _, step := range []struct {
		name  string
		items []item
		want  map[string][]string
	}{
		{"items come", []item{typed("a", "dining", "1"), typed("b", "dining", "1"), typed("c", "news", "1")}, map[string][]string{
			"all": {"+a 1", "+b 1", "+c 1"}, "dining": {"+a 1", "+b 1"}, "shopping and news": {"+c 1"}}},
		{"nothing changes", []item{typed("a", "dining", "1"), typed("b", "dining", "1"), typed("c", "news", "1")}, map[string][]string{}},
		{"one changes, one leaves its type", []item{typed("a", "dining", "2"), typed("b", "shopping", "1"), typed("c", "news", "1")}, map[string][]string{
			"all": {"+a 2", "+b 1"}, "dining": {"+a 2", "-b dining"}, "shopping and news": {"+b 1"}}},
		{"one stays within a key's types", []item{typed("a", "dining", "2"), typed("b", "news", "1"), typed("c", "news", "1")}, map[string][]string{
			"all": {"+b 1"}, "shopping and news": {"+b 1"}}},
		{"one goes, one comes back to its type", []item{typed("a", "dining", "2"), typed("b", "dining", "1")}, map[string][]string{
			"all": {"+b 1", "-c news"}, "dining": {"+b 1"}, "shopping and news": {"-b news", "-c news"}}},
		{"all go", nil, map[string][]string{
			"all": {"-a dining", "-b dining"}, "dining": {"-a dining", "-b dining"}}},
		{"one comes back with another type", []item{typed("a", "news", "2")}, map[string][]string{
			"all": {"+a 2"}, "shopping and news": {"+a 2"}}},
	} {
		f.load(t, "CHG", step.items, "--prune", "--force")
		for name, key := range keys {
			var got []string
			got, cursors[name] = f.follow(t, key, "CHG", cursors[name])
			same(t, step.want[name], got, step.name, name)
		}
	}
}
