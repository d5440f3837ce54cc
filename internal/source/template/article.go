package template

import (
	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"
)

// fewArticles is how many articles must be those of other pages.
const fewArticles = 3

// appends reports whether the pages of a website go on with the articles of other pages, as those
// of some news websites: most pages have several headings of the first level, and some of the later
// ones are the first ones of other pages.
func appends(pages []*Page) bool {
	first := map[uint32]bool{}
	var tops [][]uint32 // headings of the first level, by page
	several := 0
	for _, p := range pages {
		var own []uint32
		for m := range p.Marks.all() {
			if m.is(Heading) {
				own = append(own, m.Text)
			}
		}
		if len(own) > 0 {
			first[own[0]] = true
			tops = append(tops, own)
		}
		several += number(len(own) > 1)
	}
	later := map[uint32]bool{}
	for _, own := range tops {
		for _, top := range own[1:] {
			if top != own[0] && first[top] {
				later[top] = true
			}
		}
	}
	return several*2 > len(pages) && len(later) >= fewArticles
}

// keepFirst removes the articles after the first one: the siblings of the element around the first
// heading that are of the same kind, and have a heading too.
func keepFirst(body *nethtml.Node) {
	tops := map[*nethtml.Node]int{} // headings of the first level in an element
	var article *nethtml.Node
	for n := range body.Descendants() {
		if n.DataAtom == tag.H1 {
			if article == nil {
				article = n
			}
			for above := range n.Ancestors() {
				tops[above]++
			}
		}
	}
	if tops[body] < 2 {
		return
	}
	for article.Parent != body && tops[article.Parent] == 1 {
		article = article.Parent
	}
	for next := article.NextSibling; next != nil; {
		after := next.NextSibling
		if tops[next] > 0 && next.DataAtom == article.DataAtom {
			next.Parent.RemoveChild(next)
		}
		next = after
	}
}
