package concept

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a word of a text, or a single symbol such as an emoji.
type token struct {
	begin, end int    // bytes of the text
	key        string // folded
}

// tokens reads the words of a text. Everything but letters, digits, their marks and symbols parts
// words.
func tokens(text string) (all []token) {
	begin := -1
	end := func(at int) {
		if begin >= 0 {
			if key := fold(text[begin:at]); key != "" {
				all = append(all, token{begin, at, key})
			}
			begin = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && begin >= 0 && !unicode.Is(unicode.Variation_Selector, r):
			if begin < 0 {
				begin = i
			}
		case ignorable(r):
		case unicode.Is(unicode.So, r) && r != utf8.RuneError:
			end(i)
			all = append(all, token{i, i + utf8.RuneLen(r), string(r)})
		default:
			end(i)
		}
	}
	end(len(text))
	return all
}

// ignorable reports whether a character is invisible within a word.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// fold makes a key of a word: lower case, and without what people leave out when they type:
// accents, vowel points, the article of Arabic.
func fold(word string) string {
	ascii := true
	for i := range len(word) {
		ascii = ascii && word[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(word)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(word) {
		r = unicode.ToLower(r)
		switch {
		case ignorable(r), unicode.IsMark(r) && isAccent(r):
			continue
		case r < utf8.RuneSelf:
			b.WriteRune(r)
			continue
		}
		if letters, ok := letters[r]; ok {
			b.WriteString(letters)
			continue
		}
		b.WriteRune(r)
	}
	key := norm.NFC.String(b.String())
	if bare, ok := strings.CutPrefix(key, "ال"); ok && utf8.RuneCountInString(bare) > 2 {
		return bare
	}
	return key
}

// isAccent reports whether a mark can be left out. The marks of other scripts are vowels and tones
// that tell words apart.
func isAccent(r rune) bool {
	return unicode.In(r, unicode.Inherited) && r != '\u3099' && r != '\u309A' || unicode.In(r, unicode.Arabic, unicode.Hebrew) || r == '\u093C'
}

// letters are written in several ways.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'ø': "o", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ς': "σ",
	'ى': "ي", 'ة': "ه", 'ک': "ك", 'ی': "ي", 'ـ': "", 'ँ': "ं", 'ʼ': "", 'ʻ': "",
}
