package search

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mostMarks is the most marks that a letter keeps. No language uses more, and longer runs have no
// stable normal form.
const mostMarks = 8

// fold reduces non-ASCII text to lower-case letters, digits, and marks on these. Lower-casing may
// undo NFKC, so the caller must compose the result.
func fold(s string) string {
	if strings.ContainsAny(s, "²³") {
		s = power.ReplaceAllStringFunc(s, func(p string) string { return p[:len(p)-len("²")] + "-" + compose(p[len(p)-len("²"):]) })
	}
	s = gershayim(compose(strings.Map(foldRune, s)))
	b := make([]byte, 0, len(s))
	marks := mostMarks // a mark cannot come first
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
		case isHyphen(r):
			b = append(b, '-')
			marks = mostMarks
		case r == '✓' && marks < mostMarks: // a name: Pre✓
			b = append(b, "-check"...)
			marks = 0
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

// power is a unit of one or two letters with an exponent, which becomes a part of a compound: m-2
// of m². Behind a longer word, ² is a footnote.
var power = regexp.MustCompile(`(?:^|[^\pL\pM])(?:\pL\pM*){1,2}[²³]`)

// foldRune replaces characters with a misleading NFKC form, such as 2 for ², and drops invisible
// ones.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	switch r {
	case '´':
		return '\'' // used as an apostrophe
	case '×':
		return 'x' // between measures: 55×40
	case '™', '℠', '¹', '²', '³', '⁰', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', utf8.RuneError:
		return ' ' // trade marks and footnotes are not part of the word before
	}
	if ignorable(r) {
		return -1
	}
	return r
}

// ignorable reports whether a character is invisible: a soft hyphen, a zero-width space or joiner,
// a direction mark, a variation selector, a filler, the frame of a key cap.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Me)
}

// isApostrophe reports whether people use r as an apostrophe: quotes, primes and modifier letters.
func isApostrophe(r rune) bool {
	switch r {
	case '‘', '’', '‛', '′', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ˈ', '׳', '״':
		return true
	}
	return false
}

// gershayim writes a quotation mark within a Hebrew word as an apostrophe: the mark of an acronym.
func gershayim(s string) string {
	if !strings.Contains(s, `"`) {
		return s
	}
	const hebrew = 0xD7 // the first byte of Hebrew letters, which have two
	b := []byte(s)
	for i := 2; i < len(b)-1; i++ {
		if b[i] == '"' && b[i-2] == hebrew && b[i+1] == hebrew {
			b[i] = '\''
		}
	}
	return string(b)
}

// isHyphen reports whether people write r within a word: hyphens, the minus sign of some keyboards,
// and the dot of Catalan (instal·lacions). Dashes part words.
func isHyphen(r rune) bool {
	switch r {
	case '-', '‐', '‑', '−', '·':
		return true
	}
	return false
}

func toLower(r rune) rune {
	switch r {
	case 'ς': // the form of sigma at the end of a word
		return 'σ'
	case 'ヶ': // 三ヶ日 and 三ケ日
		return 'ケ'
	}
	return unicode.ToLower(r)
}

// compose brings s to NFKC.
func compose(s string) string {
	if norm.NFKC.IsNormalString(s) {
		return s
	}
	// norm puts invisible grapheme joiners into very long runs of marks.
	return strings.ReplaceAll(norm.NFKC.String(s), norm.GraphemeJoiner, "")
}
