package search

import (
	"bytes"
	"unicode/utf8"
)

// apostrophe reads the apostrophe at pos, and an ending that follows it.
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
	if isElided(word) || class[w.in[at-1]] != letter || class[w.in[w.pos]] != letter {
		w.separate()
	}
}

// isElided reports whether French or Italian writes a word with an apostrophe before a vowel.
func isElided(word []byte) bool {
	if len(word) > len("lorsqu") { // spares a copy of a long word
		return false
	}
	switch string(word) {
	case "l", "d", "c", "j", "s", "qu", "jusqu", "lorsqu", "puisqu", // l'heure, qu'elle
		"all", "dall", "dell", "nell", "sull", "un", "quell", "quest": // dell'aeroporto
		return true
	}
	return false
}

// ending returns the word at pos in lower case, and its size; empty if it is too long to be an ending.
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

// unshortened is the word that n't negates. What is left of can't without n't is not a word.
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

// ampersand joins the words around it to a short name. Both must have one or two letters. With spaces around the &, one of them
// must be a single letter: H & M, AT & T, but not Up & Go. Single letters that are places are not joined.
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
	if !short || before+after == 2 && w.places(right) {
		w.separate()
		return
	}
	w.pos = right
}

// shortName counts the letters of a word. It is 0 for a word with a digit or more than two letters.
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

// places reports whether the letter before the & and the one at right are names of places, which people search for one by one:
// neighbours in the alphabet (A & B), or letters after a word such as Gates (Gates A & C).
func (w *writer) places(right int) bool {
	if w.out[len(w.out)-1]+1 == lower[w.in[right]] {
		return true
	}
	switch string(w.out[w.last:w.word]) {
	case "gates ", "terminals ", "concourses ", "piers ", "zones ", "halls ", "levels ":
		return true
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
