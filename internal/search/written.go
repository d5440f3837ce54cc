package search

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// written is a word of a text: as Normalise has it, and where it is written.
type written struct {
	word       string
	begin, end int
	position   int // the first word has 1
}

// scanner finds the words of a text. It cuts the text into strings that Normalise reads alike by themselves, and has these normalised.
// A string of ASCII letters and digits is one word, and strings in which no wanted word can begin are not looked into, so that most texts
// are read quickly.
type scanner struct {
	text     string
	wanted   *initials // words with others may be left out; nil: all are wanted
	exact    bool      // counts the words of all strings; else one that is left out counts as one word
	pos      int
	position int
	word     written
	queue    []written // words of the last string
	taken    int       // so many of the queue
	before   string    // the string before the last one
	letters  []pieceLetter
	known    map[string][]written // words of strings, with places within these
	kinds    *[1 << 16]byte
}

// initials are hashes of the first letters of words.
type initials [256]bool

func (i *initials) add(word string) {
	r, _ := utf8.DecodeRuneInString(word)
	i[hashLetter(r)] = true
}

// addAccented adds the Latin letters with accents that a word may begin with instead.
func (i *initials) addAccented(word string) {
	for r := 'À'; r < 'ɐ'; r++ {
		if accented := string(unicode.ToLower(r)); unaccented(accented) == word[:1] {
			i.add(accented)
		}
	}
}

func hashLetter(r rune) byte { return byte(r ^ r>>8) }

func newScanner(text string, wanted *initials, exact bool) *scanner {
	return &scanner{text: text, wanted: wanted, exact: exact, known: map[string][]written{}, kinds: kinds()}
}

// next finds the next word; false at the end of the text.
func (s *scanner) next() bool {
	for {
		for s.taken < len(s.queue) {
			s.word = s.queue[s.taken]
			s.taken++
			s.position++
			s.word.position = s.position
			if r, _ := utf8.DecodeRuneInString(s.word.word); scriptOf(r) == spaced || s.wants(r) {
				return true
			}
		}
		begin := s.skip()
		if begin == len(s.text) {
			return false
		}
		chunk := s.chunk(begin)
		if utf8.RuneCountInString(s.text[begin:chunk.end]) <= 2 {
			if joined := s.shortName(begin, chunk.end); joined > 0 {
				chunk = chunkEnd{end: joined, wanted: true}
			}
		}
		s.pos = chunk.end
		text := s.text[begin:chunk.end]
		s.before = text
		switch {
		case chunk.plain && len(text) > maxWord:
		case !chunk.wanted && (chunk.plain || !s.exact):
			s.position++
		case !chunk.plain:
			s.split(text, begin)
		default:
			s.position++
			s.word = written{strings.ToLower(text), begin, chunk.end, s.position}
			return true
		}
	}
}

func (s *scanner) wants(first rune) bool { return s.wanted == nil || s.wanted[hashLetter(first)] }

// skip goes to the next character that may begin a word.
func (s *scanner) skip() int {
	for s.pos < len(s.text) {
		if c := s.text[s.pos]; c < utf8.RuneSelf {
			if isWord(c) {
				return s.pos
			}
			s.pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if s.kind(r) != kindSeparator {
			return s.pos
		}
		s.pos += size
	}
	return s.pos
}

// longChunk is in bytes. A longer string is not joined with what follows; hardly any word is that long.
const longChunk = 2 * maxWord

// chunkEnd is where a string of letters, digits and what may join them ends.
type chunkEnd struct {
	end    int
	plain  bool // it has only ASCII letters and digits
	wanted bool // a wanted word may begin in it
}

// chunk finds the end of the string that begins here.
func (s *scanner) chunk(begin int) chunkEnd {
	c := chunkEnd{plain: true}
	first := true // of a word, or of a piece
	for i := begin; i < len(s.text); {
		b := s.text[i]
		switch {
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.text[i:])
			kind := s.kind(r)
			if kind == kindSeparator {
				c.end = i
				return c
			}
			c.plain = false
			switch {
			case isApostrophe(r):
				first = true
			case kind == kindInner:
				c.wanted = true
			case first || scriptOf(r) != spaced:
				c.wanted = c.wanted || s.wants(toLower(r))
				first = scriptOf(r) != spaced
			}
			i += size
		case isWord(b):
			if first {
				c.wanted = c.wanted || s.wants(rune(lower[b]))
				first = false
			}
			i++
		case class[b] != separator && i-begin < longChunk && i+1 < len(s.text) && isWord(s.text[i+1]):
			c.plain, first = false, true
			i++
		default:
			c.end = i
			return c
		}
	}
	c.end = len(s.text)
	return c
}

