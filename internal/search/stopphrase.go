package search

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed stopphrases.txt
var stopPhrasesText string

// stopPhrases are words, and runs of words, that people put around what they look for. By their
// first word, the longest first.
var stopPhrases = func() map[string][][]string {
	byFirst := map[string][][]string{}
	for line := range strings.Lines(stopPhrasesText) {
		if language, list, ok := strings.Cut(line, ":"); ok && language != "" {
			for phrase := range strings.SplitSeq(list, ",") {
				words := strings.Fields(phrase)
				byFirst[words[0]] = append(byFirst[words[0]], words)
			}
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

// markStopPhrase marks the stop phrase that words begin with, and returns how many words it has.
func markStopPhrase(words []Word) int {
	if words[0].Kind != Bare {
		return 0
	}
	typed := strings.Fields(words[0].Text) // y a-t-il has two words, of which one has several
	ends := []int{len(typed)}
	for _, w := range words[1:] {
		if w.Kind != Bare || len(typed) > shortQuery {
			break
		}
		typed = append(typed, strings.Fields(w.Text)...)
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
