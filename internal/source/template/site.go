// Package template finds what the pages of a website repeat: menus, banners, footers, teasers of
// other pages, the website's name in titles, numbers that differ at every read.
package template

import (
	"iter"

	"airport-content/internal/source/rule"
)

// Page is what is known of a page.
type Page struct {
	Address string
	Marks   Marks
	Before  Marks // of the earlier crawl
	Again   Marks // of a second read in the same crawl; nil: there was none
}

// Site is what the pages of a website repeat. Each block is counted by the pages that have the
// block, among all pages that the source knows. So neither the order in which pages are read
// matters, nor the crawl that reads a page. A text is counted at its place, because a contact page
// may show the address of the footer as its content.
type Site struct {
	off    rule.Off
	known  int                 // pages that have marks
	pages  int                 // of these, without copies
	counts map[Mark]blockCount // of blocks on several pages
	places map[uint32]uses     // by place
	cut    map[Mark]bool       // blocks that were shared in the earlier crawl
	moving map[Mark]bool       // words of blocks whose numbers move

	appends bool                // pages go on with the articles of other pages
	titles  map[string][]uint32 // of pages, by address
}

// blockCount is how many pages have a block, and which was counted last: the first one is page 1.
type blockCount struct{ pages, last int32 }

// uses are what the pages have at a place.
type uses struct {
	pages  int
	own    int // pages with a text there that few other pages have
	linked int // pages with nothing but links there
	before int // pages with nothing but shared blocks there in the earlier crawl, of pagesBefore

	pagesBefore int
}

// FewPages is how many pages a website has at least to have a template.
const FewPages = 5

const (
	leastOn   = 4       // pages that a block stands on to be repeated, of a website of FewPages
	usuallyOn = 10      // pages, of a website that has some
	enoughOn  = 100     // pages, however many the website has
	buckets   = 1 << 20 // of the rough count
)

// Learn finds what the pages of a website repeat.
func Learn(pages []Page, off rule.Off) *Site {
	s := &Site{off: off, counts: map[Mark]blockCount{}, places: map[uint32]uses{}, cut: map[Mark]bool{}, moving: map[Mark]bool{}}
	if !off[rule.Moving] {
		s.learnMoving(pages)
	}
	for _, p := range pages {
		s.known += min(p.Marks.Len(), 1)
		for m := range p.Before.all() {
			if m.is(Shared) {
				s.cut[m.plain()] = true
			}
		}
	}
	if !s.Knows() {
		return s
	}
	different := s.distinct(pages)
	s.pages = len(different)
	s.countBlocks(different)
	s.countPlaces(different)
	s.appends = !off[rule.FirstArticle] && appends(different)
	if !off[rule.Teasers] {
		s.titles = s.titlesOf(pages)
	}
	return s
}

// Knows reports whether the website has enough pages to tell what they repeat.
func (s *Site) Knows() bool { return s.known >= FewPages }

// distinct are the pages that have marks, without copies: an article under several addresses is one
// page, so the website does not repeat the article. Pages that have become alike are no copies, but
// broken, as by a notice of maintenance.
func (s *Site) distinct(pages []Page) (all []*Page) {
	type blocks struct{ now, before string }
	seen := map[blocks]bool{}
	for n := range pages {
		p := &pages[n]
		if is := (blocks{digest(s.still(p.Marks)), digest(p.Before.all())}); p.Marks.Len() > 0 && !seen[is] {
			seen[is] = true
			all = append(all, p)
		}
	}
	return all
}

// countBlocks counts the pages of each block that stands on several pages. A first, rough count saves the
// memory of an exact count of all other blocks.
func (s *Site) countBlocks(pages []*Page) {
	rough := make([]uint8, buckets) // up to leastOn
	bucket := func(m Mark) *uint8 { return &rough[(m.Text^m.Place*31^uint32(m.Numbers))%buckets] }
	for _, p := range pages {
		for m := range s.still(p.Marks) {
			for key := range m.keys() {
				if b := bucket(key); *b < leastOn {
					*b++
				}
			}
		}
	}
	for n, p := range pages {
		for m := range s.still(p.Marks) {
			for key := range m.keys() {
				if *bucket(key) < leastOn {
					continue
				}
				if c := s.counts[key]; c.last <= int32(n) {
					s.counts[key] = blockCount{c.pages + 1, int32(n) + 1}
				}
			}
		}
	}
}

// on is how many pages have a block; less than leastOn may be 0.
func (s *Site) on(key Mark) int { return int(s.counts[key].pages) }

