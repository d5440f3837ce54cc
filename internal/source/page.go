package source

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	nethtml "golang.org/x/net/html"
	"golang.org/x/text/language"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/region"
	"airport-content/internal/spelling"
)

// errNoHTML means that a file is no web page but, for example, a document or an image. The file
// makes no item.
var errNoHTML = errors.New("it is no web page")

// errNoIndex means that a page asks search engines not to list it. The page makes no item.
var errNoIndex = errors.New("it says noindex")

// parseSelector parses the CSS selector of the content. It is nil for "", which means the content
// region.
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

// readPage makes the item of a web page. canonical is the canonical URL that the page names on its
// site, or else the page's own URL.
func readPage(a *answer, s content.SourceSettings, selector goquery.Matcher) (item Item, canonical string, err error) {
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
	address := canonicalOf(doc, base, a.URL)
	canonical = normal(address)
	all := things(doc)
	about := subject(all, address)
	item = Item{
		Type: cmp.Or(mapped(s, a.URL), about.contentType(), s.Type, "page"), URL: canonical, Language: languageOf(a, doc), LastModified: modified(doc, all, about),
		Title:   cmp.Or(about.text("headline"), about.text("name"), meta(doc, "og:title"), firstText(doc, "title:not(svg title)"), firstText(doc, "h1"), firstText(doc, "h2")),
		Excerpt: cmp.Or(about.text("description"), meta(doc, "og:description"), meta(doc, "description"), meta(doc, "twitter:description")),
		Thumbnail: firstLink(base, about.picture(), meta(doc, "og:image:secure_url"), meta(doc, "og:image"), meta(doc, "og:image:url"), meta(doc, "twitter:image"),
			meta(doc, "twitter:image:src"), doc.Find(`link[rel~="image_src" i]`).AttrOr("href", "")),
		Metadata: about.metadata(),
	}
	item.Title, item.Excerpt = plainText(unescape(item.Title)), plainText(unescape(item.Excerpt))
	region.PlaceStreamed(doc.Get(0))
	found, around, err := contentOf(doc, base, selector)
	if err != nil {
		return item, canonical, err
	}
	item.spot, item.around = spotOf(found.Get(0)), around
	item.Content, err = bodyOf(found, base)
	return item, canonical, err
}

// firstText is the text of the first element that a selector selects and that has a text.
func firstText(doc *goquery.Document, selector string) string {
	for _, element := range doc.Find(selector).EachIter() {
		if text := markup.Text(element); text != "" {
			return text
		}
	}
	return ""
}

// The title and the description of some pages are their whole text. An item may have so many
// characters of them.
const (
	maxTitle   = 1000
	maxExcerpt = 10_000
)

// cutText shortens a text to at most so many characters, between words.
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

