// Package markup makes the HTML of websites fit for partners: safe to embed, with absolute URLs,
// and without what works only on the website.
package markup

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Clean makes HTML safe to embed, as docs/sources.md describes. Clean keeps text, structure, links
// and media, and makes their URLs absolute. It removes scripts, forms, trackers and the website's
// styles. Relative URLs begin at base. If base is relative, relative URLs stay as they are.
func Clean(body, base string) (string, error) {
	if len(body) > MaxRaw {
		return "", ErrTooLong
	}
	doc, err := Parse(body)
	if err != nil {
		return "", err
	}
	return CleanTree(doc.Find("body"), base)
}

// CleanTree is Clean for what is in an element. It changes the element.
func CleanTree(root *goquery.Selection, base string) (string, error) {
	from, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	root.FindMatcher(unseen).Remove()
	for _, n := range root.Nodes {
		DropForms(n)
	}
	for _, hidden := range root.Find("[hidden]").EachIter() {
		if IsHidden(hidden.Get(0)) {
			hidden.Remove()
		}
	}
	keepCaptions(root)
	root.FindMatcher(unwanted).Remove()
	root.FindMatcher(anchors).FilterFunction(func(_ int, link *goquery.Selection) bool {
		return strings.Trim(link.Text(), " \n¶#§🔗\u200b") == "" && link.Find("img").Length() == 0
	}).Remove()
	if err := Absolute(root, from); err != nil {
		return "", err
	}
	text, err := Inner(maxRendered, root.Nodes...)
	if err != nil {
		return "", err
	}
	if !from.IsAbs() {
		return strings.TrimSpace(relativePolicy.Sanitize(text)), nil
	}
	return strings.TrimSpace(policy.Sanitize(text)), nil
}

// Inner is the HTML inside elements, each on a line of its own. More than most bytes are
// ErrTooLong: escapes make a text longer, and an open element is made anew in each paragraph, with
// all its attributes.
func Inner(most int, elements ...*html.Node) (string, error) {
	inside := &limited{left: most}
	for n, one := range elements {
		if n > 0 {
			inside.text.WriteByte('\n')
		}
		for child := range one.ChildNodes() {
			if err := html.Render(inside, child); err != nil {
				return "", err
			}
		}
	}
	return inside.text.String(), nil
}

// limited refuses more bytes than are left.
type limited struct {
	text strings.Builder
	left int
}

func (l *limited) Write(part []byte) (int, error) {
	if l.left -= len(part); l.left < 0 {
		return 0, ErrTooLong
	}
	return l.text.Write(part)
}

// MaxRaw is how many bytes HTML may have before Clean, which takes far more memory.
const MaxRaw = 4 << 20

// ErrTooLong is the error of HTML with more bytes than MaxRaw.
var ErrTooLong = fmt.Errorf("longer than %d MB before it is cleaned", MaxRaw>>20)

const (
	maxTags  = 100_000   // of HTML; a tag of three bytes becomes a node of more than a hundred
	maxNodes = 1_000_000 // of a tree: an open element such as b is made anew in each paragraph
	maxLinks = 4 << 20   // bytes of all absolute URLs, each of which has a copy of the base

	maxRendered = 4 * MaxRaw // bytes of HTML with absolute URLs and escapes
)

// Parse makes a tree of HTML.
func Parse(text string) (*goquery.Document, error) {
	tags := strings.Count(text, "<")
	if tags > maxTags {
		return nil, fmt.Errorf("more than %d tags", maxTags)
	}
	if most := 2 * (tags + 1) * (tags + 1); most > maxNodes && nodes(text) > maxNodes { // most pages need no count
		return nil, fmt.Errorf("more than %d elements, most of them not closed", maxNodes)
	}
	return goquery.NewDocumentFromReader(strings.NewReader(text))
}

// nodes is an upper bound for the number of nodes of HTML.
func nodes(text string) (count int) {
	open := map[atom.Atom][]string{} // the tags of the formatting elements that are open
	opened := 0                      // all of them
	alike := map[string]int{}        // by tag
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := z.Next()
		raw := z.Raw()
		name, _ := z.TagName()
		tag := atom.Lookup(name)
		switch {
		case kind == html.ErrorToken:
			return count
		case !formats(tag):
		case kind == html.StartTagToken && alike[string(raw)] < 3: // of equal elements, only three go on
			alike[string(raw)]++
			open[tag] = append(open[tag], string(raw))
			opened++
		case kind == html.EndTagToken && len(open[tag]) > 0:
			last := len(open[tag]) - 1
			alike[open[tag][last]]--
			open[tag] = open[tag][:last]
			opened--
		}
		count += 1 + opened
	}
}

