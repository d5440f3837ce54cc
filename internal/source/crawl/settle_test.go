package crawl_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
	"airport-content/internal/source/page"
	"airport-content/internal/source/web"
)

// templated is a website whose pages have nothing that names a menu, a banner or a footer.
type templated struct {
	pages  map[int]string // the text of each
	footer string
	last   *crawltest.Found
	items  map[string]string // contents as the database has them, by id
	dated  []string          // items that the last pull dated anew
}

// html is a page in one of three templates.
func (w *templated) html(n int) string {
	kind := n % 3
	var b strings.Builder
	if kind == 0 {
		b.WriteString("<div>Weather: sunny, 21 degrees</div>")
		return b.String() + w.content(n)
	}
	fmt.Fprintf(&b, "<div><div><a href=https://example.com/>Muster Airport</a></div> <div class=r%d><div><a href=https://example.com/f>Flights</a></div><div><a href=https://example.com/s>Shops</a></div>"+
		"<div><a href=https://example.com/k%d>Kind %d</a></div></div></div>", kind, kind, kind)
	if kind == 1 {
		b.WriteString("<table class=weather><tr><td>Weather</td><td>Sunny</td><td><a href=https://example.com/w>Forecast</a></td></tr></table>")
	}
	b.WriteString(w.content(n))
	if next, is := w.pages[n+1]; is {
		fmt.Fprintf(&b, "<h5>Read on</h5><div><h6><a href=https://example.com/%d>Page %d</a></h6><p>%s</p></div>", n+1, n+1, next)
	}
	if kind == 2 {
		b.WriteString("<p>Subscribe to the letter of this template, and miss no offer of the shops.</p>")
	}
	fmt.Fprintf(&b, "<div><p>%s</p><ul><li><a href=https://example.com/i>Imprint</a></li><li><a href=https://example.com/p>Privacy</a></li></ul></div>", w.footer)
	return b.String()
}

// content is the content of a page's own, but for one phrase.
func (w *templated) content(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<div><h1>Page %d</h1><p>%s</p><h3>Opening hours</h3><p>%02d:00 to 22:00</p>", n, w.pages[n], n%11)
	if n < 2 {
		b.WriteString("<p>A paragraph that two pages share is content of both, however long it is.</p>")
	}
	b.WriteString("<div>Share this with your friends</div><table><tr><th>Gate</th><td>A" + fmt.Sprint(n) + "</td></tr></table></div>")
	if n%6 == 0 { // pages that end with their content
		b.WriteString("<p><strong>Terminal 2</strong></p>")
	}
	return b.String()
}

// pull reads the pages that differ from those of the last pull, even if only the teaser of the next
// page differs. All other pages answer 304. The pull begins with the page from.
func (w *templated) pull(t *testing.T, before map[int]string, footerBefore string, from int) {
	t.Helper()
	s := content.Source{Name: "s", Kind: "sitemap", URL: "https://example.com"}
	keys := slices.Sorted(maps.Keys(w.pages))
	from = slices.Index(keys, from)
	found, err := crawltest.After(t, w.last, s, false, crawl.Kind{Templates: true, Read: func(_ context.Context, c *crawl.Crawl) error {
		for _, n := range slices.Concat(keys[from:], keys[:from]) {
			p := content.PageRecord{Key: fmt.Sprint("https://example.com/", n), ItemID: fmt.Sprint("s:", n), ETag: "e"}
			if known := c.RecordOf(p.Key); known.ETag != "" && before[n] == w.pages[n] && before[n+1] == w.pages[n+1] && footerBefore == w.footer {
				c.Record(known, crawl.Unchanged)
			} else {
				c.Record(p, webPage(fmt.Sprint("Page ", n), w.html(n)))
			}
		}
		return nil
	}})
	check.NoError(t, err)
	w.last, w.dated = found, nil
	for _, item := range found.Decoded(t) {
		w.items[item.ID] = item.Content
		w.dated = append(w.dated, item.ID)
	}
	slices.Sort(w.dated)
}

