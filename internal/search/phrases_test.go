package search

import (
	"strings"
	"testing"

	"airport-content/internal/search/word"
)

// A query that has a phrase of a list has its words as the list has them.
func TestPhrasesAreFound(t *testing.T) {
	t.Parallel()
	for file, columns := range map[string]int{"times.txt": 7, "negations.txt": 5, "stopphrases.txt": 1} {
		lists := readPhrases(file, columns)
		for _, line := range word.Lines(wordLists, file) {
			_, line, _ = strings.Cut(line, ":")
			for i, column := range strings.Split(line, "|") {
				for phrase := range strings.SplitSeq(column, ",") {
					if phrase = strings.TrimSpace(phrase); phrase == "" {
						continue
					}
					if words := Parse("x " + phrase + " x")[0]; lists[i].at(words[1:]) != len(words)-2 {
						t.Errorf("%s: %s is not found", file, phrase)
					}
				}
			}
		}
	}
}
