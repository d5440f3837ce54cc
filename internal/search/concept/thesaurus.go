package concept

import (
	"cmp"
	"embed"
	"fmt"
	"hash/fnv"
	"math/bits"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"airport-content/internal/search/word"
)

//go:embed words/*.txt
var files embed.FS

// Get reads the embedded files once. A test reads the same files, so an error is a fault of the
// program.
var Get = sync.OnceValue(func() *Thesaurus {
	t, err := read()
	if err != nil {
		panic(err)
	}
	return t
})

// Languages is a set of languages of a thesaurus.
type Languages uint64

// mostLanguages is the most languages that a set can have.
const mostLanguages = 64

// Thesaurus has the words of all concepts in all languages. It does not change.
type Thesaurus struct {
	Concepts  []Concept
	ids       map[string]ID
	languages []string
	lines     [][]string // by language and concept, as the files have them
	little    map[string]Languages
	search    map[string]Languages // by search language
	compounds Languages            // that join words
	generic   map[ID]bool

	// The table: the keys in their order, one after the other, and the meanings of each.
	keys     string
	ends     []uint32 // of the keys
	meanings []meaning
	most     []uint32 // ends of the meanings of each key
	known    []uint32 // hashes of the words of all keys
	longest  int      // bytes of the longest key
}

// meaning is a concept in a language.
type meaning struct {
	concept  ID
	language uint8
	parted   bool // the file has a space or hyphen in the word
	name     bool // airports write the word
}

// compounding languages join the words of a name.
var compounding = []string{"da", "de", "fi", "hu", "nb", "nl", "sv"}

// generic concepts stand beside a thing without saying more: the shop in "shop for leather goods".
var generic = []string{"airport", "restaurant", "shops"}

func read() (*Thesaurus, error) {
	t := &Thesaurus{little: map[string]Languages{}, search: map[string]Languages{}, generic: map[ID]bool{}}
	var err error
	if t.Concepts, t.ids, err = readConcepts(list); err != nil {
		return nil, err
	}
	for _, name := range generic {
		t.generic[t.ids[name]] = true
	}
	found, err := files.ReadDir("words")
	if err != nil {
		return nil, err
	}
	if len(found) > mostLanguages {
		return nil, fmt.Errorf("there are more than %d languages", mostLanguages)
	}
	all := make([]entry, 0, 1<<17)
	for i, file := range found {
		language := strings.TrimSuffix(file.Name(), ".txt")
		t.languages = append(t.languages, language)
		t.search[word.Language(language)] |= 1 << i
		if slices.Contains(compounding, language) {
			t.compounds |= 1 << i
		}
		text, err := files.ReadFile(path.Join("words", file.Name()))
		if err != nil {
			return nil, err
		}
		entries, err := t.readWords(string(text), i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		all = append(all, entries...)
	}
	t.fill(all)
	slices.Sort(t.known)
	t.known = slices.Clip(slices.Compact(t.known))
	return t, nil
}

// entry is a key with one of its meanings.
type entry struct {
	key string
	meaning
}

// fill makes the table.
func (t *Thesaurus) fill(all []entry) {
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
}

// key is the key at a place of the table.
func (t *Thesaurus) key(i int) string {
	if i == 0 {
		return t.keys[:t.ends[0]]
	}
	return t.keys[t.ends[i-1]:t.ends[i]]
}

// at is the place of the first key that is not before a key.
func (t *Thesaurus) at(key string) int {
	return sort.Search(len(t.ends), func(i int) bool { return t.key(i) >= key })
}

// of lists the meanings of the key at a place.
func (t *Thesaurus) of(i int) []meaning {
	if i == 0 {
		return t.meanings[:t.most[0]]
	}
	return t.meanings[t.most[i-1]:t.most[i]]
}

// begins reports whether a key begins with a text.
func (t *Thesaurus) begins(text string) bool {
	i := t.at(text)
	return i < len(t.ends) && strings.HasPrefix(t.key(i), text)
}

// lookUp lists the meanings of a key.
func (t *Thesaurus) lookUp(key string) []meaning {
	if i := t.at(key); key != "" && len(key) <= t.longest && i < len(t.ends) && t.key(i) == key {
		return t.of(i)
	}
	return nil
}

// Knows reports whether a word stands in any language's file, alone or in a phrase.
func (t *Thesaurus) Knows(word string) bool {
	for _, token := range tokens(word) {
		if _, ok := slices.BinarySearch(t.known, hash(token.key)); !ok {
			return false
		}
	}
	return true
}

func hash(key string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(key))
	return h.Sum32()
}

// ID finds a concept by its name.
func (t *Thesaurus) ID(name string) (ID, bool) {
	id, ok := t.ids[name]
	return id, ok
}

// List lists the languages of a set by their tags, such as "de" and "zh-Hant".
func (t *Thesaurus) List(set Languages) (tags []string) {
	for ; set != 0; set &= set - 1 {
		tags = append(tags, t.languages[bits.TrailingZeros64(uint64(set))])
	}
	return tags
}

// IsGeneric reports whether a concept stands for all things of its type.
func (t *Thesaurus) IsGeneric(id ID) bool { return t.generic[id] }

// Of is the set of the languages of a search language.
func (t *Thesaurus) Of(language string) Languages { return t.search[language] }

// Language is the set of one language; empty if the thesaurus lacks the language.
func (t *Thesaurus) Language(tag string) Languages {
	if i := slices.Index(t.languages, tag); i >= 0 {
		return 1 << i
	}
	return 0
}

// Names lists what airports call a concept in a language, the usual name first.
func (t *Thesaurus) Names(concept ID, language string) []string {
	i := slices.Index(t.languages, language)
	if i < 0 {
		return nil
	}
	names, _, _ := strings.Cut(t.lines[i][concept], "|")
	return split(names)
}

// Meanings lists what a whole text means.
func (t *Thesaurus) Meanings(text string) []Meaning {
	return gather(t.lookUp(keyOf(text)), ^Languages(0), false)
}

// Beginning lists the concepts with a word that begins with a text.
func (t *Thesaurus) Beginning(text string) []Meaning {
	key := keyOf(text)
	if key == "" {
		return nil
	}
	var all []meaning
	for i := t.at(key); i < len(t.ends) && strings.HasPrefix(t.key(i), key); i++ {
		all = append(all, t.of(i)...)
	}
	slices.SortFunc(all, func(a, b meaning) int { return cmp.Compare(a.concept, b.concept) })
	return gather(all, ^Languages(0), false)
}
