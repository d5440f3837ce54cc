package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much of each field is indexed at most, in bytes of normalised text.
//
// A tsvector holds at most 1,048,575 bytes of lexemes and positions. Each different word takes its bytes, rounded up to
// even, and 4 more. Texts of different words of 3 bytes need the most room: PostgreSQL 15.18 took one of 520,000 bytes
// and refused one of 560,000. A body of anyBody bytes always fits; for a longer one, fit adds up the words.
const (
	maxTitle      = 8 << 10
	maxExcerpt    = 56 << 10
	anyBody       = 320 << 10
	maxBodyVector = 850_000 // bytes, which leaves room for the other fields and tags
)

// Document makes searchable text of an item's three fields, which may be HTML. The result always fits into one tsvector.
func Document(title, excerpt, body string) (t, e, b string) {
	return Truncate(clean(title), maxTitle), Truncate(clean(excerpt), maxExcerpt), fit(clean(body), maxBodyVector)
}

func clean(s string) string { return Normalise(FromHTML(s)) }

// fit cuts a normalised text before its words could take more than so many bytes in a vector.
func fit(text string, vector int) string {
	if len(text) <= anyBody {
		return text
	}
	const lastPosition = 16383 // of a tsvector; later words share it
	seen := make(map[string]struct{})
	begin, words := 0, 0
	for word := range strings.SplitSeq(text, " ") {
		if _, ok := seen[word]; !ok {
			seen[word] = struct{}{}
			vector -= vectorBytes(word)
		} else if words < lastPosition {
			vector -= 2
		}
		if vector < 0 {
			return strings.TrimSuffix(text[:begin], " ")
		}
		begin += len(word) + 1
		words++
	}
	return text
}

// vectorBytes is the most that a word takes in a vector. A non-ASCII word may become longer without its accents, or become
// several words.
func vectorBytes(word string) int {
	if !isASCII(word) {
		return 4 * len(word)
	}
	return len(word) + len(word)%2 + 4
}

// Truncate cuts s to at most max bytes, after a whole word. If the first word is too long, it cuts that between characters.
func Truncate(s string, max int) string {
	if len(s) <= max {
		return s
	}
	if max <= 0 {
		return ""
	}
	if space := strings.LastIndexFunc(s[:max+1], unicode.IsSpace); space > 0 {
		if whole := strings.TrimRightFunc(s[:space], unicode.IsSpace); whole != "" {
			return whole
		}
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max]
}
