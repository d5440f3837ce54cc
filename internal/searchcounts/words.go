package searchcounts

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

const (
	mostWords  = 200 // bytes of the words of a query; a longer one is rare
	manyDigits = 5   // so many may be a telephone number, a booking or a card
)

// Words are the words of a query as they are counted. Reading them takes longer than counting, so
// that one reading serves all searches with the same answer.
type Words struct {
	text    string // normalised
	private bool   // the text may identify a person
}

// Read reads a text as it was typed.
func Read(text string) Words { return Words{wordsOf(text), isPrivate(text)} }

// wordsOf gives the normalised words of a query, in their order, without operators. Words of
// scripts without spaces stay whole.
func wordsOf(text string) string {
	var words []string
	for _, alternative := range search.Parse(text) {
		for _, w := range alternative {
			switch {
			case w.Kind == search.Absent:
			case slices.ContainsFunc(w.Parts, word.IsUnspaced):
				words = append(words, strings.FieldsFunc(strings.ToLower(w.Typed), isPunctuation)...)
			default:
				words = append(words, w.Parts...)
			}
		}
	}
	return strings.Join(words, " ")
}

func isPunctuation(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
}

// hanDigits are letters to Unicode, and digits to people who write a number with them.
const hanDigits = "零一二三四五六七八九"

func isDigit(r rune) bool { return unicode.IsNumber(r) || strings.ContainsRune(hanDigits, r) }

// isPrivate reports whether a query may identify a person: the text has an @, or manyDigits digits
// in one word or in consecutive numbers. isPrivate reads the text, because normalised words lose @
// and the signs between digits.
func isPrivate(text string) bool {
	text = norm.NFKC.String(text) // ＠ is @
	digits := 0                   // since the last letter, and the digits of that letter's word
	for word := range strings.FieldsSeq(text) {
		own := 0
		for _, r := range word {
			if isDigit(r) {
				own++
			} else if unicode.IsLetter(r) {
				digits = 0
			}
		}
		if digits += own; digits >= manyDigits {
			return true
		}
	}
	return strings.ContainsRune(text, '@')
}
