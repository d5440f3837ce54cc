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

// Titles is an index in memory of the beginnings of words in titles. It never changes.
type Titles struct {
	items    []titled       // the best known ones first
	starts   []start        // in the order of the texts that begin there
	words    spelling.Words // different words of scripts with spaces
	synonyms []Synonyms
	size     int
}

// titled is an item with the text of its title: words in lower case, without accents, each followed
// by a space. A second reading follows the first if the two differ.
type titled struct {
	Title
	text   string
	second int32 // where the second reading begins; 0: no second reading
	score  int32 // the lower, the better known
}

// start is the beginning of a word. In scripts without spaces every letter may begin a word.
type start struct {
	key      uint64 // the first eight bytes, which decide most comparisons
	item, at int32
}

// mostStarts is the most words of a title that are indexed; in scripts without spaces, the most
// letters.
const mostStarts = 200

// NewTitles makes an index of the titles of an airport's items. The synonyms are those of the
// items' languages.
func NewTitles(titles []Title, synonyms []Synonyms) *Titles {
	type item struct {
		titled
		starts []int32
	}
	items := make([]item, len(titles))
	for i, title := range titles {
		items[i].Title = title
		items[i].starts = items[i].read()
	}
	slices.SortFunc(items, func(a, b item) int { return a.compare(&b.titled) })
	t := &Titles{items: make([]titled, len(titles)), synonyms: synonyms}
	for place, item := range items {
		t.items[place] = item.titled
		t.size += titledSize + len(item.Text) + len(item.ID) + len(item.text)
		if item.URL != nil {
			t.size += len(*item.URL)
		}
		for _, at := range item.starts {
			t.starts = append(t.starts, start{keyOf(item.text[at:]), int32(place), at})
		}
	}
	slices.SortFunc(t.starts, func(a, b start) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return strings.Compare(t.from(a), t.from(b))
	})
	t.size += startSize * len(t.starts)
	t.listWords()
	return t
}

// Approximate memory in bytes.
const (
	titledSize = 150 // with the overhead of its texts
	startSize  = 16
)

// Size is the approximate memory of the index, in bytes.
func (t *Titles) Size() int { return t.size }

// read makes the text, and lists the beginnings of words.
func (i *titled) read() (starts []int32) {
	var text []byte
	words := 0
	for n, reading := range readings(FromHTML(i.Text)) {
		if n > 0 {
			i.second = int32(len(text))
		}
		for run, s := range runs(reading) {
			letters := []string{run}
			if s != spaced {
				letters = lettersOf(run)
			}
			letters = letters[:min(len(letters), mostStarts-len(starts))]
			for _, l := range letters {
				starts = append(starts, int32(len(text)))
				text = append(text, l...)
			}
			text = append(text, ' ')
			if n == 0 {
				words += max(1, len(letters)/pieceLetters)
			}
		}
	}
	i.text = string(text)
	i.score = int32(words + lessKnown[i.Type])
	return starts
}

// lessKnown is added to the number of words of a title, by type: places in an airport come before
// texts about the airport.
var lessKnown = map[content.Type]int{"parking-transportation": 1, "event": 2, "faq": 2, "page": 2, "general": 3, "news": 4}

func (i *titled) compare(other *titled) int {
	return cmp.Or(cmp.Compare(i.score, other.score), strings.Compare(i.Text, other.Text), strings.Compare(i.ID, other.ID))
}

// from is the text that begins at a start.
func (t *Titles) from(s start) string { return t.items[s.item].text[s.at:] }

func keyOf(text string) uint64 {
	var key [8]byte
	copy(key[:], text)
	return binary.BigEndian.Uint64(key[:])
}

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
	t.size += t.words.Size()
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
	var begin, beginAgain, hold, holdAgain []content.Suggestion
	seen := map[string]bool{}
	for i := range fits.items() {
		item := &t.items[i]
		if len(begin) == size {
			break
		}
		if !allowed.Has(item.Type) || languages != nil && !slices.Contains(languages, item.Language) {
			continue
		}
		begins := slices.ContainsFunc(asked, item.begins)
		list := &hold
		switch again := seen[item.text]; {
		case begins && again:
			list = &beginAgain
		case begins:
			list = &begin
		case again:
			list = &holdAgain
		}
		if len(*list) < size {
			*list = append(*list, item.Suggestion)
			seen[item.text] = true
		}
	}
	found := slices.Concat(begin, beginAgain, hold, holdAgain)
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

func (t *Titles) newSet() itemSet { return make(itemSet, len(t.items)/64+1) }

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

// begins reports whether the title begins with the words.
func (i *titled) begins(words [][]string) bool {
	return beginsWith(i.text, words) || i.second > 0 && beginsWith(i.text[i.second:], words)
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
