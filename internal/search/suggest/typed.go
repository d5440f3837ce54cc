package suggest

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"airport-content/internal/search/word"
)

// titleWord is a word of a title or of a typed text, without accents: a word, or a run of letters of a
// script without spaces.
type titleWord struct {
	letters []string // a word is one
	text    string   // all letters
	typed   string   // before letters were replaced
	spaced  bool     // a word, and no letters of a script without spaces
	whole   bool     // a title must hold the whole word, not a longer word with this beginning
}

// readings are the ways to read a title. A text with a hyphen, an apostrophe or initials may have a
// second one, with joined parts: people type wifi for Wi-Fi, peets for Peet's, and llbean for
// L.L.Bean.
func readings(text string) [][]titleWord {
	return different([][]titleWord{titleWordsOf(word.Apart.Read(text)), titleWordsOf(word.Together.Read(text))})
}

// different leaves out readings that repeat another.
func different(list [][]titleWord) (kept [][]titleWord) {
	for _, reading := range list {
		if !slices.ContainsFunc(kept, func(o []titleWord) bool { return textOf(o) == textOf(reading) }) {
			kept = append(kept, reading)
		}
	}
	return kept
}

// textOf is how a title has words, one after the other.
func textOf(words []titleWord) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// titleWordsOf puts letters of scripts without spaces together. Interchangeable letters are
// replaced. Korean syllables are split into their sounds: a user on the way to 공항 has typed 고.
func titleWordsOf(tokens []word.Token) (words []titleWord) {
	for i, t := range tokens {
		letter := word.Hiragana(word.Alike(t.Text))
		switch t.Script {
		case word.Spaced:
			letter = word.Unaccented(letter)
		case word.Hangul:
			letter = norm.NFD.String(letter)
		}
		if n := len(words) - 1; t.Script != word.Spaced && i > 0 && tokens[i-1].Gap == word.None && tokens[i-1].Script == t.Script {
			last := &words[n]
			last.letters, last.text, last.typed = append(last.letters, letter), last.text+letter, last.typed+t.Text
		} else if letter != "" {
			words = append(words, titleWord{letters: []string{letter}, text: letter, typed: t.Text, spaced: t.Script == word.Spaced})
		}
	}
	return words
}

// readTyped lists the words of each reading of a typed text. A conjunction between two words may
// stand for &: lost and found, m and s. A word is whole, unless it is the last one: keyboards of
// telephones add a space. Letters of a script without spaces may stand anywhere in a title.
func readTyped(typed string) (list [][]titleWord) {
	fields := strings.Fields(typed)
	for i := 1; i < len(fields)-1; i++ {
		if slices.Contains(word.Conjunctions, strings.ToLower(fields[i])) {
			fields[i] = "&"
		}
	}
	list = different(append(readings(typed), readings(strings.Join(fields, " "))...))
	for _, words := range list {
		for i := range words {
			words[i].whole = words[i].spaced && i < len(words)-1
		}
	}
	return list
}
