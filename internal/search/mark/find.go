package mark

import (
	"slices"

	"airport-content/internal/search/word"
)

// These limits bound the work on one text to a few milliseconds. A text that reaches one, such as a
// text of little else than the query's words, is marked at its beginning only.
const (
	maxHits  = 5_000  // found words
	maxSteps = 10_000 // found words that are compared with terms
)

// mark is a place in a text with a word of a clause.
type mark struct {
	begin, end int
	clause     int
}

// hit is a word of a text whose lexeme is in the terms.
type hit struct {
	begin, end, position int
	lexeme               string
}

// hits finds the words of a text whose lexemes are in the terms.
func (l *language) hits(text string) (hits []hit) {
	position := 0 // as in the index
	read := 0     // bytes of words: ligatures make them longer than their text
	for part := range word.Parts(text) {
		for _, t := range part {
			if t.IsWord() {
				position++
				if t.Script == word.Spaced {
					read += len(t.Text)
				}
			}
			if read > maxLooked {
				return hits
			}
			if lexeme := l.lexeme(t); lexeme != "" {
				if hits = append(hits, hit{t.Begin, t.End, position, lexeme}); len(hits) == maxHits {
					return hits
				}
			}
		}
	}
	return hits
}

// find lists the marks of a text, in order: those of the optional terms, or those of all other
// terms.
func (l *language) find(text string, optional bool) []mark {
	f := finding{of: l, hits: l.hits(text)}
	f.marked = make([]bool, len(f.hits)*l.clauses)
	for i := range f.hits {
		for _, n := range l.first[f.hits[i].lexeme] {
			if term := l.terms[n]; term.Optional == optional && f.steps < maxSteps {
				f.markTerm(term, i)
			}
		}
	}
	inOrder := func(a, b mark) int { return a.begin - b.begin }
	slices.SortStableFunc(f.marks, inOrder)
	return f.marks
}

// finding is the state of find. A word is marked once for each clause.
type finding struct {
	of     *language
	hits   []hit
	marks  []mark
	marked []bool // whether a hit is marked for a clause, at hit * clauses + clause
	steps  int    // hits compared with terms
}

// markTerm marks the words of a term, if the term begins at a hit.
func (f *finding) markTerm(term Term, first int) {
	at := first
	var room [8]int
	standing := room[:0]
	for distance, lexeme := range term.Lexemes {
		if lexeme.Text == "" { // a stop word
			continue
		}
		position := f.hits[first].position + distance
		for at < len(f.hits) && (f.hits[at].position < position || f.hits[at].position == position && f.hits[at].lexeme != lexeme.Text) {
			at++
		}
		f.steps++
		if at == len(f.hits) || f.hits[at].position > position || f.hits[at].lexeme != lexeme.Text {
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
