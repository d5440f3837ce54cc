package search

import (
	"embed"
	"slices"
	"strings"

	"airport-content/internal/search/word"
)

// wordLists are words of languages, as texts that need no Go to be corrected.
//
//go:embed everyday stopphrases.txt negations.txt times.txt
var wordLists embed.FS

// longestPhrase is the most words of a phrase in a list.
const longestPhrase = 9

// phrases are parts of words as queries read them, without accents, by their first part, the longest
// first.
type phrases map[string][][]string

// readPhrases reads the columns of a list. A line has the phrases of a language: those of a column
// stand between commas, the columns between bars.
func readPhrases(file string, columns int) []phrases {
	list := make([]phrases, columns)
	for _, line := range word.Lines(wordLists, file) {
		_, line, _ = strings.Cut(line, ":")
		for i, column := range strings.Split(line, "|") {
			if list[i] == nil {
				list[i] = phrases{}
			}
			for phrase := range strings.SplitSeq(column, ",") {
				if words := strings.Fields(word.Unaccented(word.Key(phrase))); len(words) > 0 {
					list[i][words[0]] = append(list[i][words[0]], words)
				}
			}
		}
	}
	for _, of := range list {
		for _, same := range of {
			slices.SortFunc(same, func(a, b []string) int { return len(b) - len(a) })
		}
	}
	return list
}

// at is the number of words of the phrase at the beginning of words; 0 without one.
func (p phrases) at(words []Word) int {
	if !words[0].isSpoken() || p[word.Unaccented(words[0].Parts[0])] == nil {
		return 0
	}
	var typed []string
	var ends []int // a word may have several parts: y a-t-il
	for _, w := range words {
		if !w.isSpoken() || len(typed) >= longestPhrase {
			break
		}
		for _, part := range w.Parts {
			typed = append(typed, word.Unaccented(part))
		}
		ends = append(ends, len(typed))
	}
	for _, phrase := range p[typed[0]] {
		if n := slices.Index(ends, len(phrase)); n >= 0 && slices.Equal(phrase, typed[:len(phrase)]) {
			return n + 1
		}
	}
	return 0
}

// stopPhrases are the words around a question, such as "find" or "is there a place to".
var stopPhrases = readPhrases("stopphrases.txt", 1)[0]

// markStopPhrases finds the stop phrases among the words.
func markStopPhrases(words []Word) {
	for i := 0; i < len(words); {
		size := stopPhrases.at(words[i:])
		for n := range size {
			words[i+n].Kind = StopPhrase
		}
		i += max(1, size)
	}
}
