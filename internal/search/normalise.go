package search

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Normalise turns a text, or a word or phrase of a query, into lower-case words of letters, marks
// and digits with single spaces between them. Normalising twice changes nothing. Accents stay: the
// database needs them to find the stem, and removes them then. Every other character separates
// words, with these exceptions:
//
//   - a possessive 's and the endings n't, 'm, 're, 've, 'll and 'd are dropped: McDonald's →
//     mcdonald, don't → do; can't, won't, shan't and ain't become can, will, shall and is;
//   - any other apostrophe between letters joins: O'Hare → ohare, Xi'an → xian; except after what
//     French, Italian and Catalan shorten: L'Occitane → l occitane, dell'aria → dell aria;
//   - & joins short names: H&M, H & M → hm, AT&T → att; except places: Gates A & B → gates a b;
//   - dots join single letters: U.S.A. → usa, a.m. → am;
//   - a raised 2 or 3 after a unit is a digit: m² → m 2; other raised digits are footnotes;
//   - invisible characters, such as soft hyphens and zero-width spaces, are removed;
//   - scripts without spaces between words, and Korean, are cut into pieces: 航站楼 → 航站 站楼;
//   - a word of more than 255 bytes is dropped (a lexeme of PostgreSQL has at most 2,046).
func Normalise(s string) string { return apart.Replace(normalise(s)) }

// apart parts hyphenated words.
var apart = strings.NewReplacer("-", " ")

// normalise is Normalise, but keeps hyphens within words. Codes and names that people also write as
// one word get a hyphen:
//
//	Check-in → check-in, Gate B 12 → gate b-12, L'Oréal → l-oréal, J.Crew → j-crew, m² → m-2
func normalise(s string) string {
	if isASCII(s) {
		return words(s)
	}
	s = compose(words(fold(s)))
	if IsUnspaced(s) {
		s = cut(s)
	}
	return s
}

const maxWord = 255

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Classes of bytes. After fold, every non-ASCII byte is part of a letter, mark or digit; the rules
// treat them all as letters.
const (
	separator = iota
	letter
	digit
	apostrophe
	ampersand
	dot
	hyphen
)

var class, lower = tables()

func tables() (class, lower [256]byte) {
	for c := range 256 {
		b := byte(c)
		lower[c] = b
		switch {
		case 'A' <= b && b <= 'Z':
			lower[c] = b + 'a' - 'A'
			class[c] = letter
		case 'a' <= b && b <= 'z', b >= 0x80:
			class[c] = letter
		case '0' <= b && b <= '9':
			class[c] = digit
		case b == '\'', b == '`':
			class[c] = apostrophe
		case b == '&':
			class[c] = ampersand
		case b == '.':
			class[c] = dot
		case b == '-', b == '"': // Toys"R"Us
			class[c] = hyphen
		}
	}
	return class, lower
}

func isWord(c byte) bool { return class[c] == letter || class[c] == digit }

// words applies the rules to folded text.
func words(s string) string {
	w := writer{in: s, out: make([]byte, 0, len(s))}
	for w.pos < len(s) {
		c := s[w.pos]
		switch class[c] {
		case letter, digit:
			w.out = append(w.out, lower[c])
			w.pos++
		case apostrophe:
			w.apostrophe()
		case ampersand:
			w.ampersand()
		case dot:
			w.dot()
		case hyphen:
			w.hyphen()
		default:
			if w.isCode() {
				w.hyphen()
				continue
			}
			w.separate()
			w.pos++
		}
	}
	w.separate()
	if len(w.out) == 0 {
		return ""
	}
	return string(w.out[:len(w.out)-1])
}

// writer reads in and writes words to out. The rules look at both sides of pos.
type writer struct {
	in  string
	pos int
	out []byte
	// Where words begin in out: the one being written, and the two before it.
	word, last, first int
}

// separate ends the word that is being written, if any.
func (w *writer) separate() {
	if word := w.out[w.word:]; len(word) > maxWord && !IsUnspaced(string(word)) {
		w.out = w.out[:w.word]
	}
	if w.word < len(w.out) {
		w.out = append(w.out, ' ')
		w.first, w.last, w.word = w.last, w.word, len(w.out)
	}
}

// hyphen ends a word at a separator, and writes the separator as a hyphen if a letter or digit
// follows.
func (w *writer) hyphen() {
	w.pos++
	word := w.word
	w.separate()
	if w.word > word && w.pos < len(w.in) && isWord(w.in[w.pos]) {
		w.out[w.word-1] = '-'
	}
}

