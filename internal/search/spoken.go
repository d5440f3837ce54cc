package search

import (
	"slices"
	"strings"
	"unicode"

	"airport-content/internal/search/concept"
)

// spokenText is a run of words without quotation marks or minus signs, as one text: places and
// concepts are read in it.
type spokenText struct {
	words        []Word
	text         string
	begins, ends []int // of the words in the text
}

func spokenTexts(words []Word) (texts []spokenText) {
	for i := range words {
		if !words[i].isSpoken() {
			continue
		}
		if i == 0 || !words[i-1].isSpoken() {
			texts = append(texts, spokenText{})
		}
		t := &texts[len(texts)-1]
		if t.words == nil {
			t.words = words[i:i]
		} else {
			t.text += " "
		}
		t.words = t.words[:len(t.words)+1]
		t.begins = append(t.begins, len(t.text))
		t.text += words[i].Typed
		t.ends = append(t.ends, len(t.text))
	}
	return texts
}

func (w Word) isSpoken() bool { return w.Kind == Bare || w.isFrame() }

// isFrame reports whether a word stands around what is looked for, and says little by itself.
func (w Word) isFrame() bool { return w.Kind == StopPhrase || w.Kind == Negation }

// cover finds the words that a part of the text covers. It reports whether the part has all letters
// of these words: a comma or a question mark at the end of a word is none.
func (r spokenText) cover(begin, end int) (words []Word, whole bool) {
	first, isFirst := slices.BinarySearch(r.begins, begin)
	last, _ := slices.BinarySearch(r.ends, end)
	if !isFirst {
		first--
	}
	rest := r.text[r.begins[first]:begin] + r.text[end:r.ends[last]]
	return r.words[first : last+1], !strings.ContainsFunc(rest, isNoPunctuation)
}

func isNoPunctuation(r rune) bool { return !unicode.IsPunct(r) }

// isThing reports whether a word, with those behind it, may mean a thing of one of these types.
func (w Word) isThing(concepts *concept.Thesaurus, types ...string) bool {
	return w.meant != nil && slices.ContainsFunc(w.meant.of, func(m concept.Meaning) bool {
		return slices.Contains(types, concepts.Concepts[m.Concept].Type)
	})
}

// notedSize is the number of words of the place, time or concept that begins with a word; 0 for none.
func notedSize(words []Word) int {
	n := 0
	if at := words[0].place; at != nil {
		n = at.words
	} else if at := words[0].time; at != nil {
		n = at.words
	} else if m := words[0].meant; m != nil {
		n = m.words
	}
	return min(n, len(words))
}
