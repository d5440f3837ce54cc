// Package search knows what a query means: its words, what an airport knows of them, synonyms, corrections, and the plan that
// the database runs. It prepares texts too, so that documents and queries are read alike. It knows no SQL, and imports
// nothing of this project.
package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxWords   = 128 // of a query, phrases counted as one; the rest is left out
	shortQuery = 6   // words: up to here "or" is taken for an operator, beyond it for a word of a sentence
)

// Kind tells what a word of a query is for.
type Kind string

const (
	Bare   Kind = "bare"   // may be corrected, and have synonyms
	Frame  Kind = "frame"  // frames a question; counts only where nothing else is asked
	Phrase Kind = "phrase" // in quotation marks
	Absent Kind = "absent" // after a minus sign
)

// Word is a word of a query, or a phrase.
type Word struct {
	Typed string // as the user wrote it
	Text  string // normalised; may be several words that follow each other (24/7)
	Kind  Kind
}

// Query is a query in web-search syntax, taken apart: the alternatives between "or", each of one word or more.
type Query [][]Word

// Parse reads words, "a phrase", -word, -"a phrase" and or. It never fails: what holds no word is left out.
func Parse(q string) Query {
	tokens := joinInitials(tokenise(q))
	var query Query
	var words []Word
	count := 0
	for _, word := range tokens {
		if isOr(word, len(tokens)) {
			query, words = query.and(words), nil
			continue
		}
		word.Text = Normalise(word.Typed)
		if word.Text == "" {
			continue
		}
		if count++; count > maxWords {
			break
		}
		if word.Kind == Bare && isFrame(word.Text) {
			word.Kind = Frame
		}
		words = append(words, word)
	}
	return query.and(words)
}

// and adds an alternative, if it holds anything.
func (q Query) and(words []Word) Query {
	if len(words) == 0 {
		return q
	}
	return append(q, words)
}

func isOr(w Word, words int) bool {
	return w.Kind == Bare && (w.Typed == "OR" || words <= shortQuery && strings.EqualFold(w.Typed, "or"))
}

// isFrame knows words that people put around what they look for, and that are no stop words to PostgreSQL.
func isFrame(word string) bool {
	switch word {
	case "find", "get", "go", "need", "want", "like", "look", "looking", "please", "near", "nearest", "closest",
		"anywhere", "somewhere":
		return true
	}
	return false
}

// tokenise splits q at white space outside quotation marks. A mark that is never closed reaches to the end.
func tokenise(q string) []Word {
	var list []Word
	for q = strings.TrimSpace(q); q != ""; q = strings.TrimSpace(q) {
		kind := Bare
		if rest := strings.TrimLeft(q, "-"); rest != q {
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || unicode.IsSpace(r) {
				q = rest // a dash by itself
				continue
			}
			kind, q = Absent, rest
		}
		var typed string
		if inner, quoted := strings.CutPrefix(q, `"`); quoted {
			typed, q, _ = strings.Cut(inner, `"`)
			if kind == Bare {
				kind = Phrase
			}
		} else if end := strings.IndexFunc(q, func(r rune) bool { return r == '"' || unicode.IsSpace(r) }); end < 0 {
			typed, q = q, ""
		} else {
			typed, q = q[:end], q[end:]
		}
		list = append(list, Word{Typed: typed, Kind: kind})
	}
	return list
}

// joinInitials makes one word of "H & M", as Normalise does in texts.
func joinInitials(list []Word) []Word {
	out := list[:0]
	for i := 0; i < len(list); i++ {
		word := list[i]
		if n := len(out); word.Typed == "&" && n > 0 && i+1 < len(list) && isInitials(out[n-1]) && isInitials(list[i+1]) {
			out[n-1].Typed += "&" + list[i+1].Typed
			i++
			continue
		}
		out = append(out, word)
	}
	return out
}

func isInitials(w Word) bool { return w.Kind == Bare && utf8.RuneCountInString(w.Typed) <= 2 }

// Correct puts other words in the place of misspelled ones.
func (q Query) Correct(corrections map[string]string) Query {
	corrected := make(Query, len(q))
	for i, words := range q {
		corrected[i] = slices.Clone(words)
		for j, w := range words {
			if to, ok := corrections[w.Text]; ok && w.Kind == Bare {
				corrected[i][j] = Word{Typed: to, Text: to, Kind: Bare}
			}
		}
	}
	return corrected
}

// String writes the query as it can be asked again.
func (q Query) String() string {
	alternatives := make([]string, len(q))
	for i, words := range q {
		written := make([]string, len(words))
		for j, w := range words {
			written[j] = w.String()
		}
		alternatives[i] = strings.Join(written, " ")
	}
	return strings.Join(alternatives, " OR ")
}

func (w Word) String() string {
	switch {
	case w.Kind == Phrase:
		return `"` + w.Typed + `"`
	case w.Kind == Absent && strings.ContainsFunc(w.Typed, unicode.IsSpace):
		return `-"` + w.Typed + `"`
	case w.Kind == Absent:
		return "-" + w.Typed
	}
	return w.Typed
}
