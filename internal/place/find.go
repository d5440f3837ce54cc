package place

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Find lists the parts of a place that a text names, in their order.
func Find(text string) []Mention { return find(text, forms) }

func find(text string, all []form) []Mention {
	if !utf8.ValidString(text) {
		return nil
	}
	folded := small(text)
	pairs := pairsOf(folded)
	left := []byte(folded) // what no mention has taken yet
	var found []Mention
	for i := range all {
		f := &all[i]
		if !f.mayBeIn(folded, pairs) {
			continue
		}
		for _, at := range f.find.FindAllSubmatchIndex(left, -1) {
			if !isWord(left, at[0], at[1]) {
				continue
			}
			m := Mention{Part: f.part, Value: f.value, Begin: at[0], End: at[1]}
			if f.value == "" && !f.many {
				name := string(left[at[2]:at[3]])
				if isArticle(text[at[2]:at[3]], left[at[3]:]) || len(name) == 1 && elided.Match(left[at[3]:]) {
					continue
				}
				if m.Value = f.prefix + normal(name); len(at) > 4 && at[5] > at[4] {
					m.Value = "" // others follow
				}
			}
			found = append(found, m)
			for i := m.Begin; i < m.End; i++ {
				left[i] = 0 // no form matches it
			}
		}
	}
	slices.SortFunc(found, func(a, b Mention) int { return cmp.Compare(a.Begin, b.Begin) })
	return found
}

// small writes a text in small letters, which take as many bytes as the others.
func small(text string) string {
	return strings.Map(func(r rune) rune {
		if lower := unicode.ToLower(r); utf8.RuneLen(lower) == utf8.RuneLen(r) {
			return lower
		}
		return r
	}, text)
}

// isWord reports whether a part of a text neither begins nor ends within a word or number. Words of
// scripts without spaces, and Korean ones, have no such ends.
func isWord(text []byte, begin, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:begin])
	first, _ := utf8.DecodeRune(text[begin:])
	last, _ := utf8.DecodeLastRune(text[:end])
	next, _ := utf8.DecodeRune(text[end:])
	return !joins(before, first) && !joins(last, next)
}

func joins(a, b rune) bool {
	spaced := func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isUnspaced(r) }
	return spaced(a) && spaced(b)
}

func isUnspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// elided is what follows a small word rather than a name: terminali d'imbarco, but Terminal D's.
var elided = regexp.MustCompile(`^['’]\pL\pL`)

// isArticle reports whether a small letter is a word of its own rather than a name: "the hall a few
// steps away".
func isArticle(name string, rest []byte) bool {
	if len(name) != 1 || !strings.Contains("aeiouy", name) {
		return false
	}
	next := strings.TrimLeft(string(rest), " ")
	return next != "" && (unicode.IsLetter(rune(next[0])) || next[0] >= utf8.RuneSelf)
}

// normal writes a name in one way: "b 12" as B12, "02" as 2, "erste" and "one" as 1.
func normal(name string) string {
	number := cmp.Or(ordinals[strings.ToLower(name)], numerals[strings.ToLower(name)])
	switch {
	case number != "":
		return number
	case strings.Trim(name, "0123456789") == "":
		return cmp.Or(strings.TrimLeft(name, "0"), "0")
	case strings.HasPrefix(name, "-"), len(name) == 1:
		return strings.ToUpper(name)
	case strings.ContainsAny(name, "0123456789"):
		return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(name))
	}
	parts := strings.Split(strings.ToLower(name), "-")
	for i, part := range parts {
		first, size := utf8.DecodeRuneInString(part)
		parts[i] = string(unicode.ToUpper(first)) + part[size:]
	}
	return strings.Join(parts, "-")
}
