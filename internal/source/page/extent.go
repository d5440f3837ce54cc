package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

const (
	minProse    = 25   // letters of a run of prose: shorter runs are captions and menus
	shortWeight = 0.5  // of a letter outside of prose, such as one of a card or a table
	linkWeight  = 0.15 // of a letter in a run of links
)

// extent is how much text an element has, in letters and digits.
type extent struct {
	text  int
	links int // in links to pages
	prose int // in runs of prose
	other int // in links outside of prose
}

func (e *extent) add(more extent) {
	e.text += more.text
	e.links += more.links
	e.prose += more.prose
	e.other += more.other
}

// weight is how much an element counts.
func (e extent) weight() float64 {
	return float64(e.prose) + shortWeight*float64(e.text-e.prose-e.other) + linkWeight*float64(e.other)
}

// measures are the extents of a page's elements, without inline elements.
type measures map[*html.Node]extent

// of measures an element with all its descendants.
func (m measures) of(n *html.Node) extent {
	if known, has := m[n]; has {
		return known
	}
	e := measuring{measures: m}
	e.read(n, markup.IsPageLink(n))
	e.endRun()
	m[n] = e.all
	return e.all
}

// measuring is the state of measures.of. A run is the text between two blocks.
type measuring struct {
	measures
	all, run extent
}

func (e *measuring) read(n *html.Node, inLink bool) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == html.TextNode:
			count := markup.Letters(c.Data)
			e.run.text += count
			if inLink {
				e.run.links += count
			}
		case c.Type != html.ElementNode || isSilent(c.DataAtom):
		case markup.IsInline(c.DataAtom):
			e.read(c, inLink || markup.IsPageLink(c))
		default:
			e.endRun()
			inner := e.of(c)
			if inLink {
				inner = extent{text: inner.text, links: inner.text, other: inner.text}
			}
			e.all.add(inner)
		}
	}
}

func (e *measuring) endRun() {
	if e.run.text >= minProse && e.run.links*2 < e.run.text {
		e.run.prose = e.run.text
	} else {
		e.run.other = e.run.links
	}
	e.all.add(e.run)
	e.run = extent{}
}

// isSilent reports whether the text of an element does not count. The element stays in the tree,
// because the cleaner uses it.
func isSilent(tag atom.Atom) bool {
	return tag == atom.Noscript || tag == atom.Select || tag == atom.Textarea || tag == atom.Datalist
}
