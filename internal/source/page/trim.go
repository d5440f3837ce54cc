package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
)

const (
	mainShare   = 0.2  // of the text of a page outside landmarks: a smaller main is a frame that a script fills
	regionShare = 0.85 // of the weight of a page, or of main if a third of the rest is links: the least that the content holds
)

// Trim finds the element with the content in a page's body that has lost what the website repeats, and
// removes what is no content. alone: the website's other pages do not tell what it repeats.
func Trim(body *html.Node, alone bool, off rule.Off) (*html.Node, error) {
	m := measures{}
	region := body
	if alone && !off[rule.Main] {
		text := m.outsideLandmarks(body)
		for n := range body.Descendants() {
			if isMain(n) && float64(m.of(n).text) >= mainShare*float64(text) {
				region = n
				break
			}
		}
	}
	m.removeParts(region, alone, off)
	if m = (measures{}); alone && !off[rule.Narrow] {
		all, inner := m.of(region), region
		for child := region; child != nil; child = m.childWith(inner, regionShare*all.weight()) {
			inner = child
		}
		if in := m.of(inner); inner != region && (region == body || 3*(all.links-in.links) >= all.text-in.text) {
			region = container(inner)
		}
	}
	if !hasContent(region) {
		return nil, ErrNoContent
	}
	return region, nil
}

// outsideLandmarks is the text of a page without its navigation, sidebars, header and footer.
func (m measures) outsideLandmarks(n *html.Node) int {
	text := m.of(n).text
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case atom.Nav, atom.Aside, atom.Header, atom.Footer:
			text -= m.of(c).text
		default:
			if inner, has := m[c]; has {
				text -= inner.text - m.outsideLandmarks(c)
			}
		}
	}
	return text
}

func isMain(n *html.Node) bool {
	return n.DataAtom == atom.Main || n.Type == html.ElementNode && markup.Attr(n, "role") == "main"
}

// childWith is the child with at least this weight. It is nil if there is no such child, or if only
// headings stand beside the child, since these headings belong to the child.
func (m measures) childWith(n *html.Node, least float64) *html.Node {
	for c := range n.ChildNodes() {
		if e, has := m[c]; has && e.weight() >= least && e.text > 0 {
			if headings := m.headingsBeside(c); headings == 0 || m.of(n).text > headings+e.text {
				return c
			}
		}
	}
	return nil
}

// headingsBeside is the text of the headings beside an element, also in the elements beside it.
func (m measures) headingsBeside(c *html.Node) (text int) {
	for n := range c.Parent.ChildNodes() {
		if n == c {
			continue
		}
		if markup.IsHeading(n.DataAtom) {
			text += m.of(n).text
		}
		for inner := range n.Descendants() {
			if markup.IsHeading(inner.DataAtom) {
				text += m.of(inner).text
			}
		}
	}
	return text
}

// container is the innermost element that can hold parts of all kinds, such as a heading beside a
// list. It is n, or an element around n.
func container(n *html.Node) *html.Node {
	for ; ; n = n.Parent {
		switch n.DataAtom {
		case atom.P, atom.Ul, atom.Ol, atom.Li, atom.Dl, atom.Dt, atom.Dd, atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Th, atom.Pre, atom.Blockquote,
			atom.Details, atom.Figure, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		default:
			return n
		}
	}
}
