package search

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed common
var commonText embed.FS

// commonWords are the base forms of words, by language, without accents. Most commands of the
// program never need them.
var commonWords = sync.OnceValue(func() map[string]map[string]bool {
	of := map[string]map[string]bool{}
	for _, language := range []string{"dutch", "english", "french", "german", "italian", "portuguese", "spanish"} {
		text, err := commonText.ReadFile("common/" + language + ".txt")
		if err != nil {
			panic(err) // the files are part of the program
		}
		of[language] = map[string]bool{}
		for word := range strings.FieldsSeq(string(text)) {
			of[language][unaccented(word)] = true
		}
	}
	return of
})

// endings are cut off a word that commonWords lacks.
var endings = map[string][]string{
	"dutch":      {"e", "en", "er", "s", "t"},
	"english":    {"s", "es", "d", "ed", "ing", "ly", "r", "er", "st", "est"},
	"french":     {"e", "es", "s", "x"},
	"german":     {"e", "em", "en", "er", "es", "n", "s", "t"},
	"italian":    {"e", "i"},
	"portuguese": {"s", "es"},
	"spanish":    {"s", "es"},
}

// isCommon reports whether a word, given without accents, is common in a language. A common word is
// hardly a misspelling, whatever the airport's items hold.
func isCommon(word, language string) bool {
	words := commonWords()[language]
	if words[word] {
		return true
	}
	return slices.ContainsFunc(endings[language], func(ending string) bool {
		base, ok := strings.CutSuffix(word, ending)
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
