package concept

import (
	"cmp"
	"embed"
	"fmt"
	"math/bits"
	"path"
	"slices"
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

// AllLanguages are all languages of a thesaurus, and more.
const AllLanguages = ^Languages(0)

// mostLanguages is the most languages that a set can have.
const mostLanguages = 64

// Thesaurus has the words of all concepts in all languages. It does not change.
type Thesaurus struct {
	Concepts  []Concept
	ids       map[string]ID
	languages []string
	lines     [][]string // by language and concept, as the files have them
	little    map[string]Languages
	endings   map[string][]ending
	inflected Languages            // that have endings
	search    map[string]Languages // by search language
	compounds Languages            // that join words
	tonal     Languages            // whose accents tell words apart
	generic   map[ID][]string

	written table     // words as the files have them
	stemmed []stemmed // their stems, sorted
	begun   []uint64  // stems of the beginnings of phrases, sorted
	known   []uint32  // hashes of the words of all keys
	// Hashes of what is written with accents: phrases of tonal languages, and words of others.
	tones, accented []uint32

	read sync.Map // what ReadNames has read, by nameKey
}

// nameKey names the names of a concept in a language.
type nameKey struct {
	concept  ID
	language string
}

// generic concepts stand beside a thing without saying more, if the thing has one of these types, or
// any: the shop in "shop for leather goods".
var generic = map[string][]string{"airport": nil, "restaurant": {"dining"}, "shops": {"shopping", "dining"}}

func read() (*Thesaurus, error) {
	t := &Thesaurus{little: map[string]Languages{}, endings: map[string][]ending{}, search: map[string]Languages{}, generic: map[ID][]string{}}
	var err error
	if t.Concepts, t.ids, err = readConcepts(listOfConcepts); err != nil {
		return nil, err
	}
	for name, types := range generic {
		t.generic[t.ids[name]] = types
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
		if word.IsCompounding(word.Language(language)) {
			t.compounds |= 1 << i
		}
		if word.Language(language) == word.Vietnamese {
			t.tonal |= 1 << i
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
	t.written = newTable(all)
	t.sortStems()
	t.known, t.tones, t.accented = sorted(t.known), sorted(t.tones), sorted(t.accented)
	return t, nil
}

func sorted(hashes []uint32) []uint32 {
	slices.Sort(hashes)
	return slices.Clip(slices.Compact(hashes))
}

// Knows reports whether a word stands in any language's file, alone or in a phrase.
func (t *Thesaurus) Knows(word string) bool {
	for _, w := range tokens(word) {
		if _, ok := slices.BinarySearch(t.known, hash(w.key)); !ok {
			return false
		}
	}
	return true
}

// IsOutvoted reports whether words usually mean something else than one of their meanings: many more
// languages have another meaning, one of them among the given languages. "Bank" is a bench in Turkish
// alone. A language that has both meanings does not count.
func (t *Thesaurus) IsOutvoted(one Meaning, all []Meaning, within Languages) bool {
	return slices.ContainsFunc(all, func(o Meaning) bool {
		return o.Languages&within != 0 && o.Languages&one.Languages == 0 && t.votes(o.Languages) >= clearMajority*t.votes(one.Languages)
	})
}

const (
	clearMajority = 3
	englishVotes  = 3 // people of all languages type English
)

func (t *Thesaurus) votes(languages Languages) int {
	votes := bits.OnesCount64(uint64(languages))
	if languages&t.Language("en") != 0 {
		votes += englishVotes - 1
	}
	return votes
}

// List lists the languages of a set by their tags, such as "de" and "zh-Hant".
func (t *Thesaurus) List(set Languages) (tags []string) {
	for ; set != 0; set &= set - 1 {
		tags = append(tags, t.languages[bits.TrailingZeros64(uint64(set))])
	}
	return tags
}

// IsLittle reports whether a word does not count within phrases of one of the languages.
func (t *Thesaurus) IsLittle(word string, in Languages) bool { return t.little[keyOf(word)]&in != 0 }

// IsGeneric reports whether a concept stands for all things of its type.
func (t *Thesaurus) IsGeneric(id ID) bool {
	_, ok := t.generic[id]
	return ok
}

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

// ReadNames lists the names that Names lists, as queries are read.
func (t *Thesaurus) ReadNames(concept ID, language string) []*Name {
	key := nameKey{concept, language}
	if kept, ok := t.read.Load(key); ok {
		return kept.([]*Name)
	}
	var names []*Name
	for _, name := range t.Names(concept, language) {
		if words := word.Words(word.Query.Read(name)); len(words) > 0 {
			names = append(names, &Name{Words: words})
		}
	}
	kept, _ := t.read.LoadOrStore(key, names)
	return kept.([]*Name)
}

// Meanings lists what a whole text means.
func (t *Thesaurus) Meanings(text string) []Meaning {
	return gather(t.written.lookUp(keyOf(text)), AllLanguages, false)
}

// Beginning lists the concepts with a word that begins with a text.
func (t *Thesaurus) Beginning(text string) []Meaning {
	key := keyOf(text)
	if key == "" {
		return nil
	}
	all := slices.Clone(t.written.between(t.written.keys.PrefixRange(key)))
	slices.SortFunc(all, func(a, b meaning) int { return cmp.Compare(a.concept, b.concept) })
	return gather(all, AllLanguages, false)
}
