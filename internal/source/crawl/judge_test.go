package crawl_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
)

// A crawl of a broken website changes nothing, unless the operator accepts the crawl.
func TestBrokenWebsite(t *testing.T) {
	put := func(c *crawl.Crawl, n int, title, text string) {
		filled := strings.NewReplacer("#", fmt.Sprint(n))
		c.Record(pageOf(n), crawl.Makes(crawl.Item{Type: "page", Title: filled.Replace(title), Content: filled.Replace("<p>" + text + "</p>")}))
	}
	// pages are of the website's own titles and texts, but for the first ones; # is the number of a
	// page.
	pages := func(all, first int, title, text string) func(*crawl.Crawl) {
		return func(c *crawl.Crawl) {
			for n := range all {
				if n < first {
					put(c, n, title, text)
				} else {
					put(c, n, "Title #", "Text of #")
				}
			}
		}
	}
	eightOfTen := func(c *crawl.Crawl) {
		pages(8, 0, "", "")(c)
		put(c, 8, "", "Text")
		put(c, 9, "", "Text")
	}
	first := record(t, nil, false, eightOfTen)
	oneTitle, alikeOnes := record(t, nil, false, pages(8, 8, "Airport", "Text #")), record(t, nil, false, pages(20, 3, "Back soon", "Text #"))
	const changedNothing = ", so nothing was changed: has the website broken? the first: p0"
	for _, test := range []struct {
		name  string
		after *crawltest.Found
		says  string // "" : the crawl is good
		read  func(*crawl.Crawl)
	}{
		{"a first crawl of which half is bad", nil, "2 of 4 pages make no good item" + changedNothing + ": title: must not be empty; if it is right, use --force",
			pages(4, 2, "", "Text #")},
		{"a first crawl of which less than half is bad", nil, "", pages(5, 2, "", "Text #")},
		{"a page that is listed and gone makes no good item", nil, "1 of 2 pages make no good item", func(c *crawl.Crawl) {
			put(c, 0, "A", "Text")
			c.Record(content.PageRecord{Key: "p1"}, crawl.GonePage("404"))
		}},
		{"nothing is there", nil, "none of the 2 pages that the website lists is there", func(c *crawl.Crawl) {
			c.Record(content.PageRecord{Key: "p0"}, crawl.GonePage("404"))
			c.Record(content.PageRecord{Key: "p1"}, crawl.GonePage("404"))
		}},
		{"more than half of the good ones are bad, beside many new ones", first, "5 of 8 pages that made a good item make none any more", pages(20, 5, "", "Text #")},
		{"the bad ones are those of before", first, "", eightOfTen},
		{"more than half make no item", first, "5 of 8 pages that made a good item make none any more" + changedNothing + ": it says noindex", func(c *crawl.Crawl) {
			for n := range 8 {
				if n < 5 {
					c.Record(pageOf(n), crawl.MakesNone("it says noindex", ""))
				} else {
					put(c, n, "Title #", "Text of #")
				}
			}
		}},
		{"a first crawl without an item", nil, "none of the 2 pages makes an item" + changedNothing + ": it says noindex", func(c *crawl.Crawl) {
			c.Record(pageOf(0), crawl.MakesNone("it says noindex", ""))
			c.Record(pageOf(1), crawl.MakesNone("it says noindex", ""))
		}},
		{"a first crawl of one title", nil, "", pages(5, 5, "Airport", "Text #")},
		{"most get one title", first, "5 of 8 items would have the same title", pages(8, 5, "Maintenance", "Error #")},
		{"a first crawl of one text", nil, "3 of 5 items would have the same text", pages(5, 3, "Title #", "Loading")},
		{"two pages become alike", first, "", pages(8, 2, "Back soon", "Soon")},
		{"more than a quarter get one title, beside many new ones", first, "3 of 8 items would have the same title; 3 of them have another now" + changedNothing,
			pages(20, 3, "Page not found", "There is no page #")},
		{"more than a quarter get one text, beside many new ones", first, "3 of 8 items would have the same text; 3 of them have another now" + changedNothing,
			pages(20, 3, "Title #", "Loading")},
		{"some get the title of others, so that more than a quarter have it", alikeOnes, "6 of 20 items would have the same title; 3 of them have another now",
			pages(20, 6, "Back soon", "Text #")},
		{"all texts of a website change that has one title", oneTitle, "", pages(8, 8, "Airport", "New text #")},
		{"most have other addresses", first, "5 of 8 items are stored under other addresses or ids already", func(c *crawl.Crawl) {
			for n := range 8 {
				p := pageOf(n)
				if n < 5 {
					p = pageOf(n + 20)
				}
				c.Record(p, crawl.Makes(crawl.Item{Type: "page", Title: fmt.Sprint("Title ", n), Content: fmt.Sprint("<p>Text of ", n, "</p>")}))
			}
		}},
		{"most pages have other addresses, and the same items", first, "", func(c *crawl.Crawl) {
			for n := range 8 {
				p := pageOf(n)
				p.Key += "/"
				c.Record(p, crawl.Makes(crawl.Item{Type: "page", Title: fmt.Sprint("Title ", n), Content: fmt.Sprint("<p>Text of ", n, "</p>")}))
			}
		}},
		{"one page", nil, "", pages(1, 0, "", "")},
		{"nothing", nil, "", pages(0, 0, "", "")},
	} {
		var records []content.PageRecord
		if test.after != nil {
			records = slices.Collect(maps.Values(test.after.Stored))
		}
		for _, full := range []bool{false, true} {
			kind := crawl.Kind{Read: func(_ context.Context, c *crawl.Crawl) error { test.read(c); return nil }}
			try := func(force bool) error {
				_, err := crawl.Read(t.Context(), content.Source{Name: "s", URL: "https://example.com"}, io.Discard,
					crawl.Options{Full: full, Force: force, Records: records}, kind)
				return err
			}
			if err := try(false); (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s: %v, want %q", test.name, err, test.says)
			}
			if err := try(true); (err != nil) != strings.HasSuffix(test.says, "lists is there") || err != nil && strings.Contains(err.Error(), "--force") {
				t.Errorf("%s: with --force: %v", test.name, err)
			}
		}
	}
}
