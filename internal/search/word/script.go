package word

import (
	"strings"
	"unicode"
)

// Script is a group of scripts. A text in a script other than Spaced has no spaces between words,
// or, in Korean, has endings joined to words. Such a text is read in overlapping pieces of two
// letters, so that a word is found anywhere in a text: 航站楼 becomes 航站 站楼.
type Script uint8

const (
	Spaced    Script = iota // words are parted by spaces
	Han                     // Chinese characters and kana
	Hangul                  // Korean
	Southeast               // Thai, Lao, Khmer, Burmese
)

// PieceLetters is the number of letters of a piece. Marks belong to the letter before.
const PieceLetters = 2

// ScriptOf is the script of the first letter of a token.
func ScriptOf(token string) Script {
	for _, r := range token {
		return scriptOf(r)
	}
	return Spaced
}

// scriptOf looks at blocks, which is faster than unicode.Is. Marks have the script of the letter
// before them.
func scriptOf(r rune) Script {
	switch {
	case r < 0x0E00:
		return Spaced
	case r < 0x0F00, 0x1000 <= r && r < 0x10A0, 0x1780 <= r && r < 0x1800, 0xA9E0 <= r && r < 0xAA00, 0xAA60 <= r && r < 0xAA80:
		return Southeast
	case 0x3005 <= r && r < 0x3008, 0x3040 <= r && r < 0x3100, 0x31F0 <= r && r < 0x3200, 0x3400 <= r && r < 0x4DC0, 0x4E00 <= r && r < 0xA000,
		0xF900 <= r && r < 0xFB00, 0x20000 <= r && r < 0x40000:
		return Han
	case 0xAC00 <= r && r < 0xD7B0:
		return Hangul
	}
	return Spaced
}

// IsUnspaced reports whether words have a letter of a script without spaces.
func IsUnspaced(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool { return scriptOf(r) != Spaced })
}

// IsPrefix reports whether a token is a single letter of a script without spaces. Such a token is a
// whole word as typed, and stands for all pieces with this beginning.
func IsPrefix(token string) bool { return IsUnspaced(token) && len(Letters(token)) < PieceLetters }

// pieces makes pieces of the letters of scripts without spaces.
func pieces(text string, tokens []Token) []Token {
	out := tokens[:0]
	begins := true // the token is the first of a run of letters
	for i := range tokens {
		t := &tokens[i]
		follows := t.Script != Spaced && t.Gap == None && i+1 < len(tokens) && tokens[i+1].Script == t.Script
		switch {
		case follows:
			out = append(out, joined(text, t, &tokens[i+1]))
		case begins:
			out = append(out, *t)
		}
		begins = !follows
	}
	return out
}

// joined joins two tokens.
func joined(text string, a, b *Token) Token {
	whole := Token{Begin: a.Begin, End: b.End, Script: a.Script, Gap: b.Gap}
	if whole.Text = text[a.Begin:b.End]; a.End != b.Begin || a.Text != text[a.Begin:a.End] || b.Text != text[b.Begin:b.End] {
		whole.Text = a.Text + b.Text
	}
	return whole
}

// Letters lists the letters of a token of a script without spaces. A letter includes its marks. In
// Thai and Lao it also includes a vowel beside its consonant; in Khmer and Burmese, a consonant
// below another one.
func Letters(token string) (list []string) {
	begin, last := 0, rune(0)
	for i, r := range token {
		if i > 0 && !unicode.IsMark(r) && !joinsNext(last) && !joinsLast(r) {
			list = append(list, token[begin:i])
			begin = i
		}
		last = r
	}
	return append(list, token[begin:])
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

// IsKatakana reports whether r is a letter of Katakana.
func IsKatakana(r rune) bool { return 'ァ' <= r && r <= 'ヶ' }

// IsHiragana reports whether r is a letter of Hiragana.
func IsHiragana(r rune) bool { return 'ぁ' <= r && r <= 'ゖ' }

// Hiragana writes Katakana as Hiragana.
func Hiragana(words string) string { return shifted(words, IsKatakana, 'ぁ'-'ァ') }

// Katakana writes Hiragana as Katakana.
func Katakana(words string) string { return shifted(words, IsHiragana, 'ァ'-'ぁ') }

// shifted adds a distance in Unicode to the letters of one kind.
func shifted(words string, is func(rune) bool, by rune) string {
	return strings.Map(func(r rune) rune {
		if is(r) {
			return r + by
		}
		return r
	}, words)
}
