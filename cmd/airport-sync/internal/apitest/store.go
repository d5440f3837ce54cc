package apitest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const stampFormat = "2006-01-02T15:04:05.000Z"

type item struct {
	id, text string
	modified time.Time
	revision int
}

type tombstone struct {
	id       string
	deleted  time.Time
	revision int
}

type store struct {
	epoch      int
	revision   int
	items      map[string]item
	tombstones map[string]tombstone
	published  time.Time // the latest lastModified or timestamp given out
	standstill bool      // has no clock but published
}

func newStore() store {
	return store{epoch: 1, items: map[string]item{}, tombstones: map[string]tombstone{}}
}

// replica is the state of now, for good.
func (s *store) replica() store {
	r := *s
	r.items, r.tombstones = maps.Clone(s.items), maps.Clone(s.tombstones)
	r.standstill = true
	return r
}

// timestamp is a safe sync time: every later change is dated after it.
func (s *store) timestamp() time.Time {
	if now := time.Now().UTC().Truncate(time.Millisecond); now.After(s.published) && !s.standstill {
		s.published = now
	}
	return s.published
}

// next is the date of a change that happens now.
func (s *store) next() time.Time {
	s.published = s.timestamp().Add(time.Millisecond)
	return s.published
}

func (s *store) put(id, text string) {
	s.revision++
	delete(s.tombstones, id)
	s.items[id] = item{id: id, text: text, modified: s.next(), revision: s.revision}
}

func (s *store) remove(id string) {
	if _, ok := s.items[id]; !ok {
		return
	}
	s.revision++
	delete(s.items, id)
	s.tombstones[id] = tombstone{id: id, deleted: s.next(), revision: s.revision}
}

func (s *store) ids() []string { return slices.Sorted(maps.Keys(s.items)) }

func (s *store) ndjson() string {
	var out strings.Builder
	for _, id := range s.ids() {
		out.WriteString(s.items[id].json(true) + "\n")
	}
	return out.String()
}

// modifiedSince lists items in the order of the API.
func (s *store) modifiedSince(t time.Time) []item {
	var found []item
	for _, i := range s.items {
		if i.modified.After(t) {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b item) int {
		return cmp.Or(b.modified.Compare(a.modified), strings.Compare(a.id, b.id))
	})
	return found
}

// json holds what a program that copies must not lose: an unknown field, a number beyond float64, unescaped signs, no newline.
func (i item) json(body bool) string {
	content := ""
	if body {
		content = fmt.Sprintf(`"content":"<p>%s</p>\n",`, i.text)
	}
	return fmt.Sprintf(`{"id":%q,"contentType":"page","title":"Page & %s","url":null,"excerpt":null,%s"thumbnail":null,`+
		`"language":"en","lastModified":%q,"metadata":{"map_poi_id":12345678901234567890.10},"future":[1,{"id":"x"}]}`,
		i.id, i.id, content, i.modified.Format(stampFormat))
}
