package search

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is a word of a normalised text.
type Written struct {
	Word string
	As   string // as the text has it; a joined form is written with its hyphens
}

// Joined reports whether the word is the joined form of several.
func (w Written) Joined() bool { return w.Word != w.As }

// mostJoined is how many words a joined form may have. Longer ones are addresses of pages.
const mostJoined = 4

// EachWord yields the words of a text. After the parts of a hyphenated word it yields their joined
// forms, because people type them so: check-in-desk gives check, in, checkin, desk, checkindesk.
// Numbers stay apart: 24-7.
func EachWord(text string) iter.Seq[Written] {
	return func(yield func(Written) bool) {
		for word := range strings.FieldsSeq(text) {
			begin := 0
			for end := range len(word) + 1 {
				if end < len(word) && word[end] != '-' {
					continue
				}
				part := word[begin:end]
				begin = end + 1
				if !yield(Written{part, part}) {
					return
				}
				for _, joined := range joinedForms(word[:end], end == len(word)) {
					if !yield(joined) {
						return
					}
				}
			}
		}
	}
}

// joinedForms are the joined forms that end with the last part of a hyphenated word: that of two
// parts, and at its end that of all.
func joinedForms(word string, whole bool) []Written {
	last := strings.LastIndexByte(word, '-')
	if last < 0 {
		return nil
	}
	var list []Written
	add := func(as string) {
		if joined := strings.ReplaceAll(as, "-", ""); len(joined) <= maxWord && !joinsDigits(as) {
			list = append(list, Written{joined, as})
		}
	}
	first := strings.LastIndexByte(word[:last], '-') + 1
	if pair := word[first:]; whole && first == 0 || !isParticle(pair[:last-first]) { // not "inschalter"
		add(pair)
	}
	if whole && first > 0 && strings.Count(word, "-") < mostJoined {
		add(word)
	}
	return list
}

// joinsDigits reports whether a hyphen stands between digits.
func joinsDigits(word string) bool {
	for i, c := range word {
		if c != '-' {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(word[:i])
		after, _ := utf8.DecodeRuneInString(word[i+1:])
		if unicode.IsDigit(before) && unicode.IsDigit(after) {
			return true
		}
	}
	return false
}

// particles are stop words that people write as one with the word before them: check in, drop off.
var particles = []string{"in", "on", "off", "up", "out", "over", "down"}

// isParticle accepts stop words that the index has beside the other lexemes, with the mark
// asWritten: particles, and the letter of T shirt.
func isParticle(word string) bool { return slices.Contains(particles, word) || word == "t" }