// shortName finds the end of a short name such as H & M that begins with this string; 0 if none does.
func (s *scanner) shortName(begin, end int) int {
	right := strings.TrimLeft(s.text[end:], " ")
	right, found := strings.CutPrefix(right, "&")
	right = strings.TrimLeft(right, " ")
	if !found || right == "" || !isWord(right[0]) {
		return 0
	}
	joined := s.chunk(len(s.text) - len(right)).end
	words := strings.Fields(Normalise(s.before + " " + s.text[begin:joined]))
	if len(words) != len(strings.Fields(Normalise(s.before)))+1 {
		return 0
	}
	return joined
}

// split puts the words of a string into the queue.
func (s *scanner) split(chunk string, at int) {
	s.queue, s.taken = s.queue[:0], 0
	if IsUnspaced(chunk) {
		s.pieces(chunk, at)
		return
	}
	words, ok := s.known[chunk]
	if !ok {
		if words = wordsIn(chunk); len(words) > 0 && IsUnspaced(words[0].word) {
			s.pieces(chunk, at)
			return
		}
		s.known[chunk] = words
	}
	for _, w := range words {
		s.queue = append(s.queue, written{word: w.word, begin: at + w.begin, end: at + w.end})
	}
}

// wordsIn finds the words of a string. Where it cannot tell their places, each has the whole string.
func wordsIn(chunk string) []written {
	texts := strings.Fields(Normalise(chunk))
	if len(texts) > 1 {
		if words := parted(chunk); sameWords(words, texts) {
			return words
		}
	}
	words := make([]written, len(texts))
	for i, text := range texts {
		words[i] = trimmed(chunk, text, 0)
	}
	return words
}

// parted parts a string at apostrophes, dots and & where these separate words.
func parted(chunk string) []written {
	var words []written
	var joiners []int
	for i, r := range chunk {
		if isJoiner(r) {
			joiners = append(joiners, i)
		}
	}
	begin, last := 0, 0 // of the word, and of what stands after its last joiner
	for n, at := range joiners {
		after, next := at+sizeAt(chunk, at), len(chunk)
		if n+1 < len(joiners) {
			next = joiners[n+1]
		}
		if strings.Contains(Normalise(chunk[last:next]), " ") {
			words = append(words, trimmed(chunk[begin:at], Normalise(chunk[begin:at]), begin))
			begin = after
		}
		last = after
	}
	return append(words, trimmed(chunk[begin:], Normalise(chunk[begin:]), begin))
}

func isJoiner(r rune) bool {
	return r == '\'' || r == '`' || r == '.' || r == '&' || r == '´' || isApostrophe(r)
}

// trimmed is a word that a part of a string is written as, without what stands around its letters.
func trimmed(part, word string, at int) written {
	around := func(r rune) bool { return isJoiner(r) || ignorable(r) }
	left := strings.TrimLeftFunc(part, around)
	inner := strings.TrimRightFunc(left, around)
	at += len(part) - len(left)
	return written{word: word, begin: at, end: at + len(inner)}
}

func sameWords(words []written, texts []string) bool {
	if len(words) != len(texts) {
		return false
	}
	for i, w := range words {
		if w.word != texts[i] {
			return false
		}
	}
	return true
}

// pieceLetter is a letter of a string in an unspaced script, with its marks.
type pieceLetter struct {
	text       string
	begin, end int
	script     script
	asWritten  bool // the text is what is written
}

