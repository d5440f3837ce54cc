// Package page reads what a web page says of itself.
package page

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/region"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/schemaorg"
	"airport-content/internal/source/template"
	"airport-content/internal/source/web"
	"airport-content/internal/spelling"
)

// ErrNoHTML means that a file is no web page but, for example, a document or an image. The file
// makes no item.
var ErrNoHTML = errors.New("it is no web page")

// ErrNoIndex means that a page asks search engines not to list it. The page makes no item.
var ErrNoIndex = errors.New("it says noindex")

// Selector parses the CSS selector of the content. It is nil for "", which means the content
// region.
func Selector(selector string) (goquery.Matcher, error) {
	if selector == "" {
		return nil, nil
	}
	matcher, err := cascadia.Compile(selector)
	if err != nil {
		return nil, fmt.Errorf("--content: %s is no CSS selector: %w", spelling.Quoted(selector), err)
	}
	return matcher, nil
}

// Page is what a web page says of itself.
type Page struct {
	Canonical    string       // the URL that the page names on its site, or else its own
	Type         content.Type // "" if the page does not say
	Title        string
	Excerpt      string
	Thumbnail    string
	Language     string // "" if the page does not say
	LastModified time.Time
	Metadata     map[string]any

	Content string          // HTML with absolute URLs
	Spot    template.Spot   // of the content on the page
	Around  []template.Mark // of what is on the page around the content
}

// Read reads a web page. With an error about the content, the page's canonical URL is known.
func Read(a *web.Answer, selector goquery.Matcher) (page Page, err error) {
	if !a.IsHTML() {
		return Page{}, ErrNoHTML
	}
	text, err := lenient.UTF8(a.Body, a.Header.Get("Content-Type"))
	if err != nil {
		return Page{}, fmt.Errorf("its charset: %w", err)
	}
	doc, err := markup.Parse(text)
	if err != nil {
		return Page{}, err
	}
	if noIndex(a, doc) {
		return Page{}, ErrNoIndex
	}
	base := baseOf(doc, a.URL)
	address := canonicalOf(doc, base, a.URL)
	all := schemaorg.Read(doc)
	about := schemaorg.Subject(all, address)
	page = Page{
		Canonical: web.Normal(address), Type: about.ContentType(), Language: languageOf(a, doc), LastModified: modified(doc, all, about),
		Title:   cmp.Or(about.Text("headline"), about.Text("name"), meta(doc, "og:title"), firstText(doc, "title:not(svg title)"), firstText(doc, "h1"), firstText(doc, "h2")),
		Excerpt: cmp.Or(about.Text("description"), meta(doc, "og:description"), meta(doc, "description"), meta(doc, "twitter:description")),
		Thumbnail: web.FirstLink(base, about.Picture(), meta(doc, "og:image:secure_url"), meta(doc, "og:image"), meta(doc, "og:image:url"), meta(doc, "twitter:image"),
			meta(doc, "twitter:image:src"), doc.Find(`link[rel~="image_src" i]`).AttrOr("href", "")),
		Metadata: about.Metadata(),
	}
	page.Title, page.Excerpt = lenient.PlainText(lenient.Unescape(page.Title)), lenient.PlainText(lenient.Unescape(page.Excerpt))
	region.PlaceStreamed(doc.Get(0))
	found, around, err := contentOf(doc, base, selector)
	if err != nil {
		return page, err
	}
	page.Spot, page.Around = template.SpotOf(found.Get(0)), around
	page.Content, err = bodyOf(found, base)
	return page, err
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

// noIndex reports whether a header or an element of the page asks every search engine not to list
// the page.
func noIndex(a *web.Answer, doc *goquery.Document) bool {
	return IsNoIndex(a.Header.Values("X-Robots-Tag")) || IsNoIndex(doc.Find(`meta[name="robots" i]`).Map(
		func(_ int, element *goquery.Selection) string { return element.AttrOr("content", "") }))
}

var (
	toOneRobot = regexp.MustCompile(`(?i)^\s*(\w*bot[\w-]*|slurp)\s*:`) // a rule for the named robot only
	ruleValue  = regexp.MustCompile(`\bmax-[\w-]+\s*:\s*[^\s,;]+`)      // as in max-image-preview: none
)

func IsNoIndex(rules []string) bool {
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
	if host, _, _ := strings.Cut(href, "/"); web.SameSite(&url.URL{Host: host}, page) {
		href = "//" + href
	}
	if named, err := markup.ParseReference(base, href); href != "" && err == nil && named.User == nil && web.SameSite(named, page) {
		return named
	}
	return page
}

// languageOf is the language of the page, such as en or pt-BR; "" if the page names none.
func languageOf(a *web.Answer, doc *goquery.Document) string {
	html := doc.Find("html").First()
	return cmp.Or(lenient.Language(html.AttrOr("lang", "")), lenient.Language(html.AttrOr("xml:lang", "")), lenient.Language(doc.Find("body").AttrOr("lang", "")), lenient.Language(meta(doc, "og:locale")),
		lenient.Language(doc.Find(`meta[http-equiv="content-language" i]`).AttrOr("content", "")), lenient.Language(a.Header.Get("Content-Language")))
}

// modified is when the content of the page changed, as the page says; the zero time if the page
// does not say. Last-Modified does not count: it is when the file was written. The sitemap's
// lastmod does not count: it is often wrong.
func modified(doc *goquery.Document, all []schemaorg.Thing, about schemaorg.Thing) time.Time {
	dates := []string{about.Text("dateModified"), meta(doc, "article:modified_time")}
	for _, t := range all {
		if t.IsPage() {
			dates = append(dates, t.Text("dateModified"))
		}
	}
	dates = append(dates, meta(doc, "og:updated_time"), meta(doc, "dcterms.modified"), only(doc, "[itemprop=dateModified]"))
	return lenient.FirstDate(append(dates, about.Text("datePublished"), meta(doc, "article:published_time"), only(doc, "[itemprop=datePublished]"),
		meta(doc, "dc.date.issued"), meta(doc, "date"), only(doc, "time.published, time.dt-published, time.entry-date, time[pubdate]"))...)
}

// only is the value of the elements that a selector selects; "" if they have several values, as in
// a list of articles.
func only(doc *goquery.Document, selector string) (value string) {
	for _, element := range doc.Find(selector).EachIter() {
		text := schemaorg.MicrodataText(element)
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
	body := &limitedText{left: markup.MaxRaw}
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
func contentOf(doc *goquery.Document, base *url.URL, selector goquery.Matcher) (found *goquery.Selection, around []template.Mark, err error) {
	if selector == nil {
		if body := doc.Find("body").First(); body.Length() > 0 { // a frameset has none
			blocks := template.Split(body.Get(0), template.Spot{})
			if found := region.Of(body.Get(0)); found != nil {
				return doc.FindNodes(found), template.MarksAround(found, blocks, base), nil
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
		return 0, fmt.Errorf("content: %w", markup.ErrTooLong)
	}
	return l.text.Write(part)
}
