package search

// Normalise turns a text, or a word or phrase of a query, into lower-case words of letters, marks and digits with single
// spaces between them. Normalising twice changes nothing. Accents stay; the database removes them when it has found the stem.
// Every other character separates words, with these exceptions:
//
//   - a possessive 's and the endings n't, 'm, 're, 've, 'll and 'd are dropped: McDonald's → mcdonald, don't → do;
//     can't, won't, shan't and ain't become can, will, shall and is;
//   - any other apostrophe between letters joins: O'Hare → ohare, Xi'an → xian; except after what French and Italian
//     shorten: L'Occitane → l occitane, dell'aria → dell aria;
//   - & joins short names: H&M, H & M → hm, AT&T → att; except places: Gates A & B → gates a b;
//   - dots join single letters: U.S.A. → usa, a.m. → am;
//   - invisible characters, such as soft hyphens and zero-width spaces, are removed;
//   - scripts without spaces between words, and Korean, are cut into pieces: 航站楼 → 航站 站楼;
//   - a word of more than 255 bytes is dropped (a lexeme of PostgreSQL has at most 2,046).
func Normalise(s string) string {
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

// Classes of bytes. After fold, every non-ASCII byte is part of a letter, mark or digit; the rules treat them all as letters.
const (
	separator = iota
	letter
	digit
	apostrophe
	ampersand
	dot
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
		default:
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

// resume continues the last word, if no word is being written.
func (w *writer) resume() {
	if w.word == len(w.out) && w.word > 0 {
		w.out = w.out[:w.word-1]
		w.last, w.word = w.first, w.last
	}
}

// after counts the letters of the word that begins at i in the input, up to 3. It is 0 for a word with a digit.
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
	if !w.singleBefore(w.pos) || w.after(w.pos+1) != 1 {
		w.separate()
	}
	w.pos++
}
