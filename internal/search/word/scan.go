package word

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// MaxBytes is how many bytes a word with spaces around it has at most; a longer one is left out. A
// lexeme of PostgreSQL has at most 2,046 bytes.
const MaxBytes = 255

// bytesOfWord is about how many bytes of a text stand for a word.
const bytesOfWord = 6

// scan parts a text into words, and into the letters of scripts without spaces. Each has the folded
// text, its place and the gap behind it.
func scan(text string) []Token {
	s := newScanner(text, len(text)/bytesOfWord+1)
	s.scan(math.MaxInt)
	return s.tokens
}

func newScanner(text string, room int) *scanner {
	return &scanner{text: text, tokens: make([]Token, 0, room), marks: mostMarks}
}

// scan goes on until there is a part of so many tokens, or to the end of the text. Then part is 0.
func (s *scanner) scan(size int) {
	s.size, s.part = size, 0
	text := s.text
	for s.at < len(text) && s.part == 0 {
		c := text[s.at]
		if c >= utf8.RuneSelf || s.at+1 < len(text) && text[s.at+1] >= utf8.RuneSelf {
			s.character()
			continue
		}
		if of := ascii[c]; of.class == letter {
			s.ascii(of.lower)
		} else {
			s.separate(of.class)
		}
		s.at++
	}
	if s.part == 0 {
		s.end()
	}
}

// scanner is the state of scan.
type scanner struct {
	text   string
	at     int
	tokens []Token // the last one is open, if open is set
	open   bool
	folded []byte            // the text of the open token
	same   bool              // the open token is written as it is folded
	last   rune              // of the open token
	marks  int               // since the last letter; a mark cannot come first
	known  map[string]string // folded characters
	plane  *characters
	size   int // tokens of a part
	part   int // tokens of the part that has ended; 0: none has
	next   int // the first token of the next part
}

// separate closes the open token, and adds a character to the gap behind it.
func (s *scanner) separate(c class) {
	s.end()
	s.marks = mostMarks
	if n := len(s.tokens); n > 0 {
		s.tokens[n-1].Gap = s.tokens[n-1].Gap.after(c)
	}
}

// end closes the open token. Too long a word is left out.
func (s *scanner) end() {
	if !s.open {
		return
	}
	s.open = false
	n := len(s.tokens) - 1
	t := &s.tokens[n]
	switch {
	case len(s.folded) > MaxBytes:
		if s.tokens = s.tokens[:n]; n > 0 {
			s.tokens[n-1].Gap = Other
		}
	case s.same:
		t.Text = s.text[t.Begin:t.End]
	default:
		t.Text = string(s.folded)
	}
}

// begin opens a token at a place.
func (s *scanner) begin(script Script, at int) {
	s.end()
	if s.part == 0 && len(s.tokens) >= s.size {
		s.setPart()
	}
	if len(s.tokens) == cap(s.tokens) { // room for a text that goes on as it began
		s.tokens = slices.Grow(s.tokens, min(s.size, 1+len(s.tokens)*(len(s.text)-at)/max(at, 1)))
	}
	s.tokens = append(s.tokens, Token{Begin: at, Script: script})
	s.open, s.same, s.folded = true, true, s.folded[:0]
}

// ascii adds the ASCII letter or digit at the place.
func (s *scanner) ascii(lower byte) {
	if !s.open || s.tokens[len(s.tokens)-1].Script != Spaced {
		s.begin(Spaced, s.at)
	}
	t := &s.tokens[len(s.tokens)-1]
	s.same = s.same && lower == s.text[s.at] && s.at == t.Begin+len(s.folded)
	s.folded = append(s.folded, lower)
	t.End, s.last, s.marks = s.at+1, rune(lower), 0
}

// character reads the character at the place, with the marks that belong to it.
func (s *scanner) character() {
	if s.plane == nil {
		s.plane = plane()
	}
	begin := s.at
	r, size := utf8.DecodeRuneInString(s.text[begin:])
	c := s.plane.classOf(r)
	s.at += size
	end := s.at
	for s.at < len(s.text) && s.plane.combines[s.text[s.at]] {
		next, size := utf8.DecodeRuneInString(s.text[s.at:])
		if s.plane.classOf(next).class != combining {
			break
		}
		s.at += size
		c.class = unclear
		if !IsInvisible(next) {
			end = s.at
		}
	}
	switch {
	case c.class == letter:
		s.letter(c.lower, begin, end, c.lower == r)
	case isGershayim(s.text, begin):
		s.separate(quote)
	case c.class != unclear && c.class != combining:
		s.separate(c.class)
	case r == '✓' && s.open: // a name: Pre✓
		s.separate(dash)
		for _, r := range "check" {
			s.letter(r, begin, end, false)
		}
	default:
		s.folds(begin, end)
	}
}

// folds adds characters that only fold can read.
func (s *scanner) folds(begin, end int) {
	written := s.text[begin:s.at]
	folded := s.fold(written)
	for i, r := range folded {
		from, to := begin, end
		if folded == written {
			from, to = begin+i, begin+i+utf8.RuneLen(r)
		}
		switch {
		case r < utf8.RuneSelf && ascii[r].class != letter:
			s.separate(ascii[r].class)
		case s.plane.classOf(r).class == letter || !unicode.IsMark(r):
			s.letter(r, from, to, folded == written)
		case s.marks < mostMarks:
			s.add(r, from, to, folded == written)
			s.marks++
		}
	}
}

// fold is fold, remembered: texts repeat their characters.
func (s *scanner) fold(written string) string {
	folded, ok := s.known[written]
	if !ok {
		folded = fold(written)
		if s.known == nil {
			s.known = map[string]string{}
		}
		s.known[written] = folded
	}
	return folded
}

// letter adds a letter or digit. In a script without spaces the letter has a token of its own,
// unless it belongs to the letter before.
func (s *scanner) letter(r rune, begin, end int, asWritten bool) {
	script := scriptOf(r)
	joins := s.open && s.tokens[len(s.tokens)-1].Script == script && (script == Spaced || joinsNext(s.last) || joinsLast(r))
	if !joins {
		s.begin(script, begin)
	}
	s.add(r, begin, end, asWritten)
	s.marks = 0
}

// add adds a character with this place to the open token. asWritten is set if the text has the same
// character there.
func (s *scanner) add(r rune, begin, end int, asWritten bool) {
	t := &s.tokens[len(s.tokens)-1]
	s.same = s.same && asWritten && begin == t.Begin+len(s.folded)
	s.folded = utf8.AppendRune(s.folded, r)
	t.End, s.last = end, r
}

// isGershayim reports whether the quotation mark at a place is the mark of a Hebrew acronym.
func isGershayim(text string, at int) bool {
	const hebrew = 0xD7 // the first byte of Hebrew letters, which have two
	return text[at] == '"' && at > 1 && text[at-2] == hebrew && at+1 < len(text) && text[at+1] == hebrew
}
