package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/language"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/region"
	"airport-content/internal/spelling"
)

// errNoHTML means that a file is no web page, but a document or an image, say. It makes no item.
var errNoHTML = errors.New("it is no web page")

// errNoIndex means that a page asks not to be listed by search engines. It makes no item.
var errNoIndex = errors.New("it says noindex")

// parseSelector parses the CSS selector of page bodies. It is nil for "", which means the region of
// the page that holds its content.
func parseSelector(selector string) (goquery.Matcher, error) {
	if selector == "" {
		return nil, nil
	}
	matcher, err := cascadia.Compile(selector)
	if err != nil {
		return nil, fmt.Errorf("--content: %s is no CSS selector: %w", spelling.Quoted(selector), err)
	}
	return matcher, nil
}

// readPage makes an item of a web page. canonical is the URL of its site that the page names as
// canonical, else its own.
func readPage(a *Answer, s content.SourceSettings, selector goquery.Matcher) (item Item, canonical string, err error) {
	if !isHTML(a) {
		return Item{}, "", errNoHTML
	}
	text, err := textOf(a)
	if err != nil {
		return Item{}, "", fmt.Errorf("its charset: %w", err)
	}
	doc, err := markup.Parse(text)
	if err != nil {
		return Item{}, "", err
	}
	if noIndex(a, doc) {
		return Item{}, "", errNoIndex
	}
	base := baseOf(doc, a.URL)
	canonical = canonicalOf(doc, base, a.URL)
	all := things(doc)
	about := subject(all, canonical)
	item = Item{
		Type: cmp.Or(mapped(s, a.URL), about.contentType(), s.Type, "page"), URL: canonical, Language: languageOf(doc), LastModified: modified(doc, all, about),
		Title:     cmp.Or(about.text("name"), about.text("headline"), meta(doc, "og:title"), markup.OneLine(doc.Find("head title").First().Text()), markup.OneLine(doc.Find("h1").First().Text())),
		Excerpt:   cmp.Or(about.text("description"), meta(doc, "og:description"), meta(doc, "description")),
		Thumbnail: firstLink(base, about.picture(), meta(doc, "og:image:secure_url"), meta(doc, "og:image")),
		Metadata:  about.metadata(),
	}
	item.Title, item.Excerpt = unescape(item.Title), cutText(unescape(item.Excerpt), maxExcerpt)
	item.Content, err = bodyOf(doc, base, selector)
	return item, canonical, err
}

// maxExcerpt is how many characters an item's excerpt may have. Some pages have their whole text as
// description.
const maxExcerpt = 10_000

// cutText shortens a text to so many characters, between words.
func cutText(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	text = string([]rune(text)[:most-2])
	if space := strings.LastIndexByte(text, ' '); space > 0 {
		text = text[:space]
	}
	return text + " …"
}

// isHTML reports whether an answer is a web page. Servers write the header in many ways, such as
// "text/html, text/html; charset=utf-8"; if there is none, the first bytes tell.
func isHTML(a *Answer) bool {
	kind := a.Header.Get("Content-Type")
	if kind == "" {
		kind = http.DetectContentType(a.Body)
	}
	if end := strings.IndexAny(kind, ";, "); end >= 0 {
		kind = kind[:end]
	}
	return strings.EqualFold(kind, "text/html") || strings.EqualFold(kind, "application/xhtml+xml")
}

// unescape decodes a title or a description once more: many websites escape them twice.
func unescape(text string) string { return markup.OneLine(nethtml.UnescapeString(text)) }

// textOf is the text of a page in UTF-8. A charset that the page names only after its first 1024
// bytes is not seen: without one, a page that is UTF-8 is taken as that.
func textOf(a *Answer) (string, error) {
	encoding, _, named := charset.DetermineEncoding(a.Body, a.Header.Get("Content-Type"))
	if !named && utf8.Valid(a.Body) {
		encoding = unicode.UTF8
	}
	decoded := encoding.NewDecoder().Reader(bytes.NewReader(a.Body))
	text, err := io.ReadAll(unicode.UTF8.NewDecoder().Reader(decoded)) // the decoder of UTF-8 lets other bytes through
	return string(text), err
}

// firstLink is the first of these that is a link and safe, absolute.
func firstLink(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		if link := markup.Resolve(base, c); link != "" && content.UnsafeScheme(link) == "" {
			return link
		}
	}
	return ""
}

// noIndex reports whether a header, or an element of the page, asks every search engine to leave it
// out.
func noIndex(a *Answer, doc *goquery.Document) bool {
	return isNoIndex(a.Header.Values("X-Robots-Tag")) || isNoIndex(doc.Find(`meta[name="robots" i]`).Map(
		func(_ int, element *goquery.Selection) string { return element.AttrOr("content", "") }))
}

func isNoIndex(rules []string) bool {
	for rule := range strings.SplitSeq(strings.ToLower(strings.Join(rules, ",")), ",") {
		if rule = strings.TrimSpace(rule); rule == "noindex" || rule == "none" {
			return true
		}
	}
	return false
}

