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

// A website that has broken changes nothing, unless the operator takes it.
func TestBrokenWebsite(t *testing.T) {
	t.Parallel()
	put := func(c *Crawl, n int, title string) { c.Put(page(n), Item{Type: "page", Title: title}) }
	first := record(t, nil, false, func(c *Crawl) {
		for n := range 8 {
			put(c, n, fmt.Sprint("Title ", n))
		}
		for n := 8; n < 10; n++ {
			put(c, n, "")
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
			c.Gone("p1", "404")
		}},
		{"nothing is there", nil, "none of the 2 pages that the website lists is there", func(c *Crawl) {
			c.Gone("p0", "404")
			c.Gone("p1", "404")
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
		{"a first crawl of one text", nil, "3 of 5 items would have the same title and text", func(c *Crawl) {
			for n, title := range []string{"A", "B", "Back soon", "Back soon", "Back soon"} {
				put(c, n, title)
			}
		}},
		{"most become one text, beside many new ones", first, "5 of 8 items would change to the same title and text, so nothing was changed: has the website broken? the first: p0", func(c *Crawl) {
			for n := range 20 {
				if n < 5 {
					put(c, n, "Back soon")
				} else {
					put(c, n, fmt.Sprint("Title ", n))
				}
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
			if err := try(true); (err != nil) != strings.HasPrefix(test.says, "none of") || err != nil && strings.Contains(err.Error(), "--force") {
				t.Errorf("%s: with --force: %v", test.name, err)
			}
		}
	}
}
