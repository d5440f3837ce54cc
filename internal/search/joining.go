package search

import (
	"bytes"
	"unicode/utf8"
)

// apostrophe deals with the apostrophe at pos, and with the ending that follows it.
func (w *writer) apostrophe() {
	at := w.pos
	w.pos++
	if at == 0 || !isWord(w.in[at-1]) || w.pos == len(w.in) || !isWord(w.in[w.pos]) {
		w.separate()
		return
	}
	word := w.out[w.word:]
	ending, size := w.ending()
	switch ending {
	case "s", "m", "d", "re", "ve", "ll":
		w.pos += size
		return
	case "t":
		if positive, ok := bytes.CutSuffix(word, []byte("n")); ok {
			w.out = append(w.out[:w.word], unshortened(positive)...)
			w.pos += size
			return
		}
	}
	elided := len(word) == 1 && (word[0] == 'l' || word[0] == 'd')
	if elided || class[w.in[at-1]] != letter || class[w.in[w.pos]] != letter {
		w.separate()
	}
}

// ending is the part at pos, in lower case, and its size; empty when it is longer than any ending that is dropped.
func (w *writer) ending() (string, int) {
	var ending [len("re")]byte
	size := 0
	for i := w.pos; i < len(w.in) && isWord(w.in[i]); i++ {
		if size == len(ending) {
			return "", 0
		}
		ending[size] = lower[w.in[i]]
		size++
	}
	return string(ending[:size]), size
}

// unshortened is the word that n't negates, where what is left is not one: stop words are known in full.
func unshortened(positive []byte) []byte {
	switch string(positive) {
	case "ca":
		return []byte("can")
	case "wo":
		return []byte("will")
	case "sha":
		return []byte("shall")
	case "ai":
		return []byte("is")
	}
	return positive
}

// ampersand joins the words around it where they make a short name: both of one or two letters, and with spaces around
// the &, one of them of a single letter (H & M, AT & T, but not Up & Go). Single letters that are places stay apart.
func (w *writer) ampersand() {
	left, right := w.pos, w.pos+1
	for left > 0 && isSpace(w.in[left-1]) {
		left--
	}
	for right < len(w.in) && isSpace(w.in[right]) {
		right++
	}
	w.pos++
	if left == 0 || !isWord(w.in[left-1]) {
		w.separate()
		return
	}
	w.resume()
	before, after := shortName(w.out[w.word:]), w.after(right)
	most := 4
	if right-left > 1 {
		most = 3
	}
	short := before > 0 && 0 < after && after < 3 && before+after <= most
	if !short || before+after == 2 && w.places(left, right) {
		w.separate()
		return
	}
	w.pos = right
}

// shortName counts the letters of a word; 0 when there are more than two, or digits.
func shortName(word []byte) int {
	if len(word) > 2*utf8.UTFMax || bytes.ContainsAny(word, "0123456789") {
		return 0
	}
	n := utf8.RuneCount(word)
	if n > 2 {
		return 0
	}
	return n
}

// places tells whether the single letters before left and from right in the input are places, which people look for one
// by one: "Gates A&B", "Terminal A & B", "A & B Gates", "A, B & C"; but not "H&M Terminal 2". The first of them is being written.
func (w *writer) places(left, right int) bool {
	before := bytes.TrimSuffix(w.out[w.last:w.word], []byte(" "))
	if len(before) == 1 && !onlySpaceBefore(w.in[:left]) {
		return true
	}
	spaced := right-left > 1
	singular, several := bytes.CutSuffix(before, []byte("s"))
	if isPlace(singular) && (several || spaced) {
		return true
	}
	singular, several = bytes.CutSuffix(nextPart(w.in[right:]), []byte("s"))
	return isPlace(singular) && several && spaced
}

// isPlace tells whether a word names a kind of place that is told apart by letters.
func isPlace(singular []byte) bool {
	switch string(singular) {
	case "area", "bay", "belt", "building", "checkpoint", "concourse", "door", "entrance", "exit", "garage", "gate", "group",
		"hall", "level", "line", "lot", "parking", "pier", "platform", "row", "satellite", "section", "security", "stand",
		"stop", "terminal", "wing", "zone":
		return true
	}
	return false
}

// nextPart is the second part of s, in lower case, if space alone parts it from the first and it is short.
func nextPart(s string) []byte {
	i := 0
	for i < len(s) && isWord(s[i]) {
		i++
	}
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	part := make([]byte, 0, 16)
	for ; i < len(s) && isWord(s[i]); i++ {
		if len(part) == cap(part) {
			return nil
		}
		part = append(part, lower[s[i]])
	}
	return part
}

// onlySpaceBefore tells whether nothing but space stands between the last part of s and the one before that.
func onlySpaceBefore(s string) bool {
	i := len(s)
	for i > 0 && isWord(s[i-1]) {
		i--
	}
	for i > 0 && isSpace(s[i-1]) {
		i--
	}
	return i == 0 || isWord(s[i-1])
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
