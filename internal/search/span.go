package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a word of a text: as Normalise has it, and where it is written.
type span struct {
	word       string
	begin, end int
}

// spans finds the words of a text, in its order. It cuts the text where no word goes on, and has each string between normalised. So it
// does not see a word that is written with spaces, such as H & M.
func spans(text string) []span {
	list := make([]span, 0, len(text)/6)
	known := map[string][]span{} // words of strings, with places within these
	for begin := 0; begin < len(text); {
		end, simple := chunkEnd(text, begin)
		if end == begin {
			begin += sizeAt(text, begin)
			continue
		}
		chunk := text[begin:end]
		if simple && len(chunk) <= maxWord {
			list = append(list, span{strings.ToLower(chunk), begin, end})
			begin = end
			continue
		}
		words, ok := known[chunk]
		if !ok {
			words = spansOf(chunk)
			known[chunk] = words
		}
		for _, w := range words {
			list = append(list, span{w.word, begin + w.begin, begin + w.end})
		}
		begin = end
	}
	return list
}

// chunkEnd is where a string ends that has nothing which always separates words. A simple one has ASCII letters and digits only.
func chunkEnd(text string, begin int) (end int, simple bool) {
	simple = true
	for end = begin; end < len(text); {
		if c := text[end]; c < utf8.RuneSelf && isWord(c) {
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[end:])
		if !isOfWord(r) && !isJoiner(r) {
			break
		}
		simple = false
		end += size
	}
	return end, simple
}

// spansOf finds the words of such a string.
func spansOf(chunk string) []span {
	var list []span
	for begin := 0; begin < len(chunk); {
		run, s := firstRun(chunk[begin:])
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
		parts = partsOf(chunk)
	}
	for i, word := range words {
		part := span{chunk, 0, len(chunk)} // where it is not clear which part is the word
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
	var list []span
	pieces := strings.Fields(Normalise(run))
	ends := letterEnds(run)
	begin := 0
	for i, piece := range pieces {
		if len(pieces) != max(1, len(ends)-pieceLetters+1) { // letters were joined, or left out
			list = append(list, span{piece, 0, len(run)})
			continue
		}
		list = append(list, span{piece, begin, ends[min(i+pieceLetters, len(ends))-1]})
		begin = ends[i]
	}
	return list
}

// partsOf parts a string at its joiners.
func partsOf(chunk string) []span {
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

// isOfWord accepts letters, digits, marks and invisible characters.
func isOfWord(r rune) bool {
	if r < utf8.RuneSelf {
		return isWord(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || ignorable(r)
}

// isJoiner accepts characters that may stand within a word.
func isJoiner(r rune) bool {
	switch r {
	case '\'', '`', '´', '.', '&':
		return true
	}
	return isApostrophe(r)
}
