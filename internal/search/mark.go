package search

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// These limits bound the work on one text to a few milliseconds. A text that reaches one, such
	// as a text of little else than the query's words, is marked at its beginning only.
	maxTokens     = 40_000  // tags, and texts between tags
	maxHits       = 5_000   // found words
	maxSteps      = 10_000  // found words that are compared with terms
	maxNormalised = 2_000   // different strings that are normalised
	bytesOfString = 24      // a longer string takes as long as several
	otherScript   = 4       // a string with other letters than ASCII takes as long as this many
	maxChunk      = 4 << 10 // bytes of a string without separators
)

// Marker marks a plan's terms in texts.
type Marker struct {
	languages map[string]*markedLanguage
}

// markedLanguage holds the terms to mark in texts of one search language.
type markedLanguage struct {
	terms    []markedTerm
	first    [][]int        // for each lexeme: the terms with this first lexeme
	lexemes  map[string]int // numbers of lexemes
	forms    map[string]int // the lexeme of a written word
	prefixes []string       // pieces that stand for all pieces with this beginning
	weights  map[int]int    // of clauses, in thousandths; optional ones have none
	clauses  int            // more than the number of any clause
	optional bool           // there are optional terms
	begin    beginnings     // of forms and prefixes
}

// markedTerm is a term with the numbers of its lexemes, stopWord in the place of a stop word.
type markedTerm struct {
	Term
	numbers []int
}

const stopWord = -1

// NewMarker makes the marker of a plan. The corpora tell how items write the plan's lexemes.
func NewMarker(p Plan, corpora []Corpus) *Marker {
	m := &Marker{languages: map[string]*markedLanguage{}}
	for _, term := range p.Terms {
		for term.Lexemes[0].Text == "" {
			term.Lexemes = term.Lexemes[1:]
		}
		of := m.languages[term.Language]
		if of == nil {
			of = &markedLanguage{lexemes: map[string]int{}, forms: map[string]int{}, weights: map[int]int{}}
			m.languages[term.Language] = of
		}
		of.add(term)
	}
	for _, c := range corpora {
		if of := m.languages[c.Language]; of != nil {
			for _, form := range c.forms(slices.Collect(maps.Keys(of.lexemes))) {
				of.addForm(joiner.Replace(form.Word), form.Lexeme)
			}
		}
	}
	return m
}

func (m *markedLanguage) add(term Term) {
	numbers := make([]int, len(term.Lexemes))
	for i, l := range term.Lexemes {
		numbers[i] = m.number(term.Language, l)
	}
	m.first[numbers[0]] = append(m.first[numbers[0]], len(m.terms))
	m.terms = append(m.terms, markedTerm{term, numbers})
	m.clauses = max(m.clauses, term.Clause+1)
	if term.Optional {
		m.optional = true
	} else {
		m.weights[term.Clause] = max(1, int(1000*term.Weight))
	}
}

// number is the number of a lexeme.
func (m *markedLanguage) number(language string, l Lexeme) int {
	if l.Text == "" {
		return stopWord
	}
	if number, ok := m.lexemes[l.Text]; ok {
		return number
	}
	number := len(m.first)
	m.lexemes[l.Text] = number
	m.first = append(m.first, nil)
	if l.Prefix {
		m.prefixes = append(m.prefixes, l.Text)
		m.begin.add(l.Text)
	}
	if isOwnStem(Token{language, l.Text}) {
		m.addForm(l.Text, l.Text)
	}
	return number
}

// isOwnStem reports whether a word is its own lexeme. No stemmer changes words of one or two
// letters, and the vocabulary has no such words.
func isOwnStem(t Token) bool { return !t.NeedsDictionary() || utf8.RuneCountInString(t.Word) < 3 }

// addForm notes how a lexeme is written.
func (m *markedLanguage) addForm(word, lexeme string) {
	if number, ok := m.lexemes[lexeme]; ok {
		m.forms[word] = number
		m.begin.add(word)
	}
}

// lexeme finds the number of a word's lexeme.
func (m *markedLanguage) lexeme(word string) (number int, ok bool) {
	if number, ok = m.forms[word]; ok {
		return number, true
	}
	for _, prefix := range m.prefixes {
		if strings.HasPrefix(word, prefix) {
			return m.lexemes[prefix], true
		}
	}
	if len(word) < 3*utf8.UTFMax && utf8.RuneCountInString(word) < 3 && !IsUnspaced(word) {
		number, ok = m.forms[unaccented(word)]
	}
	return number, ok
}

// mark is a place in a text with a word of a clause.
type mark struct {
	begin, end int
	clause     int
}

// hit is a word of a text whose lexeme is in the plan.
type hit struct{ begin, end, position, lexeme int }

// chunk has the hits in a string without separators. Places and positions count from the beginning
// of the string.
type chunk struct {
	hits  []hit
	words int
}

