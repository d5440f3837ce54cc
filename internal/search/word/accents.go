package word

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Unaccented is a word without accents.
func Unaccented(word string) string {
	if isASCII(word) {
		return word
	}
	bare := strings.Map(func(r rune) rune {
		if unicode.In(r, accents) {
			return -1
		}
		return r
	}, norm.NFD.String(word))
	return plain.Replace(norm.NFC.String(bare))
}

// accents are the combining diacritical marks. Marks of other scripts, such as the vowels of Hindi,
// make other words.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}

// plain replaces letters that Unicode does not decompose into a letter and an accent.
var plain = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "ı", "i", "þ", "th")
