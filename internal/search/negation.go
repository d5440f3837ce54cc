package search

import (
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// People say what they do not want: "burger not mcdonalds", "parking but not in terminal 1". Items
// with these words in their title are left out, and of a place the items that are there.

// negations are five lists. The words of the first exclude whatever follows, but in a sentence a place or
// a thing only. Those of the second exclude a name: before another word they say something else ("not
// allowed", "without a passport"). Those of the third exclude no place: "no terminal 2" is Portuguese,
// and means in it. Those of the fourth are of languages without a list of everyday words, so that nobody
// knows what is a name: they exclude the place or the thing that follows, and no more. Those of the fifth
// exclude the place or the way to travel that follows, and no more: "nicht mit Handgepäck" excludes nothing.
var negations = readPhrases("negations.txt", 5)

// Indexes of negations.
const (
	notWhatever = iota
	notName
	notNamePlaceless
	notThing
	notWay
)

// mostExcluded is the most words that a negation excludes.
const mostExcluded = 4

// readNegations marks the words that say what is not wanted. A sentence tells a story, with what did
// not work or is not known, so that a negation there excludes a place or a thing only. A way to travel is
// such a thing only behind a negation of the fifth list: a story may tell of a car that is not in its
// garage.
func readNegations(words []Word, sentence bool, concepts *concept.Thesaurus) {
	excluded := 0                     // more words that the negation before excludes
	for i := 1; i < len(words); i++ { // something is wanted before
		size, list := negationAt(words[i:])
		rest := words[i+size:]
		switch what := withoutArticles(rest, concepts); {
		case size > 0 && len(rest) > 0 && (list == notWhatever && !sentence || isExcludable(what[0], list, sentence, concepts)):
			for n := i; n < i+size; n++ {
				words[n].Kind = Negation
			}
			i, excluded = i+size-1, mostExcluded
			if list == notThing || list == notWay {
				excluded = len(rest) - len(what) + notedSize(what)
			}
		case excluded > 0 && words[i].isSpoken():
			words[i].excluded = true
			excluded--
		default:
			excluded = 0
		}
	}
}

// negationAt is the number of words of the negation at the beginning of words, and its list; 0 for none.
func negationAt(words []Word) (size, list int) {
	for _, list = range []int{notWay, notWhatever, notName, notNamePlaceless, notThing} {
		size = negations[list].at(words)
		if list == notNamePlaceless && size < len(words) && words[size].place != nil {
			continue
		}
		if size > 0 {
			return size, list
		}
	}
	return 0, notWhatever
}

// withoutArticles leaves out the little words before the last word: "without a label" names a label.
func withoutArticles(words []Word, concepts *concept.Thesaurus) []Word {
	for len(words) > 1 && words[0].place == nil && words[0].meant == nil && concepts.IsLittle(words[0].Typed, concept.AllLanguages) {
		words = words[1:]
	}
	return words
}

// isExcludable reports whether a negation of a list excludes a word: a place, a thing, or a name, where
// names may be told from other words.
func isExcludable(w Word, list int, sentence bool, concepts *concept.Thesaurus) bool {
	switch {
	case w.place != nil:
		return true
	case list == notWay:
		return w.isThing(concepts, "parking-transportation")
	case w.meant != nil:
		return w.isThing(concepts, "dining", "shopping")
	}
	return list != notThing && !sentence && w.isSpoken() && !isWord(word.Unaccented(w.Parts[0]), nil)
}
