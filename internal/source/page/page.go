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

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/schemaorg"
	"airport-content/internal/source/web"
	"airport-content/internal/spelling"
)

// ErrNoHTML means that a file is no web page but, for example, a document or an image. The file
// makes no item.
var ErrNoHTML = errors.New("it is no web page")

// ErrNoContent means that a page has no content. The stored item stays.
var ErrNoContent = errors.New("it has no text; a script or a frame may load it")

// Selector parses the CSS selector of the content. It is nil for "", which means the content
// region.
func Selector(selector string) (goquery.Matcher, error) {
	if selector == "" {
		return nil, nil
	}
	matcher, err := cascadia.Compile(selector)
	if err != nil {
		return nil, fmt.Errorf("%s is no CSS selector: %w", spelling.Quoted(selector), err)
	}
	return matcher, nil
}

// Page is what a web page says of itself. What the website's other pages say decides what counts.
type Page struct {
	Canonical    string   // the URL that the page names on its site, or else its own
	Titles       []string // the best one first
	Excerpts     []string // the best one first
	Thumbnail    string
	Language     string            // "" if the page does not say
	Alternates   map[string]string // its translations on its site: addresses by language
	LastModified time.Time
	Thing        *Thing // nil: the page describes none

	Content string     // HTML with absolute URLs: the body as readers see it, or what the operator's selector selects
	Body    *html.Node `json:"-"` // whose Content it is; nil with a selector
	Ends    bool       // the page names a time after which it must not be listed
	Scripts bool       // the page has scripts
}

// Thing is what a page describes in JSON-LD or microdata.
type Thing struct {
	Here         bool // the page's address is that of the thing
	Type         content.Type
	Title        string
	Excerpt      string
	Thumbnail    string
	LastModified time.Time
	Metadata     map[string]any
}

// Read reads a web page. With an error about the content, the page's canonical URL is known.
func Read(a *web.Answer, selector goquery.Matcher, off rule.Off) (page Page, err error) {
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
	asked := wishesOf(a, doc)
	if err := asked.check(); err != nil {
		return Page{}, err
	}
	says := metasOf(doc)
	base := baseOf(doc, a.URL)
	address := canonicalOf(doc, base, a.URL)
	all := schemaorg.Read(doc)
	modified, published := datesOf(doc, says, all)
	page = Page{
		Canonical: web.Normal(address), LastModified: lenient.FirstDate(slices.Concat(modified, published)...), Ends: !asked.until.IsZero(),
		Titles:   plain(says["og:title"], firstText(doc, "title:not(svg title)"), firstText(doc, "h1"), firstText(doc, "h2")),
		Excerpts: plain(says["og:description"], says["description"], says["twitter:description"]),
		Thumbnail: web.FirstLink(base, says["og:image:secure_url"], says["og:image"], says["og:image:url"], says["twitter:image"],
			says["twitter:image:src"], doc.Find(`link[rel~="image_src" i]`).AttrOr("href", "")),
	}
	if about := schemaorg.Subject(all, address, off); about != nil {
		page.Thing = &Thing{Here: about.IsAt(address), Type: about.ContentType(), Title: firstOf(plain(about.Text("headline"), about.Text("name"))),
			Excerpt: firstOf(plain(about.Text("description"))), Thumbnail: web.FirstLink(base, about.Picture()), Metadata: about.Metadata(),
			LastModified: lenient.FirstDate(slices.Concat([]string{about.Text("dateModified")}, modified, []string{about.Text("datePublished")}, published)...)}
	}
	page.Scripts = doc.Find("script[src], script:not([type]), script[type=module]").Length() > 0
	placeStreamed(doc.Get(0))
	found, err := contentOf(doc, selector, off)
	if err != nil {
		return page, err
	}
	page.Language, page.Alternates = languageOf(a, doc, says, found, off), Alternates(a, doc)
	for _, link := range found.Find(`a[href^="#"]`).EachIter() {
		link.SetAttr(markup.Here, "")
	}
	page.Content, err = bodyOf(found, base)
	if selector == nil {
		page.Body = found.Get(0)
		joinTexts(page.Body)
	}
	return page, err
}

