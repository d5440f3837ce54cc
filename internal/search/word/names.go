package word

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// letters counts the letters of a token; 0 for a token with a digit. Marks and the digits of other
// scripts count as letters.
func letters(t Token) int {
	if HasDigit(t.Text) {
		return 0
	}
	return utf8.RuneCountInString(t.Text)
}

// join makes one token of two words. It reports false if the token would be too long.
func join(text string, a, b Token) (Token, bool) {
	whole := joined(text, &a, &b)
	whole.Text = compose(whole.Text)
	return whole, len(whole.Text) <= MaxBytes
}

// contractions drops a possessive 's, and the endings n't, 'm, 're, 've, 'll and 'd.
func contractions(_ string, tokens []Token) []Token {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		for t.Gap == apostrophe && i+1 < len(tokens) {
			ending := tokens[i+1]
			whole, ok := withoutEnding(t.Text, ending.Text)
			if !ok {
				break
			}
			t.Text, t.End, t.Gap = whole, ending.End, ending.Gap
			i++
		}
		out = append(out, t)
	}
	return out
}

// withoutEnding is the word before an apostrophe and an ending: do for don't, can for can't. It
// reports false for another ending.
func withoutEnding(word, ending string) (string, bool) {
	switch ending {
	case "s", "m", "d", "re", "ve", "ll":
		return word, true
	case "t":
		switch word {
		case "can":
			return word, true
		case "won":
			return "will", true
		case "shan":
			return "shall", true
		case "ain":
			return "is", true
		}
		positive, ok := strings.CutSuffix(word, "n")
		return positive, ok && positive != ""
	}
	return "", false
}

// apostrophes joins the words around an apostrophe, except after what French, Italian and Catalan
// shorten: l'heure. If the other word may be a name, people also write both as one: L'Oréal.
func apostrophes(text string, tokens []Token) []Token {
	out := tokens[:0]
	for _, t := range tokens {
		n := len(out) - 1
		if n < 0 || out[n].Gap != apostrophe {
			out = append(out, t)
			continue
		}
		before := out[n]
		isName := isCapital(text[t.Begin]) || text[t.Begin] >= utf8.RuneSelf && isCapital(text[before.Begin])
		whole, ok := join(text, before, t)
		switch {
		case isDigit(before.Text[len(before.Text)-1]), isDigit(t.Text[0]):
			out[n].Gap = Other
		case slices.Contains(elided, before.Text) && isName:
			out[n].Gap = Hyphen
		case slices.Contains(elided, before.Text), !ok:
			out[n].Gap = Other
		case before.Script == Spaced && t.Script == Spaced:
			out[n] = whole
			continue
		default:
			out[n].Gap = None
		}
		out = append(out, t)
	}
	return out
}

// elided are the words that French, Italian and Catalan write with an apostrophe before a vowel.
var elided = []string{"l", "d", "c", "j", "m", "n", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu", // l'heure, qu'elle
	"all", "dall", "dell", "nell", "sull", "coll", "agl", "dagl", "degl", "negl", "sugl", "gl", "un", "quell", "quest", "sant", // dell'aeroporto
	"cos", "dov", "com", "anch", "senz", "tutt", "mezz", "nessun", "ciascun", "bell", "quand"}

// initials joins single letters with dots: U.S.A. A word after a single letter and a dot is a name,
// which people also write as one word: J.Crew, J. Crew.
func initials(text string, tokens []Token) []Token {
	out := tokens[:0]
	last := Token{Gap: Other}
	before := Other // the gap before last
	for _, t := range tokens {
		n := len(out) - 1
		switch {
		case last.Gap == dot && last.Script != Spaced && before != None && t.Gap != None: // ค.ศ.
			out[n].Gap = None
		case isInitial(last) && t.Script == Spaced:
			switch {
			case last.Gap == dot && isInitial(t):
				if whole, ok := join(text, out[n], t); ok {
					out[n], before, last = whole, last.Gap, t
					continue
				}
			case last.Gap == dot,
				last.Gap == dotSpace && before != Space && isCapital(text[t.Begin]) && startsName(text[last.Begin]):
				out[n].Gap = Hyphen
			}
		}
		out = append(out, t)
		before, last = last.Gap, t
	}
	return out
}

func isInitial(t Token) bool { return t.Script == Spaced && letters(t) == 1 }

// startsName reports whether a letter with a dot and a space may begin a name. "A" and "I" count
// headings. Behind a word, the dot ends a sentence: Terminal B. Parking is free.
func startsName(c byte) bool { return isCapital(c) && c != 'A' && c != 'I' }

// ampersands joins the words around & to a short name. Both must have one or two letters. With
// spaces around the &, one of them must be a single letter: H & M, AT & T, but not Up & Go. Letters
// of places stay apart, because people search for places one by one.
func ampersands(text string, tokens []Token) []Token {
	out := tokens[:0]
	for _, t := range tokens {
		n := len(out) - 1
		if n >= 0 && (out[n].Gap == ampersand || out[n].Gap == spacedAmpersand) && out[n].Script == Spaced && t.Script == Spaced {
			most := 4
			if out[n].Gap == spacedAmpersand {
				most = 3
			}
			before, after := letters(out[n]), letters(t)
			short := 0 < before && before < 3 && 0 < after && after < 3 && before+after <= most
			if short && !(before+after == 2 && arePlaces(out, t)) {
				out[n], _ = join(text, out[n], t)
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// arePlaces reports whether the last letter of a list and the next name places: neighbours in the
// alphabet (A & B), or letters after a word such as Gates (Gates A & C).
func arePlaces(list []Token, next Token) bool {
	n := len(list) - 1
	if list[n].Text[len(list[n].Text)-1]+1 == next.Text[0] {
		return true
	}
	return n > 0 && list[n-1].Gap != Hyphen && slices.Contains(places, list[n-1].Text)
}

var places = []string{"gates", "terminals", "concourses", "piers", "zones", "halls", "levels"}
