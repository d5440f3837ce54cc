package markup

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	proseByField = 50  // letters beside each field that make a form a mere wrapper
	longLabel    = 100 // letters of the longest label of a field
)

// DropForms removes forms, whose fields work on the website only. A form may wrap content: the list
// that its fields filter, a table of prices, the whole page. Then only the fields go, with their
// labels.
func DropForms(root *html.Node) {
	for n := root.FirstChild; n != nil; {
		next := n.NextSibling
		if n.DataAtom == atom.Form {
			dropForm(n)
		} else {
			DropForms(n)
		}
		n = next
	}
}

func dropForm(form *html.Node) {
	var fields []*html.Node
	for inner := range form.Descendants() {
		if isField(inner) {
			fields = append(fields, inner)
		}
	}
	if len(fields) == 0 {
		DropForms(form)
		return
	}
	for _, field := range fields {
		group := field
		for up := field.Parent; up != nil && up != form && !hasMore(up, 1) && !holdsContent(up) && letters(up) <= longLabel; up = up.Parent {
			group = up
		}
		if group.Parent != nil {
			group.Parent.RemoveChild(group)
		}
	}
	if !holdsContent(form) && letters(form) < proseByField*len(fields) {
		form.Parent.RemoveChild(form)
	}
}

// isField reports whether an element is a field or a button that readers see.
func isField(n *html.Node) bool {
	return n.DataAtom == atom.Select || n.DataAtom == atom.Textarea || n.DataAtom == atom.Button ||
		n.DataAtom == atom.Input && !strings.EqualFold(Attr(n, "type"), "hidden")
}

// hasMore reports whether an element has more than so many fields.
func hasMore(n *html.Node, most int) bool {
	for inner := range n.Descendants() {
		if isField(inner) {
			if most--; most < 0 {
				return true
			}
		}
	}
	return false
}

// holdsContent reports whether an element has what no group of fields has.
func holdsContent(n *html.Node) bool {
	for inner := range n.Descendants() {
		switch inner.DataAtom {
		case atom.Dl, atom.Article, atom.Main, atom.H1:
			return true
		case atom.Table:
			if letters(inner) > 0 && !hasMore(inner, 0) {
				return true
			}
		}
	}
	return false
}

// letters counts the letters of an element's text.
func letters(n *html.Node) (count int) {
	for inner := range n.Descendants() {
		if inner.Type == html.TextNode && inner.Parent.DataAtom != atom.Script && inner.Parent.DataAtom != atom.Style {
			count += Letters(inner.Data)
		}
	}
	return count
}
