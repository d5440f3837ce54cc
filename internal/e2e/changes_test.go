package e2e_test

import (
	"bytes"
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
	if page.NextCursor == "" || page.Results == nil || len(page.Results) > size {
		t.Errorf("%s: %+v", path, page)
	}
	return page
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
	i, key := sfo(t, append(assorted(12), titled("x", "page", "Zebra 0"))...)
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
		{"an import that changes nothing", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "page", "Zebra 0")), nil, ""},
		{"an import", []string{"import", "SFO", "-"}, ndjson(t, titled("x", "page", "Zebra 1")), paths, "Zebra 1"},
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
