package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a normalised word, and its place in the text.
type span struct {
	word       string
	begin, end int
}

// letterTable has the lower-case letter of each character up to U+FFFF, or the character's class.
var letterTable = sync.OnceValue(func() *[1 << 16]uint16 {
	var table [1 << 16]uint16
	for r := range rune(len(table)) {
		lower, written := toLower(r), string(r)
		switch {
		case isJoiner(r):
			table[r] = joining
		case !isOfWord(r):
			table[r] = noLetter
		case r == '✓', ignorable(r), unicode.IsMark(r) && scriptOf(r) != southeast, foldRune(r) != r, lower >= rune(len(table)),
			!norm.NFKC.IsNormalString(written), !norm.NFKC.IsNormalString(string(lower)):
			table[r] = unclear
		default:
			table[r] = uint16(lower)
		}
	}
	return &table
})

// Classes of characters without a lower-case letter in the table.
const (
	noLetter = iota
	joining
	unclear // only Normalise knows
)

// beginnings is a set of the first two letters of words, by hash. one has the words of a single
// letter.
type beginnings struct {
	one, two [1 << 12]bool
}

func (b *beginnings) add(word string) {
	first, size := utf8.DecodeRuneInString(word)
	if size == len(word) {
		b.one[hashOf(0, first)] = true
		return
	}
	second, _ := utf8.DecodeRuneInString(word[size:])
	b.two[hashOf(first, second)] = true
}

func hashOf(first, second rune) int { return int(first*37+second) % (1 << 12) }

// chunkEnd finds the end of the chunk that begins at a place: letters and joiners, which may be
// several words. may reports whether the chunk may hold a word of b. Three kinds of chunks may:
// with the beginning of such a word; with a part that only Normalise can read, such as n't; with an
// accented part of less than three letters, which may be typed without accents.
func (b *beginnings) chunkEnd(text string, begin int) (end int, may bool) {
	last, count, wide, joined, table := rune(0), 0, false, false, letterTable()
	for end = begin; end < len(text); {
		r, size := rune(text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[end:])
		}
		l := rune(noLetter)
		switch {
		case int(r) < len(table):
			l = rune(table[r])
		case isOfWord(r):
			l = unclear
		}
		if l == noLetter {
			break
		}
		end += size
		switch l {
		case unclear:
			may = true
		case joining:
			may = may || last == 'n' || wide && count < 3 || joined && count < 3 // an ending such as 's is dropped
			count, wide, joined = 0, false, true
		default:
			may = may || b.two[hashOf(last, l)] || b.one[hashOf(0, l)]
			last = l
			count++
			wide = wide || r >= utf8.RuneSelf
		}
	}
	return end, may || wide && count < 3
}

// spansOf lists the words of a chunk, in order. Hyphens part words.
func spansOf(chunk string) []span {
	var list []span
	for begin := 0; begin < len(chunk); {
		run, s := firstRun(chunk[begin:])
		if end := strings.IndexFunc(run, isHyphen); end >= 0 {
			run = run[:end+sizeAt(run, end)]
		}
		words := spansOfRun
		if s == spaced {
			words = spansOfWords
		}
		for _, w := range words(run) {
			list = append(list, span{w.word, begin + w.begin, begin + w.end})
		}
		begin += len(run)
	}
	return list
}

// spansOfWords finds the words of a string in a script with spaces.
func spansOfWords(chunk string) []span {
	var list []span
	words := strings.Fields(Normalise(chunk))
	parts := []span{{chunk, 0, len(chunk)}}
	if len(words) > 1 {
		parts = splitAtJoiners(chunk)
	}
	for i, word := range words {
		part := span{chunk, 0, len(chunk)} // if parts and words do not correspond
		if len(parts) == len(words) {
			part = parts[i]
		}
		left := strings.TrimLeftFunc(part.word, isJoiner)
		begin := part.end - len(left)
		list = append(list, span{word, begin, begin + len(strings.TrimRightFunc(left, isJoiner))})
	}
	return list
}

// spansOfRun finds the pieces of a string in an unspaced script.
func spansOfRun(run string) []span {
	pieces := strings.Fields(Normalise(run))
	ends := letterEnds(run)
	list := make([]span, 0, len(pieces))
	begin := 0
	for i, piece := range pieces {
		if len(pieces) != max(1, len(ends)-pieceLetters+1) { // letters were joined or dropped
			list = append(list, span{piece, 0, len(run)})
			continue
		}
		list = append(list, span{piece, begin, ends[min(i+pieceLetters, len(ends))-1]})
		begin = ends[i]
	}
	return list
}

// splitAtJoiners splits a string at its joiners.
func splitAtJoiners(chunk string) []span {
	var list []span
	begin := 0
	for i, r := range chunk + "." {
		if !isJoiner(r) {
			continue
		}
		if i > begin {
			list = append(list, span{chunk[begin:i], begin, i})
		}
		begin = i + utf8.RuneLen(r)
	}
	return list
}

// isOfWord accepts letters, digits, marks, exponents and lowered digits. It also accepts invisible
// characters, and signs that Normalise reads as letters.
func isOfWord(r rune) bool {
	if r < utf8.RuneSelf {
		return isWord(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || ignorable(r) || strings.ContainsRune("²³×✓", r) || '₀' <= r && r <= '₉'
}

// isJoiner accepts characters that may stand within a word.
func isJoiner(r rune) bool {
	switch r {
	case '\'', '`', '´', '.', '&':
		return true
	}
	return isApostrophe(r) || isHyphen(r)
}
