package page

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/web"
)

const pageURL = "https://www.x.example/en/dining/cafe?b=1#top"

// lone is what the only page of a website says.
type lone struct {
	Canonical, Title, Excerpt, Thumbnail, Language, Content string
	Type                                                    content.Type
	LastModified                                            time.Time
	Metadata                                                map[string]any
}

// readText reads the only page of a website, of this HTML.
func readText(t *testing.T, contentType, html, selector string) (lone, error) {
	t.Helper()
	at := check.Must(url.Parse(pageURL))(t)
	matcher := check.Must(Selector(selector))(t)
	p, err := Read(&web.Answer{URL: at, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(html)}, matcher, nil)
	item := lone{Canonical: p.Canonical, Title: firstOf(p.Titles), Excerpt: firstOf(p.Excerpts), Thumbnail: p.Thumbnail, Language: p.Language,
		LastModified: p.LastModified, Content: p.Content}
	if about := p.Thing; about != nil {
		item.Type, item.LastModified, item.Metadata = about.Type, about.LastModified, about.Metadata
		item.Title, item.Excerpt = cmp.Or(about.Title, item.Title), cmp.Or(about.Excerpt, item.Excerpt)
		item.Thumbnail = cmp.Or(about.Thumbnail, item.Thumbnail)
	}
	if err == nil && matcher == nil {
		var content *nethtml.Node
		if content, err = Trim(p.Body, true, nil); err == nil {
			item.Content, err = htmlIn(content)
		}
	}
	return item, err
}

func TestReadPage(t *testing.T) {
	t.Parallel()
	html := `<!doctype html><html lang="pt_br"><head><base href="/en/"><title>Café | Airport</title>
<link rel="canonical" href="dining/cafe"><meta property="og:title" content="Caf&eacute;"><meta property="og:image" content="/og.jpg">
<meta name="description" content="Good  coffee"><meta property="article:modified_time" content="2026-03-01T10:30:00+01:00">
<script type="application/ld+json">{ not json }</script>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Airport","telephone":"1"},
{"@type":["Thing","CafeOrCoffeeShop"],"name":"The Caf&eacute;","telephone":["+1 555 0100"],"image":{"@type":"ImageObject","url":"https://x.example/c.jpg?a=1&copy=2"},
"location":{"@type":"Place","name":"Terminal 1","address":{"@type":"PostalAddress","streetAddress":"Gate B12"}},
"openingHoursSpecification":[{"dayOfWeek":["https://schema.org/Monday","Tuesday","Wednesday","Friday","Saturday"],"opens":"06:00:00","closes":"22:00"},
{"dayOfWeek":"Sunday","opens":"08:00","closes":"20:00"},{"validFrom":"2026-12-25","opens":"00:00","closes":"00:00"}]}]}</script></head>
<body><nav>Menu</nav><main><h1>Hi</h1><p><a href="map">Map</a></p></main><footer>x</footer></body></html>`
	item, err := readText(t, "text/html; charset=utf-8", html, "")
	want := lone{Type: "dining", Title: "The Café", Canonical: "https://www.x.example/en/dining/cafe", Excerpt: "Good coffee", Thumbnail: "https://x.example/c.jpg?a=1&copy=2",
		Content: `<h1>Hi</h1><p><a href="https://www.x.example/en/map">Map</a></p>`, Language: "pt-BR", LastModified: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC),
		Metadata: map[string]any{"phone_number": "+1 555 0100", "hours_of_operation": "Mo-We,Fr,Sa 06:00-22:00; Su 08:00-20:00", "location_detail": "Terminal 1, Gate B12"}}
	if err != nil || !reflect.DeepEqual(item, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, item, want)
	}
}

func TestStreamedPage(t *testing.T) {
	t.Parallel()
	for _, selector := range []string{"", "main"} {
		item, err := readText(t, "text/html", `<main><template id="B:0"></template></main><div hidden id="S:0"><p>Gates</p></div>`, selector)
		if err != nil || item.Content != "<p>Gates</p>" {
			t.Errorf("--content %q: %q, %v", selector, item.Content, err)
		}
	}
}

