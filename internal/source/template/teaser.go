package template

import (
	"net/url"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/web"
)

// neighbour is what other pages of a website may show of a page.
type neighbour struct {
	title  string // as Digest makes it
	blocks []byte // of its record
}

const (
	teaserWords  = 60  // at most
	longestTitle = 20  // words of a title that a teaser begins with
	teaserLinks  = 100 // of a page that are looked at
)

// Digest is a short hash of a title, as a page record has it.
func Digest(title string) string { return Hashed(title)[:16] }

// Neighbours are the pages that make items, by web.SameCase of their addresses. titles are the Digest
// of each page, by key.
func Neighbours(records []content.PageRecord, titles map[string]string) map[string]neighbour {
	all := map[string]neighbour{}
	for _, p := range records {
		if p.ItemID == "" {
			continue
		}
		all[web.SameCase(p.Key)] = neighbour{titles[p.Key], p.Blocks}
	}
	return all
}

// markTeasers marks the blocks of teasers of neighbours at the beginning and the end of a page, and
// reports whether there are any. Teasers of more than two thirds of a page's words are the page's
// content, unless a repeated label stands before them and other content above.
func (t *Template) markTeasers(root *nethtml.Node, blocks []*block, page string) bool {
	words := 0
	for _, b := range blocks {
		words += b.words()
	}
	teasers := t.teasers(root, page, min(teaserWords, words/2))
	inTeaser := make([]bool, len(blocks))
	for n, b := range blocks {
		inTeaser[n] = isBelow(b.leaves[0].Node, teasers)
	}
	labels := t.addSections(blocks, inTeaser)
	first := 0
	for first < len(blocks) && (inTeaser[first] || t.begins(blocks[first].Mark)) {
		first++
	}
	teased := 0 // words
	goes := make([]bool, len(blocks))
	for n, b := range blocks {
		if inTeaser[n] {
			teased += b.words()
		}
		goes[n] = inTeaser[n] || b.isGone()
	}
	end := t.end(allMarks(blocks), goes)
	titled := end > first && slices.ContainsFunc(labels, func(n int) bool { return n >= end })
	if teased == 0 || !titled && teased*3 > words*2 {
		return false
	}
	for n, b := range blocks {
		if (n < first || n >= end) && inTeaser[n] && !b.isGone() {
			b.Mark |= teaserMark
		}
	}
	return true
}

// words counts the words of a block; 0 if the block is gone.
func (b *block) words() int {
	if b.isGone() {
		return 0
	}
	return len(strings.Fields(b.text))
}

// addSections adds the sections of teasers to the blocks of teasers, and returns the labels that
// the sections begin with, such as "Read on". The label is repeated and stands right before a
// teaser. Two thirds of the words up to the next heading are teasers; the rest may be a count of
// visitors.
func (t *Template) addSections(blocks []*block, inTeaser []bool) (labels []int) {
	for n := range len(blocks) - 1 {
		if m := blocks[n].Mark; m&labelMark == 0 || !t.repeated(m) || !inTeaser[n+1] {
			continue
		}
		end, words, teased := n+1, 0, 0
		for ; end < len(blocks) && (inTeaser[end] || blocks[end].Mark&headingMark == 0); end++ {
			words += blocks[end].words()
			if inTeaser[end] {
				teased += blocks[end].words()
			}
		}
		if teased*3 >= words*2 {
			labels = append(labels, n)
			for k := n; k < end; k++ {
				inTeaser[k] = true
			}
		}
	}
	return labels
}

// teasers finds the elements that show a neighbour. All links of such an element lead to one page.
// The element begins with the title of that page, or has a text of that page.
func (t *Template) teasers(root *nethtml.Node, page string, words int) (found []*nethtml.Node) {
	looked := 0
	for n := range root.Descendants() {
		if n.DataAtom != tag.A || looked == teaserLinks || isBelow(n, found) {
			continue
		}
		address := target(n)
		if to, is := t.Neighbours[address]; is && address != web.SameCase(page) {
			looked++
			if teaser := around(n, address, words); shows(teaser, to) {
				found = append(found, teaser)
			}
		}
	}
	return found
}

// target is where a link leads, as web.SameCase writes it.
func target(link *nethtml.Node) string {
	u, err := url.Parse(markup.Attr(link, "href"))
	if err != nil {
		return ""
	}
	return web.SameCase(web.Normal(u))
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

// shows reports whether a part of a page shows another page. The part begins with the title of that
// page, after two words at most, or a block of the part is the title, or stands on that page.
func shows(part *nethtml.Node, of neighbour) bool {
	words := strings.Fields(wordsOf(part))
	for first := range min(len(words), 3) {
		for end := first + 1; end <= min(len(words), first+longestTitle); end++ {
			if Digest(strings.Join(words[first:end], " ")) == of.title {
				return true
			}
		}
	}
	theirs := readMarks(of.blocks)
	return slices.ContainsFunc(blocksOf(part, Spot{}), func(b *block) bool {
		return Digest(trimmed(b.text)) == of.title ||
			slices.ContainsFunc(theirs, func(m Mark) bool { return m.text() == b.Mark.text() && m&strongMark != 0 && !m.isGone() })
	})
}

// wordsOf is the text of a part of a page.
func wordsOf(part *nethtml.Node) string {
	var words []string
	for n := range part.Descendants() {
		if n.Type == nethtml.TextNode {
			words = append(words, strings.Fields(n.Data)...)
		}
	}
	return trimmed(strings.Join(words, " "))
}

// trimmed is a text without arrows at its ends.
func trimmed(text string) string { return strings.Trim(text, "«»‹›←→ ") }

// isBelow reports whether a node lies in one of the others.
func isBelow(n *nethtml.Node, others []*nethtml.Node) bool {
	for ; n != nil; n = n.Parent {
		if slices.Contains(others, n) {
			return true
		}
	}
	return false
}
