package word

import (
	"iter"
	"slices"
)

// partTokens is about how many tokens a part of a text has.
const partTokens = 512

// Parts lists the tokens of a text as Index.Read does, but part by part, so that a long text takes
// little memory. A part is valid until the next one.
func Parts(text string) iter.Seq[[]Token] { return partsOf(text, partTokens) }

func partsOf(text string, size int) iter.Seq[[]Token] {
	return func(yield func([]Token) bool) {
		s := newScanner(text, min(len(text)/bytesOfWord, 2*size)+1)
		for s.scan(size); s.part > 0; s.scan(size) {
			rest := slices.Clone(s.tokens[s.next:])
			if !yield(Index.filter(text, s.tokens[:s.part:s.part])) {
				return
			}
			s.tokens = append(s.tokens[:0], rest...)
		}
		yield(Index.filter(text, s.tokens))
	}
}

// setPart ends a part before one of the last tokens, if no filter joins tokens across the end.
func (s *scanner) setPart() {
	n := len(s.tokens)
	switch {
	case n > 1 && s.isApart(n-2):
		s.part, s.next = n-1, n-1
	case n > 2 && s.goesOn(n-3) && s.goesOn(n-2): // the last token of the part makes a piece with the next
		s.part, s.next = n-1, n-2
	}
}

// isApart reports whether no filter looks at a token and the next one together.
func (s *scanner) isApart(i int) bool {
	gap := s.tokens[i].Gap
	return (gap == Other || gap == Space || gap == Spaces) && letters(s.tokens[i+1]) != 1 && !slices.Contains(places, s.tokens[i].Text)
}

// goesOn reports whether the next token belongs to the same text without spaces.
func (s *scanner) goesOn(i int) bool {
	t := s.tokens[i]
	return t.Script != Spaced && t.Gap == None && s.tokens[i+1].Script == t.Script
}