// pieces puts the pieces of a string into the queue, and the words of its spaced parts.
func (s *scanner) pieces(chunk string, at int) {
	s.findLetters(chunk)
	for letters := s.letters; len(letters) > 0; {
		run := 1
		for run < len(letters) && letters[run].script == letters[0].script {
			run++
		}
		of := letters[:run]
		letters = letters[run:]
		if of[0].script == spaced {
			begin := of[0].begin
			for _, w := range wordsIn(chunk[begin:of[run-1].end]) {
				s.queue = append(s.queue, written{word: w.word, begin: at + begin + w.begin, end: at + begin + w.end})
			}
			continue
		}
		size := pieceLetters[of[0].script]
		for i := range max(1, run-size+1) {
			s.queue = append(s.queue, piece(chunk, of[i:min(i+size, run)], at))
		}
	}
}

func piece(chunk string, letters []pieceLetter, at int) written {
	begin, end := letters[0].begin, letters[len(letters)-1].end
	word := chunk[begin:end]
	if slices.ContainsFunc(letters, func(l pieceLetter) bool { return !l.asWritten }) {
		word = ""
		for _, l := range letters {
			word += l.text
		}
	}
	return written{word: word, begin: at + begin, end: at + end}
}

// findLetters finds the letters of a string. Characters that combine are normalised together.
func (s *scanner) findLetters(chunk string) {
	s.letters = s.letters[:0]
	for i := 0; i < len(chunk); {
		r, size := utf8.DecodeRuneInString(chunk[i:])
		next, _ := utf8.DecodeRuneInString(chunk[i+size:])
		if r >= utf8.RuneSelf && s.kind(r) == kindLetter && (i+size == len(chunk) || next < utf8.RuneSelf || s.kind(next) == kindLetter) {
			s.letters = append(s.letters, pieceLetter{chunk[i : i+size], i, i + size, scriptOf(r), true})
		} else {
			size = norm.NFKC.NextBoundaryInString(chunk[i:], true)
			s.addLetters(chunk[i:i+size], i)
		}
		i += size
	}
}

// addLetters adds the letters of a few characters. Marks belong to the letter before them.
func (s *scanner) addLetters(characters string, at int) {
	end := at + len(characters)
	for _, r := range compose(strings.Map(spell, characters)) {
		n := len(s.letters)
		switch {
		case unicode.IsMark(r) && n > 0:
			last := &s.letters[n-1]
			last.text += string(r)
			last.end = end
			last.asWritten = false
		case unicode.IsMark(r):
		default:
			s.letters = append(s.letters, pieceLetter{string(toLower(r)), at, end, scriptOf(r), false})
		}
	}
}

// Kinds of characters that are not ASCII, as Normalise takes them.
const (
	kindSeparator = iota // separates words
	kindLetter           // a letter or digit that is itself when it is normalised, but for its case
	kindInner            // may be a part of a word: a mark, an apostrophe, an invisible character, one that stands for several
)

// kinds has the kinds of the characters of the Basic Multilingual Plane. To work one out takes too long for each character of a text.
var kinds = sync.OnceValue(func() *[1 << 16]byte {
	var table [1 << 16]byte
	for r := range rune(len(table)) {
		table[r] = workOutKind(r)
	}
	return &table
})

func (s *scanner) kind(r rune) byte {
	if int(r) < len(s.kinds) {
		return s.kinds[r]
	}
	return workOutKind(r)
}

func workOutKind(r rune) byte {
	var utf [utf8.UTFMax]byte
	character := utf[:utf8.EncodeRune(utf[:], r)]
	normal := norm.NFKC.IsNormal(character)
	switch spelled := spell(r); {
	case spelled == ' ':
		return kindSeparator
	case spelled < 0, spelled == '\'', isApostrophe(r), unicode.IsMark(r):
		return kindInner
	case unicode.IsLetter(r), unicode.IsDigit(r):
		if lower := string(toLower(r)); normal && norm.NFKC.Properties(character).BoundaryBefore() && norm.NFKC.IsNormalString(lower) {
			return kindLetter
		}
		return kindInner
	case !normal && Normalise(string(character)) != "":
		return kindInner
	}
	return kindSeparator
}
