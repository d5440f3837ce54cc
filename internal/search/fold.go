package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mostMarks is how many marks a letter keeps; no language stacks more, and longer runs have no stable normal form.
const mostMarks = 8

// fold brings text to where words can read it bytewise: everything beyond ASCII that is left is a lower-case
// letter, a digit, or a mark on one of these. Lower-casing may have undone NFKC: compose the outcome.
func fold(s string) string {
	s = compose(strings.Map(spell, s))
	b := make([]byte, 0, len(s))
	marks := mostMarks // none may come first
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			b = append(b, c)
			marks = mostMarks
			if isWord(c) {
				marks = 0
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case isApostrophe(r):
			b = append(b, '\'')
			marks = mostMarks
		case unicode.IsMark(r):
			if marks < mostMarks {
				b = utf8.AppendRune(b, r)
				marks++
			}
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b = utf8.AppendRune(b, toLower(r))
			marks = 0
		default:
			b = append(b, ' ')
			marks = mostMarks
		}
	}
	return string(b)
}

// spell replaces what NFKC would turn into something else than readers see in it, and drops what they do not see.
func spell(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	switch r {
	case '´':
		return '\'' // many a keyboard's apostrophe
	case '™', '℠', '¹', '²', '³', '⁰', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', utf8.RuneError:
		return ' ' // trade marks and footnotes are not part of the word before
	}
	if ignorable(r) {
		return -1
	}
	return r
}

// ignorable tells whether a character does not show: soft hyphen, zero-width space and joiners, direction marks,
// variation selectors, fillers; and the frames around key caps.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Me)
}

// isApostrophe knows the quotes, primes and modifier letters that are written for one.
func isApostrophe(r rune) bool {
	switch r {
	case '‘', '’', '‛', '′', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ˈ':
		return true
	}
	return false
}

func toLower(r rune) rune {
	if r == 'ς' { // the sigma at a word's end, which has no capital of its own
		return 'σ'
	}
	return unicode.ToLower(r)
}

// compose brings s to NFKC.
func compose(s string) string {
	if norm.NFKC.IsNormalString(s) {
		return s
	}
	// Into overlong runs norm puts a grapheme joiner, which does not show.
	return strings.ReplaceAll(norm.NFKC.String(s), norm.GraphemeJoiner, "")
}