// Nothing that the templates repeat is in an item, and an item gets a new date only if its own
// content changes.
func TestTemplateIsNoContent(t *testing.T) {
	w := &templated{pages: map[int]string{}, footer: "All rights of this website are reserved by its airport.", items: map[string]string{}}
	for n := range 300 {
		w.pages[n] = fmt.Sprintf("What page %d says about its place.", n)
	}
	check := func(run string, dated ...string) {
		t.Helper()
		if slices.Sort(dated); !slices.Equal(w.dated, dated) && run != "the first" {
			t.Errorf("%s: dated anew are %s, want %s", run, w.dated, dated)
		}
		for id, text := range w.items {
			for _, repeated := range []string{"Muster", "Flights", "Shops", "Kind", "Weather", "Forecast", "Subscribe", "rights", "Imprint", "Privacy", "<ul>", "<div></div>", "Read on", "<h6>", "Share"} {
				if strings.Contains(text, repeated) {
					t.Fatalf("%s: %s has %s: %s", run, id, repeated, text)
				}
			}
			if !strings.Contains(text, "says about") || !strings.Contains(text, "<h3>Opening hours</h3>") || !strings.Contains(text, "<th>Gate</th>") {
				t.Fatalf("%s: %s has lost something: %s", run, id, text)
			}
		}
		if !strings.Contains(w.items["s:0"], "A paragraph that two") || !strings.Contains(w.items["s:1"], "A paragraph that two") {
			t.Errorf("%s: the shared paragraph is lost", run)
		}
		if !strings.Contains(w.items["s:24"], "Terminal 2") {
			t.Errorf("%s: a label that few pages share is lost: %s", run, w.items["s:24"])
		}
	}
	w.pull(t, nil, "", 0)
	check("the first")
	before, footer := maps.Clone(w.pages), w.footer
	step := func(run string, from int, change func(), dated ...string) {
		t.Helper()
		change()
		w.pull(t, before, footer, from)
		check(run, dated...)
		before, footer = maps.Clone(w.pages), w.footer
	}
	step("nothing changes", 100, func() {})
	step("two pages change", 7, func() { w.pages[3], w.pages[4] = "A new text says about three.", "A new text says about four." }, "s:3", "s:4")
	step("the footer of all pages changes", 50, func() { w.footer = "All rights are reserved, and so are all others of 2027." })
	step("a page more", 20, func() { w.pages[300] = "A new page says about itself." }, "s:300")
	step("the footer changes with a page", 0, func() {
		w.footer, w.pages[9] = "Rights: see the imprint of this very website.", "Nine says about nine."
	}, "s:9")
	step("most pages go", 30, func() {
		for n := 60; n <= 300; n++ {
			delete(w.pages, n)
			delete(w.items, fmt.Sprint("s:", n))
		}
	})
	step("nothing changes again", 40, func() {})
	step("a page of few changes", 11, func() { w.pages[11] = "Eleven says about eleven." }, "s:11")
	step("nothing changes in the end", 12, func() {})
}

