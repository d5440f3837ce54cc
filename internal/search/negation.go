package search

import (
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// People say what they do not want: "burger not mcdonalds", "parking but not in terminal 1". Items
// with these words in their title are left out, and of a place the items that are there.

// negations are four lists. The words of the first exclude whatever follows. Those of the second
// exclude a name: before another word they say something else ("not allowed", "without a passport").
// Those of the third exclude no place: "no terminal 2" is Portuguese, and means in it. Those of the
// fourth are of languages without a list of everyday words, so that nobody knows what is a name: they
// exclude the place or the thing that follows, and no more.
var negations = readPhrases("negations.txt", 4)

// mostExcluded is the most words that a negation excludes.
const mostExcluded = 4

// readNegations marks the words that say what is not wanted. A sentence tells a story, with what did
// not work or is not known, so that a negation there excludes a place or a thing only. A way to travel is
// such a thing only where nothing else can be meant: a story may tell of a train that did not come.
func readNegations(words []Word, sentence bool, concepts *concept.Thesaurus) {
	excluded := 0                     // more words that the negation before excludes
	for i := 1; i < len(words); i++ { // something is wanted before
		size, any, types := negations[0].at(words[i:]), !sentence, []string{"dining", "shopping", "parking-transportation"}
		if size == 0 {
			size, any, types = negations[1].at(words[i:]), false, types[:2]
		}
		if no := negations[2].at(words[i:]); size == 0 && i+no < len(words) && words[i+no].place == nil {
			size = no
		}
		nameless := false
		if size == 0 {
			size, nameless = negations[3].at(words[i:]), true
		}
		rest := words[i+size:]
		switch what := withoutArticles(rest, concepts); {
		case size > 0 && len(rest) > 0 && (any || isExcludable(what[0], sentence || nameless, concepts, types)):
			for n := i; n < i+size; n++ {
				words[n].Kind = Negation
			}
			i, excluded = i+size-1, mostExcluded
			if nameless {
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

// withoutArticles leaves out the little words before the last word: "without a label" names a label.
func withoutArticles(words []Word, concepts *concept.Thesaurus) []Word {
	for len(words) > 1 && words[0].place == nil && words[0].meant == nil && concepts.IsLittle(words[0].Typed, concept.AllLanguages) {
		words = words[1:]
	}
	return words
}

// isExcludable reports whether a word is a place, a thing of one of these types, or a name, where names
// may be told from other words.
func isExcludable(w Word, nameless bool, concepts *concept.Thesaurus, types []string) bool {
	if w.place != nil || w.meant != nil {
		return w.place != nil || w.isThing(concepts, types...)
	}
	return !nameless && w.isSpoken() && !isWord(word.Unaccented(w.Parts[0]), nil)
}
