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
	As   string // as in the text; a joined form has its hyphens
}

// Joined reports whether the word is the joined form of several.
func (w Written) Joined() bool { return w.Word != w.As }

// mostJoined is the most words of a joined form. Longer ones are addresses of pages.
const mostJoined = 4

// EachWord yields the words of a text. After the parts of a hyphenated word come their joined
// forms, because people type these: check-in-desk gives check, in, checkin, desk, checkindesk.
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

// joinedForms lists the joined forms that end with the last part: the last two parts joined. For a
// whole word, also all parts joined.
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

// particles are stop words that people join to the word before: check in, drop off.
var particles = []string{"in", "on", "off", "up", "out", "over", "down"}

// sides are stop words that say where a place is: after security.
var sides = []string{"after", "before", "nach", "vor"}

// isParticle accepts the stop words that the index stores, with the mark asWritten: particles,
// sides, and the letter of T shirt.
func isParticle(word string) bool {
	return slices.Contains(particles, word) || slices.Contains(sides, word) || word == "t"
}
