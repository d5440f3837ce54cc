package word

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Alike replaces interchangeable letters by one of them, because keyboards and writers differ:
//
//   - digits of every script are ASCII digits: ١٢ → 12
//   - Persian and Urdu letters are the Arabic ones that other keyboards have: کیش → كيش
//   - Arabic vowels, tatweel, marks of alef, and Hebrew points are left out
//   - the comma of Romanian letters is the cedilla, which the stemmer knows: staţie
//   - nasals of Hindi before a consonant of their class are the dot: हिन्दी → हिंदी; so is the moon
//     dot; the dot below is left out
//   - the letters of Malayalam without a vowel are written as before 2008: അവൻ → അവന്
func Alike(word string) string {
	if !strings.ContainsFunc(word, isNotEastAsian) {
		return norm.NFC.String(word)
	}
	var b strings.Builder
	runes := []rune(norm.NFD.String(word))
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case unicode.IsDigit(r):
			r = '0' + digitValue(r)
		case isVowelPoint(r), 0x0653 <= r && r <= 0x0655 && i > 0 && runes[i-1] == 'ا':
			continue
		case chillus[r] != 0:
			b.WriteRune(chillus[r])
			r = '്'
		case i+2 < len(runes) && runes[i+1] == '्' && nasalOf(runes[i+2]) == r:
			r = 'ं'
			i++
		default:
			if other, ok := alikeLetters[r]; ok {
				r = other
			}
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// isNotEastAsian accepts all but Chinese characters, kana and Korean syllables, of which none are
// alike.
func isNotEastAsian(r rune) bool { return r < 0x3000 || r >= 0xA000 && r < 0xAC00 || r >= 0xD7A4 }

// alikeLetters maps a letter to the letter that replaces it.
var alikeLetters = map[rune]rune{'ک': 'ك', 'ی': 'ي', 'ے': 'ي', 'ہ': 'ه', 'ھ': 'ه', 'ە': 'ه', 'ۀ': 'ه', 'ۂ': 'ه', 'ँ': 'ं', commaBelow: cedilla}

// chillus maps a letter of Malayalam without a vowel to the letter that it is written with in older
// texts, before a virama.
var chillus = map[rune]rune{'ൺ': 'ണ', 'ൻ': 'ന', 'ർ': 'ര', 'ൽ': 'ല', 'ൾ': 'ള', 'ൿ': 'ക'}

// The marks of the Romanian ș and ț.
const commaBelow, cedilla = '\u0326', '\u0327'

// digitValue is the value of a decimal digit. Unicode has the ten digits of a script one after the
// other.
func digitValue(r rune) rune {
	value := rune(0)
	for value < 9 && unicode.IsDigit(r-value-1) {
		value++
	}
	return value
}

// isVowelPoint accepts marks that most writers omit: the vowels and points of Arabic and Hebrew,
// the tatweel, the dot below of Devanagari.
func isVowelPoint(r rune) bool {
	switch {
	case 0x0591 <= r && r <= 0x05C7 && unicode.IsMark(r), 0x064B <= r && r <= 0x0652, r == 0x0670, r == 0x0640, r == 0x093C:
		return true
	}
	return false
}

// nasalOf is the nasal of a Devanagari consonant's class; 0 for a consonant without a class.
func nasalOf(consonant rune) rune {
	for _, of := range [...]struct{ first, last, nasal rune }{{'क', 'घ', 'ङ'}, {'च', 'झ', 'ञ'}, {'ट', 'ढ', 'ण'}, {'त', 'ध', 'न'}, {'प', 'भ', 'म'}} {
		if of.first <= consonant && consonant <= of.last {
			return of.nasal
		}
	}
	return 0
}