// mediaType matches a type and a subtype.
var mediaType = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+`)

// isHTML reports whether an answer is a web page. Servers write the header in many ways, such as
// "text/html, text/html; charset=utf-8". Without a known type in the header, the first bytes
// decide, as in browsers.
func isHTML(a *answer) bool {
	kind := mediaType.FindString(a.Header.Get("Content-Type"))
	if kind == "" || strings.HasSuffix(kind, "/unknown") {
		kind = mediaType.FindString(http.DetectContentType(a.Body))
	}
	return strings.EqualFold(kind, "text/html") || strings.EqualFold(kind, "application/xhtml+xml")
}

// unescape decodes a title or a description once more: many websites escape them twice.
func unescape(text string) string { return markup.OneLine(nethtml.UnescapeString(text)) }

// textOf decodes a page to UTF-8. In a page of UTF-8, a wrong byte is read as Windows-1252.
func textOf(a *answer) (string, error) {
	decoder := charsetOf(a.Body, a.Header.Get("Content-Type")).NewDecoder()
	text, err := io.ReadAll(&xmlReader{bufio.NewReader(decoder.Reader(bytes.NewReader(a.Body)))})
	return string(text), err
}

// firstLink is the first candidate that is a safe link, made absolute.
func firstLink(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		if link := markup.Resolve(base, c); link != "" && content.UnsafeScheme(link) == "" {
			return link
		}
	}
	return ""
}

// noIndex reports whether a header or an element of the page asks every search engine not to list
// the page.
func noIndex(a *answer, doc *goquery.Document) bool {
	return isNoIndex(a.Header.Values("X-Robots-Tag")) || isNoIndex(doc.Find(`meta[name="robots" i]`).Map(
		func(_ int, element *goquery.Selection) string { return element.AttrOr("content", "") }))
}

var (
	toOneRobot = regexp.MustCompile(`(?i)^\s*(\w*bot[\w-]*|slurp)\s*:`) // a rule for the named robot only
	ruleValue  = regexp.MustCompile(`\bmax-[\w-]+\s*:\s*[^\s,;]+`)      // as in max-image-preview: none
)

func isNoIndex(rules []string) bool {
	return slices.ContainsFunc(rules, func(rule string) bool {
		words := strings.FieldsFunc(ruleValue.ReplaceAllString(strings.ToLower(rule), ""), func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
		return !toOneRobot.MatchString(rule) && (slices.Contains(words, "noindex") || slices.Contains(words, "none"))
	})
}

// meta is the content of the first meta element with this name or property that has one, in one
// line.
func meta(doc *goquery.Document, name string) string {
	for _, element := range doc.Find(fmt.Sprintf(`meta[property="%[1]s" i], meta[name="%[1]s" i]`, name)).EachIter() {
		if text := markup.OneLine(element.AttrOr("content", "")); text != "" {
			return text
		}
	}
	return ""
}

// baseOf is the URL that the page's relative URLs are relative to.
func baseOf(doc *goquery.Document, page *url.URL) *url.URL {
	if href, has := doc.Find("base[href]").First().Attr("href"); has {
		if base, err := markup.ParseReference(page, href); err == nil {
			return base
		}
	}
	return page
}

// canonicalOf is the canonical URL that the page names on its site, or else the page's own URL.
// Some pages name it without the scheme, such as www.example.com/a.
func canonicalOf(doc *goquery.Document, base, page *url.URL) *url.URL {
	href := strings.TrimSpace(doc.Find(`link[rel~="canonical" i]`).First().AttrOr("href", ""))
	if host, _, _ := strings.Cut(href, "/"); sameSite(&url.URL{Host: host}, page) {
		href = "//" + href
	}
	if named, err := markup.ParseReference(base, href); href != "" && err == nil && named.User == nil && sameSite(named, page) {
		return named
	}
	return page
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

// languageOf is the language of the page, such as en or pt-BR; "" if the page names none.
func languageOf(a *answer, doc *goquery.Document) string {
	html := doc.Find("html").First()
	return cmp.Or(locale(html.AttrOr("lang", "")), locale(html.AttrOr("xml:lang", "")), locale(doc.Find("body").AttrOr("lang", "")), locale(meta(doc, "og:locale")),
		locale(doc.Find(`meta[http-equiv="content-language" i]`).AttrOr("content", "")), locale(a.Header.Get("Content-Language")))
}

// maxLocale is how many bytes a language may have. The time to read one grows with the square of
// its length.
const maxLocale = 100

// locale writes a language, or the first of a list, as en or pt-BR; "" if the text is no language.
func locale(text string) string {
	text, _, _ = strings.Cut(text, ",")
	if text = strings.TrimSpace(text); len(text) > maxLocale {
		return ""
	}
	tag, err := language.Parse(text)
	base, script, region := tag.Raw()
	if err != nil || base.String() == "und" {
		return ""
	}
	tag, _ = language.Raw.Compose(base, script, region) // without variants and extensions
	return tag.String()
}

// modified is when the content of the page changed, as the page says; the zero time if the page
// does not say. Last-Modified does not count: it is when the file was written. The sitemap's
// lastmod does not count: it is often wrong.
func modified(doc *goquery.Document, all []thing, about thing) time.Time {
	dates := []string{about.text("dateModified"), meta(doc, "article:modified_time")}
	for _, t := range all {
		if t.isPage() {
			dates = append(dates, t.text("dateModified"))
		}
	}
	dates = append(dates, meta(doc, "og:updated_time"), meta(doc, "dcterms.modified"), only(doc, "[itemprop=dateModified]"))
	return firstDate(append(dates, about.text("datePublished"), meta(doc, "article:published_time"), only(doc, "[itemprop=datePublished]"),
		meta(doc, "dc.date.issued"), meta(doc, "date"), only(doc, "time.published, time.dt-published, time.entry-date, time[pubdate]"))...)
}

// only is the value of the elements that a selector selects; "" if they have several values, as in
// a list of articles.
func only(doc *goquery.Document, selector string) (value string) {
	for _, element := range doc.Find(selector).EachIter() {
		text := microdataText(element)
		if value != "" && text != value {
			return ""
		}
		value = text
	}
	return value
}

// bodyOf is the HTML of a page's content with absolute URLs.
func bodyOf(found *goquery.Selection, base *url.URL) (string, error) {
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

// contentOf finds the elements that hold the content of a page: those of the operator's selector,
// or else the content region, with the marks of what is around it.
func contentOf(doc *goquery.Document, base *url.URL, selector goquery.Matcher) (found *goquery.Selection, around []mark, err error) {
	if selector == nil {
		if body := doc.Find("body").First(); body.Length() > 0 { // a frameset has none
			blocks := split(body.Get(0), spot{})
			if found := region.Of(body.Get(0)); found != nil {
				return doc.FindNodes(found), marksAround(found, blocks, base), nil
			}
		}
		return nil, nil, errors.New("it has no text; a script or a frame may load it")
	}
	found = doc.FindMatcher(selector)
	if found.Length() == 0 {
		return nil, nil, errors.New("it has nothing that --content selects")
	}
	// Elements inside other found elements come with them.
	return found.NotSelection(found.FindMatcher(selector)), nil, nil
}

// limitedText refuses more bytes than are left. Escapes can make a text five times as long.
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