// plain are the texts of titles or descriptions that there are, without markup.
func plain(texts ...string) (all []string) {
	for _, text := range texts {
		if text = lenient.PlainText(lenient.Unescape(text)); text != "" && !onlyUnfilled.MatchString(text) {
			all = append(all, text)
		}
	}
	return all
}

// onlyUnfilled matches a text that is nothing but a template's, which nobody has filled in.
var onlyUnfilled = regexp.MustCompile(`(?i)^(\{\{[^{}]*\}\}|\{%[^{}]*%\}|<%[^<>]*%>|[$#]\{[^{}]*\}|undefined|null|\[object object\])$`)

func firstOf(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
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

// metas are the contents of a page's meta elements, by name or property in lower case, each in one
// line: of several, the first that is not empty.
type metas map[string]string

func metasOf(doc *goquery.Document) metas {
	all := metas{}
	for _, element := range doc.Find("meta[content]").EachIter() {
		text := markup.OneLine(element.AttrOr("content", ""))
		for _, key := range []string{"name", "property"} {
			name := strings.ToLower(element.AttrOr(key, ""))
			all[name] = cmp.Or(all[name], text)
		}
	}
	return all
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

// unfilled matches what a template has left unfilled, such as {{ page.url }}, and what a script writes
// for nothing.
var unfilled = regexp.MustCompile(`(?i)\{\{|\{%|<%|[$#]\{|\[\[|%7b%7b|%7b%25|%3c%25|[$#]%7b|(^|/)(undefined|null|nan|%5bobject%20object%5d|\[object object\])/?$`)

// canonicalOf is the canonical URL that the page names on its site, or else the page's own URL.
// Some pages name it without the scheme, such as www.example.com/a.
func canonicalOf(doc *goquery.Document, base, page *url.URL) *url.URL {
	href := strings.TrimSpace(doc.Find(`link[rel~="canonical" i]`).First().AttrOr("href", ""))
	if host, _, _ := strings.Cut(href, "/"); web.SameSite(&url.URL{Host: host}, page) {
		href = "//" + href
	}
	if named, err := markup.ParseReference(base, href); href != "" && err == nil && named.User == nil && web.SameSite(named, page) && !unfilled.MatchString(href) {
		return named
	}
	return page
}

// datesOf are the dates of which the first is when the content of the page changed, and those of its
// publication. Last-Modified does not count: it is when the file was written. The sitemap's lastmod
// does not count: it is often wrong.
func datesOf(doc *goquery.Document, says metas, all []schemaorg.Thing) (modified, published []string) {
	modified = []string{says["article:modified_time"]}
	for _, t := range all {
		if t.IsPage() {
			modified = append(modified, t.Text("dateModified"))
		}
	}
	modified = append(modified, says["og:updated_time"], says["dcterms.modified"], only(doc, "[itemprop=dateModified]"))
	return modified, []string{says["article:published_time"], only(doc, "[itemprop=datePublished]"), says["dc.date.issued"], says["date"],
		only(doc, "time.published, time.dt-published, time.entry-date, time[pubdate]")}
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
	return htmlIn(found.Nodes...)
}

// htmlIn is the HTML inside elements, each on a line of its own.
func htmlIn(elements ...*html.Node) (string, error) {
	text, err := markup.Inner(markup.MaxRaw, elements...)
	if err != nil {
		return "", fmt.Errorf("content: %w", err)
	}
	return text, nil
}

// contentOf finds the elements that may hold the content of a page: those of the operator's
// selector, or else the body as readers see it.
func contentOf(doc *goquery.Document, selector goquery.Matcher, off rule.Off) (*goquery.Selection, error) {
	if selector == nil {
		body := doc.Find("body").First() // a frameset has none
		for _, n := range body.Nodes {
			show(n, off)
		}
		if body.Length() == 0 || !hasContent(body.Get(0)) {
			return nil, ErrNoContent
		}
		return body, nil
	}
	found := doc.FindMatcher(selector)
	if found.Length() == 0 {
		return nil, errors.New("it has nothing that --content selects")
	}
	// Elements inside other found elements come with them.
	return found.NotSelection(found.FindMatcher(selector)), nil
}
