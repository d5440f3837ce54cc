package word

import (
	"strings"
	"unicode"
)

// Word is a word of a search language, without a place.
type Word struct{ Language, Text string }

// Stem is what PostgreSQL makes of a word.
type Stem struct {
	Lexeme     string // the word without its endings and accents; empty for a stop word
	Accented   string // the lexeme with its accents; empty for a word without accents, unless the word is Vietnamese
	Unaccented string // the whole word without accents
}

// Stems are the stems of words that need a dictionary.
type Stems map[Word]Stem

// AsWritten marks the lexeme of one exact word: a Vietnamese word without accents, or a particle.
// Without the mark, a Vietnamese lexeme would also be the lexeme of words with other accents. Most
// of these have other meanings. And a particle would share the lexeme of other words (up, ups).
const AsWritten = "="

// NeedsDictionary reports whether only PostgreSQL knows the stem of the word. Words with digits,
// pieces of scripts without spaces, and ASCII words of languages without a dictionary are their own
// stems.
func (w Word) NeedsDictionary() bool {
	if isASCII(w.Text) {
		return Dictionary(w.Language) != Simple && !HasDigit(w.Text)
	}
	return !strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsDigit(r) || scriptOf(r) != Spaced })
}

// Add adds the words that need a dictionary, without their stems.
func (s Stems) Add(language string, tokens []Token) {
	for _, t := range tokens {
		s.AddWord(Word{language, t.Text})
	}
}

// AddWord adds a word, if it needs a dictionary, without its stem.
func (s Stems) AddWord(w Word) {
	if w.NeedsDictionary() {
		s[w] = Stem{}
	}
}

// Of finds the stem of a word. A word that needs no dictionary is not in s: its base is its stem.
func (s Stems) Of(w Word) Stem {
	stem, ok := s[w]
	if !ok {
		base := w.Base()
		stem = Stem{Lexeme: base, Unaccented: base}
	}
	if w.Language == Vietnamese && stem.Accented == "" {
		stem.Accented = w.Text + AsWritten
	}
	return stem
}
