package search

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

const (
	maxWords   = 128 // words of a query, a phrase counted as one; the rest is ignored
	shortQuery = 6   // words; a longer query is a sentence, where "or" is a word and no operator
)

// Kind is the role of a word in a query.
type Kind string

const (
	Bare       Kind = "bare"        // a word that may be corrected, and may have synonyms
	StopPhrase Kind = "stop phrase" // such as "find a"; counts little beside other words
	Negation   Kind = "negation"    // such as "but not"; counts as a stop phrase
	Phrase     Kind = "phrase"      // in quotation marks
	Absent     Kind = "absent"      // after a minus sign
)

// Word is a word of a query, or a phrase.
type Word struct {
	Typed string   // as the user wrote it, or as it was corrected
	Parts []string // as texts are read; several for 24/7, and for a text in pieces
	Kind  Kind
	piece bool // the first part follows the last part of the word before, in a text in pieces
	// What the word means together with the words behind it; nil if nothing is known.
	meant *meaning
	place *placed
	time  *timed

	excluded bool // by a negation
}

// newWord reads a word. It has no parts if the text has no words.
func newWord(typed string, kind Kind) Word {
	return Word{Typed: typed, Parts: word.Words(word.Query.Read(typed)), Kind: kind}
}

// isUnspaced reports whether the word has a piece of a script without spaces.
func (w Word) isUnspaced() bool { return slices.ContainsFunc(w.Parts, word.IsUnspaced) }

// Query is a parsed query: the alternatives between "or", each with one word or more.
type Query [][]Word

// straightener makes quotation marks straight, and minus signs plain. Telephones and word
// processors type other ones, and a mark behind emojis that says how to draw them.
var straightener = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "＂", `"`, "−", "-", "－", "-", "\ufe0e", "", "\ufe0f", "")

// Parse reads words, "a phrase", -word, -"a phrase" and or. It never fails: parts without a word
// are ignored.
func Parse(q string) Query {
	var typed, words []Word
	for _, w := range tokenise(straightener.Replace(q)) {
		w.Parts = word.Words(word.Query.Read(w.Typed))
		if len(w.Parts) == 0 && len(w.Typed) <= word.MaxBytes && strings.ContainsFunc(w.Typed, isSymbol) {
			w.Parts = []string{w.Typed} // 🚻 is a concept
		}
		if len(w.Parts) > 0 {
			typed = append(typed, w)
		}
	}
	for _, w := range byPlace(typed) {
		words = append(words, w.byScript()...)
	}
	query := Query{nil}
	count := 0
	for _, w := range words {
		if isOr(w, len(words)) {
			query = append(query, nil)
			continue
		}
		if count++; count > maxWords {
			break
		}
		query[len(query)-1] = append(query[len(query)-1], w)
	}
	for _, list := range query {
		markStopPhrases(list)
	}
	return slices.DeleteFunc(query, func(list []Word) bool { return len(list) == 0 })
}

// withNotes notes the places, times and concepts that words mean together.
func (q Query) withNotes(concepts *concept.Thesaurus) Query {
	read := q.clone()
	sentence := q.isSentence()
	for _, words := range read {
		readPlaces(words)
		if concepts != nil {
			readMeanings(words, concepts)
			readTimes(words, concepts)
			readNegations(words, sentence, concepts)
		}
	}
	return read
}

func isSymbol(r rune) bool { return r != utf8.RuneError && unicode.Is(unicode.So, r) }

func isOr(w Word, words int) bool {
	return w.Kind == Bare && (w.Typed == "OR" || words <= shortQuery && w.Typed == "or")
}

// token is a word, or a quotation, which may be open at the end; before it may be minus signs. A
// quotation mark within Hebrew letters is the mark of an acronym.
var token = regexp.MustCompile(`(-*)(?:"((?:\p{Hebrew}(?:"\p{Hebrew})*|[^"])*)"?|((?:\p{Hebrew}(?:"\p{Hebrew})*|[^"\s\v\p{Z}\x{85}])+))`)

// tokenise splits q at white space outside quotation marks.
func tokenise(q string) (list []Word) {
	for _, found := range token.FindAllStringSubmatch(strings.TrimSpace(q), -1) {
		w := Word{Typed: found[2] + found[3], Kind: Bare}
		switch {
		case found[1] != "":
			w.Kind = Absent
		case found[3] == "":
			w.Kind = Phrase
		}
		list = append(list, w)
	}
	return list
}

// byScript parts a bare word where letters with and without spaces between words meet: ATM机,
// 免费wifi. A number belongs to its unit: 3階.
func (w Word) byScript() (words []Word) {
	if w.Kind != Bare || !w.isUnspaced() {
		return []Word{w}
	}
	tokens := word.Query.Read(w.Typed)
	first := 0
	for i := range tokens {
		last := i+1 == len(tokens)
		if !last && ((tokens[i].Script == word.Spaced) == (tokens[i+1].Script == word.Spaced) || isNumeric(tokens[i]) || isNumeric(tokens[i+1])) {
			continue
		}
		words = append(words, Word{Typed: w.Typed[tokens[first].Begin:tokens[i].End], Parts: word.Words(tokens[first : i+1]), Kind: w.Kind})
		first = i + 1
	}
	return words
}

func isNumeric(t word.Token) bool {
	return t.Script == word.Spaced && word.HasDigit(t.Text)
}

// Correct replaces misspelled words.
func (q Query) Correct(corrections map[string]string) Query {
	corrected := q.clone()
	for _, words := range corrected {
		for i, w := range words {
			parts := slices.Clone(w.Parts)
			for n, part := range parts {
				parts[n] = cmp.Or(corrections[part], part)
			}
			if w.Kind == Bare && !slices.Equal(parts, w.Parts) {
				words[i] = newWord(strings.Join(parts, " "), Bare)
			}
		}
	}
	return corrected
}

func (q Query) clone() Query {
	c := make(Query, len(q))
	for i, words := range q {
		c[i] = slices.Clone(words)
	}
	return c
}

// isSentence reports whether the query is longer than shortQuery.
func (q Query) isSentence() bool { return len(slices.Concat(q...)) > shortQuery }

// isSingle reports whether the query is one word or phrase.
func (q Query) isSingle() bool {
	if len(q) != 1 || len(q[0]) != 1 {
		return false
	}
	w := q[0][0]
	return w.Kind != Bare || !w.isUnspaced() || isOneWord(w.Parts)
}

// String writes the query in the syntax that Parse reads.
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
