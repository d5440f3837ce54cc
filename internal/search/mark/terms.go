package mark

import (
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// Term is a word, phrase or synonym that was searched for.
type Term struct {
	Language string   // search language of the items
	Lexemes  []Lexeme // one after the other
	Clause   int      // terms of one clause mean the same
	Weight   float64  // of the clause
	Optional bool     // marked only in an item without other marks
}

// Lexeme is a lexeme of a term. The place of a stop word is empty.
type Lexeme struct {
	Text   string
	Prefix bool // it stands for all lexemes with this beginning
}

// Form is how items write a lexeme. A word with a hyphen is also written as one.
type Form struct{ Word, Lexeme string }

// Marker marks terms in texts.
type Marker struct {
	languages map[string]*language
}

// language holds the terms to mark in texts of one search language.
type language struct {
	terms    []Term
	first    map[string][]int  // the terms with this first lexeme
	forms    map[string]string // the lexeme of a written word
	prefixes []string          // pieces that stand for all pieces with this beginning
	weights  map[int]int       // of clauses, in thousandths; optional ones have none
	clauses  int               // more than the number of any clause
	optional bool              // there are optional terms
}

// New makes the marker of terms. forms are how items write the lexemes of these terms, by language.
func New(terms []Term, forms map[string][]Form) *Marker {
	m := &Marker{languages: map[string]*language{}}
	for _, term := range terms {
		begin := slices.IndexFunc(term.Lexemes, func(l Lexeme) bool { return l.Text != "" })
		if begin < 0 {
			continue
		}
		term.Lexemes = term.Lexemes[begin:]
		of := m.languages[term.Language]
		if of == nil {
			of = &language{first: map[string][]int{}, forms: map[string]string{}, weights: map[int]int{}}
			m.languages[term.Language] = of
		}
		of.add(term)
	}
	for name, of := range m.languages {
		for _, form := range forms[name] {
			of.forms[strings.ReplaceAll(form.Word, "-", "")] = form.Lexeme
		}
	}
	return m
}

func (l *language) add(term Term) {
	for _, lexeme := range term.Lexemes {
		if lexeme.Prefix {
			l.prefixes = append(l.prefixes, lexeme.Text)
		}
		// No stemmer changes words of one or two letters, and forms has no such words.
		if w := (word.Word{Language: term.Language, Text: lexeme.Text}); !w.NeedsDictionary() || utf8.RuneCountInString(w.Text) < 3 {
			l.forms[w.Text] = w.Text
		}
	}
	first := term.Lexemes[0].Text
	l.first[first] = append(l.first[first], len(l.terms))
	l.terms = append(l.terms, term)
	l.clauses = max(l.clauses, term.Clause+1)
	if term.Optional {
		l.optional = true
	} else {
		l.weights[term.Clause] = max(1, int(1000*term.Weight))
	}
}

// lexeme finds the lexeme of a word; empty if no term has it.
func (l *language) lexeme(t word.Token) string {
	if lexeme, ok := l.forms[t.Text]; ok {
		return lexeme
	}
	for _, prefix := range l.prefixes {
		if strings.HasPrefix(t.Text, prefix) {
			return prefix
		}
	}
	if t.Script == word.Spaced && len(t.Text) < 3*utf8.UTFMax && utf8.RuneCountInString(t.Text) < 3 {
		return l.forms[word.Unaccented(t.Text)]
	}
	return ""
}
