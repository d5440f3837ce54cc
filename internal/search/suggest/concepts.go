package suggest

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// mostMeanings is the most things that an unfinished text may stand for: "park" begins words for
// parking in many languages, and those for parks in some.
const mostMeanings = 3

// fewLanguages may have a word that is rather the beginning of another.
const fewLanguages = 2

// named lists the forms of what airports call the things that a run of words means, in the languages
// of the titles. An unfinished run also means the things whose words begin with the run; a single
// character only if it begins words for few things.
func (t *Titles) named(words []titleWord, unfinished bool) (forms []string) {
	if t.concepts == nil {
		return nil
	}
	typed := make([]string, len(words))
	for i, w := range words {
		typed[i] = w.typed
	}
	text := strings.Join(typed, " ")
	meanings := t.likely(t.concepts.Meanings(text))
	if letters := utf8.RuneCountInString(text); !t.isSure(meanings) && unfinished && (letters >= word.MinBeginning || word.IsUnspaced(text)) {
		if meanings = t.likely(t.concepts.Beginning(text)); letters == 1 && len(meanings) > mostMeanings {
			return nil
		}
	}
	var names []string
	for _, m := range meanings[:min(len(meanings), mostMeanings)] {
		for _, language := range t.languages {
			for _, tag := range t.concepts.List(t.concepts.Of(word.Language(language))) {
				names = append(names, t.concepts.Names(m.Concept, tag)...)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		forms = append(forms, formsOf(name)...)
	}
	return forms
}

// isSure reports whether a text is a word that need not be unfinished: a language of the titles has the
// word, or several others have it. "Caje" is tea in Czech, and begins the cash machine of Spanish.
func (t *Titles) isSure(meanings []concept.Meaning) bool {
	own := t.own()
	return slices.ContainsFunc(meanings, func(m concept.Meaning) bool {
		return m.Languages&own != 0 || bits.OnesCount64(uint64(m.Languages)) > fewLanguages
	})
}

// own are the languages of the titles.
func (t *Titles) own() (all concept.Languages) {
	for _, language := range t.languages {
		all |= t.concepts.Of(word.Language(language))
	}
	return all
}

// likely are the meanings in the languages of the titles, or, if there are none, all meanings; first
// come those that most languages have.
func (t *Titles) likely(meanings []concept.Meaning) []concept.Meaning {
	own := t.own()
	isForeign := func(m concept.Meaning) bool { return m.Languages&own == 0 }
	if near := slices.DeleteFunc(slices.Clone(meanings), isForeign); len(near) > 0 {
		meanings = near
	}
	slices.SortStableFunc(meanings, func(a, b concept.Meaning) int {
		return cmp.Compare(bits.OnesCount64(uint64(b.Languages)), bits.OnesCount64(uint64(a.Languages)))
	})
	return meanings
}

// formsOf lists the forms of a name, in the singular and the plural.
func formsOf(name string) (forms []string) {
	for _, words := range readTyped(name) {
		form := textOf(words)
		if word.IsUnspaced(form) {
			forms = append(forms, form)
			continue
		}
		for _, plural := range plurals {
			forms = append(forms, form+plural+" ")
		}
	}
	return forms
}
