package word

import "slices"

// Analyzer is the filters that make the words of a text, in their order.
type Analyzer []Filter

// Filter is a step of an analyzer. It changes and returns the tokens of a text.
type Filter struct {
	Name string
	Why  string // with an example
	gaps gaps   // the filter has work only where words have one of these between them; 0: in any text
	run  func(text string, tokens []Token) []Token
}

// gaps is a set of gaps, with a bit for each.
type gaps uint16

// Index reads items and found texts.
var Index = Analyzer{
	{"contractions", "people leave out the endings of McDonald's and don't", 1 << apostrophe, contractions},
	{"apostrophes", "O'Hare is one word; l'heure has two", 1 << apostrophe, apostrophes},
	{"initials", "U.S.A. is typed as USA, J.Crew as jcrew", 1<<dot | 1<<dotSpace, initials},
	{"ampersands", "H&M and H & M are typed as hm; Gates A & B are two places", 1<<ampersand | 1<<spacedAmpersand, ampersands},
	{"pieces", "no space shows where the words of 航站楼 end, so it is read as 航站 and 站楼", 0, pieces},
	{"compounds", "check-in is typed as checkin", 0, compounds},
}

// Query reads queries: as Index does, but without joined forms.
var Query = Index.without("compounds")

// Apart reads titles. Each letter of a script without spaces is a token.
var Apart = Index.without("pieces", "compounds")

// Together reads titles, too. It joins what Apart leaves apart: wifi for Wi-Fi, peets for Peet's.
var Together = append(Apart.without("contractions", "apostrophes"), Filter{"together", "people leave out hyphens and apostrophes", 0, together})

func (a Analyzer) without(names ...string) Analyzer {
	return slices.DeleteFunc(slices.Clone(a), func(f Filter) bool { return slices.Contains(names, f.Name) })
}

// Read lists the words of a text with their places, in order. It reads any bytes, in linear time.
//
// Words are in lower case. Accents stay: the database needs them to find the stem, and removes them
// then. Invisible characters, such as soft hyphens and zero-width spaces, are removed. Whatever is
// no letter, mark or digit parts words, unless a filter joins them. A word of more than 255 bytes
// is left out.
func (a Analyzer) Read(text string) []Token { return a.filter(text, scan(text)) }

// filter runs the filters.
func (a Analyzer) filter(text string, tokens []Token) []Token {
	var has gaps
	for i := range tokens {
		has |= 1 << tokens[i].Gap
	}
	for _, f := range a {
		if f.gaps == 0 || f.gaps&has != 0 {
			tokens = f.run(text, tokens)
		}
	}
	return tokens
}
