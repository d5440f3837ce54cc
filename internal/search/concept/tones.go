package concept

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"airport-content/internal/search/word"
)

// Accents tell the words of Vietnamese apart: bản đồ is a map, and ban do a committee by somebody.
// People may leave all of them out, but who types some types all. A single syllable without them may be
// anything: tom is no shrimp.

// addTones notes how a phrase of a tonal language is written, with and without its little words, and
// the words with accents of other languages.
func (t *Thesaurus) addTones(phrase []token, language int) {
	if t.tonal&(1<<language) == 0 {
		for n := range phrase {
			if hasAccent(phrase[n]) {
				t.accented = append(t.accented, hash(withTones(phrase[n:n+1])))
			}
		}
		return
	}
	isLittle := func(w token) bool { return t.little[w.key]&(1<<language) != 0 }
	for _, words := range [][]token{phrase, slices.DeleteFunc(slices.Clone(phrase), isLittle)} {
		t.tones = append(t.tones, hash(withTones(words)))
	}
}

// mayMean is the languages that words may be of: no tonal one, if the text was typed with accents and
// such a language writes these words with others.
func (t *Thesaurus) mayMean(words []token, accented bool) Languages {
	if accented && !t.isWritten(words) {
		return ^t.tonal
	}
	return AllLanguages
}

// isWritten reports whether a phrase of a tonal language is written with the accents of the words.
func (t *Thesaurus) isWritten(words []token) bool {
	_, ok := slices.BinarySearch(t.tones, hash(withTones(words)))
	return ok
}

// withoutSyllables leaves out what a single syllable without its accents means in tonal languages alone:
// the pho of other languages is phở.
func (t *Thesaurus) withoutSyllables(meanings []Meaning, words []token) []Meaning {
	if len(words) > 1 || t.isWritten(words) {
		return meanings
	}
	return slices.DeleteFunc(meanings, func(m Meaning) bool { return m.Languages&^t.tonal == 0 })
}

// isTonal reports whether a word of a Vietnamese text is of no other language: it has accents, and no
// other language writes it so. The hàng of mua hàng ở đâu is no hangar, but the café of café ở đâu is
// one.
func (t *Thesaurus) isTonal(w token) bool {
	if !hasAccent(w) {
		return false
	}
	_, ofOthers := slices.BinarySearch(t.accented, hash(withTones([]token{w})))
	return !ofOthers
}

func hasAccent(w token) bool { return word.Unaccented(w.typed) != w.typed }

// isVietnamese reports whether a text has letters that are hardly of another language.
func isVietnamese(text string) bool {
	return strings.ContainsFunc(norm.NFC.String(text), func(r rune) bool {
		return 'Ạ' <= r && r <= 'ỹ' || strings.ContainsRune("ƠơƯư", r)
	})
}

// withTones writes words with their accents behind them: people type hoà and hòa.
func withTones(words []token) string {
	var keys, tones strings.Builder
	for _, w := range words {
		keys.WriteString(w.key)
		for _, r := range norm.NFD.String(w.typed) {
			if unicode.IsMark(r) || r == 'đ' {
				tones.WriteRune(r)
			}
		}
	}
	return keys.String() + " " + tones.String()
}
