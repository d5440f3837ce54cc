package concept

import (
	"hash/fnv"
	"slices"
	"sort"
	"strings"
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

// table has keys in their order, one after the other, and the meanings of each.
type table struct {
	keys     string
	ends     []uint32 // of the keys
	meanings []meaning
	most     []uint32 // ends of the meanings of each key
	longest  int      // bytes of the longest key
}

func newTable(all []entry) (t table) {
	slices.SortFunc(all, func(a, b entry) int {
		if c := strings.Compare(a.key, b.key); c != 0 {
			return c
		}
		return int(a.concept) - int(b.concept)
	})
	var keys strings.Builder
	for i, e := range all {
		if i == 0 || e.key != all[i-1].key {
			keys.WriteString(e.key)
			t.ends = append(t.ends, uint32(keys.Len()))
			t.most = append(t.most, 0)
			t.longest = max(t.longest, len(e.key))
		}
		t.meanings = append(t.meanings, e.meaning)
		t.most[len(t.most)-1] = uint32(len(t.meanings))
	}
	t.keys = keys.String()
	t.ends, t.most, t.meanings = slices.Clip(t.ends), slices.Clip(t.most), slices.Clip(t.meanings)
	return t
}

// key is the key at a place of the table.
func (t *table) key(i int) string {
	if i == 0 {
		return t.keys[:t.ends[0]]
	}
	return t.keys[t.ends[i-1]:t.ends[i]]
}

// at is the place of the first key that is not before a key.
func (t *table) at(key string) int {
	return sort.Search(len(t.ends), func(i int) bool { return t.key(i) >= key })
}

// of lists the meanings of the key at a place.
func (t *table) of(i int) []meaning {
	if i == 0 {
		return t.meanings[:t.most[0]]
	}
	return t.meanings[t.most[i-1]:t.most[i]]
}

// begins reports whether a key begins with a text.
func (t *table) begins(text string) bool {
	i := t.at(text)
	return i < len(t.ends) && strings.HasPrefix(t.key(i), text)
}

// lookUp lists the meanings of a key.
func (t *table) lookUp(key string) []meaning {
	if i := t.at(key); key != "" && len(key) <= t.longest && i < len(t.ends) && t.key(i) == key {
		return t.of(i)
	}
	return nil
}

func hash(key string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(key))
	return h.Sum32()
}
