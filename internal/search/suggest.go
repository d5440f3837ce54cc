package search

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
)

// Title is the part of an item that suggestions need.
type Title struct {
	content.Suggestion
	Language string // of the item
}

// Titles is an index in memory of the beginnings of words in titles. It never changes. The items
// are in lists without pointers, which take half the memory of a struct for each item.
type Titles struct {
	shown, ids, urls spelling.List // of the items, the best known ones first
	texts            spelling.List // of the items, as in titled
	facts            []facts       // of the items
	languages        []string
	starts           []start        // in the order of the texts that begin there
	words            spelling.Words // different words of scripts with spaces
	synonyms         []Synonyms
}

// facts are the facts about an item that are no texts.
type facts struct {
	second   uint16 // as in titled
	language uint16 // place in Titles.languages
	kind     uint8  // place in content.Types
	hasURL   bool
}

// titled is an item while the index is made, with the text of its title: words in lower case,
// without accents, each followed by a space. A second reading follows the first if the two differ.
type titled struct {
	Title
	text   string
	second uint16   // where the second reading begins; 0: no second reading
	score  int      // the lower, the better known
	starts []uint16 // where words begin in text, at most mostStarts
}

// start is the beginning of a word. In scripts without spaces every letter may begin a word.
type start struct {
	item uint32
	at   uint16 // of the item's text; a title has at most 1,000 characters
}

// arabicArticle is joined to a word, which begins behind it, too.
const arabicArticle = "ال"

// mostStarts is the most words of a title that are indexed; in scripts without spaces, the most
// letters.
const mostStarts = 200

// NewTitles makes an index of the titles of an airport's items. The synonyms are those of the
// items' languages.
func NewTitles(titles []Title, synonyms []Synonyms) *Titles {
	items := make([]titled, len(titles))
	for i, title := range titles {
		items[i].Title = title
		items[i].read()
	}
	slices.SortFunc(items, func(a, b titled) int {
		return cmp.Or(cmp.Compare(a.score, b.score), strings.Compare(a.Text, b.Text), strings.Compare(a.ID, b.ID))
	})
	t := &Titles{facts: make([]facts, len(items)), synonyms: synonyms}
	var shown, ids, urls, texts []string
	for place, item := range items {
		language := slices.Index(t.languages, item.Language)
		if language < 0 {
			language = len(t.languages)
			t.languages = append(t.languages, item.Language)
		}
		url := ""
		if item.URL != nil {
			url = *item.URL
		}
		t.facts[place] = facts{item.second, uint16(language), uint8(slices.Index(content.Types(), item.Type)), item.URL != nil}
		shown, ids, urls, texts = append(shown, item.Text), append(ids, item.ID), append(urls, url), append(texts, item.text)
	}
	t.shown, t.ids, t.urls, t.texts = spelling.NewList(shown), spelling.NewList(ids), spelling.NewList(urls), spelling.NewList(texts)
	t.sortStarts(items)
	t.listWords()
	return t
}

// sortStarts lists the starts of the items. Most comparisons are decided by the first eight bytes.
func (t *Titles) sortStarts(items []titled) {
	type keyed struct {
		start
		key uint64
	}
	var all []keyed
	for place, item := range items {
		for _, at := range item.starts {
			var key [8]byte
			copy(key[:], item.text[at:])
			all = append(all, keyed{start{uint32(place), at}, binary.BigEndian.Uint64(key[:])})
		}
	}
	slices.SortFunc(all, func(a, b keyed) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return strings.Compare(t.from(a.start), t.from(b.start))
	})
	t.starts = make([]start, len(all))
	for i, s := range all {
		t.starts[i] = s.start
	}
}

// Size is how many bytes of memory the index takes. The synonyms belong to all airports.
func (t *Titles) Size() int {
	return t.shown.Size() + t.ids.Size() + t.urls.Size() + t.texts.Size() + 6*cap(t.facts) + 8*cap(t.starts) + t.words.Size()
}

// suggestion is the item at a place.
func (t *Titles) suggestion(place int) content.Suggestion {
	f := t.facts[place]
	s := content.Suggestion{Text: t.shown.At(place), ID: t.ids.At(place), Type: content.Types()[f.kind]}
	if f.hasURL {
		url := t.urls.At(place)
		s.URL = &url
	}
	return s
}

// read makes the text, and lists the beginnings of words.
func (i *titled) read() {
	var text []byte
	words := 0
	for n, reading := range readings(FromHTML(i.Text)) {
		if n > 0 {
			i.second = uint16(len(text))
		}
		for run, s := range runs(reading) {
			letters := []string{run}
			if s != spaced {
				letters = lettersOf(run)
			}
			letters = letters[:min(len(letters), mostStarts-len(i.starts))]
			for _, l := range letters {
				i.starts = append(i.starts, uint16(len(text)))
				text = append(text, l...)
			}
			if noun, ok := strings.CutPrefix(run, arabicArticle); ok && noun != "" && len(letters) > 0 && len(i.starts) < mostStarts {
				i.starts = append(i.starts, uint16(len(text)-len(noun)))
			}
			text = append(text, ' ')
			if n == 0 {
				words += max(1, len(letters)/pieceLetters)
			}
		}
	}
	i.text = string(text)
	i.score = words + lessKnown[i.Type]
}

