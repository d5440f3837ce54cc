package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// People say what they do not want: "burger not mcdonalds", "parking but not in terminal 1". Items
// with these words in their title are left out, and of a place the items that are there.

// exclusions are words that exclude what follows, whatever that is.
var exclusions = phrasesIn(`except, excluding, other than, apart from, but not, not in, not at, not near, anything but;
	außer, ausser, aber nicht, aber kein, aber keine, nicht in, nicht im, nicht bei; sauf, excepté, hormis, mais pas, pas dans, pas au;
	excepto, salvo, menos, pero no, no en; tranne, eccetto, ma non, non in, non al; exceto, mas não, menos no, não no;
	behalve, maar niet, maar geen, niet in; oprócz, ale nie; utom, men inte; кроме, но не; hariç`)

// negations are words that exclude a name that follows. Before any other word they say something
// else: "not allowed", "not open", "without a passport".
var negations = phrasesIn(`not, without, no; nicht, ohne, kein, keine, keinen; pas, sans; no, sin; non, senza; não, sem; niet, zonder, geen; nie, bez; inte, utan; не, без`)

func phrasesIn(list string) (phrases [][]string) {
	for _, phrase := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ';' }) {
		phrases = append(phrases, strings.Fields(word.Unaccented(phrase)))
	}
	return phrases
}

// mostExcluded is the most words that a negation excludes.
const mostExcluded = 4

// readNegations marks the words that say what is not wanted. A sentence tells a story, with what did
// not work or is not known, so that a negation there excludes a place or a thing only.
func readNegations(words []Word, concepts *concept.Thesaurus) {
	sentence := len(words) > shortQuery
	for i := 1; i < len(words); i++ { // something is wanted before
		size, any := negation(words[i:], exclusions), !sentence
		if size == 0 {
			size, any = negation(words[i:], negations), false
		}
		if size == 0 || i+size == len(words) || !any && !isExcludable(words[i+size], sentence, concepts) {
			continue
		}
		for n := i; n < i+size; n++ {
			words[n].Kind = StopPhrase
		}
		for n := i + size; n < min(len(words), i+size+mostExcluded) && words[n].isSpoken(); n++ {
			words[n].excluded = true
		}
		return
	}
}

// negation is the number of words of a negation at the beginning; 0 without one.
func negation(words []Word, phrases [][]string) (size int) {
	for _, phrase := range phrases {
		if len(phrase) > size && len(phrase) <= len(words) && slices.EqualFunc(phrase, words[:len(phrase)], isTyped) {
			size = len(phrase)
		}
	}
	return size
}

// isExcludable reports whether a word is a place, a thing to eat or buy, or, outside a sentence, a
// name.
func isExcludable(w Word, sentence bool, concepts *concept.Thesaurus) bool {
	switch {
	case w.place != nil:
		return true
	case w.meant != nil:
		return slices.ContainsFunc(w.meant.of, func(m concept.Meaning) bool {
			return slices.Contains([]string{"dining", "shopping"}, concepts.Concepts[m.Concept].Type)
		})
	}
	return !sentence && w.isSpoken() && !isWord(word.Unaccented(w.Parts[0]), nil)
}

func isTyped(text string, w Word) bool {
	return w.isSpoken() && len(w.Parts) == 1 && word.Unaccented(w.Parts[0]) == text
}
