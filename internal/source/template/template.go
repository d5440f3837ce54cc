// Package template finds what the pages of a website repeat: menus, banners, footers, teasers of
// other pages, the website's name in titles, numbers that differ at every read.
package template

import (
	"net/url"
	"slices"

	nethtml "golang.org/x/net/html"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// Template is what the pages of a website repeat: menus, banners, footers. Each block is counted by
// the pages that have the block, among all pages that the source knows. So neither the order in
// which pages are read matters, nor the crawl that reads a page. Blocks around the content count
// too, because the region of a page with little text may include them. A text is counted at its
// spot, because a contact page may show the address of the footer as its content.
type Template struct {
	pages  int               // that have marks
	on     map[Mark]presence // of repeated blocks
	pairs  map[[2]Mark]int   // a repeated block and the one right after it, and on how many pages
	cut    map[Mark]bool     // blocks that an earlier crawl has cut
	moving map[Mark]bool     // words of blocks whose numbers move
	before spots             // of the earlier crawl
	now    spots

	Neighbours map[string]neighbour // pages that others may show teasers of
}

// presence is on how many pages a block stands, and on how many of them around the content.
type presence struct{ pages, around int }

// spots are, by hash of the spot, the pages with blocks at a spot, and those that have all of them
// cut. Strong blocks are counted apart from weak ones. Weak labels do not count.
type spots map[Mark]struct{ pages, cut int }

// add adds the marks of a page.
func (s spots) add(marks []Mark) {
	left := map[Mark]bool{}
	for _, m := range marks {
		if m&strongMark != 0 || m&labelMark == 0 {
			key := m & (spotMask | strongMark)
			left[key] = left[key] || m&(cutMark|teaserMark) != cutMark
		}
	}
	for spot, some := range left {
		at := s[spot]
		if at.pages++; !some {
			at.cut++
		}
		s[spot] = at
	}
}

// cuts reports whether five in six pages have all blocks like m at its spot cut.
func (s spots) cuts(m Mark) bool {
	at := s[m&(spotMask|strongMark)]
	return at.pages > 0 && at.cut*6 >= at.pages*5
}

const (
	FewPages  = 5       // a website of fewer pages has no template
	leastOn   = 4       // pages that a block stands on to be repeated, of a website of fewPages
	usuallyOn = 10      // pages, of a website that has some
	enoughOn  = 100     // pages, however many the website has
	longChain = 3       // blocks
	buckets   = 1 << 20 // of the rough count
)

// New finds the template of the pages of a source. known are the records of earlier crawls.
// twice are the blocks of pages that were read twice, by key.
func New(records []content.PageRecord, known map[string]content.PageRecord, twice map[string][]byte) *Template {
	t := &Template{on: map[Mark]presence{}, pairs: map[[2]Mark]int{}, cut: map[Mark]bool{}, moving: moving(records, twice), before: spots{}, now: spots{}}
	for _, p := range known {
		marks := readMarks(p.Blocks)
		t.before.add(marks)
		for _, m := range marks {
			if m&cutMark != 0 {
				t.cut[m.hash()] = true
			}
			if m&movingMark != 0 {
				t.moving[m.words()] = true
			}
		}
	}
	for _, p := range records {
		if len(p.Blocks) > 0 {
			t.pages++
		}
	}
	if t.pages < FewPages {
		return t
	}
	t.countBlocks(records)
	t.countPairs(records)
	for _, p := range records {
		marks := readMarks(p.Blocks)
		t.cutChains(marks)
		t.now.add(marks)
	}
	return t
}

// countBlocks counts the pages of each block that may be repeated. A first, rough count saves the
// memory of an exact count of all other blocks.
func (t *Template) countBlocks(records []content.PageRecord) {
	rough := make([]int32, buckets)
	bucket := func(m Mark) *int32 { return &rough[m.text()>>flagBits%buckets] }
	for _, p := range records {
		for _, m := range t.marksOf(p) {
			*bucket(m)++
		}
	}
	seen := map[Mark]bool{} // of a page
	for _, p := range records {
		clear(seen)
		for _, m := range t.marksOf(p) {
			key := m.hash()
			if int(*bucket(m)) < t.needed(m) || seen[key] {
				continue
			}
			seen[key] = true
			on := t.on[key]
			on.pages++
			if m&outsideMark != 0 {
				on.around++
			}
			t.on[key] = on
		}
	}
}

// countPairs counts the pages on which one repeated block follows another one.
func (t *Template) countPairs(records []content.PageRecord) {
	seen := map[[2]Mark]bool{} // of a page
	for _, p := range records {
		clear(seen)
		marks := t.marksOf(p)
		for n := 1; n < len(marks); n++ {
			pair := [2]Mark{marks[n-1].hash(), marks[n].hash()}
			if t.repeated(pair[0]) && t.repeated(pair[1]) && !seen[pair] {
				seen[pair] = true
				t.pairs[pair]++
			}
		}
	}
}

// needed is the number of pages that a block must stand on to be repeated: a tenth, but at least
// 10. Where there are fewer than 17 pages, it is 60 %. So a text that a few pages share is not
// repeated. A block that was cut before, or whose spot was, needs half as many: else one page more
// or less could bring the block back.
func (t *Template) needed(m Mark) int {
	n := max(leastOn, min(usuallyOn, (t.pages*3+4)/5), min(t.pages/10, enoughOn))
	if t.cut[m.hash()] || t.before.cuts(m) {
		return (n + 1) / 2
	}
	return n
}

func (t *Template) repeated(m Mark) bool {
	pages := t.on[m.hash()].pages
	return pages > 0 && pages >= t.needed(m)
}

// common reports whether a block stands on 30 % of the pages, is around the content of most pages
// that have it, or is at a spot that was cut before. A block that was cut before needs 20 %.
func (t *Template) common(m Mark) bool {
	on := t.on[m.hash()]
	return on.pages*10 >= t.pages*3 || on.around*2 >= on.pages || t.cut[m.hash()] && on.pages*5 >= t.pages || m&strongMark != 0 && t.before.cuts(m)
}

// joined reports whether b follows a at once on nearly every page that has one of them.
func (t *Template) joined(a, b Mark) bool {
	a, b = a.hash(), b.hash()
	return t.pairs[[2]Mark{a, b}]*4 >= max(t.on[a].pages, t.on[b].pages)*3
}

// chain is a run of repeated blocks on a page, each of which always follows the one before it.
type chain struct {
	begin, end     int  // of its marks
	strong, common bool // a block of it is
}

// decide sets the cut marks of a page's blocks, which stand in their order. What is left of the
// template at both ends of the page follows the chains.
func (t *Template) decide(marks []Mark) {
	t.cutChains(marks)
	for n := 0; n < len(marks) && t.begins(marks[n]); n++ {
		marks[n] |= cutMark
	}
	goes := make([]bool, len(marks))
	for n, m := range marks {
		goes[n] = t.ends(m)
	}
	for n := t.end(marks, goes); n < len(marks); n++ {
		marks[n] |= cutMark
	}
}

// end is the number of the first block that goes from the end of a page, with all blocks after the
// block. Repeated blocks go too if they stand between blocks that go, such as an address between
// teasers and a banner. A text right after its label stays.
func (t *Template) end(marks []Mark, goes []bool) int {
	end := len(marks)
	for n := end - 1; n >= 0; n-- {
		isLabel := marks[n]&labelMark != 0 && !marks[n].isGone()
		switch {
		case goes[n] && !(isLabel && n+1 < end):
			end = n
		case isLabel || !t.repeated(marks[n]):
			return end
		}
	}
	return end
}

// cutChains cuts the chains that have a strong block, and stand on many pages or are long. A label
// such as "Opening hours" stays, because each page has another text after the label. A single
// paragraph on a tenth of the pages stays, too. A text whose numbers move goes wherever it is.
func (t *Template) cutChains(marks []Mark) {
	for n := range marks {
		marks[n] = t.still(marks[n] &^ cutMark)
	}
	for _, c := range t.chains(marks) {
		for n := c.begin; n < c.end && c.strong && (c.common || c.end-c.begin >= longChain); n++ {
			marks[n] |= cutMark
		}
	}
	for n, m := range marks {
		if m&movingMark != 0 {
			marks[n] |= cutMark
		}
	}
}

// begins reports whether a block goes from the beginning of a page. Labels stay.
func (t *Template) begins(m Mark) bool {
	return m.isGone() || m&labelMark == 0 && (t.repeated(m) && t.common(m) || t.isNew(m))
}

// ends reports whether a block goes from the end of a page, where labels have no text below.
func (t *Template) ends(m Mark) bool {
	return m.isGone() || t.repeated(m) && (m&headingMark != 0 || m&labelMark != 0 && t.common(m)) || t.isNew(m)
}

// isNew reports whether a block is new at a spot of the template, such as a sentence in the footer,
// or the day in a banner.
func (t *Template) isNew(m Mark) bool {
	if m&strongMark != 0 {
		return t.now.cuts(m)
	}
	return m&labelMark == 0 && t.before.cuts(m)
}

// chains splits a page into chains. A block that is not repeated is a chain of its own, neither
// strong nor common. If such a block follows a chain, the chain loses the blocks at its end that
// are not strong: they may be labels of the block.
func (t *Template) chains(marks []Mark) (chains []chain) {
	last := false // whether the block before is repeated
	for n, m := range marks {
		repeated := t.repeated(m)
		if !repeated || !last || !t.joined(marks[n-1], m) {
			chains = append(chains, chain{begin: n})
		}
		c := &chains[len(chains)-1]
		c.end = n + 1
		c.strong = c.strong || repeated && m&strongMark != 0
		c.common = c.common || repeated && t.common(m)
		last = repeated
	}
	for n := range len(chains) - 1 {
		c := &chains[n]
		for !t.repeated(marks[chains[n+1].begin]) && c.end > c.begin && marks[c.end-1]&strongMark == 0 {
			c.end--
		}
	}
	return chains
}

// Marks are the marks that a page record has: of its content, and then of what is around.
func Marks(text string, at Spot, around []Mark) ([]byte, error) {
	doc, err := markup.Parse(text)
	if err != nil {
		return nil, err
	}
	marks := allMarks(blocksOf(doc.Find("body").Nodes[0], at))
	return storeMarks(append(ends(marks), ends(around)...)), nil
}

// MarksAround are the marks of the blocks of a page that are not in its content.
func MarksAround(content *nethtml.Node, blocks []*block, base *url.URL) (marks []Mark) {
	for _, b := range blocks {
		if !isBelow(b.leaves[0].Node, []*nethtml.Node{content}) {
			b.read(base)
			marks = append(marks, b.Mark|outsideMark)
		}
	}
	return marks
}

func allMarks(blocks []*block) []Mark {
	all := make([]Mark, len(blocks))
	for n, b := range blocks {
		all[n] = b.Mark
	}
	return all
}

// Decided are the stored marks of a page after decide.
func (t *Template) Decided(stored []byte) []byte {
	marks := readMarks(stored)
	around := contentLength(marks)
	t.decide(marks[:around])
	t.cutChains(marks[around:])
	return storeMarks(marks)
}

// contentLength is the number of marks that are of a page's content.
func contentLength(marks []Mark) int {
	around := slices.IndexFunc(marks, func(m Mark) bool { return m&outsideMark != 0 })
	if around < 0 {
		return len(marks)
	}
	return around
}

// Without removes the template, and teasers of other pages, from the content of a page's item, and
// returns the marks that the record keeps.
func (t *Template) Without(text string, at Spot, p content.PageRecord) (string, []byte, error) {
	doc, err := markup.Parse(text)
	if err != nil {
		return "", nil, err
	}
	body := doc.Find("body")
	blocks := blocksOf(body.Nodes[0], at)
	decide := func() []Mark {
		all := allMarks(blocks)
		t.decide(all)
		for n, b := range blocks {
			b.Mark = all[n]
		}
		return all
	}
	all := decide()
	if t.pages >= FewPages && t.markTeasers(body.Nodes[0], blocks, p.Key) {
		all = decide()
	}
	stored := readMarks(p.Blocks)
	stored = append(ends(all), stored[contentLength(stored):]...)
	kept := t.Decided(storeMarks(stored))
	if !slices.ContainsFunc(all, Mark.isGone) {
		return text, kept, nil
	}
	cutBlocks(body.Nodes[0], blocks)
	text, err = body.Html()
	return text, kept, err
}