// chunks has the chunks of a text that were looked at.
type chunks struct {
	of         *markedLanguage
	known      map[string]chunk
	normalised int // strings, up to maxNormalised
}

// hits finds the words of a text whose lexemes are in the plan.
func (m *markedLanguage) hits(text string) []hit {
	var hits []hit
	chunks := chunks{of: m, known: map[string]chunk{}}
	position := 0
	for begin := 0; begin < len(text) && len(hits) < maxHits && chunks.normalised < maxNormalised; {
		if text[begin] == ' ' {
			begin++
			continue
		}
		end, may := m.begin.chunkEnd(text, begin)
		if end == begin {
			begin += sizeAt(text, begin)
			continue
		}
		end, may = chunks.initialsEnd(text, begin, end, may)
		if !may {
			if strings.TrimLeftFunc(text[begin:end], isJoiner) != "" { // not a lone &
				position++ // a chunk of several words counts as one: only phrases need positions
			}
			begin = end
			continue
		}
		c := chunks.at(text[begin:min(end, begin+maxChunk)])
		for _, h := range c.hits[:min(len(c.hits), maxHits-len(hits))] {
			hits = append(hits, hit{begin + h.begin, begin + h.end, position + h.position, h.lexeme})
		}
		position += c.words
		begin = end
	}
	return hits
}

// initialsEnd is the end of a chunk, or of the short name in the plan that begins with the chunk,
// such as H & M.
func (c *chunks) initialsEnd(text string, begin, end int, may bool) (int, bool) {
	const and = " & "
	if end-begin <= 2*utf8.UTFMax && strings.HasPrefix(text[end:], and) {
		next, _ := c.of.begin.chunkEnd(text, end+len(and))
		if next-end-len(and) > 2*utf8.UTFMax {
			return end, may
		}
		c.count(text[begin:next])
		name := Normalise(text[begin:next])
		if _, ok := c.of.lexeme(name); ok && name != Normalise(text[begin:end]) {
			return next, true
		}
	}
	return end, may
}

// count counts a string that is normalised.
func (c *chunks) count(text string) {
	strings := 1 + len(text)/bytesOfString
	if !isASCII(text) {
		strings *= otherScript
	}
	c.normalised += strings
}

// at looks at a chunk, if the text has not had the same chunk before.
func (c *chunks) at(text string) chunk {
	found, ok := c.known[text]
	if ok {
		return found
	}
	c.count(text)
	words := spansOf(text)
	found.words = len(words)
	for i, w := range words {
		if lexeme, ok := c.of.lexeme(w.word); ok {
			found.hits = append(found.hits, hit{w.begin, w.end, i, lexeme})
		}
		if i == 0 {
			continue
		}
		if lexeme, ok := c.of.forms[words[i-1].word+w.word]; ok { // T-Mobile, m²
			found.hits = append(found.hits, hit{words[i-1].begin, w.end, i, lexeme})
		}
	}
	c.known[text] = found
	return found
}

// find lists the marks of a text, in order: those of the optional terms, or those of all other
// terms.
func (m *markedLanguage) find(text string, optional bool) []mark {
	f := finding{of: m, hits: m.hits(text)}
	f.marked = make([]bool, len(f.hits)*m.clauses)
	for i := range f.hits {
		for _, n := range m.first[f.hits[i].lexeme] {
			if term := m.terms[n]; term.Optional == optional && f.steps < maxSteps {
				f.markTerm(term, i)
			}
		}
	}
	if inOrder := func(a, b mark) int { return a.begin - b.begin }; !slices.IsSortedFunc(f.marks, inOrder) {
		slices.SortStableFunc(f.marks, inOrder)
	}
	return f.marks
}

// finding is the state of find. A word is marked once for each clause.
type finding struct {
	of     *markedLanguage
	hits   []hit
	marks  []mark
	marked []bool // whether a hit is marked for a clause, at hit * clauses + clause
	steps  int    // hits compared with terms
}

// markTerm marks the words of a term, if the term begins at a hit.
func (f *finding) markTerm(term markedTerm, first int) {
	at := first
	var hits [8]int
	standing := hits[:0]
	for distance, lexeme := range term.numbers {
		if lexeme == stopWord {
			continue
		}
		position := f.hits[first].position + distance
		for at < len(f.hits) && (f.hits[at].position < position || f.hits[at].position == position && f.hits[at].lexeme != lexeme) {
			at++
		}
		f.steps++
		if at == len(f.hits) || f.hits[at].position > position || f.hits[at].lexeme != lexeme {
			return
		}
		standing = append(standing, at)
	}
	for _, at := range standing {
		if marked := &f.marked[at*f.of.clauses+term.Clause]; !*marked {
			*marked = true
			f.marks = append(f.marks, mark{f.hits[at].begin, f.hits[at].end, term.Clause})
		}
	}
}
