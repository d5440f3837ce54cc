package source

import (
	"maps"
	"slices"

	"airport-content/internal/content"
)

// memory is what is known of pages before a crawl, and what the crawl recorded, by key.
type memory struct {
	known, told map[string]content.PageRecord
}

// remember is the memory for a crawl after last; nil: the first crawl.
func remember(last *ran) *memory {
	m := &memory{known: map[string]content.PageRecord{}, told: map[string]content.PageRecord{}}
	if last != nil {
		m.known = remembered(last)
	}
	return m
}

func (m *memory) records() []content.PageRecord {
	var list []content.PageRecord
	for _, key := range slices.Sorted(maps.Keys(m.known)) {
		p := m.known[key]
		p.Key, p.New = key, false
		list = append(list, p)
	}
	return list
}

// ran is what a crawl found.
type ran struct {
	*Result
	memory *memory
}

func (m *memory) after(found *Result) *ran {
	for _, p := range found.Records {
		m.told[p.Key] = p
	}
	return &ran{found, m}
}

// remembered is what the next crawl knows.
func remembered(r *ran) map[string]content.PageRecord {
	known := map[string]content.PageRecord{}
	if r.KeepAll {
		known = maps.Clone(r.memory.known)
	}
	maps.Copy(known, r.memory.told)
	return known
}
