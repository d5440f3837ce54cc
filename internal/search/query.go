package search

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

const (
	maxWords   = 128 // words of a query, a phrase counted as one; the rest is ignored
	shortQuery = 6   // words; in longer queries "or" is a word of a sentence, not an operator
)

// Kind is the role of a word in a query.
type Kind string

const (
	Bare       Kind = "bare"        // a word that may be corrected, and may have synonyms
	StopPhrase Kind = "stop phrase" // such as "find a"; counts little beside other words
	Phrase     Kind = "phrase"      // in quotation marks
	Absent     Kind = "absent"      // after a minus sign
)

// Word is a word of a query, or a phrase.
type Word struct {
	Typed string // as the user wrote it
	Text  string // normalised; may be several words (24/7)
	Kind  Kind
	piece bool // follows the word before in a text in pieces
}

// Query is a parsed query: the alternatives between "or", each with one word or more.
type Query [][]Word

// straightener makes quotation marks straight, and minus signs plain. Telephones and word
// processors type other ones.
var straightener = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "＂", `"`, "−", "-", "－", "-")

// beforeHost is the part of an address that texts leave out: https://www.sfo.example.
var beforeHost = regexp.MustCompile(`^(?i:https?://(?:www\.)?|www\.)`)

// Parse reads words, "a phrase", -word, -"a phrase" and or. It never fails: parts without a word
// are ignored.
func Parse(q string) Query {
	tokens := joinInitials(tokenise(straightener.Replace(q)))
	for i := range tokens {
		tokens[i].Text = word.Key(beforeHost.ReplaceAllLiteralString(tokens[i].Typed, ""))
	}
	tokens = slices.DeleteFunc(tokens, func(w Word) bool { return w.Text == "" })
	var query Query
	var words []Word
	count := 0
	for _, text := range tokens {
		if isOr(text, len(tokens)) {
			query, words = query.and(words), nil
			continue
		}
		if count++; count > maxWords {
			break
		}
		words = append(words, text)
	}
	query = query.and(words)
	for _, words := range query {
		markStopPhrases(words)
	}
	return query
}

// and adds an alternative, unless it is empty.
func (q Query) and(words []Word) Query {
	if len(words) == 0 {
		return q
	}
	return append(q, words)
}

func isOr(w Word, words int) bool {
	return w.Kind == Bare && (w.Typed == "OR" || words <= shortQuery && w.Typed == "or")
}

// tokenise splits q at white space outside quotation marks. An open quotation goes to the end.
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
			end := quoteIn(inner)
			typed, q = inner[:end], strings.TrimPrefix(inner[end:], `"`)
			if kind == Bare {
				kind = Phrase
			}
		} else {
			end := quoteIn(q)
			if space := strings.IndexFunc(q, unicode.IsSpace); space >= 0 {
				end = min(end, space)
			}
			typed, q = q[:end], q[end:]
		}
		list = append(list, Word{Typed: typed, Kind: kind})
	}
	return list
}

// quoteIn is the place of the first quotation mark that is no mark of a Hebrew acronym; the end of q
// if there is none.
func quoteIn(q string) int {
	for i := range len(q) {
		if q[i] == '"' && !word.IsGershayim(q, i) {
			return i
		}
	}
	return len(q)
}

// joinInitials joins "H & M" and "H and M" to one word, as texts join the first. The
// places in "Gates A & C" stay apart.
func joinInitials(list []Word) []Word {
	out := list[:0]
	for i := 0; i < len(list); i++ {
		text := list[i]
		and := text.Typed == "&" || slices.Contains(word.Conjunctions, strings.ToLower(text.Typed))
		if n := len(out); and && n > 0 && i+1 < len(list) && isInitials(out[n-1]) && isInitials(list[i+1]) {
			name := out[n-1].Typed + " & " + list[i+1].Typed
			joined := word.Key(name)
			if !strings.Contains(joined, " ") && (n == 1 || strings.HasSuffix(word.Key(out[n-2].Typed+" "+name), joined)) {
				out[n-1].Typed = name
				i++
				continue
			}
		}
		out = append(out, text)
	}
	return out
}

func isInitials(w Word) bool { return w.Kind == Bare && !isLong(w.Typed) }

// Tokens are the words whose stems a plan of the query needs: the words as they were typed, their
// other spellings, two words joined, and one word parted.
func (q Query) Tokens(corpora []Corpus) word.Stems {
	tokens := word.Stems{}
	for _, c := range corpora {
		for _, words := range q {
			var last []string
			for _, w := range words {
				var texts []string
				texts, last = c.textsToStem(w.Text, last)
				for _, text := range texts {
					AddStems(tokens, c.Language, text)
				}
			}
		}
	}
	return tokens
}

// textsToStem are a word's spellings, joined, parted, and joined with the word before. last are the
// last parts of the spellings of the word before; ends are those of this word.
func (c Corpus) textsToStem(text string, last []string) (texts, ends []string) {
	for _, spelling := range word.Spellings(text, c.Language) {
		texts = append(texts, spelling)
		if parted, ok := digitsApart(spelling); ok {
			texts = append(texts, parted)
		}
		if word.IsUnspaced(spelling) {
			continue
		}
		parts := strings.Fields(spelling)
		texts = append(texts, strings.Join(parts, ""))
		for i, part := range parts {
			if i > 0 {
				texts = append(texts, parts[i-1]+part)
			}
			texts = append(texts, c.partings(part)...)
		}
		for _, before := range last {
			texts = append(texts, before+parts[0])
		}
		ends = append(ends, parts[len(parts)-1])
	}
	return texts, ends
}

// Correct replaces misspelled words.
func (q Query) Correct(corrections map[string]string) Query {
	corrected := q.clone()
	for w := range corrected.bareWords() {
		parts := strings.Fields(w.Text)
		for i, part := range parts {
			parts[i] = cmp.Or(corrections[part], part)
		}
		if to := strings.Join(parts, " "); to != w.Text {
			*w = Word{Typed: to, Text: strings.ReplaceAll(to, "-", " "), Kind: Bare}
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

func (q Query) bareWords() iter.Seq[*Word] {
	return func(yield func(*Word) bool) {
		for _, words := range q {
			for i := range words {
				if words[i].Kind == Bare && !yield(&words[i]) {
					return
				}
			}
		}
	}
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

// union adds the elements of more that a list lacks.
func union[T comparable](list, more []T) []T {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
