package search

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed frames.txt
var framesText string

// frames are words, and runs of words, that people put around what they look for. By their first word, the longest first.
var frames = func() map[string][][]string {
	byFirst := map[string][][]string{}
	for line := range strings.Lines(framesText) {
		if language, list, ok := strings.Cut(line, ":"); ok && language != "" {
			for frame := range strings.SplitSeq(list, ",") {
				words := strings.Fields(frame)
				byFirst[words[0]] = append(byFirst[words[0]], words)
			}
		}
	}
	for _, list := range byFirst {
		slices.SortFunc(list, func(a, b []string) int { return len(b) - len(a) })
	}
	return byFirst
}()

// markFrames makes stop phrases of the bare words of frames.
func markFrames(words []Word) {
	for i := 0; i < len(words); {
		i += max(1, markFrame(words[i:]))
	}
}

// markFrame marks the frame that words begin with, and returns how many words it has.
func markFrame(words []Word) int {
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
	if len(typed) == 0 {
		return 0
	}
	for _, frame := range frames[typed[0]] {
		if n := slices.Index(ends, len(frame)); n >= 0 && slices.Equal(frame, typed[:len(frame)]) {
			for i := range n + 1 {
				words[i].Kind = StopPhrase
			}
			return n + 1
		}
	}
	return 0
}
