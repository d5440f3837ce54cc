package suggest

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"airport-content/internal/search/word"
)

// run is a word of a title or of a typed text, without accents: a word, or a run of letters of a
// script without spaces.
type run struct {
	letters []string // a word is one
	typed   string   // before letters were replaced
	script  word.Script
	gap     word.Gap // behind the run
}

func (r run) text() string { return strings.Join(r.letters, "") }

// readings are the ways to read a title. A text with a hyphen, an apostrophe or initials may have a
// second one, with joined parts: people type wifi for Wi-Fi, peets for Peet's, and llbean for
// L.L.Bean.
func readings(text string) [][]run {
	return different([][]run{runsOf(word.Apart.Read(text)), runsOf(word.Together.Read(text))})
}

// different leaves out readings that repeat another.
func different(list [][]run) (kept [][]run) {
	for _, reading := range list {
		if !slices.ContainsFunc(kept, func(o []run) bool { return textOf(o) == textOf(reading) }) {
			kept = append(kept, reading)
		}
	}
	return kept
}

// textOf is how a title has runs, one after the other.
func textOf(runs []run) string {
	texts := make([]string, len(runs))
	for i, r := range runs {
		texts[i] = r.text()
	}
	return strings.Join(texts, " ")
}

// runsOf puts letters of scripts without spaces together to runs. Interchangeable letters are
// replaced. Korean syllables are split into their sounds: a user on the way to 공항 has typed 고.
func runsOf(tokens []word.Token) (runs []run) {
	for i, t := range tokens {
		letter := word.Hiragana(word.Alike(t.Text))
		switch t.Script {
		case word.Spaced:
			letter = word.Unaccented(letter)
		case word.Hangul:
			letter = norm.NFD.String(letter)
		}
		if n := len(runs) - 1; t.Script != word.Spaced && i > 0 && tokens[i-1].Gap == word.None && tokens[i-1].Script == t.Script {
			runs[n].letters, runs[n].typed, runs[n].gap = append(runs[n].letters, letter), runs[n].typed+t.Text, t.Gap
		} else if letter != "" {
			runs = append(runs, run{[]string{letter}, t.Text, t.Script, t.Gap})
		}
	}
	return runs
}

// typedWord is a word of a typed text.
type typedWord struct {
	text   string
	typed  string // before letters were replaced
	whole  bool   // a title must hold the whole word, not a longer word with this beginning
	spaced bool
}

// readTyped lists the words of each reading of a typed text. A conjunction between two words may
// stand for &: lost and found, m and s.
func readTyped(typed string) (list [][]typedWord) {
	fields := strings.Fields(typed)
	for i := 1; i < len(fields)-1; i++ {
		if slices.Contains(word.Conjunctions, strings.ToLower(fields[i])) {
			fields[i] = "&"
		}
	}
	for _, reading := range different(append(readings(typed), readings(strings.Join(fields, " "))...)) {
		list = append(list, wordsOf(reading))
	}
	return list
}

// wordsOf lists the words of a reading. A word of a script without spaces is never whole: it may
// stand anywhere in a title. The last word is never whole either, not even before a space:
// keyboards of telephones add that space.
func wordsOf(runs []run) []typedWord {
	var words []typedWord
	for i, r := range runs {
		spaced := r.script == word.Spaced
		words = append(words, typedWord{r.text(), r.typed, spaced && i < len(runs)-1, spaced})
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
