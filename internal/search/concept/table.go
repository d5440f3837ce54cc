package concept

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"airport-content/internal/spelling"
)

// meaning is a concept in a language.
type meaning struct {
	concept  ID
	language uint8
	parted   bool // the file has a space or hyphen in the word
	name     bool // airports write the word
}

// entry is a key with one of its meanings.
type entry struct {
	key string
	meaning
}

// table has keys in their order, each once, and the meanings of each.
type table struct {
	keys     spelling.List
	meanings []meaning
	ends     []uint32 // of the meanings of each key
}

func newTable(all []entry) (t table) {
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.concept, b.concept))
	})
	var keys []string
	for i, e := range all {
		if i == 0 || e.key != all[i-1].key {
			keys = append(keys, e.key)
			t.ends = append(t.ends, 0)
		}
		t.meanings = append(t.meanings, e.meaning)
		t.ends[len(keys)-1] = uint32(len(t.meanings))
	}
	t.keys, t.ends, t.meanings = spelling.NewList(keys), slices.Clip(t.ends), slices.Clip(t.meanings)
	return t
}

// between lists the meanings of the keys from first to before last.
func (t *table) between(first, last int) []meaning {
	begin := uint32(0)
	switch {
	case first == last:
		return nil
	case first > 0:
		begin = t.ends[first-1]
	}
	return t.meanings[begin:t.ends[last-1]]
}

// begins reports whether a key begins with a text.
func (t *table) begins(text string) bool {
	first, last := t.keys.PrefixRange(text)
	return first < last
}

// lookUp lists the meanings of a key.
func (t *table) lookUp(key string) []meaning { return t.between(t.keys.Range(key)) }

func hash(key string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(key))
	return h.Sum32()
}