// A page that search engines must leave out makes no item.
func TestNoIndex(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]bool{
		`<meta name="robots" content="noindex, follow">`:                                                 true,
		`<meta name="ROBOTS" content="NONE">`:                                                            true,
		`<meta name="robots" content="nofollow noindex">`:                                                true,
		`<meta name="robots" content="noindex;follow">`:                                                  true,
		`<meta name="robots" content="nofollow">`:                                                        false,
		`<meta name="robots" content="index"><meta name="robots" content="noindex">`:                     true,
		`<meta name="googlebot" content="noindex">`:                                                      false,
		`<meta name="robots" content="index, max-image-preview: none">`:                                  false,
		`<meta name="robots" content="max-snippet: -1,noindex">`:                                         true,
		`<meta name="Airport-Content" content="noindex">`:                                                true,
		`<meta name="robots" content="noindex"><meta name="airport-content" content="index">`:            false,
		`<meta name="robots" content="noindex"><meta name="airport-content" content="nofollow">`:         true,
		`<meta name="robots" content="unavailable_after: 2020-09-21">`:                                   true,
		`<meta name="robots" content="unavailable_after: Thursday, 25-Jun-2020 15:00:00 PST, nofollow">`: true,
		`<meta name="robots" content="UNAVAILABLE_AFTER: 25 Jun 2999 15:00:00 PST">`:                     false,
		`<meta name="robots" content="unavailable_after: soon">`:                                         false,
		`<meta name="airport-content" content="unavailable_after: 25 Aug 2007 15:00:00 EST">`:            true,
	} {
		_, err := readText(t, "text/html", "<title>T</title>"+head+"<main>a</main>", "")
		if (errors.Is(err, ErrNoIndex) || errors.Is(err, ErrEnded)) != want || !want && err != nil {
			t.Errorf("%s: %v", head, err)
		}
	}
	for _, row := range []struct {
		rules []string
		want  bool
	}{{[]string{"unavailable_after: 2020-01-01", "noindex"}, true}, {[]string{"googlebot: nofollow, noindex"}, false},
		{[]string{"airport-content: noindex"}, true}, {[]string{"noindex", "airport-content: index"}, false}, {[]string{"yandex: none", "otherbot: noindex"}, false},
		{[]string{"*: noindex"}, true}} {
		header := http.Header{"Content-Type": {"text/html"}, "X-Robots-Tag": row.rules}
		if _, err := Read(&web.Answer{URL: &url.URL{}, Header: header, Body: []byte("<main>a</main>")}, nil, nil); errors.Is(err, ErrNoIndex) != row.want {
			t.Errorf("by the header %q: %v", row.rules, err)
		}
	}
}

// Links that can run code are dropped, wherever they come from.
func TestUnsafeLinks(t *testing.T) {
	t.Parallel()
	const ld = `<script type="application/ld+json">{"@type":"Restaurant","name":"A","image":"JavaScript:alert(1)"}</script>`
	for head, want := range map[string]string{
		ld: "",
		ld + `<meta property="og:image" content="/a.jpg">`:                                                  "https://www.x.example/a.jpg",
		`<meta property="og:image" content=" data:text/html,x">`:                                            "",
		`<meta property="og:image" content=""><meta property="og:image:url" content="/c.jpg">`:              "https://www.x.example/c.jpg",
		`<meta name="twitter:image" content="/t.jpg">`:                                                      "https://www.x.example/t.jpg",
		`<meta name="twitter:image:src" content="/t.jpg">`:                                                  "https://www.x.example/t.jpg",
		`<link rel="image_src" href="/l.jpg">`:                                                              "https://www.x.example/l.jpg",
		`<meta property="og:image" content="vbscript:x">`:                                                   "",
		`<meta property="og:image" content="java&#10;script:x">`:                                            "",
		`<meta property="og:image" content="&#1;javascript:x"><title>T</title>`:                             "",
		`<meta property="og:image:secure_url" content="data:x"><meta property="og:image" content="/b.jpg">`: "https://www.x.example/b.jpg",
	} {
		item, err := readText(t, "text/html", head+"<main>a</main>", "")
		if err != nil || item.Thumbnail != want {
			t.Errorf("%s: thumbnail %q, want %q: %v", head, item.Thumbnail, want, err)
		}
	}
}