// Teasers under a repeated heading go, with a count of visitors below them, also where they are
// longer than the page's own text, and where the page that they show cannot be read. A page that
// has nothing else keeps them.
func TestTeasersOfAShortPage(t *testing.T) {
	text := func(n int) string {
		return fmt.Sprintf("Word%[1]d place%[1]d says%[1]d what%[1]d it%[1]d is%[1]d today%[1]d.", n)
	}
	visits := 48_000
	read := func(last *crawltest.Found, broken int) *crawltest.Found {
		return cut(t, last, false, func(c *crawl.Crawl) {
			for n := range 21 {
				body, next := fmt.Sprintf("<h1>Page %d</h1><p>%s</p><h2>Read on</h2>", n, text(n)), n+1
				if n == 20 {
					body, next = "<h2>Read on</h2>", 0
				}
				for last := next + 3; next < min(20, last); next++ {
					teaser := "<div><h3><a href=https://example.com/%[1]d>Page %[1]d</a></h3><p>%[2]s</p></div>"
					if n%2 == 1 {
						teaser = "<div><h3>Page %[1]d</h3><p>%.20[2]s …</p><a href=https://example.com/%[1]d>Read more</a></div>"
					}
					if n%4 == 0 {
						teaser = "<div><p>Sat 24 Aug</p><h3><a href=https://example.com/%[1]d>Page %[1]d</a></h3><p>%[2]s</p></div>"
					}
					if n%4 == 2 {
						teaser = "<p><b>Page %[1]d</b><br>%.20[2]s … <a href=https://example.com/%[1]d>Read more</a></p>"
					}
					body += fmt.Sprintf(teaser, next, text(next))
				}
				if visits++; n < 19 {
					body += fmt.Sprintf("<p>Visitor %d</p>", visits)
				}
				p := content.PageRecord{Key: fmt.Sprint("https://example.com/", n), ItemID: fmt.Sprint("s:", n)}
				if n == broken {
					c.Record(p, crawl.UnreadPage(page.ErrNoHTML))
				} else {
					c.Record(p, webPage(fmt.Sprint("Page ", n), body))
				}
			}
		})
	}
	found := read(nil, -1)
	items := found.Decoded(t)
	if list := items[20].Content; strings.Count(list, "Page ") != 3 || !strings.Contains(list, "Read on") {
		t.Errorf("the page with nothing but teasers: %s", list)
	}
	for n, item := range items[:20] {
		check.Same(t, fmt.Sprintf("<h1>Page %d</h1><p>%s</p>", n, text(n)), item.Content)
	}
	for range 2 {
		if found = read(found, 7); found.Items > 0 {
			t.Errorf("page 7 cannot be read: %s", found.Decoded(t)[0].Content)
		}
	}
}

// Pages that are read one by one end like pages that are read at once.
func TestTemplateOfAWebsiteThatGrows(t *testing.T) {
	w := &templated{pages: map[int]string{}, footer: "All rights of this website are reserved by its airport.", items: map[string]string{}}
	for n := range 30 {
		before := maps.Clone(w.pages)
		w.pages[n] = fmt.Sprintf("What page %d says about its place.", n)
		w.pull(t, before, w.footer, n)
		if n == 2 && !strings.Contains(w.items["s:1"], "Imprint") {
			t.Errorf("three pages have no template: %s", w.items["s:1"])
		}
	}
	w.pull(t, w.pages, w.footer, 0)
	atOnce := &templated{pages: w.pages, footer: w.footer, items: map[string]string{}}
	atOnce.pull(t, nil, "", 5)
	if !maps.Equal(w.items, atOnce.items) || strings.Contains(w.items["s:1"], "Imprint") {
		t.Errorf("one by one: %s\nat once: %s", w.items["s:1"], atOnce.items["s:1"])
	}
}

// A block stays cut while a few pages have it, also if all pages are read again.
func TestTemplateKeepsWhatItCut(t *testing.T) {
	const footer = "<p>All rights of this website are reserved by its airport.</p>"
	var last *crawltest.Found
	for _, on := range []int{12, 9, 5, 4} {
		last = cut(t, last, true, func(c *crawl.Crawl) {
			for n := range 20 {
				text := fmt.Sprintf("<p>What page %d says about its place.</p>", n)
				if n < on {
					text += footer
				}
				c.Record(pageOf(n), webPage(fmt.Sprint("Page ", n), text))
			}
		})
		stays := strings.Contains(last.Decoded(t)[0].Content, "rights")
		check.Same(t, on == 4, stays, "it stays on ", on, " of 20 pages")
	}
}