// isCode reports whether the space at pos stands within a code: one or two capitals, then a number
// of up to four digits (Gate B 12, LH 456). "A" and "I" are words, unless a word stands before
// them. A number with a hyphen is no code: A 12-minute walk.
func (w *writer) isCode() bool {
	first := w.pos
	for first > 0 && w.pos-first < 3 && isWord(w.in[first-1]) {
		first--
	}
	code := w.in[first:w.pos]
	if len(code) == 0 || len(code) > 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || w.in[w.pos] != ' ' {
		return false
	}
	if word := first > 1 && w.in[first-1] == ' ' && class[w.in[first-2]] == letter; !word && (code == "A" || code == "I") {
		return false
	}
	number := strings.TrimLeft(w.in[w.pos+1:], "0123456789")
	digits := len(w.in) - w.pos - 1 - len(number)
	return 0 < digits && digits <= 4 && (number == "" || !isWord(number[0]) && class[number[0]] != hyphen)
}

// resume reopens the last word, if no word is open.
func (w *writer) resume() {
	if w.word == len(w.out) && w.word > 0 {
		w.out = w.out[:w.word-1]
		w.last, w.word = w.first, w.last
	}
}

// after counts the letters of the word that begins at i in the input, up to 3. It is 0 for a word
// with a digit.
func (w *writer) after(i int) int {
	letters := 0
	for ; i < len(w.in) && isWord(w.in[i]) && letters < 3; i++ {
		if class[w.in[i]] == digit {
			return 0
		}
		if !continues(w.in[i]) {
			letters++
		}
	}
	return letters
}

// continues reports whether c is a byte within a rune.
func continues(c byte) bool { return c&0xC0 == 0x80 }

// singleBefore reports whether the word that ends at i in the input is a single letter.
func (w *writer) singleBefore(i int) bool {
	for i > 0 && continues(w.in[i-1]) {
		i--
	}
	return i > 0 && class[w.in[i-1]] == letter && (i == 1 || !isWord(w.in[i-2]))
}

func (w *writer) dot() {
	switch {
	case !w.singleBefore(w.pos):
		w.separate()
		w.pos++
	case w.after(w.pos+1) == 1: // U.S.A.
		w.pos++
	default: // J.Crew
		if w.isInitial() {
			w.pos++
		}
		w.hyphen()
	}
}

// isInitial reports whether the dot at pos, with a space behind it, stands within a name: J. Crew.
// Behind a word, the dot ends a sentence: Terminal B. Parking is free. "A" and "I" count headings.
func (w *writer) isInitial() bool {
	at, next := w.pos-1, w.pos+2
	return next < len(w.in) && w.in[w.pos+1] == ' ' && isCapital(w.in[next]) && isCapital(w.in[at]) && w.in[at] != 'A' && w.in[at] != 'I' &&
		(at < 2 || w.in[at-1] != ' ' || !isWord(w.in[at-2]))
}

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
	switch {
	case class[w.in[at-1]] != letter || class[w.in[w.pos]] != letter:
		w.separate()
	case !isElided(word):
	case isCapital(w.in[w.pos]) || w.in[w.pos] >= utf8.RuneSelf && isCapital(w.in[at-len(word)]): // perhaps a name
		w.pos--
		w.hyphen()
	default:
		w.separate()
	}
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// isElided reports whether French, Italian or Catalan writes a word with an apostrophe before a
// vowel.
func isElided(word []byte) bool {
	if len(word) > len("ciascun") { // spares a copy of a long word
		return false
	}
	switch string(word) {
	case "l", "d", "c", "j", "m", "n", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu", // l'heure, qu'elle
		"all", "dall", "dell", "nell", "sull", "coll", "agl", "dagl", "degl", "negl", "sugl", "gl", "un", "quell", "quest", "sant", // dell'aeroporto
		"cos", "dov", "com", "anch", "senz", "tutt", "mezz", "nessun", "ciascun", "bell", "quand":
		return true
	}
	return false
}

// ending returns the word at pos in lower case, and its size; empty if it is too long to be an
// ending.
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

// unshortened is the word that n't negates: can for can't, although the rest is ca.
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

// ampersand joins the words around it to a short name. Both must have one or two letters. With
// spaces around the &, one of them must be a single letter: H & M, AT & T, but not Up & Go. Single
// letters that are places are not joined.
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
	if n := utf8.RuneCount(word); n <= 2 {
		return n
	}
	return 0
}

// places reports whether the letter before the & and the letter at right name places: neighbours in
// the alphabet (A & B), or letters after a word such as Gates (Gates A & C). People search for such
// places one by one.
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
