package template

import (
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// Block is what a reader sees as one piece of content: a paragraph, a heading, a list entry, a
// table cell. A block begins and ends where a block-level element begins or ends.
type Block struct {
	Mark
	Text   string // words with spaces between them, and sources of media
	leaves []leaf
	place  place
}

// leaf is a text, a medium or a line break.
type leaf struct {
	*nethtml.Node
	linked, titled bool // in a link to a page; in an element of labels
}

const (
	sentence = 50     // bytes from which any block counts as a sentence
	phrase   = 4      // words that make a block without digits a sentence, unless it is a label
	picture  = "\x00" // before the source of a picture
)

// place is where a website's template has a block: hashes of the elements around it, the innermost
// one first.
type place [3]uint32

// below is the place of what is in an element. Classes with a number are those of one page, entry
// or build, such as post-12.
func (p place) below(n *nethtml.Node) place {
	hash := hashOf(n.Data)
	for name := range strings.FieldsSeq(markup.Attr(n, "class") + " " + markup.Attr(n, "id")) {
		if !strings.ContainsAny(name, "0123456789") {
			hash += hashOf(name)
		}
	}
	return place{hash, p[0], p[1]}
}

func (p place) hash() uint32 { return (p[0]*31+p[1])*31 + p[2] }

// hashOf is the FNV-1a hash of a text without its spaces, which a parser may move.
func hashOf(text string) uint32 {
	hash := uint64(14695981039346656037)
	for n := range len(text) {
		if text[n] != ' ' {
			hash = (hash ^ uint64(text[n])) * 1099511628211
		}
	}
	return uint32(hash ^ hash>>32)
}

// Split finds the blocks of a page's body. URLs of its media are absolute.
func Split(body *nethtml.Node) []*Block {
	s := &splitter{}
	for child := range body.ChildNodes() {
		s.walk(leaf{Node: child}, place{})
	}
	for _, b := range s.blocks {
		b.read()
	}
	return s.blocks
}

// splitter walks over a tree and splits it into blocks.
type splitter struct {
	blocks []*Block
	open   *Block // nil between blocks
}

// walk adds the leaves of a node. linked and titled tell in which elements the node stands.
func (s *splitter) walk(n leaf, at place) {
	switch {
	case n.Type == nethtml.TextNode && !isSpace(n.Node), media(n.Node):
		if s.open == nil {
			if media(n.Node) { // so that a picture is at another place than a text
				at = at.below(n.Node)
			}
			s.open = &Block{place: at}
			s.blocks = append(s.blocks, s.open)
		}
		s.open.leaves = append(s.open.leaves, leaf{n.Node, n.linked, n.titled && !media(n.Node)})
	case n.DataAtom == tag.Br && s.open != nil:
		s.open.leaves = append(s.open.leaves, leaf{Node: n.Node})
	case n.Type == nethtml.ElementNode && !silent[n.DataAtom]:
		breaks := !markup.IsInline(n.DataAtom)
		if breaks {
			s.open = nil
			if n.DataAtom != tag.Tbody { // parsers add it
				at = at.below(n.Node)
			}
		}
		for child := range n.ChildNodes() {
			s.walk(leaf{child, n.linked || markup.IsPageLink(n.Node), n.titled || labels[n.DataAtom]}, at)
		}
		if breaks {
			s.open = nil
		}
	}
}

// silent are the elements that the cleaner removes with their text.
var silent = map[tag.Atom]bool{tag.Script: true, tag.Style: true, tag.Noscript: true, tag.Template: true, tag.Iframe: true, tag.Object: true,
	tag.Svg: true, tag.Select: true, tag.Textarea: true}

// labels are the elements whose text names what follows.
var labels = map[tag.Atom]bool{tag.H1: true, tag.H2: true, tag.H3: true, tag.H4: true, tag.H5: true, tag.H6: true, tag.Dt: true,
	tag.Th: true, tag.Caption: true, tag.Figcaption: true, tag.Summary: true, tag.B: true, tag.Strong: true}

// media reports whether an element is a picture, audio or video.
func media(n *nethtml.Node) bool {
	return n.DataAtom == tag.Img || n.DataAtom == tag.Audio || n.DataAtom == tag.Video
}

func isSpace(n *nethtml.Node) bool {
	return n.Type == nethtml.TextNode && strings.TrimSpace(n.Data) == ""
}

// read finds the text and the mark of a block.
func (b *Block) read() {
	var text strings.Builder
	text.Grow(len(b.leaves[0].Data))
	all, linked, titled, pictures := 0, 0, 0, 0 // bytes; pictures
	for _, part := range b.leaves {
		data := part.Data
		if part.Type != nethtml.TextNode {
			data = ""
			if media(part.Node) {
				data = picture + markup.Attr(part.Node, "src")
				pictures++
			}
		}
		for word := range strings.FieldsSeq(data) {
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(word)
			if media(part.Node) {
				continue
			}
			all += len(word)
			if part.linked {
				linked += len(word)
			}
			if part.titled {
				titled += len(word)
			}
		}
	}
	b.Text = text.String()
	b.Mark = Mark{Text: hashOf(b.Text), Place: b.place.hash()}
	hasDigits := strings.ContainsFunc(b.Text, unicode.IsDigit)
	switch {
	case all > 0 && linked == all:
		b.Mark.Flags |= Linked
		b.Mark.Numbers = uint16(hashOf(b.targets())) | 1
	case pictures == 0 && hasDigits:
		b.Mark.Numbers = uint16(b.Mark.Text>>16^b.Mark.Text) | 1
		b.Mark.Text = hashOf(strings.Map(letter, b.Text))
	}
	isLabel := all > 0 && titled == all || strings.HasSuffix(b.Text, ":") || strings.HasSuffix(b.Text, "：")
	isPhrase := !isLabel && strings.Count(b.Text, " ") >= phrase-1 && !hasDigits
	if len(b.Text) >= sentence || linked == all || pictures > 0 || isPhrase {
		b.Mark.Flags |= Strong
	}
	if isLabel {
		b.Mark.Flags |= Label
	}
	if b.element().DataAtom == tag.H1 {
		b.Mark.Flags |= Heading
	}
}

// targets are the addresses that the block's links lead to.
func (b *Block) targets() string {
	var all strings.Builder
	for _, l := range b.leaves {
		for n := l.Parent; n != nil; n = n.Parent {
			if n.DataAtom == tag.A {
				all.WriteString(markup.Attr(n, "href"))
				break
			}
		}
	}
	return all.String()
}

// letter drops what is no letter.
func letter(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

// element is the block-level element that a block stands in.
func (b *Block) element() *nethtml.Node {
	n := b.leaves[0].Parent
	for n != nil && n.Parent != nil && markup.IsInline(n.DataAtom) {
		n = n.Parent
	}
	return n
}
