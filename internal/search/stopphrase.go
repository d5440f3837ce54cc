package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/word"
)

// stopPhrases are the words around a question, such as "find" or "is there a place to". They are
// keyed by their first word, the longest first.
var stopPhrases = func() map[string][][]string {
	byFirst := map[string][][]string{}
	for _, line := range word.Lines(wordLists, "stopphrases.txt") {
		_, list, _ := strings.Cut(line, ": ")
		for phrase := range strings.SplitSeq(list, ", ") {
			words := strings.Fields(phrase)
			byFirst[words[0]] = append(byFirst[words[0]], words)
		}
	}
	for _, list := range byFirst {
		slices.SortFunc(list, func(a, b []string) int { return len(b) - len(a) })
	}
	return byFirst
}()

// markStopPhrases finds the stop phrases among bare words.
func markStopPhrases(words []Word) {
	for i := 0; i < len(words); {
		i += max(1, markStopPhrase(words[i:]))
	}
}

// markStopPhrase marks the stop phrase at the beginning of words, and returns its number of words;
// 0 without one.
func markStopPhrase(words []Word) int {
	if words[0].Kind != Bare {
		return 0
	}
	typed := slices.Clone(words[0].Parts) // a word may have several parts: y a-t-il
	ends := []int{len(typed)}
	for _, w := range words[1:] {
		if w.Kind != Bare || len(typed) > shortQuery {
			break
		}
		typed = append(typed, w.Parts...)
		ends = append(ends, len(typed))
	}
	for _, phrase := range stopPhrases[typed[0]] {
		if n := slices.Index(ends, len(phrase)); n >= 0 && slices.Equal(phrase, typed[:len(phrase)]) {
			for i := range n + 1 {
				words[i].Kind = StopPhrase
			}
			return n + 1
		}
	}
	return 0
}
