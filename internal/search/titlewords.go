package search

import (
	"iter"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// joiner removes hyphens and apostrophes: wi-fi becomes wifi, peet's peets.
var joiner = strings.NewReplacer("-", "", "'", "", "`", "")

// readings are a text's normalised words, not cut into pieces. A text with a hyphen, an apostrophe
// or initials may have a second reading, with joined parts: people type wifi for Wi-Fi, peets for
// Peet's, and llbean for L.L.Bean.
func readings(s string) []string {
	s = fold(s)
	written := compose(words(s))
	list := []string{apart.Replace(written)}
	if strings.ContainsAny(s, "-'`") || strings.Contains(written, "-") {
		list = union(list, []string{strings.ReplaceAll(compose(words(joiner.Replace(s))), "-", "")})
	}
	return list
}

// runs yields the parts of words in one script, without accents, and with interchangeable letters
// replaced (see alike).
func runs(words string) iter.Seq2[string, script] {
	return func(yield func(string, script) bool) {
		for word := range strings.FieldsSeq(words) {
			for word != "" {
				run, s := firstRun(word)
				word = word[len(run):]
				if !isASCII(run) {
					run = hiragana(alike(run))
				}
				if s == spaced {
					run = unaccented(run)
				}
				if run != "" && !yield(run, s) {
					return
				}
			}
		}
	}
}

// lettersOf lists the letters of an unspaced run, each with its marks. Korean syllables are split
// into their sounds: a user on the way to 공항 has typed 고.
func lettersOf(run string) []string {
	var letters []string
	begin := 0
	for _, end := range letterEnds(run) {
		letter := run[begin:end]
		if scriptOf(firstLetter(letter)) == hangul {
			letter = norm.NFD.String(letter)
		}
		letters = append(letters, letter)
		begin = end
	}
	return letters
}

// plain replaces letters that Unicode does not decompose into a letter and an accent.
var plain = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "ı", "i", "þ", "th")

// unaccented is a word without accents.
func unaccented(word string) string {
	if isASCII(word) {
		return word
	}
	letters := strings.Map(func(r rune) rune {
		if unicode.In(r, accents) {
			return -1
		}
		return r
	}, norm.NFD.String(word))
	return plain.Replace(norm.NFC.String(letters))
}

// accents are the combining diacritical marks. Marks of other scripts, such as the vowels of Hindi,
// make other words.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}
