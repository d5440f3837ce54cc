package search

import (
	"fmt"
	"math"
	"strings"
)

// Vocabulary is what is known about the words of a query at one airport, in one language. Only items that the key may read count.
type Vocabulary struct {
	Language string // as Language names it
	Items    int    // in this language
	Analyses map[string]Analysis
	Synonyms Synonyms
}

// Analysis is what PostgreSQL makes of a text in one language.
type Analysis struct {
	Plain   string   // the text without accents
	Lexemes []Lexeme // in order; the place of a stop word is empty
}

// Lexeme is a word without its endings.
type Lexeme struct {
	Text      string
	Frequency int // its document frequency: how many items hold it
}

// Add puts a lexeme in its places, which count from 1.
func (a *Analysis) Add(lexeme string, places []int16, frequency int) {
	for _, place := range places {
		for len(a.Lexemes) < int(place) {
			a.Lexemes = append(a.Lexemes, Lexeme{})
		}
		a.Lexemes[place-1] = Lexeme{lexeme, frequency}
	}
}

// lexemes are those without the empty places.
func (a Analysis) lexemes() []Lexeme {
	var list []Lexeme
	for _, l := range a.Lexemes {
		if l.Text != "" {
			list = append(list, l)
		}
	}
	return list
}

// key is equal for texts with the same lexemes in the same order.
func (a Analysis) key() string {
	var texts []string
	for _, l := range a.lexemes() {
		texts = append(texts, l.Text)
	}
	return strings.Join(texts, " ")
}

// frequency is how many items may hold all the lexemes: as many as hold the rarest one.
func (a Analysis) frequency() int {
	least := 0
	for i, l := range a.lexemes() {
		if i == 0 || l.Frequency < least {
			least = l.Frequency
		}
	}
	return least
}

// query is a tsquery for the lexemes one after the other; empty if there are none.
func (a Analysis) query() string { return a.queryOf("") }

// titleQuery is the same within titles.
func (a Analysis) titleQuery() string { return a.queryOf(":A") }

func (a Analysis) queryOf(label string) string {
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
		b.WriteString(quote(l.Text) + label)
		distance = 0
	}
	if several {
		return "(" + b.String() + ")"
	}
	return b.String()
}

var quoter = strings.NewReplacer("'", "''", `\`, `\\`)

// quote writes a lexeme for a tsquery. It is the only way for a user's text into one.
func quote(lexeme string) string { return "'" + quoter.Replace(lexeme) + "'" }

// weight is the weight of a lexeme that so many items hold: the inverse document frequency of Robertson and Spärck Jones, in
// the form of Lucene's BM25Similarity, which is never negative.
func (v Vocabulary) weight(frequency int) float64 {
	return math.Log(1 + (float64(v.Items-frequency)+0.5)/(float64(frequency)+0.5))
}

// Tags is the part of a tsquery that limits it to what a key may read: the airport, and the types unless they are nil. Each
// tag is a lexeme with a space, which no text can produce.
func Tags[T ~string](airport string, types []T) string {
	tag := quote("airport " + airport)
	if types == nil {
		return tag
	}
	any := []string{quote("no type")} // no item has it
	for _, t := range types {
		any = append(any, quote("type "+string(t)))
	}
	return tag + " & (" + strings.Join(any, " | ") + ")"
}
