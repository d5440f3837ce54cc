package source

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// memory is a Memory of maps, as the database has it.
type memory struct {
	known, told map[string]Page
	put         map[string]bool
}

// remember is the memory for a run after last; nil: the first run.
func remember(last *ran) *memory {
	m := &memory{known: map[string]Page{}, told: map[string]Page{}, put: map[string]bool{}}
	if last != nil {
		m.known = remembered(last)
	}
	return m
}

func (m *memory) Known(_ context.Context, key string) (Page, error) {
	p := m.known[key]
	p.Key = key
	return p, nil
}

func (m *memory) Keys(_ context.Context, prefix string) ([]string, error) {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.known)), func(key string) bool { return !strings.HasPrefix(key, prefix) }), nil
}

func (m *memory) Makers(_ context.Context, itemID string) ([]string, error) {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.known)), func(key string) bool { return m.known[key].ItemID != itemID }), nil
}

func (m *memory) Tell(_ context.Context, p Page, put bool) (bool, error) {
	for key, other := range m.told {
		if key == p.Key || put && m.put[key] && other.ItemID == p.ItemID {
			return false, nil
		}
	}
	m.told[p.Key], m.put[p.Key] = p, put
	return true, nil
}

// ran is what a run found and told.
type ran struct {
	*Found
	memory *memory
}

// remembered is what the next run knows.
func remembered(r *ran) map[string]Page {
	known := map[string]Page{}
	if r.KeepAll {
		known = maps.Clone(r.memory.known)
	}
	maps.Copy(known, r.memory.told)
	return known
}
