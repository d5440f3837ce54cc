package search

import (
	"slices"
	"strings"
	"unicode"

	"airport-content/internal/search/concept"
)

// spokenRun is a run of words without quotation marks or minus signs, as one text: places and
// concepts are read in it.
type spokenRun struct {
	words        []Word
	text         string
	begins, ends []int // of the words in the text
}

func spokenRuns(words []Word) (runs []spokenRun) {
	for i := range words {
		if !words[i].isSpoken() {
			continue
		}
		if i == 0 || !words[i-1].isSpoken() {
			runs = append(runs, spokenRun{})
		}
		r := &runs[len(runs)-1]
		if r.words == nil {
			r.words = words[i:i]
		} else {
			r.text += " "
		}
		r.words = r.words[:len(r.words)+1]
		r.begins = append(r.begins, len(r.text))
		r.text += words[i].Typed
		r.ends = append(r.ends, len(r.text))
	}
	return runs
}

func (w Word) isSpoken() bool { return w.Kind == Bare || w.isFrame() }

// isFrame reports whether a word stands around what is looked for, and says little by itself.
func (w Word) isFrame() bool { return w.Kind == StopPhrase || w.Kind == Negation }

// cover finds the words that a part of the text covers. It reports whether the part has all letters
// of these words: a comma or a question mark at the end of a word is none.
func (r spokenRun) cover(begin, end int) (words []Word, whole bool) {
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
