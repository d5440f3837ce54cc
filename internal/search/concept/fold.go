package concept

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// token is a run of letters without a space, or a single symbol such as an emoji.
type token struct {
	begin, end int    // bytes of the text
	key        string // folded
	typed      string // before it was folded, without the first parts
	parts      []part // in scripts without spaces, the letters
}

type part struct {
	begin, end int
	key        string
}

// reader reads words as items and queries are read, before names and codes are joined.
var reader word.Analyzer

// tokens reads a text.
func tokens(text string) (all []token) {
	words := reader.Read(text)
	parts := make([]part, len(words)) // of all tokens
	all = make([]token, 0, len(words))
	at, first := 0, 0
	for i, w := range words {
		if i == 0 || words[i-1].Gap != word.None {
			all = append(all, symbols(text, at, w.Begin)...)
			all = append(all, token{begin: w.Begin})
			first = i
		}
		parts[i] = part{w.Begin, w.End, fold(w.Text)}
		last := &all[len(all)-1]
		last.end, last.typed, last.parts = w.End, w.Text, parts[first:i+1]
		at = w.End
	}
	all = append(all, symbols(text, at, len(text))...)
	for i := range all {
		all[i].key = all[i].parts[0].key
		if len(all[i].parts) > 1 {
			keys := make([]string, len(all[i].parts))
			for n, p := range all[i].parts {
				keys[n] = p.key
			}
			all[i].key = strings.Join(keys, "")
		}
		all[i].key = bare(all[i].key)
	}
	return all
}

// keyOf is the key of a whole text.
func keyOf(text string) string {
	var key strings.Builder
	for _, w := range tokens(text) {
		key.WriteString(w.key)
	}
	return key.String()
}

// between is the text between two tokens; empty for words of one character, as in ½.
func between(text string, a, b token) string { return text[a.end:max(a.end, b.begin)] }

// symbols lists the symbols between two places. Words of one character have none between them.
func symbols(text string, begin, end int) (all []token) {
	for i, r := range text[begin:max(begin, end)] {
		if unicode.Is(unicode.So, r) && r != utf8.RuneError {
			symbol := part{begin + i, begin + i + utf8.RuneLen(r), string(r)}
			all = append(all, token{begin: symbol.begin, end: symbol.end, parts: []part{symbol}})
		}
	}
	return all
}

// fold leaves out of a word what people leave out when they type: accents, and vowel points.
func fold(text string) string {
	switch first, _ := utf8.DecodeRuneInString(text); {
	case first < 0x0590: // scripts of Europe
		return word.Unaccented(text)
	case word.IsUnspaced(text):
		return text
	}
	return ends.Replace(word.Unaccented(word.Alike(text)))
}

// ends are letters of Arabic that people write in two ways.
var ends = strings.NewReplacer("ى", "ي", "ة", "ه", "أ", "ا", "إ", "ا")

// bare is a word without the article of Arabic and Hebrew, and without what Arabic writes as one with
// the article: "in the", "and the", "for the".
func bare(key string) string {
	for _, article := range articles {
		if rest, ok := strings.CutPrefix(key, article); ok && utf8.RuneCountInString(rest) > 2 {
			return rest
		}
	}
	return key
}

var articles = []string{"ال", "بال", "وال", "لل", "فال", "كال", "ה"}