// formats reports whether an open element goes on in the next paragraph.
func formats(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// unwanted elements are removed with all their descendants. The text of a Material icon is the name of its picture.
var unwanted = cascadia.MustCompile("script, style, iframe, frame, frameset, object, embed, applet, svg, math, canvas, map, " +
	"input, select, textarea, datalist, output, [class*=material-icons], [class*=material-symbols], " + bars)

// bars are what plugins add to the text of WordPress and FeedBurner: share buttons, related posts.
const bars = ".sharedaddy, .jp-relatedposts, .addtoany_share_save_container, .feedflare"

// unseen elements are invisible to a reader.
var unseen = cascadia.MustCompile("template:not([shadowrootmode]), dialog:not([open])")

// anchors are links to the heading or the term that they stand in, if their text is only a sign.
var anchors = cascadia.MustCompile("h1 a, h2 a, h3 a, h4 a, h5 a, h6 a, dt a, caption a, a.headerlink")

// The policies list what stays. Other tags are removed, and their text stays.
var (
	policy         = newPolicy()
	relativePolicy = newPolicy().AllowRelativeURLs(true)
)

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "address",
		"article", "section", "aside", "header", "footer", "nav", "main", "figure", "figcaption", "details", "summary", "picture",
		"a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp",
		"small", "strong", "sub", "sup", "time", "u", "var", "wbr", "dl", "dt", "dd", "center", "strike", "tt")
	p.AllowLists()
	p.AllowAttrs("start", "reversed").OnElements("ol")
	p.AllowTables()
	p.AllowAttrs("class", "lang", "title").Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("href", "hreflang").OnElements("a")
	p.AllowAttrs("cite").OnElements("blockquote", "q", "del", "ins")
	p.AllowAttrs("datetime").OnElements("time", "del", "ins")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("src", "alt", "loading").OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.NumberOrPercent).OnElements("img", "video")
	p.AllowAttrs("srcset").Matching(webAddress).OnElements("img", "source")
	p.AllowAttrs("sizes").OnElements("img", "source")
	p.AllowAttrs("media", "src", "type").OnElements("source")
	p.AllowAttrs("src", "controls", "loop", "muted", "preload").OnElements("audio", "video")
	p.AllowAttrs("poster").Matching(webAddress).OnElements("video")
	p.AllowAttrs("src", "kind", "srclang", "label", "default").OnElements("track")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowDataURIImages() // it also requires that URLs can be parsed
	return p
}

var (
	webAddress = regexp.MustCompile(`^https?://`)
	candidate  = regexp.MustCompile(`([^\s,]\S*[^\s,])(\s+[0-9.]+[wx])?\s*(?:,|$)`) // of a srcset: URL and size
)

// Absolute gives pictures their addresses, and makes the URLs of links and media absolute. It
// removes URLs that cannot be parsed or can run code.
func Absolute(root *goquery.Selection, base *url.URL) error {
	left := maxLinks
	showPictures(root)
	showEmail(root)
	for _, top := range root.Nodes {
		for n := range top.Descendants() {
			kept := n.Attr[:0]
			for _, a := range n.Attr {
				switch a.Key {
				case "href", "src", "poster", "cite":
					if a.Val = Resolve(base, a.Val); !isSafe(a.Val, n.DataAtom) {
						continue
					}
					left -= len(a.Val)
				case "srcset":
					var list []string
					for _, found := range candidate.FindAllStringSubmatch(a.Val, -1) {
						if address := Resolve(base, found[1]); webAddress.MatchString(address) && left >= 0 {
							list = append(list, address+found[2])
							left -= len(address)
						}
					}
					a.Val = strings.Join(list, ", ")
				}
				kept = append(kept, a)
			}
			if n.Attr = kept; left < 0 {
				return errLinks
			}
		}
	}
	return nil
}

// isSafe reports whether an element may have an address. The sanitizer checks the addresses of some
// elements only.
func isSafe(address string, element atom.Atom) bool {
	scheme, _, has := strings.Cut(address, ":")
	switch {
	case address == "":
		return false
	case !has || strings.ContainsAny(scheme, "/?#"): // a relative address
		return true
	case element == atom.A || element == atom.Area:
		return slices.Contains([]string{"http", "https", "mailto", "tel"}, scheme)
	case element == atom.Img && strings.HasPrefix(address, "data:image/"):
		return true
	}
	return scheme == "http" || scheme == "https"
}

var errLinks = fmt.Errorf("its links have more than %d MB", maxLinks>>20)

// Plain is the text of HTML in one line, with entities decoded.
func Plain(text string) string {
	doc, err := Parse(text)
	if err != nil {
		return ""
	}
	doc.Find("script, style, noscript, template").Remove()
	return Text(doc.Selection)
}

// Text is the text of elements, in one line. Blocks and line breaks have a space between them.
func Text(of *goquery.Selection) string {
	var text strings.Builder
	for _, n := range of.Nodes {
		writeText(&text, n)
	}
	return OneLine(text.String())
}

func writeText(text *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		text.WriteString(n.Data)
		return
	}
	apart := n.Type == html.ElementNode && (n.DataAtom == atom.Br || !IsInline(n.DataAtom))
	if apart {
		text.WriteByte(' ')
	}
	for c := range n.ChildNodes() {
		writeText(text, c)
	}
	if apart {
		text.WriteByte(' ')
	}
}

// OneLine writes a text in one line, with single spaces and without soft hyphens.
func OneLine(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00ad", "")), " ")
}
