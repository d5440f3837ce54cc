package template

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/web"
)

// other is what a teaser may show of a page.
type other struct {
	title string   // the bytes of its Digest
	texts []uint32 // hashes of its own texts
}

const (
	teaserWords  = 60  // at most
	longestTitle = 20  // words of a title that a teaser begins with
	teaserLinks  = 100 // of a page that are looked at
	ownWords     = 5   // of a text that a page has beside teasers
)

// others are the pages that make items, by web.SameCase of their addresses.
func others(pages []Page) map[string]*other {
	all := map[string]*other{}
	for _, p := range pages {
		if p.Title != "" {
			title, _ := hex.DecodeString(p.Title)
			one := &other{title: string(title)}
			for _, m := range p.Marks {
				if m.is(Strong) && !m.is(Shared|Linked) {
					one.texts = append(one.texts, m.Text)
				}
			}
			all[web.SameCase(p.Address)] = one
		}
	}
	return all
}

// teasers lets go what shows another page: under a shared heading, as "Read on", and at the beginning
// and the end of a page. So a page gets no new date when another page changes. Teasers of more than
// two thirds of a page's words are its content, unless the page has a text of its own beside those
// under such a heading.
func (p *page) teasers() {
	if p.off[rule.Teasers] {
		return
	}
	words := make([]int, len(p.blocks))
	all, teased := 0, 0
	for n, b := range p.blocks {
		if !p.goes[n] {
			words[n] = len(strings.Fields(b.Text))
			all += words[n]
		}
	}
	shown := p.elements(min(teaserWords, all/2))
	teaser := make([]bool, len(p.blocks))
	for n, b := range p.blocks {
		for e := b.leaves[0].Node; e != nil && !teaser[n]; e = e.Parent {
			teaser[n] = shown[e]
		}
		if teaser[n] {
			teased += words[n]
		}
	}
	section := p.sections(teaser, words)
	own := false // the page has a text of its own
	for n, b := range p.blocks {
		own = own || words[n] >= ownWords && !teaser[n] && !section[n] && !b.is(Label|Linked)
	}
	if teased*3 > all*2 && !(own && slices.Contains(section, true)) {
		return
	}
	for n := range section {
		p.goes[n] = p.goes[n] || section[n]
	}
	for n := 0; n < len(teaser) && (p.goes[n] || teaser[n]); n++ {
		p.goes[n] = true
	}
	for n := len(teaser) - 1; n >= 0 && (p.goes[n] || teaser[n]); n-- {
		p.goes[n] = true
	}
}

// sections are the blocks from a label that three pages in ten have to the next label, if two thirds
// of the words there are of teasers. A page does not begin with one.
func (p *page) sections(teaser []bool, words []int) []bool {
	section := make([]bool, len(p.blocks))
	for n := range len(p.blocks) - 1 {
		if !p.blocks[n].is(Label) || p.on[p.blocks[n].plain()]*10 < p.pages*3 || !teaser[n+1] || !slices.Contains(p.goes[:n], false) {
			continue
		}
		end, all, teased := n+1, 0, 0
		for ; end < len(p.blocks) && (teaser[end] || !p.blocks[end].is(Label)); end++ {
			all += words[end]
			if teaser[end] {
				teased += words[end]
			}
		}
		if teased*3 >= all*2 {
			for k := n; k < end; k++ {
				section[k] = true
			}
		}
	}
	return section
}

// elements finds the elements that show another page: all their links lead to the page, and they
// begin with its title, or have a text of it.
func (p *page) elements(words int) map[*nethtml.Node]bool {
	found := map[*nethtml.Node]bool{}
	looked, own := 0, web.SameCase(p.address)
	for n := range p.body.Descendants() {
		if n.DataAtom != tag.A || looked == teaserLinks {
			continue
		}
		address := p.target(n)
		if to := p.others[address]; to != nil && address != own {
			looked++
			if e := p.around(n, address, words); !found[e] && to.isShownBy(e) {
				found[e] = true
			}
		}
	}
	return found
}

// target is where a link leads, as web.SameCase writes it.
func (p *page) target(link *nethtml.Node) string {
	href := markup.Attr(link, "href")
	address, known := p.targets[href]
	if known {
		return address
	}
	if u, err := url.Parse(href); err == nil {
		address = web.SameCase(web.Normal(u))
		p.targets[href] = address
	}
	return address
}

// around is the largest element around a link that has at most so many words, and no link
// elsewhere.
func (p *page) around(link *nethtml.Node, address string, most int) *nethtml.Node {
	largest := link
	for n := link.Parent; n != nil && n.DataAtom != tag.Body; n = n.Parent {
		words := 0
		for inner := range n.Descendants() {
			if inner.Type == nethtml.TextNode {
				words += len(strings.Fields(inner.Data))
			}
			if words > most || inner.DataAtom == tag.A && p.target(inner) != address {
				return largest
			}
		}
		largest = n
	}
	return largest
}

// isShownBy reports whether a part of another page shows this page. The part begins with the title
// of this page, after two words at most, or a block of the part is the title, or stands on this
// page.
func (o *other) isShownBy(part *nethtml.Node) bool {
	var text []byte
	for _, b := range Split(part) {
		shown := trimmed(b.Text)
		if o.isTitle([]byte(shown)) || slices.Contains(o.texts, b.Mark.Text) {
			return true
		}
		if shown != "" {
			text = append(append(text, shown...), ' ')
		}
	}
	for range 3 {
		rest := text
		for range longestTitle {
			space := bytes.IndexByte(rest, ' ')
			if space < 0 {
				break
			}
			if o.isTitle(text[:len(text)-len(rest)+space]) {
				return true
			}
			rest = rest[space+1:]
		}
		_, text, _ = bytes.Cut(text, []byte(" "))
	}
	return false
}

func (o *other) isTitle(text []byte) bool {
	sum := sha256.Sum256(text)
	return string(sum[:8]) == o.title
}

// trimmed is a text without pictures, and without arrows at its ends.
func trimmed(text string) string {
	words := slices.DeleteFunc(strings.Fields(text), func(word string) bool { return strings.HasPrefix(word, picture) })
	return strings.Trim(strings.Join(words, " "), "«»‹›←→ ")
}
