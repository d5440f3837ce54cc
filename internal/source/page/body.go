package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
)

const (
	hiddenShare = 0.6  // of the weight of a page that is no more hidden: a script shows what is
	minNoscript = 2000 // bytes of a noscript that may hold the whole page; most only ask for JavaScript
)

// show leaves of a page's body what readers see.
func show(body *html.Node, off rule.Off) {
	removeAll(body, isNoText)
	unfoldNoscript(body)
	if !off[rule.Forms] {
		markup.DropForms(body)
	}
	if off[rule.Hidden] {
		return
	}
	var hidden []*html.Node
	for n := range body.Descendants() {
		if isHidden(n) {
			hidden = append(hidden, n)
		}
	}
	m, weight := measures{}, 0.0
	for _, n := range hidden {
		weight += m.of(n).weight()
	}
	if hidden != nil && weight > hiddenShare*m.of(body).weight() {
		return
	}
	for _, n := range hidden {
		n.Parent.RemoveChild(n)
	}
}

// isHidden reports whether readers do not see an element. Pictures are left to the cleaner, which
// knows those that a script shows.
func isHidden(n *html.Node) bool {
	return n.Type == html.ElementNode && n.DataAtom != atom.Img && (markup.IsHidden(n) || isForReaders(n))
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
		return !hasAttribute(n, "open")
	case atom.Div: // of Edge Delivery: a script reads how a section looks
		return markup.Attr(n, "class") == "section-metadata"
	case atom.A: // of Edge Delivery: a script puts the fragment in the link's place
		return isFragment(n)
	}
	return false
}

// isFragment reports whether a link stands alone, and shows the path of a fragment that it leads to.
func isFragment(link *html.Node) bool {
	if !strings.Contains(markup.Attr(link, "href"), "fragments/") {
		return false
	}
	text := ""
	for n := range link.Descendants() {
		if n.Type == html.TextNode {
			text += n.Data
		}
	}
	address, err := url.Parse(strings.TrimSpace(text))
	return err == nil && markup.StandsAlone(link) && strings.Contains("/"+address.Path, "/fragments/") && strings.HasSuffix(markup.Attr(link, "href"), address.Path)
}

func hasAttribute(n *html.Node, attribute string) bool {
	for _, a := range n.Attr {
		if a.Key == attribute {
			return true
		}
	}
	return false
}

// hasContent reports whether an element has text, a picture, or something to play.
func hasContent(n *html.Node) bool {
	for inner := range n.Descendants() {
		switch {
		case inner.Type == html.TextNode && markup.Letters(inner.Data) > 0,
			inner.DataAtom == atom.Img, inner.DataAtom == atom.Video, inner.DataAtom == atom.Audio:
			return true
		}
	}
	return false
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

// joinTexts makes one text of those that stand beside each other, as a parser of the HTML would.
func joinTexts(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		var more []string
		for next := c.NextSibling; next != nil && c.Type == html.TextNode && next.Type == html.TextNode; next = c.NextSibling {
			more = append(more, next.Data)
			n.RemoveChild(next)
		}
		if more != nil {
			c.Data += strings.Join(more, "")
		}
		joinTexts(c)
	}
}
