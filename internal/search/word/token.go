package word

import "strings"

// Token is a word of a text, or a piece of a text without spaces.
type Token struct {
	Text       string // in lower case and in NFKC: letters, marks and digits only
	Begin, End int    // bytes of the text that the token stands for
	Script     Script
	Gap        Gap // what stands between this token and the next
	// Joined is the number of words before the token that the token joins: 2 for checkin after check
	// and in. It is 0 for a word.
	Joined int8
}

// IsWord reports whether the token is no joined form of other tokens.
func (t Token) IsWord() bool { return t.Joined == 0 }

// Gap is what stands between two words.
type Gap uint8

const (
	None       Gap = iota // as between 2 and 楼 in T2楼
	Space                 // one space
	Spaces                // other white space
	Hyphen                // the words may also be written as one
	apostrophe            // one, and nothing else
	dot                   // one, and nothing else
	dotSpace              // a dot, then a space
	ampersand             // one, and nothing else
	spacedAmpersand
	Other
)

// after is the gap with one more character, of a class.
func (g Gap) after(c class) Gap {
	switch {
	case g == None:
		return gapOf[c]
	case g == dot && c == space:
		return dotSpace
	case g == Space || g == Spaces:
		switch c {
		case space, whiteSpace:
			return Spaces
		case and:
			return spacedAmpersand
		}
	case (g == ampersand || g == spacedAmpersand) && (c == space || c == whiteSpace):
		return spacedAmpersand
	}
	return Other
}

// Words lists the texts of tokens, without joined forms.
func Words(tokens []Token) []string {
	list := make([]string, 0, len(tokens))
	for _, t := range tokens {
		if t.IsWord() {
			list = append(list, t.Text)
		}
	}
	return list
}

// Key is the words of a text as Query reads them, with a space between two. Texts with the same key
// are the same to a search.
func Key(text string) string { return strings.Join(Words(Query.Read(text)), " ") }

// Hyphenated writes the joined form at a place of a list with hyphens between its parts.
func Hyphenated(tokens []Token, at int) string {
	parts := make([]string, tokens[at].Joined)
	for i, n := at-1, len(parts)-1; n >= 0; i-- {
		if tokens[i].IsWord() {
			parts[n] = tokens[i].Text
			n--
		}
	}
	return strings.Join(parts, "-")
}
