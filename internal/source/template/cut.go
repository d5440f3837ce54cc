package template

import (
	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
)

// page is a page while it is decided which of its blocks go.
type page struct {
	*Site
	address string
	body    *nethtml.Node
	blocks  []*Block
	goes    []bool // by block

	addresses map[string]string // of links, by their href
}

// Cut removes from a page's body what the website repeats. It reports whether there was anything:
// else the website's other pages tell nothing of this one.
func (s *Site) Cut(address string, body *nethtml.Node) (cut bool) {
	if !s.Knows() {
		return false
	}
	if s.appends {
		keepFirst(body)
	}
	p := page{Site: s, address: address, body: body, blocks: Split(body), addresses: map[string]string{}}
	p.goes = make([]bool, len(p.blocks))
	count := 0
	for n, b := range p.blocks {
		b.Mark = s.stop(b.Mark)
		p.goes[n] = s.repeats(b.Mark)
		count += number(p.goes[n])
	}
	p.menus()
	p.inside()
	p.labels()
	p.teasers()
	p.emptyLabels()
	for n, b := range p.blocks {
		if p.goes[n] {
			for _, part := range b.leaves {
				part.Parent.RemoveChild(part.Node)
			}
		}
	}
	prune(body)
	return count*20 >= len(p.blocks)
}

// menus lets a list go whole if it has nothing but links, and most of them recur. The entry of the
// page itself, or of its section, differs from page to page.
func (p *page) menus() {
	if p.off[rule.Menus] {
		return
	}
	type tally struct{ recur, linked, own int }
	in := map[*nethtml.Node]tally{}
	for n, b := range p.blocks {
		for e := b.element(); e != p.body; e = e.Parent {
			c := in[e]
			switch {
			case p.goes[n], b.is(Linked) && p.on(b.plain()) >= leastOn:
				c.recur++
			case b.is(Linked):
				c.linked++
			default:
				c.own++
			}
			in[e] = c
		}
	}
	for n, b := range p.blocks {
		for e := b.element(); b.is(Linked) && !p.goes[n] && e != p.body && in[e].own == 0; e = e.Parent {
			p.goes[n] = in[e].recur >= leastEntries && in[e].recur >= in[e].linked
		}
	}
}

const leastEntries = 3 // of a menu

// isFact reports whether a block is the fact of the label before it.
func (p *page) isFact(n int) bool {
	return p.blocks[n-1].is(Label) && names(p.blocks[n-1], p.blocks[n]) && !p.isEverywhere(p.blocks[n].Mark)
}

// inside keeps what stands inside the page's own text. Labels and links do not count.
func (p *page) inside() {
	for n, b := range p.blocks {
		if p.goes[n] && !b.is(Linked|Label|Moving) && !p.off[rule.Inside] && p.isInside(n) {
			p.goes[n] = false
		}
	}
}

// isInside reports whether a block stands between blocks of the page's own: at the same place, or in
// the same element. What most pages have is inside only at the same place.
func (p *page) isInside(n int) bool {
	before, after := n-1, n+1
	for before >= 0 && p.goes[before] {
		before--
	}
	for after < len(p.blocks) && p.goes[after] {
		after++
	}
	if before < 0 || after == len(p.blocks) {
		return false
	}
	b, first, last := p.blocks[n], p.blocks[before], p.blocks[after]
	if first.Place == b.Place && last.Place == b.Place && !first.is(Linked) && !last.is(Linked) {
		return true
	}
	parent := b.element().Parent
	return p.on(b.plain())*5 < p.pages*3 && isBelow(first.element(), parent) && isBelow(last.element(), parent)
}

// isBelow reports whether a node is another node, or lies in it.
func isBelow(n, above *nethtml.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == above {
			return true
		}
	}
	return false
}

// labels keeps a fact right after its label, such as "6:00 to 22:00" after "Opening hours", unless
// all pages have the fact. A label that names nothing more goes.
func (p *page) labels() {
	if p.off[rule.Labels] {
		return
	}
	for n := len(p.blocks) - 1; n >= 0; n-- {
		b := p.blocks[n]
		if !p.goes[n] || !b.is(Label) || n+1 == len(p.blocks) || !names(b, p.blocks[n+1]) {
			continue
		}
		if p.goes[n+1] && !p.blocks[n+1].is(Linked|Label|Moving) && p.isFact(n+1) {
			p.goes[n+1] = false
		}
		p.goes[n] = p.goes[n+1]
	}
}

// emptyLabels lets go the repeated labels that name nothing any more.
func (p *page) emptyLabels() {
	for n := len(p.blocks) - 1; n >= 0 && !p.off[rule.Labels]; n-- {
		b := p.blocks[n]
		if b.is(Label) && !b.is(Moving) && p.repeats(b.Mark) && (n+1 == len(p.blocks) || p.goes[n+1] || !names(b, p.blocks[n+1])) {
			p.goes[n] = true
		}
	}
}

// isEverywhere reports whether nearly all pages have a block, or nearly all that have the place, or
// nearly all had the place shared in the earlier crawl.
func (s *Site) isEverywhere(m Mark) bool {
	on, p := s.pagesOf(m), s.places[m.Place]
	return on*20 >= p.pages*19 || s.onMost(m, 95) || p.before*20 >= p.pagesBefore*19 && p.pagesBefore >= s.few()
}

// names reports whether a label may name the next block: the block is near, and no heading of the
// same rank.
func names(label, next *Block) bool {
	a, b := label.element(), next.element()
	if markup.IsHeading(b.DataAtom) && (!markup.IsHeading(a.DataAtom) || b.Data <= a.Data) {
		return false
	}
	for range 3 {
		if isBelow(b, a) {
			return true
		}
		if a = a.Parent; a == nil || a.DataAtom == tag.Body {
			break
		}
	}
	return isBelow(b, label.element().Parent)
}

// prune removes superfluous white space, and the elements below n that show nothing. It reports
// whether n shows something. Table cells stay, so that the other cells keep their columns.
func prune(n *nethtml.Node) (shows bool) {
	var next *nethtml.Node
	for child := n.FirstChild; child != nil; child = next {
		next = child.NextSibling
		switch {
		case isSpace(child):
			if last := child.PrevSibling; last == nil || isSpace(last) || next == nil {
				n.RemoveChild(child)
			}
		case child.Type != nethtml.ElementNode, media(child), prune(child):
			shows = true
		case child.DataAtom == tag.Td || child.DataAtom == tag.Th:
			child.FirstChild, child.LastChild = nil, nil
		case child.DataAtom != tag.Br && child.DataAtom != tag.Hr:
			n.RemoveChild(child)
		}
	}
	return shows
}