// A page with little text loses the template that is around the content of other pages. A text at
// another place stays. A template that changes page by page dates no item anew.
func TestTemplateAroundTheContent(t *testing.T) {
	const address, letter = "Muster Airport, 1 Runway Road, 12345 Musterstadt, Germany", "Our letter brings offers twice a month."
	texts := func(n, sentences int) string {
		return strings.Repeat(fmt.Sprintf("<p>On page %d is much to read about the place of the number %d and how it came to be.</p>", n, n*n), sentences)
	}
	var last *crawltest.Found
	for _, share := range []int{0, 6, 2, 1} { // of pages, one in so many has another letter
		last = cut(t, last, false, func(c *crawl.Crawl) {
			for n := range 80 {
				own, says := texts(n, 20), letter
				switch {
				case n == 0:
					own = fmt.Sprintf("<p>How to reach us by post from all countries.</p><div><p>%s</p></div>", address)
				case n%8 == 0:
					own = texts(n, 1)
				}
				if share > 0 && n%share == 1%share {
					says = "Read about our terminals every second Friday."
				}
				text := fmt.Sprintf(`<title>Page %d</title><div class="w"><div class="top"><a href="/f">Flights</a> <a href="/s">Shops</a></div><div><span class="sidebar"><b>Sale:</b></span></div><div class="text"><h1>Page %d</h1>%s</div>`+
					`<div class="letter"><h3>Stay in the know</h3><p>%s</p><a href="/l">Subscribe to the letter</a></div><div class="end"><p>%s</p><p>All rights are reserved.</p></div></div>`, n, n, own, says, address)
				read := check.Must(page.Read(&web.Answer{URL: &url.URL{Scheme: "https", Host: "example.com"}, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(text)}, nil, nil))(t)
				c.Record(pageOf(n), crawl.MakesOf(read, ""))
			}
		})
		if share > 0 && last.Items > 0 {
			t.Errorf("one in %d has another letter: %d items change, the first is %s", share, last.Items, last.Decoded(t)[0].Content)
		}
		for _, item := range last.Decoded(t) {
			var n int
			_, _ = fmt.Sscanf(item.Title, "Page %d", &n)
			if strings.Contains(item.Content, "Flights") || strings.Contains(item.Content, "letter") || strings.Contains(item.Content, "know") || strings.Contains(item.Content, "rights") ||
				strings.Count(item.Content, address) != max(0, 1-n) {
				t.Fatalf("one in %d: %s", share, item.Content)
			}
		}
	}
}

// hours are those of most pages, and of some.
func hours(n int) string {
	if n%5 == 0 {
		return "24 hours"
	}
	return "6:00 to 22:00"
}

// Facts between teasers and the end of a template go with them. A fact of the page right after its
// label stays.
func TestFactsBetweenParts(t *testing.T) {
	var last *crawltest.Found
	for _, facts := range [][]string{{"Monday", "Muster, 2025"}, {"Tuesday", "Muster, 2026"}} {
		last = cut(t, last, false, func(c *crawl.Crawl) {
			for n := range 20 {
				p := content.PageRecord{Key: fmt.Sprint("https://example.com/", n), ItemID: fmt.Sprint("s:", n), ETag: "e"}
				next := (n + 1) % 20
				says := []string{"All rights of this website are reserved.", "Nothing of this may be copied by anyone."}[n%2]
				c.Record(p, webPage(fmt.Sprint("Page ", n), fmt.Sprintf("<div>%s</div><p>What page %d says about its place.</p><h2>Opening hours</h2><p>%s</p>"+
					"<section><h3><a href=https://example.com/%[4]d>Page %[4]d</a></h3><p>Of %[4]d.</p></section><div>1 Runway Road</div><div>%s</div><ul><li>%s</li></ul>", facts[0], n, hours(n), next, facts[1], says)))
			}
		})
		for _, item := range last.Decoded(t) {
			var n int
			_, _ = fmt.Sscanf(item.Title, "Page %d", &n)
			check.Same(t, fmt.Sprintf("<p>What page %d says about its place.</p>", n)+
				"<h2>Opening hours</h2><p>"+hours(n)+"</p>", item.Content, "on ", facts[0])
		}
	}
	if last.Items > 0 {
		t.Errorf("the day changes: %d items are dated anew", last.Items)
	}
}

