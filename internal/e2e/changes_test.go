package e2e_test

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
)

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

// tag is the ETag of a path that has to answer.
func (s *server) tag(t *testing.T, key, path string) string {
	t.Helper()
	a := s.get(t, key, path)
	if tag := a.header.Get("ETag"); a.status == 200 && tag != "" {
		return tag
	}
	t.Fatalf("%s: status %d, ETag %q", path, a.status, a.header.Get("ETag"))
	return ""
}

// Whatever changes shows in the very next answer of every server, whatever was asked of it before.
func TestChangesShowAtOnce(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, append(assorted(12), titled("x", "Zebra 0"))...)
	servers := []*server{i.serve(t), i.serve(t)}
	const bySynonym = "SFO/content?q=stripehorse"
	paths := []string{"SFO/content", "SFO/content?size=1", "SFO/content?q=zebra", "SFO/content/x", "SFO/suggest?q=ze", "SFO/changes"}
	for _, step := range []struct {
		name    string
		command []string
		stdin   string
		paths   []string // whose answers change
		shows   string   // in each of them
	}{
		{"an import that changes nothing", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "Zebra 0")), nil, ""},
		{"an import", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "Zebra 1")), paths, "Zebra 1"},
		{"a new name", []string{"airport", "rename", "SFO", "Renamed"}, "", paths, "Renamed"},
		{"reset-sync", []string{"airport", "reset-sync", "SFO"}, "", paths, ""},
		{"a synonym", []string{"synonym", "add", "zebra", "stripehorse"}, "", []string{bySynonym}, "Zebra 1"},
		{"a synonym taken back", []string{"synonym", "remove", "stripehorse"}, "", []string{bySynonym}, `"total":0`},
	} {
		t.Run(step.name, func(t *testing.T) {
			tags := map[string]string{}
			for _, s := range servers {
				for _, path := range append(paths, bySynonym) {
					tags[path] = s.tag(t, key, path)
				}
			}
			i.feed(t, step.stdin, step.command...)
			for n, s := range servers {
				for _, path := range step.paths {
					a := s.get(t, key, path, "If-None-Match", tags[path])
					if a.is(t, 200); !bytes.Contains(a.body, []byte(step.shows)) {
						t.Errorf("server %d: %s does not show %s", n, path, step.shows)
					}
				}
				if len(step.paths) == 0 {
					for _, path := range paths {
						s.get(t, key, path, "If-None-Match", tags[path]).is(t, 304)
					}
				}
			}
		})
	}
}

// dated is an item whose text is a version, with the source's date, which may be empty.
func dated(id, version, date string) item {
	i := titled(id, version)
	i.LastModified = date
	return i
}

// now is the safe sync time of an answer.
func (s *server) now(t *testing.T, key string) string {
	t.Helper()
	return s.list(t, key, "SFO", "size", "1").Meta.Timestamp
}

// While an import merges, meta.timestamp is before the dates that it gives. After a kill it stays
// there until the next import.
func TestTimestampBesideAnImport(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, dated("a", "1", ""))
	s := i.serve(t)
	merging := func(version string) (p *process, unlock func()) {
		unlock = i.hold(t, "BEGIN; LOCK TABLE content_item IN SHARE MODE") // which readers do not notice
		cmd := i.command(t, "import", "SFO", "-")
		cmd.Stdin = strings.NewReader(ndjson(t, dated("a", version, "")))
		p = begin(t, cmd)
		eventually(t, "the import waits to write", func() bool { return i.waits(t, "") })
		return p, unlock
	}
	standsStill := func(t *testing.T) (at string) {
		t.Helper()
		at = s.now(t, key)
		time.Sleep(20 * time.Millisecond)
		if again := s.now(t, key); again != at {
			t.Errorf("the time goes on from %s to %s", at, again)
		}
		return at
	}
	t.Run("it stands still, and nothing is lost", func(t *testing.T) {
		p, unlock := merging("2")
		at := standsStill(t)
		unlock()
		same(t, 0, p.code(), "exit code")
		if p := s.list(t, key, "SFO", "modifiedSince", at); p.Pagination.Total != 1 {
			t.Errorf("%d items since %s, want the merged one", p.Pagination.Total, at)
		}
	})
	p, unlock := merging("3")
	p.end(syscall.SIGKILL)
	unlock()
	t.Run("a killed importer holds it back", func(t *testing.T) { standsStill(t) })
	t.Run("the next import lets it go on, one that changes nothing too", func(t *testing.T) {
		if got := i.load(t, "SFO", []item{dated("a", "2", "")}); got != summary(0, 0, 1, 0, 0) {
			t.Error(got)
		}
		at := s.now(t, key)
		eventually(t, "the time goes on", func() bool { return s.now(t, key) > at })
	})
}
