package template

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// block is what a reader sees as one piece of content: a paragraph, a heading, a list entry, a
// table cell. A block begins and ends where a block-level element begins or ends.
type block struct {
	Mark
	leaves []leaf
	at     Spot
	text   string // words with spaces between them, and sources of media
}

// leaf is a text, a medium or a line break.
type leaf struct {
	*nethtml.Node
	linked, titled bool // in a link; in an element of labels
}

// Mark is what a page record keeps of a block: flags, and hashes of its text and its place.
type Mark uint64

const (
	strongMark  Mark = 1 << iota // a sentence, a link or a picture; no label ("Opening hours"), no fact ("6:00 to 22:00")
	labelMark                    // a text that names a row, an entry or the next text
	headingMark                  // a label of the text below
	outsideMark                  // the block is outside of the page's content
	cutMark                      // the block is cut from the item, as the website repeats the block
	teaserMark                   // the block is cut from the item, as it shows another page
	numberMark                   // the text has digits
	movingMark                   // the numbers of the text move from one read of a page to the next

	goneMarks = outsideMark | cutMark | teaserMark
)

const (
	flagBits         = 8
	textMask    Mark = 1<<40 - 1<<flagBits // of a hash of the text
	numbersMask Mark = 1<<18 - 1<<flagBits // with numberMark: of the text; the rest of textMask is of its letters
	spotMask    Mark = (1<<24 - 1) << 40   // of a hash of the place
	markBytes        = 8                   // of a stored mark
	maxMarks         = 128                 // stored of a page's content, and of what is around: the first and the last ones
	sentence         = 50                  // bytes from which any block counts as a sentence
	phrase           = 4                   // words that make a block without digits a sentence, unless it is a label
	picture          = "\x00"              // before the source of a picture
)

func (m Mark) text() Mark   { return m & textMask }
func (m Mark) hash() Mark   { return m & (textMask | spotMask) }
func (m Mark) isGone() bool { return m&goneMarks != 0 }

// words is the hash of a text with digits without its numbers.
func (m Mark) words() Mark { return m.hash() &^ numbersMask }

// Spot is where a website's template has a block: hashes of the elements around it, the innermost
// one first.
type Spot [3]uint64

// below is the spot of what is in an element. Classes with a number are those of one page or entry,
// such as post-12.
func (s Spot) below(n *nethtml.Node) Spot {
	hash := hashOf(n.Data)
	for class := range strings.FieldsSeq(markup.Attr(n, "class")) {
		if !strings.ContainsAny(class, "-_") || !strings.ContainsAny(class, "0123456789") {
			hash += hashOf(class)
		}
	}
	return Spot{hash, s[0], s[1]}
}

// hashOf is the FNV-1a hash of a text without its spaces, which the cleaner may remove.
func hashOf(text string) uint64 {
	hash := uint64(14695981039346656037)
	for n := range len(text) {
		if text[n] != ' ' {
			hash = (hash ^ uint64(text[n])) * 1099511628211
		}
	}
	return hash
}

// SpotOf is the spot of what is in an element of a page.
func SpotOf(n *nethtml.Node) (s Spot) {
	if n.DataAtom != tag.Body && n.Parent != nil {
		return SpotOf(n.Parent).below(n)
	}
	return s
}

// blocksOf finds the blocks below root, which is at a spot of its page, and reads them.
func blocksOf(root *nethtml.Node, at Spot) []*block {
	blocks := Split(root, at)
	for _, b := range blocks {
		b.read(&url.URL{})
	}
	return blocks
}

// Split finds the blocks below root.
func Split(root *nethtml.Node, at Spot) []*block {
	s := &splitter{}
	for child := range root.ChildNodes() {
		s.walk(leaf{Node: child}, at)
	}
	return s.blocks
}

// splitter walks over a tree and splits it into blocks.
type splitter struct {
	blocks []*block
	open   *block // nil between blocks
}

// walk adds the leaves of a node. linked and titled tell in which elements the node stands.
func (s *splitter) walk(n leaf, at Spot) {
	switch {
	case n.Type == nethtml.TextNode && !isSpace(n.Node), media(n.Node):
		if s.open == nil {
			if media(n.Node) { // so that a picture is at another spot than a text
				at = at.below(n.Node)
			}
			s.open = &block{at: at}
			s.blocks = append(s.blocks, s.open)
		}
		s.open.leaves = append(s.open.leaves, leaf{n.Node, n.linked || media(n.Node), n.titled && !media(n.Node)})
	case n.DataAtom == tag.Br && s.open != nil:
		s.open.leaves = append(s.open.leaves, leaf{Node: n.Node})
	case n.Type == nethtml.ElementNode && !silent[n.DataAtom]:
		breaks := !markup.IsInline(n.DataAtom)
		if breaks {
			s.open, at = nil, at.below(n.Node)
		}
		for child := range n.ChildNodes() {
			s.walk(leaf{child, n.linked || n.DataAtom == tag.A, n.titled || labels[n.DataAtom]}, at)
		}
		if breaks {
			s.open = nil
		}
	}
}

// silent are the elements that the cleaner removes with their text.
var silent = map[tag.Atom]bool{tag.Script: true, tag.Style: true, tag.Noscript: true, tag.Template: true, tag.Iframe: true, tag.Object: true,
	tag.Svg: true, tag.Select: true, tag.Textarea: true, tag.Button: true}

