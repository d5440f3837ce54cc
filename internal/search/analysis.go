package search

import (
	"fmt"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// Analysis is what PostgreSQL makes of a text in one language.
type Analysis struct {
	Unaccented string   // the text without accents
	Lexemes    []Lexeme // in order; the place of a stop word is empty
}

// Lexeme is a word without its endings and accents.
type Lexeme struct {
	Text      string
	Frequency int // document frequency: the number of items that hold the lexeme
	// Accented is the lexeme with the accents that were typed, as in Stem.
	Accented          string
	AccentedFrequency int
	// Prefix is set if the lexeme stands for all lexemes with this beginning. Only a piece of an
	// unspaced script with fewer than two letters is a prefix.
	Prefix bool
}

// NewAnalysis puts together the stems of a text's words. The caller sets the frequencies.
func NewAnalysis(text, language string, stems word.Stems) Analysis {
	words := strings.Fields(text)
	a := Analysis{Lexemes: make([]Lexeme, len(words))}
	for i, w := range words {
		stem := stems.Of(word.Word{Language: language, Text: w})
		a.Lexemes[i] = Lexeme{Text: stem.Lexeme, Accented: stem.Accented, Prefix: word.IsPrefix(w)}
		words[i] = stem.Unaccented
	}
	a.Unaccented = strings.Join(words, " ")
	return a
}

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

// Where a tsquery looks for its lexemes: the label of their positions.
const (
	anywhere = ""
	inTitles = "A"
)

// query is a tsquery for the lexemes one after the other; empty if there are none.
func (a Analysis) query(where string) string {
	if len(a.Lexemes) == 1 && a.Lexemes[0].Text != "" {
		return a.Lexemes[0].query(where)
	}
	var b strings.Builder
	distance, several := 0, false
	for _, l := range a.Lexemes {
		distance++
		if l.Text == "" {
			continue
		}
		if b.Len() > 0 {
			fmt.Fprintf(&b, " <%d> ", distance)
			several = true
		}
		b.WriteString(l.query(where))
		distance = 0
	}
	if several {
		return "(" + b.String() + ")"
	}
	return b.String()
}

// query is a tsquery for the lexeme.
func (l Lexeme) query(where string) string {
	if l.Prefix {
		where = "*" + where
	}
	if where != "" {
		where = ":" + where
	}
	return quote(l.Text) + where
}

var quoter = strings.NewReplacer("'", "''", `\`, `\\`)

// quote writes a lexeme for a tsquery. A user's text enters a tsquery only through quote.
func quote(lexeme string) string { return "'" + quoter.Replace(lexeme) + "'" }

// AddStems adds the words of a text that need a dictionary.
func AddStems(stems word.Stems, language, text string) {
	for w := range strings.FieldsSeq(text) {
		stems.AddWord(word.Word{Language: language, Text: w})
	}
}

// Tags is a tsquery for the items of an airport, of the types that a key may read.
func Tags(airport string, allowed content.Scope) string {
	tag := quote(document.AirportTag(airport))
	if allowed.Equal(content.EveryType()) {
		return tag
	}
	readable := []string{quote("no type")} // no item has this tag
	for _, t := range allowed.Names() {
		readable = append(readable, quote(document.TypeTag(t)))
	}
	return tag + " & (" + strings.Join(readable, " | ") + ")"
}
