package source

import (
	"net/url"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// neighbour is what other pages of a website may show of a page.
type neighbour struct {
	title  string // as titleHash makes it
	blocks []byte // of its record
}

const (
	teaserWords = 60  // at most
	teaserLinks = 100 // of a page that are looked at
)

// titleHash is a short hash of a title, as a page record has it.
func titleHash(title string) string { return hashed(title)[:16] }

// neighbours are the pages that make items, by sameCase of their addresses. titles are those of the
// pages that this crawl has read.
func neighbours(records []content.PageRecord, titles map[string]string) map[string]neighbour {
	all := map[string]neighbour{}
	for _, p := range records {
		if p.ItemID == "" {
			continue
		}
		title, _, _ := strings.Cut(titleAndText(p.Hash), " ")
		if read, is := titles[p.Key]; is {
			title = titleHash(read)
		}
		all[sameCase(p.Key)] = neighbour{title, p.Blocks}
	}
	return all
}

// cutTeasers cuts teasers of neighbours from the beginning and the end of a page, with the repeated
// heading before them. Without such a heading below other content, teasers that are two thirds of a page are its
// content, and stay.
func (t *template) cutTeasers(root *nethtml.Node, blocks []*block, page string) {
	words, teased := 0, 0
	for _, b := range blocks {
		if !isCut(b.mark) {
			words += len(strings.Fields(b.text.String()))
		}
	}
	teasers := t.teasers(root, page, min(teaserWords, words/2))
	is := make([]bool, len(blocks))
	for n, b := range blocks {
		is[n] = isBelow(b.leaves[0], teasers)
		if is[n] && !isCut(b.mark) {
			teased += len(strings.Fields(b.text.String()))
		}
	}
	last := len(blocks) - 1
	for last >= 0 && (is[last] || isCut(blocks[last].mark)) {
		last--
	}
	titled := last > 0 && last+1 < len(blocks) && is[last+1] && blocks[last].mark&labelMark != 0 && t.repeated(blocks[last].hash()) &&
		slices.ContainsFunc(blocks[:last], func(b *block) bool { return !isCut(b.mark) }) // such as "Read on", below other content
	if teased == 0 || !titled && teased*3 > words*2 {
		return
	}
	for n := 0; n < len(blocks) && (is[n] || isCut(blocks[n].mark)); n++ {
		blocks[n].mark |= cutMark
	}
	if titled {
		last--
	}
	for _, b := range blocks[last+1:] {
		b.mark |= cutMark
	}
}

// teasers finds the elements that show a neighbour. All links of such an element lead to one page.
// The element begins with the title of that page, or has a text of that page.
func (t *template) teasers(root *nethtml.Node, page string, words int) (found []*nethtml.Node) {
	looked := 0
	for n := range root.Descendants() {
		if n.DataAtom != tag.A || looked == teaserLinks || isBelow(n, found) {
			continue
		}
		address := target(n)
		if to, is := t.neighbours[address]; is && address != sameCase(page) {
			looked++
			if teaser := around(n, address, words); shows(teaser, n, to) {
				found = append(found, teaser)
			}
		}
	}
	return found
}

// target is where a link leads, as sameCase writes it.
func target(link *nethtml.Node) string {
	u, err := url.Parse(markup.Attr(link, "href"))
	if err != nil {
		return ""
	}
	return sameCase(normal(u))
}

// around is the largest element around a link that has at most so many words, and no link
// elsewhere.
func around(link *nethtml.Node, address string, most int) *nethtml.Node {
	largest := link
	for n := link.Parent; n != nil && n.DataAtom != tag.Body; n = n.Parent {
		words := 0
		for inner := range n.Descendants() {
			if inner.Type == nethtml.TextNode {
				words += len(strings.Fields(inner.Data))
			}
			if words > most || inner.DataAtom == tag.A && target(inner) != address {
				return largest
			}
		}
		largest = n
	}
	return largest
}

// shows reports whether a part of a page shows another page. Either a link to that page has its
// title, after two words at most, or the part has a block of that page.
func shows(part, link *nethtml.Node, of neighbour) bool {
	if titleHash(wordsOf(link)) == of.title {
		before, _, _ := strings.Cut(wordsOf(part), wordsOf(link))
		return len(strings.Fields(before)) <= 2
	}
	theirs := readMarks(of.blocks)
	return slices.ContainsFunc(blocksOf(part), func(b *block) bool {
		return slices.ContainsFunc(theirs, func(m mark) bool { return m.hash() == b.hash() && m&strongMark != 0 && !isCut(m) })
	})
}

// wordsOf is the text of a part of a page, without arrows at its ends.
func wordsOf(part *nethtml.Node) string {
	var words []string
	for n := range part.Descendants() {
		if n.Type == nethtml.TextNode {
			words = append(words, strings.Fields(n.Data)...)
		}
	}
	return strings.Trim(strings.Join(words, " "), "«»‹›←→ ")
}

// isBelow reports whether a node lies in one of the others.
func isBelow(n *nethtml.Node, others []*nethtml.Node) bool {
	for ; n != nil; n = n.Parent {
		if slices.Contains(others, n) {
			return true
		}
	}
	return false
}