func TestPageDates(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		`<meta name="dcterms.modified" content="2026-01-05">`:                                                               "2026-01-05",
		`<meta itemprop="datePublished" content="2026-01-04"><meta itemprop="dateModified" content="2026-01-05T08:00:00Z">`: "2026-01-05",
		`<time itemprop="dateModified" datetime="2026-01-05">today</time>`:                                                  "2026-01-05",
		`<span itemprop="datePublished">January 5, 2026</span>`:                                                             "2026-01-05",
		`<time itemprop="dateModified">2026-01-05</time><time itemprop="dateModified">2026-01-06</time>`:                    "0001-01-01",
		`<meta name="date" content="2026-01-05T08:00:00+01:00">`:                                                            "2026-01-05",
		`<meta name="date" content="today"><time class="entry-date published" datetime="2026-01-05">5 January</time>`:       "2026-01-05",
		`<time pubdate datetime="2026-01-05">today</time><time class="published" datetime="2026-01-05">5 Jan</time>`:        "2026-01-05",
		`<time class="entry-date" datetime="2026-01-05">today</time><time class="entry-date" datetime="2026-01-06"></time>`: "0001-01-01",
		`<time datetime="2026-01-05">the concert</time>`:                                                                    "0001-01-01",
		`<time itemprop="dateModified">today</time>`:                                                                        "0001-01-01",
	} {
		item, err := readText(t, "text/html", head+"<main>a</main>", "")
		check.NoError(t, err)
		check.Same(t, want, item.LastModified.Format(time.DateOnly), head)
	}
}

// A title and a description are text, whatever templates put into them.
func TestTextOfFields(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`Food &amp;amp; drink`:                            "Food & drink",
		`Long stay&lt;br /&gt;parking`:                    "Long stay parking",
		`&lt;p&gt;Fresh &lt;b&gt;bagels&lt;/b&gt;`:        "Fresh bagels",
		`&amp;lt;p&amp;gt;Fresh bagels&amp;lt;/p&amp;gt;`: "Fresh bagels",
		`Gates &lt;B20 and up&gt; reopen`:                 "Gates <B20 and up> reopen",
		`Bags &lt;b`:                                      "Bags <b",
	} {
		item, err := readText(t, "text/html", `<meta property="og:title" content="`+text+`"><meta name="description" content="`+text+`"><main>a</main>`, "")
		if err != nil || item.Title != want || item.Excerpt != want {
			t.Errorf("%s: title %q, excerpt %q: %v", text, item.Title, item.Excerpt, err)
		}
	}
}

func TestPageTypes(t *testing.T) {
	t.Parallel()
	for ld, want := range map[string]content.Type{
		`{"@type":"Restaurant"}`:                                                                      "dining",
		`[{"@type":"BreadcrumbList"},{"@type":"schema:ToyStore"}]`:                                    "shopping",
		`{"@type":"ParkingFacility"}`:                                                                 "parking-transportation",
		`{"@type":"http://schema.org/MusicEvent","startDate":"2026-05-01"}`:                           "event",
		`{"@type":"NewsArticle","headline":"x","publisher":{"@type":"Store"}}`:                        "news",
		`{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"x"}]}`:                          "faq",
		`{"@type":"WebPage","mainEntity":{"@type":"Hotel"}}`:                                          "amenity",
		`{"@type":"WebPage"}`:                                                                         "",
		`[{"@type":"Store","name":"a"},{"@type":"Restaurant","name":"b"}]`:                            "", // a list
		`[{"@type":"Store","url":"https://www.x.example/en/dining/cafe?b=1"},{"@type":"Restaurant"}]`: "shopping",
		`{"@type":42,"@graph":{"@type":[null,{"@type":"Store"}]}}`:                                    "",
	} {
		item, err := readText(t, "text/html", `<main>x</main><script type="application/LD+JSON">`+ld+`</script>`, "")
		if err != nil || item.Type != want {
			t.Errorf("%s: %s, %v, want %s", ld, item.Type, err, want)
		}
	}
}

