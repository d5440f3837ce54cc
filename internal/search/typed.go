package search

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"
)

// This file reads what a user types into a search box, and lists the forms in which titles may have
// it. A form is the beginning of a text: with a space at its end, a whole word.

// conjunctions are the words for & in some languages.
var conjunctions = []string{"and", "und", "et", "y", "e", "en", "og", "och", "i", "ve", "n"}

// typedReadings lists the words of each reading of a typed text. A conjunction between two words
// may stand for &: lost and found, m and s.
func typedReadings(typed string) (list [][]typedWord) {
	texts := readings(typed)
	fields := strings.Fields(typed)
	for i := 1; i < len(fields)-1; i++ {
		if slices.Contains(conjunctions, strings.ToLower(fields[i])) {
			fields[i] = "&"
		}
	}
	for _, text := range union(texts, readings(strings.Join(fields, " "))) {
		list = append(list, typedWords(withoutRomaji(text)))
	}
	return list
}

// withoutRomaji drops the Latin letters that a Japanese keyboard shows until they are a syllable:
// すたーb, on the way to すたーば.
func withoutRomaji(reading string) string {
	kana := strings.TrimRight(reading, "abcdefghijklmnopqrstuvwxyz")
	if last, _ := utf8.DecodeLastRuneInString(kana); isHiragana(last) || last == 'ー' {
		return kana
	}
	return reading
}

// typedWord is a word of the typed text.
type typedWord struct {
	text   string
	whole  bool // a title must hold the whole word, not a longer word with this beginning
	spaced bool
}

// typedWords lists the words of a reading. A word of a script without spaces is never whole: it may
// stand anywhere in a title. The last word is never whole either, not even before a space:
// keyboards of telephones add that space.
func typedWords(reading string) []typedWord {
	var words []typedWord
	for run, s := range runs(reading) {
		text := run
		if s != spaced {
			text = strings.Join(lettersOf(run), "")
		}
		words = append(words, typedWord{text, s == spaced, s == spaced})
	}
	if n := len(words); n > 0 {
		words[n-1].whole = false
	}
	return words
}

// textOfWords is how a title has the words, one after the other.
func textOfWords(words []typedWord) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// form is the spelling of a word in the texts of titles: a space ends a whole word.
func (w typedWord) form(text string) string {
	if w.whole {
		return text + " "
	}
	return text
}

// exact lists the form of each word as it was typed.
func exact(words []typedWord) [][]string {
	forms := make([][]string, len(words))
	for i, w := range words {
		forms[i] = []string{w.form(w.text)}
	}
	return forms
}

// wider lists more forms of each word: longer words with this beginning, the word parted, the word
// joined with a neighbour, and the synonyms of a run with the word. A form that stands for several
// words is a form of each.
func wider(words []typedWord, synonyms []Synonyms) [][]string {
	forms := make([][]string, len(words))
	for i, w := range words {
		forms[i] = append(forms[i], w.text)
		if w.spaced {
			forms[i] = append(forms[i], w.parted()...)
			forms[i] = append(forms[i], w.singular()...)
		}
		if i > 0 && w.spaced && words[i-1].spaced && !joinsDigits(words[i-1].text+"-"+w.text) {
			joined := w.form(words[i-1].text + w.text)
			forms[i-1], forms[i] = append(forms[i-1], joined), append(forms[i], joined)
		}
	}
	for first := range words {
		for end := first + 1; end <= min(len(words), first+MaxSynonymWords); end++ {
			run := textOfWords(words[first:end])
			for _, s := range synonyms {
				others := s.titleForms(run, end == len(words))
				for i := first; i < end; i++ {
					forms[i] = append(forms[i], others...)
				}
			}
		}
	}
	return forms
}

// singular lists the words of which the word may be a plural.
func (w typedWord) singular() (forms []string) {
	for _, plural := range plurals[1:] {
		if word, ok := strings.CutSuffix(w.text, plural); ok && utf8.RuneCountInString(word) >= minHalf {
			forms = append(forms, word+" ")
		}
	}
	return forms
}

// parted lists the ways to part a word: in two halves, before a number (gate7), before a particle
// (checkin), and around a conjunction (lostandf). The second half of an unfinished word may be
// short.
func (w typedWord) parted() (forms []string) {
	letters := utf8.RuneCountInString(w.text)
	if letters > maxMisspelled {
		return nil
	}
	n := 0
	for i := range w.text {
		first, second := w.text[:i], w.text[i:]
		switch {
		case n >= minHalf && slices.Contains(particles, second):
			forms = append(forms, first+" "+second+" ")
		case n >= minHalf && (letters-n >= minHalf || !w.whole), n > 0 && isNumber(second) && isLetters(first):
			forms = append(forms, w.form(first+" "+second))
		}
		for _, and := range conjunctions {
			if rest, ok := strings.CutPrefix(second, and); ok && len(and) > 1 && n >= minHalf { // lostandf
				forms = append(forms, w.form(first+" "+rest), w.form(first+" "+and+" "+rest))
			}
		}
		n++
	}
	return forms
}

const (
	minForgiven  = 5 // letters
	mostForgiven = 8 // words
)

// forgive adds to the forms of each word its other spellings in the languages of the titles (zuer
// for zür), and the words of titles that are one mistake away: one letter is wrong, missing, too
// many, or swapped with the next.
func (t *Titles) forgive(ctx context.Context, words []typedWord) ([][]string, error) {
	forms := exact(words)
	forgiven := 0
	for i, w := range words {
		for _, language := range t.languages {
			if other := respelled(w.text, Language(language)); other != "" {
				forms[i] = append(forms[i], w.form(unaccented(other)))
			}
		}
		letters := utf8.RuneCountInString(w.text)
		if !w.spaced || letters < minForgiven || letters > maxMisspelled || forgiven == mostForgiven {
			continue
		}
		forgiven++
		meant, err := t.meantBy(ctx, w)
		if err != nil {
			return nil, err
		}
		forms[i] = append(forms[i], meant...)
	}
	return forms, nil
}

// meantBy lists the forms of words, or of beginnings of words, one mistake away from the typed
// word.
func (t *Titles) meantBy(ctx context.Context, typed typedWord) (forms []string, err error) {
	if !typed.whole {
		return t.words.NearBeginnings(ctx, typed.text, 1)
	}
	near, err := t.words.Near(ctx, typed.text, 1)
	for _, n := range near {
		forms = append(forms, typed.form(t.words.At(n.Word)))
	}
	return forms, err
}
