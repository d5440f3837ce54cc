package word

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostJoined is the most words of a joined form. Longer ones are addresses of pages.
const mostJoined = 4

// compounds adds the joined forms of words with hyphens between them, because people type these:
// check-in-desk is check, in, checkin, desk, checkindesk. Numbers stay apart: 24-7.
func compounds(_ string, tokens []Token) []Token {
	if !slices.ContainsFunc(tokens, func(t Token) bool { return t.Gap == Hyphen }) {
		return tokens
	}
	out := make([]Token, 0, len(tokens)+len(tokens)/bytesOfWord)
	first := 0
	for i, t := range tokens {
		out = append(out, t)
		whole := t.Gap != Hyphen || i+1 == len(tokens) || t.Script != Spaced || tokens[i+1].Script != Spaced
		if i > first && (whole && i == first+1 || !IsParticle(tokens[i-1].Text)) { // not "inschalter"
			out = appendJoined(out, tokens[i-1:i+1])
		}
		if whole && i > first+1 && i-first < mostJoined {
			out = appendJoined(out, tokens[first:i+1])
		}
		if whole {
			first = i + 1
		}
	}
	return out
}

// appendJoined adds the joined form of words, unless two of them are numbers or the form is too
// long.
func appendJoined(list, parts []Token) []Token {
	last := parts[len(parts)-1]
	whole := strings.Join(Words(parts), "")
	for i, p := range parts[1:] {
		if AreNumbers(parts[i].Text, p.Text) {
			return list
		}
	}
	if len(whole) > MaxBytes {
		return list
	}
	return append(list, Token{Text: whole, Begin: parts[0].Begin, End: last.End, Gap: last.Gap, Joined: int8(len(parts))})
}

// together joins words with hyphens and apostrophes between them.
func together(text string, tokens []Token) []Token {
	out := tokens[:0]
	for _, t := range tokens {
		if n := len(out) - 1; n >= 0 && (out[n].Gap == Hyphen || out[n].Gap == apostrophe) && out[n].Script == Spaced && t.Script == Spaced {
			if whole, ok := join(text, out[n], t); ok {
				out[n] = whole
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// Particles are stop words that people join to the word before: check in, drop off.
var Particles = []string{"in", "on", "off", "up", "out", "over", "down"}

// sides are stop words that say where a place is: after security.
var sides = []string{"after", "before", "nach", "vor"}

// IsParticle accepts the stop words that the index stores, with the mark AsWritten: particles,
// sides, and the letter of T shirt.
func IsParticle(word string) bool {
	return slices.Contains(Particles, word) || slices.Contains(sides, word) || word == "t"
}

// Conjunctions are the words for & in some languages.
var Conjunctions = []string{"and", "und", "et", "y", "e", "en", "og", "och", "i", "ve", "n"}

const (
	MaxSynonym   = 4 // words; longer runs of a query's words are not looked up
	MinHalf      = 3 // letters of each of two words that were typed as one
	MinBeginning = 4 // letters of an unfinished word that stands for longer ones
)

// AreNumbers reports whether the last character of a word and the first of the next are digits.
// Joined, the words would be another number.
func AreNumbers(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return unicode.IsDigit(last) && unicode.IsDigit(first)
}

// Digits are the ASCII digits. Those of other scripts become ASCII in lexemes (Alike).
const Digits = "0123456789"

// HasDigit reports whether a text has one of Digits.
func HasDigit(text string) bool { return strings.ContainsAny(text, Digits) }

// IsNumber reports whether a word has only Digits.
func IsNumber(word string) bool { return strings.Trim(word, Digits) == "" }

// IsLetters reports whether a word has only letters, of a script with spaces between words.
func IsLetters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || scriptOf(r) != Spaced })
}