func TestPageBodies(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, contentType, html, selector, title, body, fails string }{
		{name: "article", html: `<title> A
		b </title><nav>Menu</nav><article>x</article><article>y</article>`, title: "A b", body: "<article>x</article><article>y</article>"},
		{name: "main first", html: `<h1>H</h1><article>x</article><div role=main>y</div>`, title: "H", body: "y"},
		{name: "selector", html: `<main>x</main><div class=t>y</div><div class=t>z</div>`, selector: ".t", body: "y\nz"},
		{name: "matches in each other", html: `<div class=t>x<div class=t>y</div></div><p class=t>z</p>`, selector: ".t",
			body: "x<div class=\"t\">y</div>\nz"},
		{name: "empty canonical", html: `<base href="/"><link rel=canonical href=" "><main>x</main>`, body: "x"},
		{name: "canonical without a scheme", html: `<link rel=canonical href="www.x.example/en/dining/cafe?b=1"><main>x</main>`, body: "x"},
		{name: "no landmark", html: `<p>x</p>`, body: "<p>x</p>"},
		{name: "no text", html: `<div id=app></div><script>x</script>`, fails: "it has no text"},
		{name: "frames", html: `<frameset><frame src=/a></frameset>`, fails: "it has no text"},
		{name: "nothing selected", html: `<main>x</main>`, selector: ".t", fails: "nothing that --content selects"},
		{name: "charset of the header", contentType: "text/html; charset=windows-1252", html: "<main>\x80 caf\xe9</main>", body: "€ café"},
		{name: "charset of the page", html: "<meta charset=shift_jis><main>\x8b\xf3\x8d\x60</main>", body: "空港"},
		{name: "charset after a long script", html: "<script>" + strings.Repeat(" ", 2000) + "</script><meta charset=utf-8><main>Zürich</main>", body: "Zürich"},
		{name: "a wrong charset", contentType: "text/html; charset=iso-8859-1", html: "<main>Zürich, Café \xe9</main>", body: "Zürich, Café é"},
		{name: "no UTF-8", contentType: "text/html; charset=utf-8", html: "<main>Z\xfcrich</main>", body: "Zürich"},
		{name: "a charset in a comment and in a script", html: "<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script><meta charset=shift_jis><main>\x8b\xf3\x8d\x60</main>", body: "空港"},
		{name: "a late charset", html: "<script>" + strings.Repeat(" ", 2000) + "</script><meta charset=shift_jis><main>\x8b\xf3\x8d\x60</main>", body: "空港"},
		{name: "charset of XHTML", html: "<?xml version=\"1.0\" encoding=\"iso-8859-2\"?><main>Za\xbf</main>", body: "Zaż"},
		{name: "title after content", html: `<title> </title><svg><title>Icon</title></svg><title>Lounge</title><main>x</main>`, title: "Lounge", body: "x"},
		{name: "heading as title", html: `<main><h2>Lounge</h2>x</main>`, title: "Lounge", body: "<h2>Lounge</h2>x"},
		{name: "no charset", html: "<main>Z\xfcrich</main>", body: "Zürich"},
		{name: "no page", contentType: "application/pdf", fails: ErrNoHTML.Error()},
	} {
		if row.contentType == "" {
			row.contentType = "text/html"
		}
		item, err := readText(t, row.contentType, row.html, row.selector)
		if row.fails != "" {
			if err == nil || !strings.Contains(err.Error(), row.fails) {
				t.Errorf("%s: %v", row.name, err)
			}
			continue
		}
		if err != nil || item.Content != row.body || item.Title != row.title || item.Canonical != "https://www.x.example/en/dining/cafe?b=1" || item.Language != "" || len(item.Metadata) > 0 {
			t.Errorf("%s: %v, %+v", row.name, err, item)
		}
	}
	if _, err := Selector("main[["); err == nil {
		t.Error("a bad selector is taken")
	}
}

