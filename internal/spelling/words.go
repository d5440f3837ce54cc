package spelling

import (
	"context"
	"iter"
	"math"
	"math/bits"
	"sort"
	"strings"
	"unicode/utf8"
)

// List is a list of texts, joined in one string to save memory. It never changes.
type List struct {
	text string
	ends []uint32 // of each in text
}

// NewList makes a list of at most 4 GB of text.
func NewList(texts []string) List {
	l := List{strings.Join(texts, ""), make([]uint32, len(texts))}
	end := 0
	for i, text := range texts {
		end += len(text)
		l.ends[i] = uint32(end)
	}
	return l
}

// Len is how many texts the list has.
func (l List) Len() int { return len(l.ends) }

// Size is how many bytes of memory the list takes.
func (l List) Size() int { return len(l.text) + 4*cap(l.ends) }

// At is the text at a place.
func (l List) At(i int) string {
	begin := uint32(0)
	if i > 0 {
		begin = l.ends[i-1]
	}
	return l.text[begin:l.ends[i]]
}

// Range gives the places of a text in a list in bytewise order: from the first to before the last.
// A list may hold the same text several times.
func (l List) Range(text string) (first, last int) {
	first = l.from(text)
	for last = first; last < l.Len() && l.At(last) == text; last++ {
	}
	return first, last
}

// PrefixRange gives the places of all texts that begin with a prefix, in a list in bytewise order.
func (l List) PrefixRange(prefix string) (first, last int) {
	first = l.from(prefix)
	return first, first + sort.Search(l.Len()-first, func(i int) bool { return !strings.HasPrefix(l.At(first+i), prefix) })
}

// from is the place of the first text at or after this one in order.
func (l List) from(text string) int {
	return sort.Search(l.Len(), func(i int) bool { return l.At(i) >= text })
}

// Holding lists the places of the texts that contain a part.
func (l List) Holding(part string) (places []int) {
	for at := 0; ; {
		next := strings.Index(l.text[at:], part)
		if next < 0 || part == "" {
			return places
		}
		at += next
		i := sort.Search(l.Len(), func(i int) bool { return int(l.ends[i]) > at })
		if at+len(part) <= int(l.ends[i]) {
			places = append(places, i)
			at = int(l.ends[i]) // each text once
		} else {
			at++ // the match reaches into the next text
		}
	}
}

// Words is a list of words that finds the words near a mistyped one. It looks at each word. A
// filter by length and letters leaves few words to compare, so a look-up takes some 8 ns a word.
type Words struct {
	List
	sets    []letterSet // of each word
	numbers []uint8     // of its letters
}

// letterSet has a bit for each letter from a to z, and six bits for all other letters.
type letterSet uint32

// lacks counts the bits of s that the other set lacks.
func (s letterSet) lacks(other letterSet) int { return bits.OnesCount32(uint32(s &^ other)) }

// NewWords makes a list of words.
func NewWords(words []string) Words {
	w := Words{NewList(words), make([]letterSet, len(words)), make([]uint8, len(words))}
	for i, word := range words {
		w.sets[i], w.numbers[i] = lettersOf(word)
	}
	return w
}

// Size is how many bytes of memory the words take.
func (w Words) Size() int { return w.List.Size() + 5*cap(w.sets) }

func lettersOf(word string) (set letterSet, number uint8) {
	for _, r := range word {
		if 'a' <= r && r <= 'z' {
			set |= 1 << (r - 'a')
		} else {
			set |= 1 << (26 + r%6)
		}
	}
	return set, uint8(min(utf8.RuneCountInString(word), math.MaxUint8))
}

// Near is a word near a mistyped one.
type Near struct {
	Word     int // place in the list
	Mistakes int // the Distance from the typed word
}

// lookEvery is the number of words between two looks at the context: a fraction of a millisecond.
const lookEvery = 1 << 15

// Near finds the words at a Distance of at most "most" mistakes. The only error is the end of ctx.
func (w Words) Near(ctx context.Context, typed string, most int) (near []Near, err error) {
	for c := range w.compare(ctx, typed, most, true) {
		if mistakes := c.row[len(c.letters)]; mistakes <= most {
			near = append(near, Near{c.word, mistakes})
		}
	}
	return near, ctx.Err()
}

// NearBeginnings lists beginnings of words, each once, at a Distance of at most "most" mistakes
// from the typed text. The only error is the end of ctx.
func (w Words) NearBeginnings(ctx context.Context, typed string, most int) (beginnings []string, err error) {
	letters := utf8.RuneCountInString(typed)
	seen := map[string]bool{}
	for c := range w.compare(ctx, typed, most, false) {
		row := c.row[:min(len(c.row), letters+most+1)]
		if best := nearest(row, letters); row[best] <= most {
			if beginning := string(c.letters[:best]); !seen[beginning] {
				seen[beginning] = true
				beginnings = append(beginnings, beginning)
			}
		}
	}
	return beginnings, ctx.Err()
}

// compared is a word that may be near. row has the distances of the typed text from its beginnings.
// It is valid until the next one.
type compared struct {
	word    int // place in the list
	letters []rune
	row     []int
}

// compare yields the words that may be near, or else those that may begin with something near. It
// stops at the end of ctx.
func (w Words) compare(ctx context.Context, typed string, most int, whole bool) iter.Seq[compared] {
	return func(yield func(compared) bool) {
		var memory [3 * (short + 1)]int
		var buffer [short]rune
		x := []rune(typed)
		set, number := lettersOf(typed)
		for i, of := range w.sets {
			if i%lookEvery == 0 && ctx.Err() != nil {
				return
			}
			n := int(w.numbers[i]) - int(number)
			if n < -most || set.lacks(of) > most || whole && (n > most || of.lacks(set) > most) {
				continue
			}
			y := appendLetters(buffer[:0], w.At(i))
			if row := edits(x, y, most, memory[:]); row != nil && !yield(compared{i, y, row}) {
				return
			}
		}
	}
}

// nearest is the number of letters of the beginning with the fewest mistakes. Of equals, the one as
// long as the typed text wins, else the longest.
func nearest(row []int, typed int) int {
	best := min(typed, len(row)-1)
	for j := len(row) - 1; j >= 0; j-- {
		if row[j] < row[best] {
			best = j
		}
	}
	return best
}
