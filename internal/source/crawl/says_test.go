package crawl_test

import (
	"fmt"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
)

// A concert that a widget shows on many pages makes none of them an event. The concert of one page
// does, whether or not it names the page.
func TestThingsThatPagesShare(t *testing.T) {
	const concert = `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Event", "name": "%s", "startDate": "2031-05-04T19:00"}</script>`
	found := cut(t, nil, false, func(c *crawl.Crawl) {
		for n := range 8 {
			name := "Jazz in hall one"
			if n == 7 {
				name = "A choir"
			}
			c.Record(pageOf(n), readPage(fmt.Sprint("/", n), fmt.Sprintf("<title>Page %d</title>"+concert+"<main><h1>Page %[1]d</h1><p>What page %[1]d says about its place.</p></main>", n, name)))
		}
	})
	for _, item := range found.Decoded(t) {
		want, title := content.Type("page"), "Page "
		if item.ID == "s:7" {
			want, title = "event", "A choir"
		}
		check.Same(t, want, item.Type, item.ID)
		check.Same(t, title, item.Title[:min(len(item.Title), len(title))], item.ID)
	}
}
