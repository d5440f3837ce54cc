package template

import (
	"iter"
	"slices"
)

// A website may show numbers that differ whenever a page is read, such as a visitor counter or a
// clock. To find them, a crawl reads some pages twice. If the numbers of a text then differ on four
// in five of the pages that have the text, the text is no content. Facts such as prices and opening
// hours do not change within minutes.
// LeastMoving is on how many pages the numbers of a text move.
const LeastMoving = 3

// HasChanged reports whether a page has other blocks than in the earlier crawl, except for numbers
// that are known to move.
func HasChanged(before, now Marks) bool {
	return !slices.EqualFunc(slices.Collect(before.all()), slices.Collect(now.all()), func(a, b Mark) bool {
		return a.words() == b.words() && (a.Numbers == b.Numbers || a.is(Moving))
	})
}

// learnMoving finds the words of blocks whose numbers move: by pages that were read again, and from
// the earlier crawl.
func (s *Site) learnMoving(pages []Page) {
	type count struct{ pages, moved int }
	seen := map[Mark]count{}
	for _, p := range pages {
		for m := range p.Before.all() {
			if m.is(Moving) {
				s.moving[m.words()] = true
			}
		}
		again := map[Mark]bool{} // blocks of the second read, and their words
		for m := range p.Again.all() {
			again[m.plain()], again[m.words()] = true, true
		}
		moved := map[Mark]bool{} // whether all blocks with these words have
		for m := range p.Marks.all() {
			if w := m.words(); m.Numbers != 0 && !m.is(Linked) && again[w] {
				before, known := moved[w]
				moved[w] = (before || !known) && !again[m.plain()]
			}
		}
		for w, is := range moved {
			c := seen[w]
			seen[w] = count{c.pages + 1, c.moved + number(is)}
		}
	}
	for w, c := range seen {
		if c.moved >= LeastMoving && c.moved*5 >= c.pages*4 {
			s.moving[w] = true
		}
	}
}

// still are marks, without the numbers that move. So a text is the same on all pages.
func (s *Site) still(marks Marks) iter.Seq[Mark] {
	return func(yield func(Mark) bool) {
		for m := range marks.all() {
			if !yield(s.stop(m)) {
				return
			}
		}
	}
}

// stop takes the numbers of a mark if they move.
func (s *Site) stop(m Mark) Mark {
	if m.Numbers != 0 && !m.is(Linked) && s.moving[m.words()] {
		m.Numbers, m.Flags = 0, m.Flags|Moving|Strong
	}
	return m
}
