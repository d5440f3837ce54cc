package source

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	tag "golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// block is what a reader sees as one piece of content: a paragraph, a heading, a list entry, a
// table cell. A block begins and ends where a block-level element begins or ends.
type block struct {
	mark
	leaves []*nethtml.Node // texts, pictures and other media
	text   strings.Builder // words with spaces between them, and sources of media
	linked int             // bytes of text in links, and of media
	titled int             // bytes of text in an element of labels
}

// mark is what a page record keeps of a block: a hash of 37 bits and three flags.
type mark uint64

const (
	strongMark mark = 1 << iota // a sentence, a link or a picture; no label ("Opening hours"), no fact ("6:00 to 22:00")
	labelMark                   // a heading, or a text that names a row, an entry or the next text
	cutMark                     // the block is cut from the item
)

const (
	flagBits  = 3
	flagMask  = 1<<flagBits - 1
	markBytes = 5      // of a stored mark
	maxMarks  = 128    // stored of a page: the first and the last ones
	sentence  = 50     // bytes from which any block counts as a sentence
	phrase    = 4      // words that make a block without digits a sentence, unless it is a label
	picture   = "\x00" // before the source of a picture
)

func (m mark) hash() mark { return m &^ flagMask }

// blocksOf finds the blocks of a page's content.
func blocksOf(root *nethtml.Node) []*block {
	s := &splitter{}
	s.walk(root, false, false)
	s.end()
	return s.blocks
}

// splitter walks over a tree and splits it into blocks.
type splitter struct {
	blocks []*block
	open   *block
}

func (s *splitter) walk(n *nethtml.Node, linked, titled bool) {
	switch {
	case n.Type == nethtml.TextNode:
		s.add(n, strings.Join(strings.Fields(n.Data), " "), linked, titled)
		return
	case n.Type == nethtml.ElementNode && media(n):
		s.add(n, picture+markup.Attr(n, "src"), true, false)
		return
	}
	breaks := n.Type == nethtml.ElementNode && !markup.IsInline(n.DataAtom)
	if breaks {
		s.end()
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		s.walk(child, linked || n.DataAtom == tag.A, titled || labels[n.DataAtom])
	}
	if breaks {
		s.end()
	}
}

// add adds a text or a medium to the open block. White space alone opens no block.
func (s *splitter) add(n *nethtml.Node, text string, linked, titled bool) {
	if text == "" {
		return
	}
	if s.open == nil {
		s.open = &block{}
		s.blocks = append(s.blocks, s.open)
	} else {
		s.open.text.WriteByte(' ')
	}
	s.open.leaves = append(s.open.leaves, n)
	s.open.text.WriteString(text)
	if linked {
		s.open.linked += len(text)
	}
	if titled {
		s.open.titled += len(text)
	}
}

// end ends the open block.
func (s *splitter) end() {
	if s.open == nil {
		return
	}
	text := s.open.text.String()
	sum := sha256.Sum256([]byte(text))
	s.open.mark = mark(binary.LittleEndian.Uint64(sum[:])) & (1<<(8*markBytes) - 1) &^ flagMask
	whole := len(text) - len(s.open.leaves) // one less than the bytes of the leaves
	isLabel := s.open.titled > whole || strings.HasSuffix(text, ":")
	isPhrase := !isLabel && strings.Count(text, " ") >= phrase-1 && !strings.ContainsFunc(text, unicode.IsDigit)
	if len(text) >= sentence || s.open.linked > whole || isPhrase {
		s.open.mark |= strongMark
	}
	if isLabel {
		s.open.mark |= labelMark
	}
	s.open = nil
}

// labels are the elements whose text names what follows.
var labels = map[tag.Atom]bool{tag.H1: true, tag.H2: true, tag.H3: true, tag.H4: true, tag.H5: true, tag.H6: true, tag.Dt: true,
	tag.Th: true, tag.Caption: true, tag.Figcaption: true, tag.Summary: true, tag.B: true, tag.Strong: true}

// media reports whether an element is a picture, audio or video.
func media(n *nethtml.Node) bool {
	return n.DataAtom == tag.Img || n.DataAtom == tag.Audio || n.DataAtom == tag.Video
}

// cutBlocks removes the cut blocks, and then every element of the tree that shows nothing. The tree
// that is left does not depend on the number of cut blocks.
func cutBlocks(root *nethtml.Node, blocks []*block) {
	for _, b := range blocks {
		if !isCut(b.mark) {
			continue
		}
		for _, leaf := range b.leaves {
			leaf.Parent.RemoveChild(leaf)
		}
	}
	prune(root)
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
		case child.DataAtom != tag.Td && child.DataAtom != tag.Th && child.DataAtom != tag.Br && child.DataAtom != tag.Hr:
			n.RemoveChild(child)
		}
	}
	return shows
}

func isSpace(n *nethtml.Node) bool {
	return n.Type == nethtml.TextNode && strings.TrimSpace(n.Data) == ""
}

// storeMarks encodes the marks of a page in their order. Beyond maxMarks, only the first and the
// last marks are kept.
func storeMarks(marks []mark) []byte {
	if len(marks) > maxMarks {
		marks = append(marks[:maxMarks/2:maxMarks/2], marks[len(marks)-maxMarks/2:]...)
	}
	stored := make([]byte, 0, markBytes*len(marks))
	for _, m := range marks {
		stored = binary.LittleEndian.AppendUint64(stored, uint64(m))[:len(stored)+markBytes]
	}
	return stored
}

// readMarks reads what storeMarks wrote.
func readMarks(stored []byte) []mark {
	marks := make([]mark, 0, len(stored)/markBytes)
	for ; len(stored) >= markBytes; stored = stored[markBytes:] {
		whole := append(stored[:markBytes:markBytes], 0, 0, 0)
		marks = append(marks, mark(binary.LittleEndian.Uint64(whole)))
	}
	return marks
}
