package search

import (
	"strings"
	"sync"
)

// typeWords are the usual words for a type, in the language of the item; empty if there are none.
// Users do not search for pages or general items by type. "service" is left out: the word has too
// many other meanings.
func typeWords(language, contentType string) string {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	return typeWordsOf()[primary+" "+contentType]
}

// typeWordsOf has the words by ISO 639-1 and type. A line of the list has languages, a type and its
// words.
var typeWordsOf = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, line := range linesOf("typewords.txt") {
		names, words, _ := strings.Cut(line, ": ")
		languages := strings.Fields(names)
		contentType := languages[len(languages)-1]
		for _, language := range languages[:len(languages)-1] {
			of[language+" "+contentType] = words
		}
	}
	return of
})
