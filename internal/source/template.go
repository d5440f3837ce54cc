package source

import (
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// template is what the pages of a website repeat: menus, banners, footers. To find it, the pages of
// each block are counted, over the marks of all pages that the source knows. So the order in which
// pages are read does not matter, nor does the run.
type template struct {
	pages int             // that have marks
	on    map[mark]int    // repeated blocks, and on how many pages each stands
	pairs map[[2]mark]int // a repeated block and the one right after it, and on how many pages
	cut   map[mark]bool   // blocks that an earlier crawl has cut

	neighbours map[string]neighbour // pages that others may show teasers of
}

const (
	fewPages  = 5       // a website of fewer pages has no template
	leastOn   = 4       // pages that a block stands on to be repeated, of a website of fewPages
	usuallyOn = 10      // pages, of a website that has some
	enoughOn  = 100     // pages, however many the website has
	longChain = 3       // blocks
	buckets   = 1 << 20 // of a first, rough count: blocks on few pages need no exact count
)

// newTemplate finds the template of the pages of a source. known are the records of earlier crawls.
func newTemplate(records []content.PageRecord, known map[string]content.PageRecord) *template {
	t := &template{on: map[mark]int{}, pairs: map[[2]mark]int{}, cut: map[mark]bool{}}
	rough := make([]int32, buckets)
	for _, p := range records {
		if len(p.Blocks) > 0 {
			t.pages++
		}
		for _, m := range readMarks(p.Blocks) {
			rough[m.hash()>>flagBits%buckets]++
		}
	}
	for _, p := range known {
		for _, m := range readMarks(p.Blocks) {
			if isCut(m) {
				t.cut[m.hash()] = true
			}
		}
	}
	if t.pages < fewPages {
		return t
	}
	seen := map[[2]mark]bool{} // of a page
	for _, p := range records {
		clear(seen)
		for _, m := range readMarks(p.Blocks) {
			if m = m.hash(); int(rough[m>>flagBits%buckets]) >= t.needed(m) && !seen[[2]mark{m}] {
				seen[[2]mark{m}] = true
				t.on[m]++
			}
		}
	}
	for _, p := range records {
		clear(seen)
		marks := readMarks(p.Blocks)
		for n := 1; n < len(marks); n++ {
			pair := [2]mark{marks[n-1].hash(), marks[n].hash()}
			if t.repeated(pair[0]) && t.repeated(pair[1]) && !seen[pair] {
				seen[pair] = true
				t.pairs[pair]++
			}
		}
	}
	return t
}

// needed is the number of pages that a block must stand on to be repeated: a tenth, but at least
// 10. Where there are fewer than 17 pages, it is 60 %. So a text that a few pages share is not
// repeated. A block that was cut before needs half as many: else one page more or less could bring
// the block back.
func (t *template) needed(m mark) int {
	n := max(leastOn, min(usuallyOn, (t.pages*3+4)/5), min(t.pages/10, enoughOn))
	if t.cut[m] {
		return (n + 1) / 2
	}
	return n
}

func (t *template) repeated(m mark) bool { return t.on[m] > 0 && t.on[m] >= t.needed(m) }

// common reports whether a block stands on 30 % of the pages. A block that was cut before needs 20
// %.
func (t *template) common(m mark) bool {
	if t.cut[m] {
		return t.on[m]*5 >= t.pages
	}
	return t.on[m]*10 >= t.pages*3
}

// joined reports whether b follows a at once on nearly every page that has one of them.
func (t *template) joined(a, b mark) bool {
	return t.pairs[[2]mark{a, b}]*4 >= max(t.on[a], t.on[b])*3
}

// chain is a run of repeated blocks on a page, each of which always follows the one before it.
type chain struct {
	begin, end     int  // of its marks
	strong, common bool // a block of it is
}

// decide sets the cut marks of a page's blocks, which stand in their order. It cuts a chain with a
// strong block if the chain stands on many pages or is long. So a label such as "Opening hours"
// stays, which another text follows on each page. A paragraph that a tenth of the pages share
// stays, too. Before the first block of the page's own, decide cuts what stands on many pages and
// is no label. After the last block of the page's own, decide also cuts such labels: no text follows
// them.
func (t *template) decide(marks []mark) {
	for n := range marks {
		marks[n] &^= cutMark
	}
	for _, c := range t.chains(marks) {
		if c.strong && (c.common || c.end-c.begin >= longChain) {
			c.cut(marks)
		}
	}
	for n, m := range marks {
		if m&labelMark != 0 || !t.repeated(m.hash()) || !t.common(m.hash()) {
			break
		}
		marks[n] |= cutMark
	}
	end := len(marks)
	for end > 0 && (isCut(marks[end-1]) || marks[end-1]&labelMark != 0 && t.repeated(marks[end-1].hash()) && t.common(marks[end-1].hash())) {
		end--
	}
	if end > 0 {
		chain{begin: end, end: len(marks)}.cut(marks)
	}
}

func (c chain) cut(marks []mark) {
	for n := c.begin; n < c.end; n++ {
		marks[n] |= cutMark
	}
}

// chains splits a page into chains. A block that is not repeated is a chain of its own, neither
// strong nor common. If such a block follows a chain, the chain loses the blocks at its end that
// are not strong: they may be labels of the block.
func (t *template) chains(marks []mark) (chains []chain) {
	for n, m := range marks {
		repeated := t.repeated(m.hash())
		if n == 0 || !repeated || !t.repeated(marks[n-1].hash()) || !t.joined(marks[n-1].hash(), m.hash()) {
			chains = append(chains, chain{begin: n})
		}
		c := &chains[len(chains)-1]
		c.end = n + 1
		c.strong = c.strong || repeated && m&strongMark != 0
		c.common = c.common || repeated && t.common(m.hash())
	}
	for n := range len(chains) - 1 {
		c := &chains[n]
		for !t.repeated(marks[chains[n+1].begin].hash()) && c.end > c.begin && marks[c.end-1]&strongMark == 0 {
			c.end--
		}
	}
	return chains
}

// marksOf are the marks of an item's content.
func marksOf(text string) ([]mark, error) {
	doc, err := markup.Parse(text)
	if err != nil {
		return nil, err
	}
	return allMarks(blocksOf(doc.Find("body").Nodes[0])), nil
}

func allMarks(blocks []*block) []mark {
	all := make([]mark, len(blocks))
	for n, b := range blocks {
		all[n] = b.mark
	}
	return all
}

func isCut(m mark) bool { return m&cutMark != 0 }

// decided are the stored marks of a page after decide.
func (t *template) decided(stored []byte) []byte {
	marks := readMarks(stored)
	t.decide(marks)
	return storeMarks(marks)
}

// without removes the template, and teasers of other pages, from the content of a page's item.
func (t *template) without(text, page string) (string, error) {
	doc, err := markup.Parse(text)
	if err != nil {
		return "", err
	}
	body := doc.Find("body")
	blocks := blocksOf(body.Nodes[0])
	all := allMarks(blocks)
	t.decide(all)
	for n, b := range blocks {
		b.mark = all[n]
	}
	if t.pages >= fewPages {
		t.cutTeasers(body.Nodes[0], blocks, page)
	}
	if !slices.ContainsFunc(blocks, func(b *block) bool { return isCut(b.mark) }) {
		return text, nil
	}
	cutBlocks(body.Nodes[0], blocks)
	return body.Html()
}
