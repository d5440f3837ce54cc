package source

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/content"
)

// A crawl of a broken website changes nothing, unless the operator accepts the crawl.
func TestBrokenWebsite(t *testing.T) {
	t.Parallel()
	putBoth := func(c *Crawl, n int, title, text string) {
		c.record(page(n), makes(Item{Type: "page", Title: title, Content: "<p>" + text + "</p>"}))
	}
	put := func(c *Crawl, n int, title string) { putBoth(c, n, title, fmt.Sprint("Text of ", title)) }
	first := record(t, nil, false, func(c *Crawl) {
		for n := range 8 {
			put(c, n, fmt.Sprint("Title ", n))
		}
		for n := 8; n < 10; n++ {
			put(c, n, "")
		}
	})
	oneTitle := record(t, nil, false, func(c *Crawl) {
		for n := range 8 {
			putBoth(c, n, "Airport", fmt.Sprint("Text ", n))
		}
	})
	alikeOnes := record(t, nil, false, func(c *Crawl) {
		for n := range 20 {
			putBoth(c, n, []string{"Back soon", fmt.Sprint("Title ", n)}[min(1, n/3)], fmt.Sprint("Text ", n))
		}
	})
	for _, test := range []struct {
		name  string
		after *crawled
		says  string // "" : the crawl is good
		read  func(*Crawl)
	}{
		{"a first crawl of which half is bad", nil, "2 of 4 pages make no good item, so nothing was changed: has the website broken? " +
			"the first: p0: title: must not be empty; if it is right, use --force",
			func(c *Crawl) {
				for n, title := range []string{"", "A", "", "B"} {
					put(c, n, title)
				}
			}},
		{"a first crawl of which less than half is bad", nil, "", func(c *Crawl) {
			for n, title := range []string{"A", "", "B", "", "C"} {
				put(c, n, title)
			}
		}},
		{"a page that is listed and gone makes no good item", nil, "1 of 2 pages make no good item", func(c *Crawl) {
			put(c, 0, "A")
			c.record(content.PageRecord{Key: "p1"}, isGone("404"))
		}},
		{"nothing is there", nil, "none of the 2 pages that the website lists is there", func(c *Crawl) {
			c.record(content.PageRecord{Key: "p0"}, isGone("404"))
			c.record(content.PageRecord{Key: "p1"}, isGone("404"))
		}},
		{"more than half of the good ones are bad, beside many new ones", first, "5 of 8 pages that made a good item make none any more", func(c *Crawl) {
			for n := range 20 {
				if n < 5 {
					put(c, n, "")
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
			}
		}},
		{"the bad ones are those of before", first, "", func(c *Crawl) {
			for n := range 10 {
				put(c, n, []string{"Title " + fmt.Sprint(n), ""}[n/8])
			}
		}},
		{"more than half make no item", first, "5 of 8 pages that made a good item make none any more, so nothing was changed: has the website broken? the first: p0: it says noindex", func(c *Crawl) {
			for n := range 8 {
				if n < 5 {
					c.record(page(n), makesNone("it says noindex", ""))
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
			}
		}},
		{"a first crawl without an item", nil, "none of the 2 pages makes an item, so nothing was changed: has the website broken? the first: p0: it says noindex", func(c *Crawl) {
			c.record(page(0), makesNone("it says noindex", ""))
			c.record(page(1), makesNone("it says noindex", ""))
		}},
		{"a first crawl of one title", nil, "", func(c *Crawl) {
			for n := range 5 {
				putBoth(c, n, "Airport", fmt.Sprint("Text ", n))
			}
		}},
		{"most get one title", first, "5 of 8 items would have the same title", func(c *Crawl) {
			for n := range 8 {
				putBoth(c, n, []string{"Maintenance", fmt.Sprint("Title ", n)}[n/5], fmt.Sprint("Error ", n))
			}
		}},
		{"a first crawl of one text", nil, "3 of 5 items would have the same text", func(c *Crawl) {
			for n, text := range []string{"A", "B", "Loading", "Loading", "Loading"} {
				putBoth(c, n, fmt.Sprint("Title ", n), text)
			}
		}},
		{"two pages become alike", first, "", func(c *Crawl) {
			for n := range 8 {
				put(c, n, []string{"Back soon", fmt.Sprint("Title ", n)}[min(1, n/2)])
			}
		}},
		{"more than a quarter get one title, beside many new ones", first, "3 of 8 items would have the same title; 3 of them have another now, so nothing was changed: has the website broken? the first: p0", func(c *Crawl) {
			for n := range 20 {
				if n < 3 {
					putBoth(c, n, "Page not found", fmt.Sprint("There is no page ", n))
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
			}
		}},
		{"more than a quarter get one text, beside many new ones", first, "3 of 8 items would have the same text; 3 of them have another now, so nothing was changed: has the website broken? the first: p0", func(c *Crawl) {
			for n := range 20 {
				if n < 3 {
					putBoth(c, n, fmt.Sprint("Title ", n), "Loading")
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
			}
		}},
		{"some get the title of others, so that more than a quarter have it", alikeOnes, "6 of 20 items would have the same title; 3 of them have another now", func(c *Crawl) {
			for n := range 20 {
				putBoth(c, n, []string{"Back soon", fmt.Sprint("Title ", n)}[min(1, n/6)], fmt.Sprint("Text ", n))
			}
		}},
		{"all texts of a website change that has one title", oneTitle, "", func(c *Crawl) {
			for n := range 8 {
				putBoth(c, n, "Airport", fmt.Sprint("New text ", n))
			}
		}},
		{"most have other addresses", first, "5 of 8 items are stored under other addresses or ids already", func(c *Crawl) {
			for n := range 8 {
				if n < 5 {
					putBoth(c, n+20, fmt.Sprint("Title ", n), fmt.Sprint("Text of Title ", n))
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
			}
		}},
		{"most pages have other addresses, and the same items", first, "", func(c *Crawl) {
			for n := range 8 {
				p := page(n)
				p.Key += "/"
				c.record(p, makes(Item{Type: "page", Title: fmt.Sprint("Title ", n), Content: fmt.Sprint("<p>Text of Title ", n, "</p>")}))
			}
		}},
		{"one page", nil, "", func(c *Crawl) { put(c, 0, "A") }},
		{"nothing", nil, "", func(c *Crawl) {}},
	} {
		var records []content.PageRecord
		if test.after != nil {
			records = slices.Collect(maps.Values(test.after.records))
		}
		for _, full := range []bool{false, true} {
			kind := func(_ context.Context, c *Crawl) error { test.read(c); return nil }
			try := func(force bool) error {
				_, err := crawl(t.Context(), content.Source{Name: "s", URL: "https://example.com"}, io.Discard,
					Options{Full: full, Force: force, Records: records}, kind)
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
