package template

import (
	"net/url"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/web"
)

const (
	teaserWords = 60 // at most
	ownWords    = 5  // of a text that a page has beside teasers
)

// titlesOf are hashes of each page's titles, by web.SameCase of its address.
func (s *Site) titlesOf(pages []Page) map[string][]uint32 {
	all := map[string][]uint32{}
	for _, p := range pages {
		var titles []uint32
		for m := range p.Marks.all() {
			if m.is(Saying) && !s.Shares(m) {
				titles = append(titles, m.Text)
			}
		}
		all[web.SameCase(p.Address)] = titles
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
	words := make([]int, len(p.blocks)) // of those that stay
	all, teased := 0, 0
	for n, b := range p.blocks {
		if !p.goes[n] {
			words[n] = strings.Count(b.Text, " ") + 1
			all += words[n]
		}
	}
	teaser := p.teased(words, min(teaserWords, all/2))
	for n := range p.blocks {
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
		if !p.blocks[n].is(Label) || p.on(p.blocks[n].plain())*10 < p.pages*3 || !teaser[n+1] || !slices.Contains(p.goes[:n], false) {
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

// teased are the blocks of the elements that show another page: all their links lead to the page, and
// its title stands before any sentence, such as after a date. Such an element has at most so many words.
func (p *page) teased(words []int, most int) []bool {
	type part struct {
		page    string // address that the links lead to
		several bool   // they lead to several pages
		words   int
		told    bool // there was a sentence
		teases  bool
	}
	in := map[*nethtml.Node]*part{}
	for n, b := range p.blocks {
		targets := p.targets(b)
		for e := b.element(); e != nil && e != p.body; e = e.Parent {
			of := in[e]
			if of == nil {
				of = &part{}
				in[e] = of
			}
			of.words += words[n]
			for _, to := range targets {
				of.several = of.several || of.page != "" && of.page != to
				of.page = to
			}
		}
	}
	own := web.SameCase(p.address)
	for _, b := range p.blocks {
		for e := b.element(); e != p.body; e = e.Parent {
			of := in[e]
			of.teases = of.teases || !of.told && !of.several && of.words <= most && of.page != own && b.begins(p.titles[of.page])
			of.told = of.told || b.is(Strong) && !b.is(Linked) && !strings.HasPrefix(b.Text, picture)
		}
	}
	teaser := make([]bool, len(p.blocks))
	for n, b := range p.blocks {
		for e := b.element(); e != p.body && !teaser[n]; e = e.Parent {
			teaser[n] = in[e].teases
		}
	}
	return teaser
}

// targets are where the links of a block lead, as web.SameCase writes the addresses.
func (p *page) targets(b *Block) (all []string) {
	for _, l := range b.leaves {
		for n := l.Parent; l.linked && n != nil; n = n.Parent {
			if n.DataAtom == tag.A {
				href := markup.Attr(n, "href")
				address, known := p.addresses[href]
				if u, err := url.Parse(href); !known && err == nil {
					address = web.SameCase(web.Normal(u))
					p.addresses[href] = address
				}
				all = append(all, address)
				break
			}
		}
	}
	return all
}

// begins reports whether the block is one of the titles, or begins with one in an element of its own.
func (b *Block) begins(titles []uint32) bool {
	if len(titles) == 0 {
		return false
	}
	first := slices.IndexFunc(b.leaves, func(l leaf) bool { return l.Type == nethtml.TextNode })
	return slices.Contains(titles, hashOf(b.Text)) || first >= 0 && slices.Contains(titles, hashOf(markup.OneLine(b.leaves[first].Data)))
}
