package crawl_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/markup"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/page"
	"airport-content/internal/source/web"
)

// readPage is the outcome of a page at an address below https://example.com.
func readPage(path, text string) crawl.Outcome {
	read, err := page.Read(&web.Answer{URL: &url.URL{Scheme: "https", Host: "example.com", Path: path}, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(text)}, nil, nil)
	if err != nil {
		return crawl.BadPage(err.Error())
	}
	return crawl.MakesOf(read, "")
}

// webPage is the outcome of a web page.
func webPage(title, text string) crawl.Outcome {
	doc, err := markup.Parse(text)
	if err != nil {
		return crawl.BadPage(err.Error())
	}
	return crawl.MakesOf(page.Page{Canonical: "https://example.com/", Titles: []string{title}, Content: text, Body: doc.Find("body").Get(0)}, "")
}

// A page that a script would fill makes no item, and the run names the page. A page that has a text
// where a script would draw it does.
func TestShells(t *testing.T) {
	const script = "<script src=/app.js></script>"
	for name, row := range map[string]struct {
		body   string
		shells int // pages with this body
		want   int // items of these pages
	}{
		"an empty element":                 {"<div id=root></div>" + script, 1, 0},
		"a text for readers without":       {"<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>" + script, 1, 0},
		"a text while the page loads":      {"<div id=root><p>Please wait while we load the page.</p></div>" + script, 1, 0},
		"the same on several pages":        {"<div id=app><h2>Muster Airport</h2><p>" + strings.Repeat("The page comes in a moment, as soon as your browser has loaded it. ", 5) + "</p></div>" + script, 3, 0},
		"the same without scripts":         {"<div id=root><p>Please wait while we load the page.</p></div>", 3, 0},
		"a part of Angular":                {"<app-root>Loading …</app-root>" + script, 1, 0},
		"below a menu":                     {"<div class=m><a href=/f>Flights</a> <a href=/s>Shops</a></div><div id=root><i>Loading …</i></div>" + script, 1, 0},
		"a page that the server has drawn": {"<div id=__next><h1>Lounge</h1><p>It is upstairs.</p></div>" + script, 1, 1},
		"a page without scripts":           {"<div id=app><p>It is upstairs.</p></div>", 1, 1},
	} {
		found := cut(t, nil, false, func(c *crawl.Crawl) {
			for n := range 12 {
				text := fmt.Sprintf("<title>Page %d</title><div class=m><a href=/f>Flights</a> <a href=/s>Shops</a></div><main><h1>Page %[1]d</h1><p>What page %[1]d says about its place.</p></main>", n)
				c.Record(pageOf(n), readPage(fmt.Sprint("/", n), text))
			}
			for n := range row.shells {
				c.Record(pageOf(100+n), readPage(fmt.Sprint("/", 100+n), fmt.Sprintf("<title>Page %d</title>%s", 100+n, row.body)))
			}
		})
		said := strings.Join(found.Notes, "\n")
		check.Same(t, 12+row.want, found.Items, name, " ", said)
		check.Same(t, row.shells-row.want, strings.Count(said, "may load it"), name, " ", said)
		check.Same(t, row.shells > row.want, strings.Contains(said, "--render"), name, " ", said)
	}
}

// A page whose selected content is a frameset makes no item.
func TestFrameset(t *testing.T) {
	found := cut(t, nil, false, func(c *crawl.Crawl) {
		c.Record(pageOf(1), webPage("Gates", "<p>All are open.</p>"))
		c.Record(pageOf(2), crawl.MakesOf(page.Page{Canonical: "https://example.com/2", Titles: []string{"Frames"}, Content: "<frameset></frameset>"}, ""))
	})
	check.Same(t, []int{1, 1}, []int{found.Items, found.Skipped})
}
