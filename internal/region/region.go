// Package region finds the content of a web page among menus, banners, comments and other parts of
// a website's template.
package region

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// The content of a page is found in four steps. First, elements without text for readers go. Then
// the parts of the website's template go (parts.go). Then the region with nearly all of the rest is
// chosen. Last, the menus of the region go. All figures were chosen on the 1,476 judged pages of
// WCXB's development half (github.com/Murrough-Foley/web-content-extraction-benchmark).
const (
	mainShare   = 0.2  // of the text of a page outside landmarks: a smaller main is a frame that a script fills
	regionShare = 0.85 // of the weight of a page: the least that the region holds
	minProse    = 25   // letters of a run of prose: shorter runs are captions and menus
	shortWeight = 0.5  // of a letter outside of prose, such as one of a card or a table
	linkWeight  = 0.15 // of a letter in a run of links
	menuLinks   = 0.8  // of the text of a list: a list with more links is a menu
	menuShare   = 0.2  // of the text of the region: a longer list is the subject of the page
	minNoscript = 2000 // bytes of a noscript that may hold the whole page; most only ask for JavaScript
)

// extent is how much text an element has, in letters and digits.
type extent struct {
	text  int
	links int // in links
	prose int // in runs of prose
	other int // in links outside of prose
}

func (e *extent) add(more extent) {
	e.text += more.text
	e.links += more.links
	e.prose += more.prose
	e.other += more.other
}

// weight is how much an element counts in the choice of a region.
func (e extent) weight() float64 {
	return float64(e.prose) + shortWeight*float64(e.text-e.prose-e.other) + linkWeight*float64(e.other)
}

// measures are the extents of a page's elements, without inline elements.
type measures map[*html.Node]extent

// Of finds the content of a page. It returns an element whose children are the content, or nil if
// the page has neither text nor pictures. Of removes from the body what is no content.
func Of(body *html.Node) *html.Node {
	removeAll(body, isNoText)
	unfoldNoscript(body)
	m := measures{}
	text := m.outsideLandmarks(body)
	region := body
	for n := range body.Descendants() {
		if isMain(n) && float64(m.of(n).text) >= mainShare*float64(text) {
			region = n
			break
		}
	}
	m.removeParts(region)
	m = measures{}
	all := m.of(region)
	for inner := region; inner != nil; inner = m.childWith(region, regionShare*all.weight()) {
		region = inner
	}
	region = container(region)
	all = m.of(region)
	removeAll(region, func(n *html.Node) bool { return m.isMenu(n, all) })
	if !hasContent(region) {
		return nil
	}
	return region
}

// of measures an element with all its descendants.
func (m measures) of(n *html.Node) extent {
	if known, has := m[n]; has {
		return known
	}
	e := measuring{measures: m}
	e.read(n, n.DataAtom == atom.A)
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
			count := letters(c.Data)
			e.run.text += count
			if inLink {
				e.run.links += count
			}
		case c.Type != html.ElementNode || isSilent(c.DataAtom):
		case markup.IsInline(c.DataAtom):
			e.read(c, inLink || c.DataAtom == atom.A)
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
	return n.Type == html.ElementNode && (n.DataAtom == atom.Main || markup.Attr(n, "role") == "main") && partOf(n) == ""
}

// childWith is the child with at least this weight. It is nil if there is no such child, or if only
// headings stand beside the child, since these headings belong to the child.
func (m measures) childWith(n *html.Node, least float64) *html.Node {
	headings := 0
	for c := range n.ChildNodes() {
		if markup.IsHeading(c.DataAtom) {
			headings += m.of(c).text
		}
	}
	for c := range n.ChildNodes() {
		if e, has := m[c]; has && e.weight() >= least && e.text > 0 && (headings == 0 || m.of(n).text > headings+e.text) {
			return c
		}
	}
	return nil
}

// isMenu reports whether a list in a region is a list of links, and neither the subject of the page
// nor introduced by its text.
func (m measures) isMenu(n *html.Node, region extent) bool {
	if n.DataAtom != atom.Ul && n.DataAtom != atom.Ol {
		return false
	}
	e := m.of(n)
	return e.prose == 0 && float64(e.links) >= menuLinks*float64(e.text) && float64(e.text) < menuShare*float64(region.text) && !isIntroduced(n)
}

// isIntroduced reports whether the paragraph before an element ends with a colon.
func isIntroduced(n *html.Node) bool {
	before := markup.ElementBefore(n)
	if before == nil || before.DataAtom != atom.P {
		return false
	}
	last := ""
	for inner := range before.Descendants() {
		if text := strings.TrimSpace(inner.Data); inner.Type == html.TextNode && text != "" {
			last = text
		}
	}
	return strings.HasSuffix(last, ":") || strings.HasSuffix(last, "：")
}

// unfoldNoscript puts the content of the longest noscript in its place, if the rest of the page has
// less text. Some forums send a page for readers without scripts in this way.
func unfoldNoscript(body *html.Node) {
	longest, raw := (*html.Node)(nil), ""
	for n := range body.Descendants() {
		if n.DataAtom == atom.Noscript && n.FirstChild != nil && len(n.FirstChild.Data) > max(minNoscript, len(raw)) {
			longest, raw = n, n.FirstChild.Data
		}
	}
	if longest == nil {
		return
	}
	doc, err := markup.Parse(raw)
	if err != nil || doc.Find("body").Length() == 0 { // a frameset has no body
		return
	}
	inner := doc.Find("body").Get(0)
	removeAll(inner, isNoText)
	inside, outside := measures{}.of(inner), measures{}.of(body)
	if inside.weight() <= outside.weight() {
		return
	}
	for c := inner.FirstChild; c != nil; c = inner.FirstChild {
		inner.RemoveChild(c)
		longest.Parent.InsertBefore(c, longest)
	}
}

// isNoText reports whether an element has no text for readers.
func isNoText(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Title, atom.Iframe, atom.Object, atom.Embed, atom.Svg, atom.Canvas:
		return true
	case atom.Template: // a shadow tree is shown
		return markup.Attr(n, "shadowrootmode") == ""
	case atom.Dialog:
		return !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "open" })
	}
	return false
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

// hasContent reports whether an element has text, a picture, or something to play.
func hasContent(n *html.Node) bool {
	for inner := range n.Descendants() {
		switch {
		case inner.Type == html.TextNode && letters(inner.Data) > 0,
			inner.DataAtom == atom.Img, inner.DataAtom == atom.Video, inner.DataAtom == atom.Audio:
			return true
		}
	}
	return false
}

// isSilent reports whether the text of an element does not count. The element stays in the tree,
// because the cleaner uses it.
func isSilent(tag atom.Atom) bool {
	return tag == atom.Noscript || tag == atom.Select || tag == atom.Textarea || tag == atom.Datalist
}

// letters counts the letters and digits of a text.
func letters(text string) (count int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			count++
		}
	}
	return count
}

// removeAll removes the elements below n that drop reports, with all that is in them, and comments.
func removeAll(n *html.Node, drop func(*html.Node) bool) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.CommentNode || c.Type == html.ElementNode && drop(c) {
			n.RemoveChild(c)
		} else {
			removeAll(c, drop)
		}
		c = next
	}
}
