package suggest

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
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
	placed           spelling.List // of the items, where they are
	texts            spelling.List // of the items: the readings of their titles
	facts            []facts       // of the items
	languages        []string
	starts           []start        // in the order of the texts that begin there
	words            spelling.Words // different words of scripts with spaces
	synonyms         []Synonyms
	concepts         *concept.Thesaurus // nil: none
}

// facts are the facts about an item that are no texts.
type facts struct {
	language uint16 // place in Titles.languages
	kind     uint8  // place in content.Types
	hasURL   bool
}

// nextReading parts the readings of a title.
const nextReading = "\n"

// titled is an item while the index is made, with the text of its title: words in lower case,
// without accents, each followed by a space. A second reading follows the first if the two differ.
type titled struct {
	Title
	text   string
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

// New makes an index of the titles of an airport's items. The synonyms are those of the
// items' languages. concepts may be nil.
func New(titles []Title, synonyms []Synonyms, concepts *concept.Thesaurus) *Titles {
	items := make([]titled, len(titles))
	for i, title := range titles {
		items[i].Title = title
		items[i].read()
	}
	slices.SortFunc(items, func(a, b titled) int {
		return cmp.Or(cmp.Compare(a.score, b.score), strings.Compare(a.Text, b.Text), strings.Compare(a.ID, b.ID))
	})
	t := &Titles{facts: make([]facts, len(items)), synonyms: synonyms, concepts: concepts}
	var shown, ids, urls, placed, texts []string
	for place, item := range items {
		language := slices.Index(t.languages, item.Language)
		if language < 0 {
			language = len(t.languages)
			t.languages = append(t.languages, item.Language)
		}
		t.facts[place] = facts{uint16(language), uint8(slices.Index(content.Types(), item.Type)), item.URL != nil}
		shown, ids, texts = append(shown, item.Text), append(ids, item.ID), append(texts, item.text)
		urls, placed = append(urls, valueOf(item.URL)), append(placed, valueOf(item.Place))
	}
	t.shown, t.ids, t.texts = spelling.NewList(shown), spelling.NewList(ids), spelling.NewList(texts)
	t.urls, t.placed = spelling.NewList(urls), spelling.NewList(placed)
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
	return t.shown.Size() + t.ids.Size() + t.urls.Size() + t.placed.Size() + t.texts.Size() + 4*cap(t.facts) + 8*cap(t.starts) + t.words.Size()
}

// suggestion is the item at a place.
func (t *Titles) suggestion(place int) content.Suggestion {
	f := t.facts[place]
	s := content.Suggestion{Text: t.shown.At(place), ID: t.ids.At(place), Type: content.Types()[f.kind]}
	if f.hasURL {
		url := t.urls.At(place)
		s.URL = &url
	}
	if where := t.placed.At(place); where != "" {
		s.Place = &where
	}
	return s
}

func valueOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// read makes the text, and lists the beginnings of words.
func (i *titled) read() {
	var text []byte
	count := 0
	for n, reading := range readings(markup.FromHTML(i.Text)) {
		if n > 0 {
			text = append(text, nextReading...)
		}
		for _, r := range reading {
			letters := r.letters[:min(len(r.letters), mostStarts-len(i.starts))]
			for _, l := range letters {
				i.starts = append(i.starts, uint16(len(text)))
				text = append(text, l...)
			}
			noun, ok := strings.CutPrefix(r.text, arabicArticle)
			if ok && noun != "" && len(letters) > 0 && len(i.starts) < mostStarts {
				i.starts = append(i.starts, uint16(len(text)-len(noun)))
			}
			text = append(text, ' ')
			if n == 0 {
				count += max(1, len(letters)/word.PieceLetters)
			}
		}
	}
	i.text = string(text)
	i.score = count + lessKnown[i.Type]
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
		text, _, _ := strings.Cut(t.from(s), " ")
		if text != last && !word.IsUnspaced(text) {
			words = append(words, text)
			last = text
		}
	}
	t.words = spelling.NewWords(words)
}