// A sentence that comes to the footer of few pages first goes, also if pages have pictures of their
// own at the same place. So does what the last pages have in its place.
func TestSentenceThatRollsOut(t *testing.T) {
	var last *crawltest.Found
	for _, on := range []int{0, 12, 30, 52, 60} {
		last = cut(t, last, false, func(c *crawl.Crawl) {
			for n := range 180 {
				text := fmt.Sprintf("<div>What page %d says about its place.</div>", n)
				if n%9 == 0 {
					text += fmt.Sprintf("<p><img src=https://example.com/%d.jpg></p>", n)
				}
				if n%3 == 0 {
					footer := "<p>All rights of this website are reserved.</p>"
					if (n/3*7)%60 < on {
						footer = "<p>All rights are reserved. The office has moved.</p>"
					}
					text += fmt.Sprintf("<h2>Opening hours</h2><div>%d:00 to 22:00</div>%s", n%8, footer)
				}
				c.Record(pageOf(n), webPage(fmt.Sprint("Page ", n), text))
			}
		})
		for _, item := range last.Decoded(t) {
			if on > 0 || strings.Contains(item.Content, "rights") {
				t.Errorf("on %d pages: %s", on, item.Content)
			}
		}
	}
}

// cut crawls as record does, and cuts what the website repeats.
func cut(t *testing.T, last *crawltest.Found, full bool, read func(*crawl.Crawl)) *crawltest.Found {
	t.Helper()
	kind := crawl.Kind{Templates: true, Read: func(_ context.Context, c *crawl.Crawl) error { read(c); return nil }}
	found, err := crawltest.After(t, last, content.Source{Name: "s", URL: "https://example.com"}, full, kind)
	check.NoError(t, err)
	return found
}

// The same article under several addresses is one item, also if it is most of a website or all of
// it, and also after a change. A notice that pages have in place of their own text makes no item.
func TestArticleUnderSeveralAddresses(t *testing.T) {
	for pages, copies := range map[int]int{14: 11, 40: 11, 9: 9} {
		var last *crawltest.Found
		read := func(lounge, notice string) (items []crawl.Item) {
			last = cut(t, last, false, func(c *crawl.Crawl) {
				for n := range pages {
					text := fmt.Sprintf("<h1>Page %d</h1><p>What page %[1]d says about its place.</p>", n)
					switch {
					case n < copies:
						text = lounge
					case notice != "":
						text = notice
					}
					c.Record(pageOf(n), webPage("Page", "<ul><li><a href=https://example.com/f>Flights</a><li><a href=https://example.com/s>Shops</a></ul><div>"+text+"</div><p>7 Runway Road</p>"))
				}
			})
			for _, item := range last.Decoded(t) {
				if pages > copies && (strings.Contains(item.Content, "Flights") || strings.Contains(item.Content, "Runway")) {
					t.Errorf("%d copies of %d pages: %s", copies, pages, item.Content)
				}
			}
			return last.Decoded(t)
		}
		const lounge = "<h1>The lounge</h1><p>It is open today.</p><p>It has chairs.</p>"
		check.Same(t, pages-copies+1, len(read(lounge, "")), "items of ", pages, " pages")
		changed := strings.ReplaceAll(lounge, "open", "closed")
		for _, notice := range []string{"", "<h2>We will be back soon.</h2>"} {
			if notice != "" && pages-copies < 10 {
				continue // too few to tell a notice from a text
			}
			items := read(changed, notice)
			if len(items) != 1-min(len(notice), 1) || notice == "" && !strings.Contains(items[0].Content, "closed") {
				t.Errorf("%d copies of %d pages, with the notice %q: %v", copies, pages, notice, items)
			}
			check.Same(t, notice != "", strings.Contains(strings.Join(last.Notes, "\n"), "repeats all of it"), "notice ", notice)
		}
	}
}
