package suggest

import (
	"context"
	"slices"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// A form is the spelling of a word in the texts of titles. A space ends a whole word.

// form is a spelling as a form.
func (w titleWord) form(text string) string {
	if w.whole {
		return text + " "
	}
	return text
}

// mostParted is the most letters of a word that is parted or forgiven.
const mostParted = 40

// exact lists the form of each word as it was typed.
func exact(words []titleWord) [][]string {
	forms := make([][]string, len(words))
	for i, w := range words {
		forms[i] = []string{w.form(w.text)}
	}
	return forms
}

// wider lists more forms of each word: longer words with this beginning, the word parted, the word
// joined with a neighbour, and the synonyms, and other words for the same thing, of a run with the
// word. A form that stands for several words is a form of each.
func (t *Titles) wider(words []titleWord) [][]string {
	forms := make([][]string, len(words))
	for i, w := range words {
		forms[i] = append(forms[i], w.text)
		if w.spaced {
			forms[i] = append(forms[i], w.parted()...)
		}
		if i > 0 && w.spaced && words[i-1].spaced && !word.AreNumbers(words[i-1].text, w.text) {
			joined := w.form(words[i-1].text + w.text)
			forms[i-1], forms[i] = append(forms[i-1], joined), append(forms[i], joined)
		}
	}
	for first := range words {
		for end := first + 1; end <= min(len(words), first+word.MaxSynonym); end++ {
			typed, unfinished := textOf(words[first:end]), end == len(words)
			others := t.named(words[first:end], unfinished)
			for _, s := range t.synonyms {
				others = append(others, s.of(typed, unfinished)...)
			}
			for i := first; i < end; i++ {
				forms[i] = append(forms[i], others...)
			}
		}
	}
	return forms
}

// parted lists the ways to part a word: in two halves, before a number (gate7) and before a particle
// (checkin). The second half of an unfinished word may be short.
func (w titleWord) parted() (forms []string) {
	letters := utf8.RuneCountInString(w.text)
	if letters > mostParted {
		return nil
	}
	n := 0
	for i := range w.text {
		first, second := w.text[:i], w.text[i:]
		switch {
		case n >= word.MinHalf && slices.Contains(word.Particles, second):
			forms = append(forms, first+" "+second+" ")
		case n >= word.MinHalf && (letters-n >= word.MinHalf || !w.whole), n > 0 && word.IsNumber(second) && word.IsLetters(first):
			forms = append(forms, w.form(first+" "+second))
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
// many, or swapped with the next. The beginning of a word for a thing is no mistake.
func (t *Titles) forgive(ctx context.Context, words []titleWord) ([][]string, error) {
	forms := exact(words)
	forgiven := 0
	for i, w := range words {
		for _, language := range t.languages {
			if other := word.Respelled(w.text, word.Language(language)); other != "" {
				forms[i] = append(forms[i], w.form(word.Unaccented(other)))
			}
		}
		letters := utf8.RuneCountInString(w.text)
		if !w.spaced || letters < minForgiven || letters > mostParted || forgiven == mostForgiven || t.concepts != nil && len(t.concepts.Beginning(w.typed)) > 0 {
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
func (t *Titles) meantBy(ctx context.Context, typed titleWord) (forms []string, err error) {
	if !typed.whole {
		return t.words.NearBeginnings(ctx, typed.text, 1)
	}
	near, err := t.words.Near(ctx, typed.text, 1)
	for _, n := range near {
		forms = append(forms, typed.form(t.words.At(n.Word)))
	}
	return forms, err
}
