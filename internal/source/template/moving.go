package template

import (
	"slices"

	"airport-content/internal/content"
)

// A website may show numbers that differ whenever a page is read, such as a visitor counter or a
// clock. To find them, a crawl reads some pages twice. If the numbers of a text then differ on four
// in five of the pages that have the text, the text is no content. Facts such as prices and opening
// hours do not change within minutes.
const (
	MostTwice   = 30 // pages of a crawl that are read twice
	LeastMoving = 3  // pages on which the numbers of a text move
)

// HasChanged reports whether a page has other blocks than its stored record, except for numbers
// that are known to move.
func HasChanged(known, now content.PageRecord) bool {
	return !slices.EqualFunc(readMarks(known.Blocks), readMarks(now.Blocks), func(a, b Mark) bool {
		if a&movingMark != 0 {
			return a.words() == b.words()
		}
		return a.hash() == b.hash()
	})
}

// moving finds the words of blocks whose numbers move.
func moving(records []content.PageRecord, twice map[string][]byte) map[Mark]bool {
	type count struct{ pages, moved int }
	counts := map[Mark]count{}
	for _, p := range records {
		second, is := twice[p.Key]
		if !is {
			continue
		}
		now := map[Mark]bool{} // blocks of the second read, and their words
		for _, m := range readMarks(second) {
			now[m.hash()], now[m.words()] = true, true
		}
		moved := map[Mark]bool{} // whether all blocks with these words have
		for _, m := range readMarks(p.Blocks) {
			if w := m.words(); m&numberMark != 0 && now[w] {
				before, known := moved[w]
				moved[w] = (before || !known) && !now[m.hash()]
			}
		}
		for w, is := range moved {
			c := counts[w]
			if c.pages++; is {
				c.moved++
			}
			counts[w] = c
		}
	}
	all := map[Mark]bool{}
	for w, c := range counts {
		if c.moved >= LeastMoving && c.moved*5 >= c.pages*4 {
			all[w] = true
		}
	}
	return all
}

// still is a mark without numbers that move. So the text is the same on all pages.
func (t *Template) still(m Mark) Mark {
	if m&numberMark != 0 && t.moving[m.words()] {
		m = m&^numbersMask | movingMark | strongMark
	}
	return m
}

// marksOf are the marks of a page, without numbers that move.
func (t *Template) marksOf(p content.PageRecord) []Mark {
	marks := readMarks(p.Blocks)
	for n, m := range marks {
		marks[n] = t.still(m)
	}
	return marks
}
