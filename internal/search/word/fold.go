package word

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// class is what a character is to a reader.
type class uint8

const (
	separator class = iota
	letter          // or a digit or mark
	space
	whiteSpace // tabs and line breaks
	quote      // an apostrophe
	and
	point
	dash
	combining // joins the character before, or is invisible
	unclear   // only fold knows
)

// gapOf is the gap of one character.
var gapOf = [...]Gap{separator: Other, space: Space, whiteSpace: Spaces, quote: apostrophe, and: ampersand, point: dot, dash: Hyphen}

// ascii has the class and lower-case letter of each ASCII character.
var ascii = func() (table [utf8.RuneSelf]struct {
	class class
	lower byte
}) {
	for c := range table {
		b := byte(c)
		table[c].lower = b
		switch {
		case 'A' <= b && b <= 'Z':
			table[c].lower += 'a' - 'A'
			table[c].class = letter
		case 'a' <= b && b <= 'z', isDigit(b):
			table[c].class = letter
		case b == ' ':
			table[c].class = space
		case '\t' <= b && b <= '\r':
			table[c].class = whiteSpace
		case b == '\'', b == '`':
			table[c].class = quote
		case b == '&':
			table[c].class = and
		case b == '.':
			table[c].class = point
		case b == '-':
			table[c].class = dash
		}
	}
	return table
}()

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// isASCII reports whether a text has no other characters.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// character is a non-ASCII character: its class, and the lower-case letter of a clear letter.
type character struct {
	lower rune
	class class
}

// characters has the characters up to U+FFFF.
type characters struct {
	of       [1 << 16]character
	combines [256]bool // whether a character with this first byte may join the character before
}

var plane = sync.OnceValue(func() *characters {
	var table characters
	for r := rune(utf8.RuneSelf); r < rune(len(table.of)); r++ {
		table.of[r] = characterOf(r)
		if table.of[r].class == combining {
			table.combines[string(r)[0]] = true
		}
	}
	for first := utf8.RuneSelf | 0x70; first < len(table.combines); first++ { // beyond U+FFFF
		table.combines[first] = true
	}
	return &table
})

// IsPart reports whether a character may stand within a word.
func IsPart(r rune) bool {
	switch classOf(r).class {
	case letter, combining, unclear:
		return true
	}
	return false
}

// classOf is the class of a character.
func classOf(r rune) character { return plane().classOf(r) }

func (table *characters) classOf(r rune) character {
	switch {
	case r < utf8.RuneSelf:
		return character{rune(ascii[r].lower), ascii[r].class}
	case int(r) < len(table.of):
		return table.of[r]
	}
	return characterOf(r)
}

func characterOf(r rune) character {
	switch {
	case 0x4E00 <= r && r < 0x9FFF, 0xAC00 <= r && r < 0xD7A4: // most Chinese characters, Korean syllables
		return character{r, letter}
	case isApostrophe(r):
		return character{class: quote}
	case isHyphen(r):
		return character{class: dash}
	case IsInvisible(r):
		return character{class: combining}
	}
	written := string(r)
	if !norm.NFKC.PropertiesString(written).BoundaryBefore() {
		return character{class: combining}
	}
	lower := toLower(r)
	switch folded := fold(written); {
	case folded == string(lower) && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		return character{lower, letter}
	case unicode.IsSpace(r):
		return character{class: space}
	case folded == " " && r != '✓':
		return character{class: separator}
	}
	return character{class: unclear}
}

// mostMarks is the most marks that a letter keeps. No language uses more, and longer runs have no
// stable normal form.
const mostMarks = 8

// fold reduces a few characters to lower-case letters, digits, marks, hyphens and apostrophes. All
// else becomes a space.
func fold(s string) string {
	s = compose(strings.Map(foldRune, s))
	return compose(strings.Map(func(r rune) rune {
		switch {
		case isApostrophe(r), r == '\'', r == '`':
			return '\''
		case isHyphen(r):
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return toLower(r)
		}
		return ' '
	}, s))
}

// foldRune replaces characters with a misleading NFKC form, such as 2 for ², and drops invisible
// ones.
func foldRune(r rune) rune {
	switch r {
	case '´':
		return '\'' // used as an apostrophe
	case '×':
		return 'x' // between measures: 55×40
	case '™', '℠', '¹', '²', '³', '⁰', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', utf8.RuneError:
		return ' ' // trade marks and footnotes are not part of the word before
	}
	if r >= utf8.RuneSelf && IsInvisible(r) {
		return -1
	}
	return r
}

// IsInvisible reports whether a character is not shown: a soft hyphen, a zero-width space or
// joiner, a direction mark, a variation selector, a filler, the frame of a key cap.
func IsInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Me)
}

// isApostrophe reports whether people use r as an apostrophe: quotes, primes and modifier letters.
func isApostrophe(r rune) bool {
	switch r {
	case '‘', '’', '‛', '′', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ˈ', '׳', '״', '´':
		return true
	}
	return false
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
