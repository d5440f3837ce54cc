package bodyformat

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOf makes plain text of HTML in one pass, whatever its nesting. A blank line separates
// paragraphs, a dash begins an item of a list, a bar separates cells, and the address of a link
// stands in parentheses behind it.
func textOf(body string) string {
	t := texter{}
	z := html.NewTokenizer(strings.NewReader(body))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return strings.TrimSpace(t.out.String())
		case html.TextToken:
			t.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			if kind == html.SelfClosingTagToken {
				z.NextIsNotRawText()
			}
			token := z.Token()
			t.start(&token, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			t.end(atom.Lookup(name))
		}
	}
}

// texter collects the text. It writes a break only before the next text.
type texter struct {
	out    strings.Builder
	lines  int    // line ends before the next text: 1 or 2
	space  bool   // a space before the next text
	prefix string // comes before the next text of a new line: "- "
	cell   bool   // a cell of this row has text
	bar    bool   // a bar before the next text
	pre    int    // open elements whose spaces count
	hidden int    // open elements that are not shown
	href   string // of the open link
	label  int    // where the label of the open link begins in out
}

func (t *texter) text(s string) {
	if t.hidden > 0 {
		return
	}
	if t.pre > 0 {
		t.write(s)
		return
	}
	words := strings.Fields(s)
	if len(words) == 0 {
		t.space = t.space || s != ""
		return
	}
	t.space = t.space || strings.TrimLeft(s, " \t\r\n\f") != s
	t.write(strings.Join(words, " "))
	t.space = strings.TrimRight(s, " \t\r\n\f") != s
}

// write writes a text with the break before it.
func (t *texter) write(s string) {
	began := t.out.Len() > 0
	switch {
	case t.bar && t.lines == 0:
		t.out.WriteString(" | ")
	case t.lines > 0 && began:
		t.out.WriteString("\n\n"[:t.lines])
	case t.space && began:
		t.out.WriteByte(' ')
	}
	if t.lines > 0 || !began {
		t.out.WriteString(t.prefix)
	}
	t.lines, t.space, t.prefix, t.bar = 0, false, "", false
	if t.href != "" && t.label < 0 {
		t.label = t.out.Len()
	}
	t.out.WriteString(s)
	t.cell = true
}

func (t *texter) newline(lines int) { t.lines = max(t.lines, lines) }

func (t *texter) start(token *html.Token, empty bool) {
	switch name := token.DataAtom; name {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Head:
		if !empty {
			t.hidden++
		}
	case atom.Br, atom.Hr:
		t.newline(1)
	case atom.Li:
		t.newline(1)
		t.prefix = "- "
	case atom.Tr:
		t.newline(1)
		t.cell, t.bar = false, false
	case atom.Td, atom.Th:
		t.bar, t.lines = t.cell, t.lines*bit(!t.cell)
	case atom.Pre:
		t.newline(2)
		t.pre++
	case atom.Img:
		t.text(" " + attribute(token, "alt") + " ")
	case atom.Video, atom.Audio, atom.Source:
		if src := attribute(token, "src"); src != "" {
			t.text(" " + src + " ")
		}
	case atom.A:
		t.href, t.label = attribute(token, "href"), -1
	default:
		t.newline(breaks(name))
	}
}

func (t *texter) end(name atom.Atom) {
	switch name {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Head:
		t.hidden = max(0, t.hidden-1)
	case atom.Li, atom.Tr:
		t.newline(1)
	case atom.Td, atom.Th:
	case atom.Pre:
		t.newline(2)
		t.pre = max(0, t.pre-1)
	case atom.A:
		t.endLink()
	default:
		t.newline(breaks(name))
	}
}

// endLink writes the address of a link that its label does not tell.
func (t *texter) endLink() {
	href := t.href
	t.href = ""
	if href == "" || t.label < 0 {
		return
	}
	label := strings.TrimSpace(t.out.String()[t.label:])
	u, err := url.Parse(href)
	if err != nil || !u.IsAbs() || u.Scheme == "tel" {
		return
	}
	shown := strings.TrimPrefix(href, "mailto:")
	if label != shown && label != u.Host+u.Path && label+"/" != shown {
		t.out.WriteString(" (" + shown + ")")
	}
}

// breaks is the number of line ends around an element.
func breaks(name atom.Atom) int {
	switch name {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Blockquote, atom.Section,
		atom.Article, atom.Figure, atom.Details:
		return 2
	case atom.Div, atom.Dt, atom.Dd, atom.Summary, atom.Figcaption, atom.Caption, atom.Header, atom.Footer, atom.Main, atom.Aside, atom.Nav,
		atom.Address, atom.Thead, atom.Tbody, atom.Tfoot, atom.Form, atom.Fieldset, atom.Option:
		return 1
	}
	return 0
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func attribute(token *html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