// keys are what a block counts as: a text with links counts with and without where the links lead.
// A text counts wherever it stands, too.
func (m Mark) keys() iter.Seq[Mark] {
	return func(yield func(Mark) bool) {
		_ = yield(m.plain()) && !m.is(Saying) && yield(m.anywhere()) && m.is(Linked) && yield(m.words())
	}
}

// pagesOf is on how many pages a text is at its place, wherever its links lead.
func (s *Site) pagesOf(m Mark) int {
	if m.is(Linked) {
		return s.on(m.words())
	}
	return s.on(m.plain())
}

// onMost reports whether a share of all pages, in percent, has a text: at its place, or at the
// places that the text has in several layouts. A page that alone has the text elsewhere, such as a
// contact page that shows the address of the footer, does not count.
func (s *Site) onMost(m Mark, percent int) bool {
	on, p := s.pagesOf(m), s.places[m.Place]
	return on*100 >= s.pages*percent || on >= leastOn && on*5 >= p.pages && s.on(m.anywhere())*100 >= s.pages*percent
}

// countPlaces counts the pages of each place, and what they have there.
func (s *Site) countPlaces(pages []*Page) {
	for _, p := range pages {
		own, unlinked := map[uint32]bool{}, map[uint32]bool{}
		for m := range s.still(p.Marks) {
			if m.is(Saying) {
				continue
			}
			own[m.Place] = own[m.Place] || s.on(m.plain()) < leastOn && !m.is(Label)
			unlinked[m.Place] = unlinked[m.Place] || !m.is(Linked)
		}
		for at, is := range own {
			c := s.places[at]
			c.pages++
			c.own += number(is)
			c.linked += number(!unlinked[at])
			s.places[at] = c
		}
		for at, all := range allShared(p.Before) {
			c := s.places[at]
			c.pagesBefore++
			c.before += number(all)
			s.places[at] = c
		}
	}
}

// counts reports whether a block tells what its place is for: a mere label does not.
func (m Mark) counts() bool { return m.is(Strong) || !m.is(Label) }

// allShared tells for each place whether all of a page's blocks there that count are shared.
func allShared(marks Marks) map[uint32]bool {
	all := map[uint32]bool{}
	for m := range marks.all() {
		if before, has := all[m.Place]; m.counts() {
			all[m.Place] = (before || !has) && m.is(Shared)
		}
	}
	return all
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// few is how many pages a block stands on at least to be repeated: a tenth, but at least 10. Where
// there are fewer than 17 pages, it is 60 %.
func (s *Site) few() int {
	return max(leastOn, min(usuallyOn, (s.pages*3+4)/5), min(s.pages/10, enoughOn))
}

// repeats reports whether the website repeats a block at its place. What was shared in the earlier
// crawl stays shared while a few pages have it, and what is new at a place of the template needs
// half as many pages: else a footer that changes page by page would come back on the last ones.
func (s *Site) repeats(m Mark) bool {
	on, p := s.pagesOf(m), s.places[m.Place]
	if m.is(Moving) || s.cut[m.plain()] && on > leastOn {
		return true
	}
	if m.counts() && p.before*6 >= p.pagesBefore*5 && p.pagesBefore > 0 {
		on *= 2
	}
	switch {
	case on < leastOn:
		return false
	case !s.off[rule.MostPages] && s.onMost(m, 60):
		return true
	case p.own*5 > p.pages: // most pages have a text of their own there
		return false
	case !s.off[rule.SamePlace] && on*5 >= p.pages*4 && on*5 >= s.pages:
		return true
	case s.off[rule.OwnPlace]:
		return false
	case m.is(Linked) && p.linked*20 >= p.pages*19:
		return s.on(m.plain()) >= leastOn
	}
	return on >= s.few() && m.is(Strong) && (m.is(Linked) || on*10 >= p.pages*3)
}

// Decided are the marks of a page with what is known now of each block: whether the website repeats
// it. A page whose marks are decided otherwise than before may make another item.
func (s *Site) Decided(marks Marks) Marks {
	if marks.Len() == 0 {
		return marks
	}
	decided := append(make(Marks, 0, len(marks)), version)
	for m := range s.still(marks) {
		m.Flags &^= Shared
		if s.Knows() && (m.is(Saying) && s.on(m.plain()) >= leastOn || !m.is(Saying) && s.repeats(m)) {
			m.Flags |= Shared
		}
		decided = decided.with(m)
	}
	return decided
}

// Shares reports whether several pages say the same of themselves, such as a title.
func (s *Site) Shares(said Mark) bool { return s.on(said.plain()) >= leastOn }
