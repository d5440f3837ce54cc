package markup

import (
	"bytes"
	"math"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// FromHTML extracts the text of an HTML fragment or page in one pass, without building a tree.
// Entities are decoded. The alt texts of images count as text. Scripts, styles, templates,
// comments, noscript and iframe are left out. A space separates the texts of elements that a
// browser shows apart (paragraphs, cells, list items, line breaks). Inline elements do not split a
// word.
func FromHTML(s string) string {
	if isPlain(s) {
		return strings.TrimSpace(s)
	}
	return string(bytes.TrimSpace(extract(s, "", math.MaxInt)))
}

// Passage is FromHTML in one line, up to a number of tags, and texts between tags. " · " stands
// between the cells of a table and the items of a list.
func Passage(s string, tokens int) string {
	text := []byte(s)
	if !isPlain(s) {
		text = extract(s, " · ", tokens)
	}
	line := text[:0] // words move to the left only
	for word := range bytes.FieldsSeq(text) {
		line = append(append(line, word...), ' ')
	}
	return string(bytes.TrimSuffix(line, []byte(" ")))
}

// isPlain reports whether HTML has neither tags nor entities.
func isPlain(s string) bool { return strings.IndexByte(s, '<') < 0 && strings.IndexByte(s, '&') < 0 }

// extract extracts the text up to a number of tokens: tags, and texts between tags. Instead of a
// space, the text between stands between the cells of a table and the items of a list.
func extract(s, between string, tokens int) []byte {
	e := extractor{out: make([]byte, 0, len(s)), between: between}
	e.read(html.NewTokenizer(strings.NewReader(s)), tokens)
	return e.out
}

// extractor collects text. While it is in a hidden element, it skips text; depth counts nested
// elements of the same name.
type extractor struct {
	out     []byte
	between string // comes between two cells or items; empty: a space
	apart   bool   // a cell or an item has begun or ended since the last text
	hidden  atom.Atom
	depth   int
	linked  bool // the token before was </a>
}

func (e *extractor) read(z *html.Tokenizer, tokens int) {
	for range tokens {
		switch z.Next() {
		case html.ErrorToken:
			return // the end, or a tag that never closes
		case html.TextToken:
			if e.hidden == 0 {
				e.text(z.Text())
			}
			e.linked = false
		case html.StartTagToken:
			e.start(tagName(z), z)
		case html.SelfClosingTagToken:
			// A browser takes <iframe/> for an open element and hides the rest of the page. The
			// author did not mean that.
			z.NextIsNotRawText()
			e.empty(tagName(z), z)
		case html.EndTagToken:
			e.end(tagName(z))
		}
	}
}

// text adds a text, apart from the cell or item before.
func (e *extractor) text(text []byte) {
	if e.apart && e.between != "" && len(bytes.TrimSpace(text)) > 0 {
		if before := bytes.TrimSpace(e.out); len(before) > 0 {
			e.out = append(before, e.between...)
		}
		e.apart = false
	}
	e.out = append(e.out, text...)
}

func (e *extractor) start(name atom.Atom, z *html.Tokenizer) {
	switch {
	case e.hidden == 0 && hides(name):
		e.hidden, e.depth = name, 1
		e.separate()
	case e.hidden == name && name != 0:
		e.depth++
	default:
		e.empty(name, z)
	}
}

func (e *extractor) empty(name atom.Atom, z *html.Tokenizer) {
	if e.hidden != 0 {
		return
	}
	adjoining := name == atom.A && e.linked // two links are two things, even where a menu has no space between them
	e.linked = false
	// A superscript after a word is a footnote. After a number it belongs to the number:
	// 1<sup>st</sup>.
	footnote := name == atom.Sup && !endsInDigit(e.out)
	if adjoining || footnote || !isWithinWord(name) {
		e.separate()
	}
	e.apart = e.apart || isCell(name)
	if name == atom.Img || name == atom.Area {
		e.description(z)
	}
}

func (e *extractor) end(name atom.Atom) {
	if e.hidden != 0 {
		if e.hidden == name {
			e.depth--
		}
		if e.depth == 0 {
			e.hidden = 0
		}
		return
	}
	e.linked = name == atom.A
	if !isWithinWord(name) {
		e.separate()
	}
	e.apart = e.apart || isCell(name)
}

func (e *extractor) description(z *html.Tokenizer) {
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "alt" {
			e.text(value)
			e.separate()
		}
	}
}

func (e *extractor) separate() {
	if n := len(e.out); n > 0 && e.out[n-1] != ' ' {
		e.out = append(e.out, ' ')
	}
}

func endsInDigit(b []byte) bool {
	return len(b) > 0 && '0' <= b[len(b)-1] && b[len(b)-1] <= '9'
}

// tagName returns 0 for a name that HTML does not define. It reads the raw tag, because
// Tokenizer.TagName allocates.
func tagName(z *html.Tokenizer) atom.Atom {
	raw := bytes.TrimPrefix(z.Raw()[1:], []byte("/"))
	var name [len("blockquote")]byte // no element of HTML has a longer name
	for i, b := range raw {
		switch {
		case b == '>' || b == '/' || b == ' ' || '\t' <= b && b <= '\r':
			return atom.Lookup(name[:i])
		case i == len(name):
			return 0
		case 'A' <= b && b <= 'Z':
			b += 'a' - 'A'
		}
		name[i] = b
	}
	return 0
}

// hides reports whether the content of an element is not shown as text.
func hides(name atom.Atom) bool {
	switch name {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Noembed, atom.Noframes:
		return true
	}
	return false
}

// isCell accepts cells of tables, items of lists, and the elements that contain these.
func isCell(name atom.Atom) bool {
	switch name {
	case atom.Td, atom.Th, atom.Table, atom.Li, atom.Ul, atom.Ol, atom.Dt, atom.Dd, atom.Dl, atom.Option:
		return true
	}
	return false
}

// isWithinWord reports whether an element can stand within a word.
func isWithinWord(name atom.Atom) bool {
	switch name {
	case atom.A, atom.Abbr, atom.Acronym, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code, atom.Data, atom.Del,
		atom.Dfn, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Mark, atom.Nobr, atom.Q, atom.Ruby, atom.S, atom.Samp,
		atom.Small, atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}
