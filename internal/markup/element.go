package markup

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Attr is the value of an attribute; "" if there is none.
func Attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// ElementBefore is the nearest sibling element before a node; nil if there is none.
func ElementBefore(n *html.Node) *html.Node {
	before := n.PrevSibling
	for before != nil && before.Type != html.ElementNode {
		before = before.PrevSibling
	}
	return before
}

// IsInline reports whether an element is a part of a run of text, and begins no block.
func IsInline(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Br, atom.Button, atom.Cite, atom.Code, atom.Data, atom.Del, atom.Dfn, atom.Em, atom.Font,
		atom.I, atom.Img, atom.Ins, atom.Kbd, atom.Label, atom.Mark, atom.Nobr, atom.Picture, atom.Q, atom.Rp, atom.Rt, atom.Ruby, atom.S, atom.Samp, atom.Small,
		atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}

// IsHeading reports whether an element is a heading.
func IsHeading(tag atom.Atom) bool {
	return tag == atom.H1 || tag == atom.H2 || tag == atom.H3 || tag == atom.H4 || tag == atom.H5 || tag == atom.H6
}

var hiding = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:\s*hidden`)

// IsHidden reports whether an element is hidden, and readers cannot open it.
func IsHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" || a.Key == "style" && hiding.MatchString(a.Val) {
			return !opens(n)
		}
	}
	return false
}

var opening = regexp.MustCompile(`(?i)accordion|answer|collaps|expand|faq|panel|(read|see|show)-?more|more-?(content|text)|spoiler|tab(s|-|_)|toggle`)

// opens reports whether readers can open a hidden element, such as the panel of a tab or an
// accordion, or what the button before it shows.
func opens(n *html.Node) bool {
	role := Attr(n, "role")
	return role == "tabpanel" || role == "region" || Attr(n, "hidden") == "until-found" || opening.MatchString(Attr(n, "class")) ||
		n.DataAtom == atom.Dd || followsButton(n)
}

// maxButton is how many nodes of an element are searched for a button.
const maxButton = 20

// followsButton reports whether the element before n is a button or holds one.
func followsButton(n *html.Node) bool {
	before := ElementBefore(n)
	if before == nil {
		return false
	}
	if isButton(before) {
		return true
	}
	count := 0
	for inner := range before.Descendants() {
		if count++; count > maxButton {
			break
		}
		if isButton(inner) {
			return true
		}
	}
	return false
}

// isButton reports whether an element is a button that is no part of a menu or a share bar.
func isButton(n *html.Node) bool {
	return (n.DataAtom == atom.Button || Attr(n, "role") == "button" || Attr(n, "aria-expanded") != "") && Attr(n, "aria-haspopup") == "" &&
		!actions.MatchString(Attr(n, "class")+" "+Attr(n, "id"))
}

// Here is the attribute of a link that leads to a part of its own page, wherever the page is.
const Here = "data-here"

// IsPageLink reports whether an element leads to another page, and not to a part of its own page, a
// telephone or a mailbox.
func IsPageLink(n *html.Node) bool {
	if n.DataAtom != atom.A {
		return false
	}
	leads := false
	for _, a := range n.Attr {
		switch {
		case a.Key == Here:
			return false
		case a.Key == "href":
			leads = a.Val != "" && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "tel:") && !strings.HasPrefix(a.Val, "mailto:")
		}
	}
	return leads
}

// Letters counts the letters and digits of a text.
func Letters(text string) (count int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			count++
		}
	}
	return count
}