// What a template has left unfilled is neither an address nor a title.
func TestUnfilled(t *testing.T) {
	t.Parallel()
	const own = "https://www.x.example/en/dining/cafe?b=1"
	for named, want := range map[string]string{"{{ page.url }}": own, "/en/{{page.url}}": own, "https://www.x.example/%7B%7B%20url%20%7D%7D": own, "<%= url %>": own, "{% url %}": own, "${location.href}": own,
		"/undefined": own, "null": own, "[object Object]": own, "/en/null-and-void": "https://www.x.example/en/null-and-void", "/en/a?b=%5B1%5D": "https://www.x.example/en/a?b=%5B1%5D"} {
		item, err := readText(t, "text/html", `<link rel="canonical" href="`+named+`"><meta property="og:title" content="`+named+`"><title>Café</title><main>x</main>`, "")
		check.NoError(t, err)
		check.Same(t, want, item.Canonical, named)
		check.Same(t, !strings.ContainsAny(named[:1], "{<$[n"), item.Title == named, "title ", named)
	}
}

// Titles and descriptions are often escaped twice.
func TestEscapedTwice(t *testing.T) {
	t.Parallel()
	got := described(t, `<meta property="og:title" content="Shops &amp;amp; bars"><meta name="description" content="Caf&amp;eacute;&amp;nbsp;&amp;#039;Blue&amp;#039;, AT&amp;T">`)
	if got.Title != "Shops & bars" || got.Excerpt != "Café 'Blue', AT&T" {
		t.Errorf("got %+v", got)
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]error{"": nil, "TEXT/HTML": nil, "text/html, text/html; charset=utf-8": nil, "text/html charset=utf-8": nil,
		"text/html;utf-8": nil, "application/xhtml+xml; charset=x": nil, "text/html\t; charset=x": nil, "None": nil, "*/*": nil, "unknown/unknown": nil, "; charset=utf-8": nil, "text/plain": ErrNoHTML, "application/pdf": ErrNoHTML, "text/html5": ErrNoHTML} {
		const html = "<!doctype html><title>Page</title><main>Café</main>"
		_, err := readText(t, header, html, "")
		check.Error(t, want, err, header)
	}
	_, err := readText(t, "", "%PDF-1.7", "")
	check.Error(t, ErrNoHTML, err, "a document without a header")
}

// Input of a hostile website is refused before it takes much memory.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	readHTML := func(text string) error {
		_, err := readText(t, "text/html", text, "")
		return err
	}
	for says, err := range map[string]error{
		"more than 100000 tags":     readHTML("<main>" + strings.Repeat("<p>a", 100_000)),
		"content: longer than 4 MB": readHTML("<main>a" + strings.Repeat("&", 1<<20)),
		// The parser makes the open element anew in each paragraph.
		"content: longer than 4 MB ": readHTML("<main><p><b title=" + strings.Repeat("a", 1<<20) + ">x" + strings.Repeat("<p>x", 10_000)),
	} {
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(says)) {
			t.Errorf("want %q: %v", says, err)
		}
	}
	store := `<script type="application/ld+json">{"@type":"Store","name":"Shop` + "%s" + `"}</script><title>Page</title><main>a</main>`
	for padding, title := range map[int]string{0: "Shop", 1 << 20: "Page"} {
		item, err := readText(t, "text/html", fmt.Sprintf(store, strings.Repeat(" ", padding)), "")
		if err != nil || item.Title != title {
			t.Errorf("%d bytes of JSON-LD: title %q, want %q: %v", padding, item.Title, title, err)
		}
	}
}

// A page that cannot be read gives an error. An item is made of text, and its URLs are of the
// page's site.
func FuzzReadPage(f *testing.F) {
	f.Add("text/html", `<html lang=x><link rel=canonical href="//x"><main>a</main><script type="application/ld+json">[{"@type":"Store","image":[{}],"location":[[]]}]</script>`)
	f.Add("text/html; charset=utf-16", "\xff\xfe<\x00")
	f.Add("application/xhtml+xml", `<base href=":"><article>`)
	f.Add("text/html", "<main>Ž\xf4")
	f.Fuzz(func(t *testing.T, contentType, html string) {
		item, err := readText(t, contentType, html, "")
		if err != nil {
			return
		}
		at, err := url.Parse(item.Canonical)
		home, _ := url.Parse(pageURL)
		if err != nil || !web.SameSite(at, home) || at.User != nil || at.Fragment != "" {
			t.Errorf("canonical URL %q: %v", item.Canonical, err)
		}
		if !utf8.ValidString(item.Title) || !utf8.ValidString(item.Content) {
			t.Errorf("%+v", item)
		}
	})
}
