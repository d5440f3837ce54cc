package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// Stemmer knows the stems of words.
type Stemmer = document.Stemmer

// Analysis is a text in one language as its vectors have it.
type Analysis struct {
	Unaccented string   // the text without accents; empty for several texts in one
	Lexemes    []Lexeme // in order; the place of a stop word is empty
}

// Lexeme is a word without its endings and accents.
type Lexeme struct {
	Text      string
	Frequency int // document frequency: the number of items that hold the lexeme
	// Accented is the lexeme with the accents that were typed, as in word.Stem.
	Accented          string
	AccentedFrequency int
	// Prefix is set if the lexeme stands for all lexemes with this beginning. Only a piece of a script
	// without spaces with fewer than two letters is a prefix.
	Prefix bool
}

// analyse puts together the stems of words. Frequencies are not set.
func analyse(words []string, language string, stems Stemmer) Analysis {
	list := make([]word.Stem, len(words))
	for i, text := range words {
		list[i] = stems.Of(word.Word{Language: language, Text: text})
	}
	return analysisOfStems(words, list)
}

// analysisOfStems makes an analysis of words and their stems. Frequencies are not set.
func analysisOfStems(words []string, stems []word.Stem) Analysis {
	a := Analysis{Lexemes: make([]Lexeme, len(words))}
	for i, stem := range stems {
		a.Lexemes[i] = Lexeme{Text: stem.Lexeme, Accented: stem.Accented, Prefix: word.IsPrefix(words[i])}
		if i > 0 {
			a.Unaccented += " "
		}
		a.Unaccented += stem.Unaccented
	}
	return a
}

// analysisOf makes an analysis of lexemes.
func analysisOf(lexemes ...Lexeme) Analysis { return Analysis{Lexemes: lexemes} }

// isEmpty reports whether the text has nothing but stop words.
func (a Analysis) isEmpty() bool { return len(a.lexemes()) == 0 }

// lexemes lists the lexemes without the empty places.
func (a Analysis) lexemes() []Lexeme {
	isStopWord := func(l Lexeme) bool { return l.Text == "" }
	if !slices.ContainsFunc(a.Lexemes, isStopWord) {
		return a.Lexemes
	}
	return slices.DeleteFunc(slices.Clone(a.Lexemes), isStopWord)
}

// isAccented reports whether a word of the text has accents.
func (a Analysis) isAccented() bool {
	return slices.ContainsFunc(a.Lexemes, func(l Lexeme) bool { return l.Accented != "" && !strings.HasSuffix(l.Accented, word.AsWritten) })
}

// key identifies the lexemes and their order. Texts with the same lexemes in the same order have
// the same key.
func (a Analysis) key() string {
	if len(a.Lexemes) == 1 {
		return a.Lexemes[0].Text
	}
	var texts []string
	for _, l := range a.lexemes() {
		texts = append(texts, l.Text)
	}
	return strings.Join(texts, " ")
}

// holds reports whether the lexemes have others side by side: an item with the one holds the other.
// Stop words around the others do not count.
func (a Analysis) holds(o Analysis) bool {
	others := o.Lexemes
	for len(others) > 0 && others[0].Text == "" {
		others = others[1:]
	}
	for len(others) > 0 && others[len(others)-1].Text == "" {
		others = others[:len(others)-1]
	}
	same := func(x, y Lexeme) bool { return x.Text == y.Text && x.Prefix == y.Prefix }
	for i := range len(a.Lexemes) - len(others) + 1 {
		if len(others) > 0 && slices.EqualFunc(a.Lexemes[i:i+len(others)], others, same) {
			return true
		}
	}
	return false
}

// isOneOf reports whether a list has the same lexemes.
func (a Analysis) isOneOf(list []Analysis) bool {
	return slices.ContainsFunc(list, func(o Analysis) bool { return o.key() == a.key() })
}

// frequency is an upper bound of the items that hold all lexemes: the frequency of the rarest one.
func (a Analysis) frequency() int {
	least := 0
	for i, l := range a.lexemes() {
		if i == 0 || l.Frequency < least {
			least = l.Frequency
		}
	}
	return least
}

// concat is analyses one after the other.
func concat(list []Analysis) (whole Analysis) {
	for _, a := range list {
		whole.Lexemes = append(whole.Lexemes, a.Lexemes...)
	}
	return whole
}

// distinct leaves each analysis once, and leaves out those of other lists.
func distinct(list []Analysis, others ...[]Analysis) (kept []Analysis) {
	if len(list) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for _, a := range slices.Concat(others...) {
		seen[a.query(anywhere)] = true
	}
	for _, a := range list {
		if query := a.query(anywhere); !seen[query] {
			seen[query] = true
			kept = append(kept, a)
		}
	}
	return kept
}