// meta is a page's meta element of this name or property, as one line.
func meta(doc *goquery.Document, name string) string {
	return markup.OneLine(doc.Find(fmt.Sprintf(`meta[property="%[1]s" i], meta[name="%[1]s" i]`, name)).First().AttrOr("content", ""))
}

// baseOf is the URL that the page's relative URLs are relative to.
func baseOf(doc *goquery.Document, page *url.URL) *url.URL {
	if href, has := doc.Find("base[href]").First().Attr("href"); has {
		if base, err := page.Parse(strings.TrimSpace(href)); err == nil {
			return base
		}
	}
	return page
}

// canonicalOf is the page's canonical URL, or its own if it names none of its site.
func canonicalOf(doc *goquery.Document, base, page *url.URL) string {
	href := strings.TrimSpace(doc.Find(`link[rel~="canonical" i]`).First().AttrOr("href", ""))
	if named, err := base.Parse(href); href != "" && err == nil && named.User == nil && sameSite(named, page) {
		return normal(named)
	}
	return normal(page)
}

// normal writes a URL in its normal form: host in lower case and Punycode, no default port, no
// fragment.
func normal(u *url.URL) string {
	n := *u
	n.Host = strings.TrimSuffix(strings.Replace(strings.ToLower(n.Host), strings.ToLower(u.Hostname()), asciiHost(u), 1), ":")
	if port(u) == "" {
		n.Host = strings.TrimSuffix(n.Host, ":"+u.Port())
	}
	n.Fragment, n.RawFragment = "", ""
	if n.Path == "" {
		n.Path = "/"
	}
	return n.String()
}

// mapped is the type of the first mapping that the URL's path begins with; "" if there is none.
func mapped(s content.SourceSettings, u *url.URL) content.Type {
	for _, m := range s.Map {
		if under(u, []string{m.From}) {
			return m.To
		}
	}
	return ""
}

// languageOf is the page's language like en or pt-BR, "" if it names none.
func languageOf(doc *goquery.Document) string {
	html := doc.Find("html").First()
	return cmp.Or(locale(html.AttrOr("lang", "")), locale(html.AttrOr("xml:lang", "")), locale(meta(doc, "og:locale")))
}

// locale writes a language as en or pt-BR; "" if it is none.
func locale(text string) string {
	tag, err := language.Parse(strings.TrimSpace(text))
	base, script, region := tag.Raw()
	if err != nil || base.String() == "und" {
		return ""
	}
	tag, _ = language.Raw.Compose(base, script, region) // without variants and extensions
	return tag.String()
}

// modified is when the page's content changed, as the page itself says; the zero time if it does
// not. It ignores Last-Modified, which is when the file was written, and the sitemap's lastmod,
// which is often wrong.
func modified(doc *goquery.Document, all []thing, about thing) time.Time {
	dates := []string{about.text("dateModified"), meta(doc, "article:modified_time")}
	for _, t := range all {
		if slices.Contains(t.texts("@type"), "WebPage") {
			dates = append(dates, t.text("dateModified"))
		}
	}
	dates = append(dates, about.text("datePublished"), meta(doc, "article:published_time"))
	for _, text := range dates {
		if t, ok := parseDate(text); ok {
			return t
		}
	}
	return time.Time{}
}

// bodyOf is the HTML of the page's body with absolute URLs.
func bodyOf(doc *goquery.Document, base *url.URL, selector goquery.Matcher) (string, error) {
	found, err := contentOf(doc, selector)
	if err != nil {
		return "", err
	}
	if err := markup.Absolute(found, base); err != nil {
		return "", err
	}
	body := &limitedText{left: maxRaw}
	for n, one := range found.EachIter() {
		if n > 0 {
			body.text.WriteByte('\n')
		}
		for _, child := range one.Contents().EachIter() {
			if err := goquery.Render(body, child); err != nil {
				return "", err
			}
		}
	}
	return body.text.String(), nil
}

// contentOf finds the elements that hold the content of a page: those that the operator selects, or
// else the region of it.
func contentOf(doc *goquery.Document, selector goquery.Matcher) (*goquery.Selection, error) {
	if selector == nil {
		if body := doc.Find("body"); body.Length() > 0 { // a frameset has none
			if found := region.Of(body.Get(0)); found != nil {
				return doc.FindNodes(found), nil
			}
		}
		return nil, errors.New("it has no text; a script or a frame may load it")
	}
	found := doc.FindMatcher(selector)
	if found.Length() == 0 {
		return nil, errors.New("it has nothing that --content selects")
	}
	return found.NotSelection(found.FindMatcher(selector)), nil // those within others are theirs
}

// limitedText refuses more bytes than are left. A text grows by five times where it needs escapes.
type limitedText struct {
	text strings.Builder
	left int
}

func (l *limitedText) Write(part []byte) (int, error) {
	if l.left -= len(part); l.left < 0 {
		return 0, errTooLong
	}
	return l.text.Write(part)
}
