package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The most that is indexed of each field, in bytes of normalised text.
//
// A tsvector holds at most 1,048,575 bytes of lexemes and positions; each different word takes its bytes, rounded
// up to even, and 4 more. The worst text is one of different words of 3 bytes: 4 with its space, 8 in the vector. In PostgreSQL
// 15.18 (english with unaccent) such text of 520,000 bytes was taken and of 560,000 refused; words of 4 or 5 bytes went
// to 600,000 and more. A body of anyBody bytes fits whatever it holds; of a longer one the words are reckoned.
const (
	maxTitle      = 8 << 10
	maxExcerpt    = 56 << 10
	anyBody       = 320 << 10
	maxBodyVector = 850_000 // bytes, which leaves room for the other fields and tags
)

// Document makes the searchable text of an item's three fields, any of which may hold HTML. Whatever the fields hold, one
// tsvector can hold the words of all three.
func Document(title, excerpt, body string) (t, e, b string) {
	return Truncate(clean(title), maxTitle), Truncate(clean(excerpt), maxExcerpt), fit(clean(body), maxBodyVector)
}

func clean(s string) string { return Normalise(FromHTML(s)) }

// fit cuts a normalised text where the vector of its words could pass so many bytes.
func fit(text string, vector int) string {
	if len(text) <= anyBody {
		return text
	}
	const lastPosition = 16383 // of a tsvector: words beyond share it
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

// vectorBytes is the most that a word takes in a vector. Others than ASCII's may become several words, or longer when they
// lose their accents.
func vectorBytes(word string) int {
	if !isASCII(word) {
		return 4 * len(word)
	}
	return len(word) + len(word)%2 + 4
}

// Truncate cuts s to at most max bytes, after a whole word; where the first word alone is longer, within it, but never within
// a character.
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
