package search

import (
	"strings"
	"unicode"
)

// script is a group of scripts. A text in an unspaced script has no spaces between words, or, in
// Korean, has endings joined to words. Such a text is cut into overlapping pieces of two letters,
// so that a word is found anywhere in a text: 航站楼 becomes 航站 站楼.
type script byte

const (
	spaced script = iota // words are parted by spaces
	han                  // Chinese characters and kana
	hangul
	southeast // Thai, Lao, Khmer, Burmese
)

// pieceLetters is the number of letters of a piece. Marks belong to the letter before.
const pieceLetters = 2

// scriptOf looks at blocks, which is faster than unicode.Is. Marks have the script of the letter
// before them.
func scriptOf(r rune) script {
	switch {
	case r < 0x0E00:
		return spaced
	case r < 0x0F00, 0x1000 <= r && r < 0x10A0, 0x1780 <= r && r < 0x1800, 0xA9E0 <= r && r < 0xAA00, 0xAA60 <= r && r < 0xAA80:
		return southeast
	case 0x3005 <= r && r < 0x3008, 0x3040 <= r && r < 0x3100, 0x31F0 <= r && r < 0x3200, 0x3400 <= r && r < 0x4DC0, 0x4E00 <= r && r < 0xA000,
		0xF900 <= r && r < 0xFB00, 0x20000 <= r && r < 0x40000:
		return han
	case 0xAC00 <= r && r < 0xD7B0:
		return hangul
	}
	return spaced
}

// IsUnspaced reports whether a normalised text has a piece.
func IsUnspaced(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return scriptOf(r) != spaced })
}

// isPrefix reports whether a piece has fewer letters than pieceLetters. Such a piece is a whole
// word as typed, and stands for all pieces with this beginning.
func isPrefix(piece string) bool {
	return IsUnspaced(piece) && len(letterEnds(piece)) < pieceLetters
}

// cut cuts the unspaced parts of words into pieces, and drops other parts that are too long.
func cut(words string) string {
	b := make([]byte, 0, 2*len(words))
	for word := range strings.FieldsSeq(words) {
		for word != "" {
			run, s := firstRun(word)
			word = word[len(run):]
			switch {
			case s != spaced:
				b = appendPieces(b, run)
			case len(run) <= maxWord && strings.Trim(run, "-") != "":
				b = append(append(b, strings.Trim(run, "-")...), ' ')
			}
		}
	}
	return strings.TrimSuffix(string(b), " ")
}

// firstRun is the beginning of a word that is in one script.
func firstRun(word string) (run string, s script) {
	for i, r := range word {
		of := scriptOf(r)
		if unicode.IsMark(r) && i > 0 {
			of = s
		}
		if i > 0 && of != s {
			return word[:i], s
		}
		s = of
	}
	return word, s
}

func appendPieces(b []byte, run string) []byte {
	ends := letterEnds(run)
	begin := 0
	for i := range max(1, len(ends)-pieceLetters+1) {
		b = append(append(b, run[begin:ends[min(i+pieceLetters, len(ends))-1]]...), ' ')
		begin = ends[i]
	}
	return b
}

// letterEnds lists the ends of the letters of a run. A letter includes its marks. In Thai and Lao
// it also includes a vowel beside its consonant; in Khmer and Burmese, a consonant below another
// one.
func letterEnds(run string) []int {
	var ends []int
	last := rune(0)
	for i, r := range run {
		if i > 0 && !unicode.IsMark(r) && !joinsNext(last) && !joinsLast(r) {
			ends = append(ends, i)
		}
		last = r
	}
	return append(ends, len(run))
}

// joinsNext accepts vowels that stand before their consonant, and signs that set the next consonant
// below the last.
func joinsNext(r rune) bool {
	return 0x0E40 <= r && r < 0x0E45 || 0x0EC0 <= r && r < 0x0EC5 || r == 0x1039 || r == 0x17D2
}

// joinsLast accepts vowels that stand after their consonant.
func joinsLast(r rune) bool {
	switch r {
	case 'ะ', 'า', 'ๅ', 'ະ', 'າ', 'ຽ', 'ำ', 'ຳ':
		return true
	}
	return false
}

func isKatakana(r rune) bool { return 'ァ' <= r && r <= 'ヶ' }

func isHiragana(r rune) bool { return 'ぁ' <= r && r <= 'ゖ' }

// isAllOf reports whether a word, or a run of pieces, has only letters of one kind and the long
// vowel mark.
func isAllOf(word string, is func(rune) bool) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !is(r) && r != 'ー' && r != ' ' })
}

// hiragana writes Katakana as Hiragana.
func hiragana(word string) string { return shifted(word, isKatakana, 'ぁ'-'ァ') }

// katakana writes Hiragana as Katakana.
func katakana(word string) string { return shifted(word, isHiragana, 'ァ'-'ぁ') }

// shifted adds a distance in Unicode to the letters of one kind.
func shifted(word string, is func(rune) bool, by rune) string {
	return strings.Map(func(r rune) rune {
		if is(r) {
			return r + by
		}
		return r
	}, word)
}