// read finds the text and the mark of a block. Sources of media are relative to base.
func (b *block) read(base *url.URL) {
	var text strings.Builder
	all, linked, titled := 0, 0, 0 // bytes
	for _, leaf := range b.leaves {
		data := leaf.Data
		if leaf.Type != nethtml.TextNode {
			data = ""
			if media(leaf.Node) {
				data = picture + markup.Resolve(base, markup.Attr(leaf.Node, "src"))
			}
		}
		text.Grow(len(data) + 1)
		for word := range strings.FieldsSeq(data) {
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(word)
			all += len(word)
			if leaf.linked {
				linked += len(word)
			}
			if leaf.titled {
				titled += len(word)
			}
		}
	}
	b.text = text.String()
	b.Mark = Mark(hashOf(b.text)) & textMask
	if !strings.Contains(b.text, picture) && strings.ContainsFunc(b.text, unicode.IsDigit) {
		numbers := Mark(hashOf(b.text)>>32) & numbersMask // the lower bits repeat in similar texts
		b.Mark = Mark(hashOf(strings.Map(letter, b.text)))&(textMask&^numbersMask) | numbers | numberMark
	}
	for _, hash := range b.at {
		b.Mark = b.Mark&^spotMask | (b.Mark&spotMask*31+Mark(hash))&spotMask
	}
	isLabel := titled == all || strings.HasSuffix(b.text, ":")
	isPhrase := !isLabel && strings.Count(b.text, " ") >= phrase-1 && !strings.ContainsFunc(b.text, unicode.IsDigit)
	if len(b.text) >= sentence || linked == all || isPhrase {
		b.Mark |= strongMark
	}
	if isLabel {
		b.Mark |= labelMark
	}
	if isLabel && isHeading(b.leaves[0].Parent) {
		b.Mark |= headingMark
	}
}

// letter drops what is no letter.
func letter(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

// isHeading reports whether an element is a heading, or a part of a heading's text. An element that
// was removed from the page may have no parent.
func isHeading(n *nethtml.Node) bool {
	for n != nil && markup.IsInline(n.DataAtom) {
		n = n.Parent
	}
	return n != nil && markup.IsHeading(n.DataAtom)
}

// labels are the elements whose text names what follows.
var labels = map[tag.Atom]bool{tag.H1: true, tag.H2: true, tag.H3: true, tag.H4: true, tag.H5: true, tag.H6: true, tag.Dt: true,
	tag.Th: true, tag.Caption: true, tag.Figcaption: true, tag.Summary: true, tag.B: true, tag.Strong: true}

// media reports whether an element is a picture, audio or video.
func media(n *nethtml.Node) bool {
	return n.DataAtom == tag.Img || n.DataAtom == tag.Audio || n.DataAtom == tag.Video
}

// cutBlocks removes the blocks that are gone, and then all elements that show nothing. If one
// element for layout holds all the rest, its content takes its place. So a new banner on the
// website does not change the HTML of the content.
func cutBlocks(root *nethtml.Node, blocks []*block) {
	for _, b := range blocks {
		if b.isGone() {
			for _, leaf := range b.leaves {
				leaf.Parent.RemoveChild(leaf.Node)
			}
		}
	}
	prune(root)
	for only := onlyChild(root); only != nil; only = onlyChild(root) {
		root.FirstChild, root.LastChild = only.FirstChild, only.LastChild
		for child := range root.ChildNodes() {
			child.Parent = root
		}
	}
}

// prune removes superfluous white space, and the elements below n that show nothing. prune reports
// whether n shows something. Table cells stay, so that the other cells keep their columns.
func prune(n *nethtml.Node) (shows bool) {
	var next *nethtml.Node
	for child := n.FirstChild; child != nil; child = next {
		next = child.NextSibling
		switch {
		case isSpace(child):
			if last := child.PrevSibling; last == nil || isSpace(last) || next == nil {
				n.RemoveChild(child)
			}
		case child.Type != nethtml.ElementNode, media(child), prune(child):
			shows = true
		case child.DataAtom == tag.Td || child.DataAtom == tag.Th:
			child.FirstChild, child.LastChild = nil, nil
		case child.DataAtom != tag.Br && child.DataAtom != tag.Hr:
			n.RemoveChild(child)
		}
	}
	return shows
}

// onlyChild is the only child that shows something, if it is an element for layout.
func onlyChild(n *nethtml.Node) (only *nethtml.Node) {
	for child := range n.ChildNodes() {
		switch {
		case isSpace(child) || child.DataAtom == tag.Br || child.DataAtom == tag.Hr, (child.DataAtom == tag.Td || child.DataAtom == tag.Th) && child.FirstChild == nil:
		case only != nil || !layout[child.DataAtom]:
			return nil
		default:
			only = child
		}
	}
	return only
}

// layout are the elements that arrange other elements.
var layout = map[tag.Atom]bool{tag.Div: true, tag.Section: true, tag.Article: true, tag.Main: true, tag.Center: true,
	tag.Table: true, tag.Tbody: true, tag.Tr: true, tag.Td: true}

func isSpace(n *nethtml.Node) bool {
	return n.Type == nethtml.TextNode && strings.TrimSpace(n.Data) == ""
}

// ends are the marks that a page record keeps of many: the first and the last ones.
func ends(marks []Mark) []Mark {
	if len(marks) > maxMarks {
		marks = append(marks[:maxMarks/2:maxMarks/2], marks[len(marks)-maxMarks/2:]...)
	}
	return marks
}

// storeMarks encodes marks.
func storeMarks(marks []Mark) []byte {
	stored := make([]byte, 0, markBytes*len(marks))
	for _, m := range marks {
		stored = binary.LittleEndian.AppendUint64(stored, uint64(m))
	}
	return stored
}

// readMarks reads what storeMarks wrote.
func readMarks(stored []byte) []Mark {
	marks := make([]Mark, len(stored)/markBytes)
	for n := range marks {
		marks[n] = Mark(binary.LittleEndian.Uint64(stored[n*markBytes:]))
	}
	return marks
}

// Hashed is a short hash of a text.
func Hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