// lessKnown is added to the number of words of a title, by type: places in an airport come before
// texts about the airport.
var lessKnown = map[content.Type]int{"parking-transportation": 1, "event": 2, "faq": 2, "page": 2, "general": 3, "news": 4}

// from is the text that begins at a start.
func (t *Titles) from(s start) string { return t.texts.At(int(s.item))[s.at:] }

func (t *Titles) listWords() {
	var words []string
	last := ""
	for _, s := range t.starts {
		word, _, _ := strings.Cut(t.from(s), " ")
		if word != last && !IsUnspaced(word) {
			words = append(words, word)
			last = word
		}
	}
	t.words = spelling.NewWords(words)
}

// between lists the starts of texts with this prefix.
func (t *Titles) between(prefix string) []start {
	starts := t.starts
	starts = starts[sort.Search(len(starts), func(i int) bool { return t.from(starts[i]) >= prefix }):]
	return starts[:sort.Search(len(starts), func(i int) bool { return !strings.HasPrefix(t.from(starts[i]), prefix) })]
}

// Suggest lists items for an unfinished text. First come titles that hold every whole word, and a
// word that begins with the last word; then titles with other spellings, synonyms or longer words;
// without any of these, titles with a mistake. Within each group, titles that begin with the text
// come first; among these, and among the rest, better known ones come first. If languages is nil,
// items of every language are listed. The only error is the end of ctx.
func (t *Titles) Suggest(ctx context.Context, typed string, allowed content.Scope, languages []string, size int) ([]content.Suggestion, error) {
	readings := typedReadings(typed)
	asked := make([][][]string, len(readings)) // for each reading and word: the accepted forms
	for i, words := range readings {
		asked[i] = exact(words)
	}
	found := t.best(asked, allowed, languages, size)
	if len(found) == size {
		return found, nil
	}
	for i, words := range readings {
		asked[i] = wider(words, t.synonyms)
	}
	listed := found
	for _, s := range t.best(asked, allowed, languages, size+len(listed)) {
		if len(found) < size && !slices.ContainsFunc(listed, func(o content.Suggestion) bool { return o.ID == s.ID }) {
			found = append(found, s)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	for i, words := range readings {
		forms, err := t.forgive(ctx, words)
		if err != nil {
			return nil, err
		}
		asked[i] = forms
	}
	return t.best(asked, allowed, languages, size), nil
}

// best lists the best items whose titles hold each word of a reading in one of its forms: first
// titles that begin with the words, then the rest. In both groups repeated titles come last, so
// that eight suggestions are not eight times Starbucks.
func (t *Titles) best(asked [][][]string, allowed content.Scope, languages []string, size int) []content.Suggestion {
	fits := t.newSet()
	for _, words := range asked {
		for i, held := range t.find(words) {
			fits[i] |= held
		}
	}
	var groups [4][]content.Suggestion // titles that begin with the words, and these repeated; the rest, and these repeated
	seen := map[string]bool{}
	types := content.Types()
	for i := range fits.items() {
		if len(groups[0]) == size {
			break
		}
		f := t.facts[i]
		if !allowed.Has(types[f.kind]) || languages != nil && !slices.Contains(languages, t.languages[f.language]) {
			continue
		}
		text := t.texts.At(i)
		group := 0
		if !slices.ContainsFunc(asked, func(words [][]string) bool {
			return beginsWith(text, words) || f.second > 0 && beginsWith(text[f.second:], words)
		}) {
			group = 2
		}
		if seen[text] {
			group++
		}
		if len(groups[group]) < size {
			groups[group] = append(groups[group], t.suggestion(i))
			seen[text] = true
		}
	}
	found := slices.Concat(groups[:]...)
	return found[:min(size, len(found))]
}

// find gives the items that hold each word in one of its forms.
func (t *Titles) find(words [][]string) itemSet {
	fits := t.newSet()
	for n, forms := range words {
		held := t.newSet()
		for _, form := range forms {
			for _, s := range t.between(form) {
				held[s.item/64] |= 1 << (s.item % 64)
			}
		}
		for i := range fits {
			if n > 0 {
				held[i] &= fits[i]
			}
		}
		fits = held
	}
	return fits
}

// itemSet is a set of items, with a bit for each place.
type itemSet []uint64

func (t *Titles) newSet() itemSet { return make(itemSet, len(t.facts)/64+1) }

// items yields the places in order.
func (s itemSet) items() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, rest := range s {
			for ; rest != 0; rest &= rest - 1 {
				if !yield(64*i + bits.TrailingZeros64(rest)) {
					return
				}
			}
		}
	}
}

func beginsWith(text string, words [][]string) bool {
	for _, forms := range words {
		n := slices.IndexFunc(forms, func(form string) bool { return strings.HasPrefix(text, form) })
		if n < 0 {
			return false
		}
		text = strings.TrimPrefix(text[len(forms[n]):], " ") // forms of unspaced scripts have no space at the end
	}
	return true
}
