package searchtext

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
// to 600,000 and more. The three fields together stay at 384 KiB, three quarters of the least that overflows by that
// reckoning (512 KiB), which leaves room for tags and for what a dictionary adds.
const (
	maxTitle   = 8 << 10
	maxExcerpt = 56 << 10
	maxBody    = 320 << 10
)

// Document makes the searchable text of an item's three fields, any of which may hold HTML. Whatever the fields hold, one
// tsvector can hold the words of all three.
func Document(title, excerpt, body string) (t, e, b string) {
	return field(title, maxTitle), field(excerpt, maxExcerpt), field(body, maxBody)
}

func field(s string, max int) string { return Truncate(Normalise(FromHTML(s)), max) }

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
