package search

import (
	"slices"
	"strings"
	"sync"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// everydayWords are the base forms of words, by language, without accents. Most commands of the
// program never need them.
var everydayWords = sync.OnceValue(func() map[string]map[string]bool {
	of := map[string]map[string]bool{}
	for language, line := range word.Lines(wordLists, "everyday/*.txt") {
		if of[language] == nil {
			of[language] = map[string]bool{}
		}
		for text := range strings.FieldsSeq(line) {
			of[language][word.Unaccented(text)] = true
		}
	}
	return of
})

// everydayEndings are cut off a word that everydayWords lacks.
var everydayEndings = map[string][]string{
	"dutch":      {"e", "en", "er", "s", "t"},
	"english":    {"s", "es", "d", "ed", "ing", "ly", "r", "er", "st", "est"},
	"french":     {"e", "es", "s", "x"},
	"german":     {"e", "em", "en", "er", "es", "n", "s", "t"},
	"italian":    {"e", "i"},
	"portuguese": {"s", "es"},
	"spanish":    {"s", "es"},
}

// isEveryday reports whether a language has a word, given without accents, among its everyday
// words. Such a word is hardly a misspelling, whatever the airport's items hold.
func isEveryday(text, language string) bool {
	words := everydayWords()[language]
	if words[text] {
		return true
	}
	return slices.ContainsFunc(everydayEndings[language], func(ending string) bool {
		base, ok := strings.CutSuffix(text, ending)
		n := len(base)
		if !ok || n < 2 {
			return false
		}
		if words[base] || words[base+"e"] || language == "italian" && (words[base+"o"] || words[base+"a"]) {
			return true
		}
		return language == "english" && (base[n-1] == 'i' && words[base[:n-1]+"y"] || base[n-1] == base[n-2] && words[base[:n-1]])
	})
}

// isWord reports whether a list of any language has a text, given without accents.
func isWord(text string, concepts *concept.Thesaurus) bool {
	for language := range everydayWords() {
		if isEveryday(text, language) {
			return true
		}
	}
	return concepts != nil && concepts.Knows(text)
}
