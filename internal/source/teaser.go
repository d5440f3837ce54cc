package source

import (
	"net/url"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/content"
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

// neighbours are the pages that make items, by sameCase of their addresses. titles are those of the pages that this crawl has read.
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

// cutTeasers cuts the blocks at the beginning and the end of a page that are teasers of its neighbours, with the repeated block before them,
// such as a heading. On a page that is a list of teasers they are the content, and stay.
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
		is[n] = slices.ContainsFunc(teasers, func(teaser *nethtml.Node) bool { return isBelow(b.leaves[0], teaser) })
		if is[n] && !isCut(b.mark) {
			teased += len(strings.Fields(b.text.String()))
		}
	}
	if teased == 0 || teased*2 > words {
		return
	}
	for n := 0; n < len(blocks) && (is[n] || isCut(blocks[n].mark)); n++ {
		blocks[n].mark |= cutMark
	}
	last := len(blocks) - 1
	for ; last >= 0 && (is[last] || isCut(blocks[last].mark)); last-- {
		blocks[last].mark |= cutMark
	}
	if last >= 0 && last+1 < len(blocks) && is[last+1] && t.repeated(blocks[last].hash()) {
		blocks[last].mark |= cutMark
	}
}

// teasers finds the elements that show a neighbour: all their links lead to one page, and they say its title, or a block of it.
func (t *template) teasers(root *nethtml.Node, page string, words int) (found []*nethtml.Node) {
	looked := 0
	for n := range root.Descendants() {
		if n.DataAtom != tag.A || looked == teaserLinks || slices.ContainsFunc(found, func(teaser *nethtml.Node) bool { return isBelow(n, teaser) }) {
			continue
		}
		address := target(n)
		if to, is := t.neighbours[address]; is && address != sameCase(page) {
			looked++
			if teaser := around(n, address, words); shows(teaser, to) {
				found = append(found, teaser)
			}
		}
	}
	return found
}

// target is where a link leads, as sameCase writes it.
func target(link *nethtml.Node) string {
	for _, a := range link.Attr {
		if u, err := url.Parse(a.Val); a.Key == "href" && err == nil {
			return sameCase(normal(u))
		}
	}
	return ""
}

// around is the largest element around a link that has no link to elsewhere, and at most so many words.
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

// shows reports whether a part of a page says the title of another page, or a block of it.
func shows(part *nethtml.Node, of neighbour) bool {
	theirs := readMarks(of.blocks)
	for _, b := range blocksOf(part) {
		text := b.text.String()
		_, after, _ := strings.Cut(text, ": ")
		if titleHash(text) == of.title || titleHash(strings.Trim(text, "«»‹›←→ ")) == of.title || titleHash(after) == of.title ||
			slices.ContainsFunc(theirs, func(m mark) bool { return m.hash() == b.hash() && m&strongMark != 0 && !isCut(m) }) {
			return true
		}
	}
	return false
}

func isBelow(n, above *nethtml.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == above {
			return true
		}
	}
	return false
}
