package sitemap

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
)

// website is a website that can change between two pulls.
type website struct {
	content.Source
	home   string
	mu     sync.Mutex
	files  map[string]string      // by path; /a.xml is XML, the rest HTML. "-> /b" redirects, HITS is a number that grows
	fails  map[string]int         // status by path
	robots string                 // the X-Robots-Tag of every answer
	sent   map[string]map[int]int // by path and status: answers
	hits   int
}

// newWebsite serves these files, with robots.txt and /sitemap.xml.
func newWebsite(t *testing.T, files map[string]string) *website {
	t.Helper()
	w := &website{files: files, fails: map[string]int{}, sent: map[string]map[int]int{}}
	w.home = crawltest.Serve(t, w.serve)
	w.Source = crawltest.Local("sitemap", w.home)
	return w
}

func (w *website) serve(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	status := http.StatusOK
	path := r.URL.RequestURI()
	text, there := w.files[path]
	etag := fmt.Sprintf(`"%x"`, crawl.ItemIDOf("", text))
	to, moved := strings.CutPrefix(text, "-> ")
	switch {
	case w.fails[path] != 0:
		status = w.fails[path]
	case !there:
		status = http.StatusNotFound
	case moved:
		status = http.StatusMovedPermanently
		out.Header().Set("Location", to)
	case r.Header.Get("If-None-Match") == etag:
		status = http.StatusNotModified
	}
	if w.sent[path] == nil {
		w.sent[path] = map[int]int{}
	}
	w.sent[path][status]++
	out.Header().Set("ETag", etag)
	out.Header().Set("X-Robots-Tag", w.robots)
	out.Header().Set("Content-Type", "text/html")
	if status != http.StatusOK {
		out.WriteHeader(status)
		return
	}
	if strings.HasSuffix(path, ".pdf") {
		out.Header().Set("Content-Type", "application/pdf")
	}
	w.hits++
	_, _ = strings.NewReplacer("SITE", w.home, "HITS", strconv.Itoa(999+w.hits)).WriteString(out, text)
}

// answers counts what was sent since the last call, by status.
func (w *website) answers() map[int]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[int]int{}
	for _, sent := range w.sent {
		for status, n := range sent {
			all[status] += n
		}
	}
	clear(w.sent)
	return all
}

// lists is a sitemap of these paths.
func lists(paths ...string) string {
	var b strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&b, "<url><loc>SITE%s</loc><lastmod>2020-01-01</lastmod></url>", path)
	}
	return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + b.String() + `</urlset>`
}

func html(title string) string {
	return "<title>" + title + "</title><main>Text of " + title + "</main>"
}

// pull reads the website, and gives the titles put, in order.
func (w *website) pull(t *testing.T, last *crawltest.Found) (found *crawltest.Found, titles []string) {
	t.Helper()
	found = check.Must(w.try(t, last))(t)
	for _, item := range found.Decoded(t) {
		titles = append(titles, item.Title)
	}
	slices.Sort(titles)
	return found, titles
}

func (w *website) try(t *testing.T, last *crawltest.Found) (*crawltest.Found, error) {
	t.Helper()
	return crawltest.After(t, last, w.Source, false, crawl.Kind{TooMany: 50, Templates: true, Read: func(ctx context.Context, c *crawl.Crawl) error {
		c.Client.Pause.InitialInterval, c.Client.Pause.MaxInterval = time.Millisecond, time.Millisecond
		return Read(ctx, c)
	}})
}

// ids are the items that a crawl leaves in the database, by page.
func ids(c *crawltest.Found) map[string]string {
	items := map[string]string{}
	for _, p := range c.Stored {
		if p.ItemID != "" {
			items[p.Key] = p.ItemID
		}
	}
	return items
}

func TestSitemapPulls(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/sitemap.xml": lists("/a", "/b", "/c", "/d"), "/a": html("A"), "/b": html("B"), "/c": html("C"), "/d": html("D")})
	first, titles := w.pull(t, nil)
	if !slices.Equal(titles, []string{"A", "B", "C", "D"}) || len(ids(first)) != 4 || ids(first)[w.URL+"/a"] != crawl.ItemIDOf("web", w.URL+"/a") {
		t.Fatalf("first pull: %s, %v", titles, ids(first))
	}
	w.answers()
	second, titles := w.pull(t, first)
	if sent := w.answers(); len(titles) != 0 || second.Unchanged != 4 || !maps.Equal(sent, map[int]int{200: 1, 304: 4, 404: 1}) {
		t.Errorf("an unchanged pull: %s, kept %d, answers %v", titles, second.Unchanged, sent)
	}
	w.files["/a"] = html("A2")
	w.files["/b"] = "<!-- built again -->" + html("B") // other bytes, the same item
	delete(w.files, "/c")
	w.fails["/d"] = 500
	third, titles := w.pull(t, second)
	if !slices.Equal(titles, []string{"A2"}) || third.Failed != 1 || ids(third)[w.URL+"/c"] != "" || ids(third)[w.URL+"/d"] == "" || third.Unchanged != 1 {
		t.Errorf("changes: %s, %d failed, %v", titles, third.Failed, ids(third))
	}
	w.files["/sitemap.xml"] = lists("/a", "/b", "/e", "/gone")
	w.fails["/gone"] = 410
	w.files["/e"] = html("D")
	fourth, titles := w.pull(t, third)
	if !slices.Equal(titles, []string{"D"}) || len(ids(fourth)) != 3 || fourth.Failed != 0 {
		t.Errorf("a page moved: %s, %v", titles, ids(fourth))
	}
	w.fails["/a"], w.fails["/b"] = 503, 403
	if _, err := w.try(t, fourth); err == nil || !strings.Contains(err.Error(), "2 of 3 pages could not be read") {
		t.Errorf("half the pages fail: %v", err)
	}
}

func TestSitemapFiles(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	sister := crawltest.Serve(t, func(out http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(out, "<urlset><url><loc>http://elsewhere.example.com/sister</loc></url></urlset>")
	})
	w := newWebsite(t, map[string]string{"/a": html("A"), "/b/": html("B"), "/c": html("C"), "/c/no": html("no"), "/%C3%A9": html("E"),
		"/robots.txt": "User-agent: *\nDisallow: /c/private\nSitemap: /index.xml\nSitemap: SITE/more.xml\n" +
			"Sitemap: " + sister + "/sitemap.xml",
		"/index.xml": `<sitemapindex><sitemap><loc>/part.xml.gz</loc></sitemap><sitemap><loc>SITE/latin.xml</loc></sitemap><sitemap><loc>/index.xml</loc></sitemap></sitemapindex>`,
		"/more.xml":  lists("/c", "/c/no/x", "/c/private/x", "/a#top", "/é") + "<!-- the end -->",
		"/latin.xml": `<?xml version="1.0" encoding="ISO-8859-1"?><urlset xmlns:i="x"><url><i:image><i:loc>/i.png</i:loc></i:image><loc> /b/ </loc></url><url><loc>http://elsewhere.example.com/</loc></url></urlset>`,
		"/c/no/x":    html("no"), "/en": html("home")})
	fmt.Fprint(z, strings.ReplaceAll(lists("/a", "/a"), "SITE", w.URL))
	check.NoError(t, z.Close())
	w.files["/part.xml.gz"] = packed.String()
	w.Settings.Exclude = []string{"/c/no"}
	found, titles := w.pull(t, nil)
	if !slices.Equal(titles, []string{"A", "B", "C", "E"}) || found.DeleteNothing || found.Skipped != 1 ||
		!strings.Contains(found.Notes[0], "http://elsewhere.example.com/ makes no item: it is of another website") ||
		!strings.Contains(found.Notes[1], "robots.txt keeps it from us") {
		t.Errorf("all of it: %s, %d skipped, %s", titles, found.Skipped, found.Notes)
	}
	check.Same(t, 9, w.answers()[200], "four pages, four sitemaps and robots.txt, each once")
	w.Settings.Include = []string{"/c", "/é"}
	for _, path := range []string{"/more.xml", "/en"} { // the sitemap, and a page of the site
		w.URL = w.home + path
		_, titles = w.pull(t, nil)
		check.Same(t, []string{"C", "E"}, titles, path)
	}
	w.files["/en"] = `<urlset><url><loc>http://elsewhere.example.com/a</loc></url></urlset>`
	if _, err := w.try(t, nil); err == nil || !strings.Contains(err.Error(), "all listed addresses are of another website, such as http://elsewhere.example.com/a") {
		t.Errorf("a list of another website: %v", err)
	}
	w.files["/en"] = html("home")
	w.Settings.Include = []string{"/none"}
	if _, err := w.try(t, nil); err == nil || !strings.Contains(err.Error(), "no sitemap lists a page") {
		t.Errorf("nothing is included: %v", err)
	}
	delete(w.files, "/robots.txt")
	w.files["/wp-sitemap.xml"] = lists("/c")
	w.URL, w.Settings.Include = w.home, nil
	_, titles = w.pull(t, nil)
	check.Same(t, []string{"C"}, titles, "the sitemap of WordPress")
	for what, instead := range map[string]string{"every address has an answer": html("home"), "the answer is said to be XML": "<?xml version='1.0'?>" + html("home"),
		"the answer is a feed": "<rss><channel/></rss>", "the answer is empty": ""} {
		w.files["/sitemap.xml"] = instead
		_, titles = w.pull(t, nil)
		check.Same(t, []string{"C"}, titles, "the sitemap of WordPress where", what)
	}
	w.fails["/sitemap.xml"] = http.StatusForbidden
	if _, err := w.try(t, nil); err == nil || !strings.Contains(err.Error(), "answers 403 Forbidden") {
		t.Errorf("a sitemap that is refused: %v", err)
	}
}

// A path of the settings matches its page and the pages below. A path that matches no page is
// named.
func TestPathsOfSettings(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/shops": html("list"), "/shops/books": html("books"), "/shopping": html("shopping"), "/odd/a": html("odd"),
		"/sitemap.xml": lists("/shops", "/shops/books", "/shopping", "/odd/a")})
	for path, want := range map[string][]string{
		"/shops": {"odd", "shopping"}, "/shops/": {"list", "odd", "shopping"},
	} {
		w.Settings.Exclude = []string{path}
		_, titles := w.pull(t, nil)
		check.Same(t, want, titles, "without ", path)
	}
	w.Settings.Exclude = []string{"/"}
	if found, err := w.try(t, nil); err == nil {
		t.Errorf("without all pages: %+v", found)
	}
	w.Settings.Exclude, w.Settings.Map = []string{"/odd/*", "/odd"}, []content.Mapping{{From: "/dine/", To: "dining"}, {From: "/shops/", To: "shopping"}}
	found, _ := w.pull(t, nil)
	want := []string{"--exclude /odd/* matches no page; it stands for this page and all below, and * has no meaning",
		"--map /dine/ matches no page; it stands for this page and all below, and * has no meaning"}
	check.Same(t, want, found.Notes, "notes")
}

// If a part cannot be read to its end, nothing is deleted.
func TestSitemapParts(t *testing.T) {
	t.Parallel()
	good := lists("/b")
	for name, bad := range map[string]string{"gone": "", "cut": good[:len(good)-15], "html": html("login"), "packed badly": "\x1f\x8bx"} {
		w := newWebsite(t, map[string]string{"/a": html("A"), "/b": html("B"), "/part.xml": good,
			"/sitemap.xml": `<sitemapindex><sitemap><loc>/part.xml</loc></sitemap><sitemap><loc>/rest.xml</loc></sitemap></sitemapindex>`, "/rest.xml": lists("/a")})
		first, _ := w.pull(t, nil)
		if w.files["/part.xml"] = bad; bad == "" {
			delete(w.files, "/part.xml")
		}
		second, titles := w.pull(t, first)
		if !second.DeleteNothing || len(titles) != 0 || len(second.Stored) != 2 || !strings.Contains(second.Notes[0], "/part.xml: ") {
			t.Errorf("%s: %s, %+v", name, titles, second)
		}
		w.fails["/rest.xml"] = 403
		delete(w.files, "/part.xml")
		if _, err := w.try(t, first); err == nil || !strings.Contains(err.Error(), "/part.xml: answers 404") {
			t.Errorf("%s: no part can be read: %v", name, err)
		}
	}
}

// Sitemaps that name ever more sitemaps are read to a limit.
func TestSitemapsWithoutEnd(t *testing.T) {
	t.Parallel()
	asked := 0
	url := crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			out.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(out, "<sitemapindex>")
		for n := range 50_000 {
			fmt.Fprintf(out, "<sitemap><loc>/%d/%d.xml</loc></sitemap>", asked, n)
		}
		fmt.Fprint(out, "</sitemapindex>")
		asked++
	})
	if _, err := crawltest.After(t, nil, crawltest.Local("sitemap", url), false, crawl.Kind{Read: Read}); !errors.Is(err, crawl.ErrTooMany) || asked > 5 {
		t.Errorf("%d sitemaps: %v", asked, err)
	}
}

// A page that names another page as canonical makes no item beside that page. A page that asks to
// stay out makes none.
func TestCanonicalPages(t *testing.T) {
	t.Parallel()
	canonical := func(path, title string) string { return `<link rel=canonical href="` + path + `">` + html(title) }
	w := newWebsite(t, map[string]string{"/sitemap.xml": lists("/a?x=1", "/old", "/p1", "/p2", "/f.pdf", "/b", "/away", "/hidden", "/a"), "/a": html("A"), "/a?x=1": canonical("/a", "Ax"),
		"/old": "-> /a", "/p1": canonical("/p", "P"), "/p2": canonical("/p", "P"), "/f.pdf": "%PDF", "/b": html(""), "/away": "-> http://elsewhere.example.com/",
		"/hidden": "<meta name=robots content=noindex>" + html("H")})
	first, titles := w.pull(t, nil)
	if !slices.Equal(titles, []string{"A", "P"}) || first.Skipped != 2 || first.Failed != 0 || len(ids(first)) != 3 {
		t.Fatalf("%s, %d skipped of %v, %v", titles, first.Skipped, first.Notes, ids(first))
	}
	second, titles := w.pull(t, first)
	if len(titles) != 0 || !maps.Equal(ids(second), ids(first)) {
		t.Errorf("again: %s, %v", titles, ids(second))
	}
	w.files["/sitemap.xml"] = lists("/a", "/p1")
	if ids(first)[w.URL+"/p1"] != "" {
		w.files["/sitemap.xml"] = lists("/a", "/p2")
	}
	third, titles := w.pull(t, second)
	if !slices.Equal(titles, []string{"P"}) || len(ids(third)) != 2 {
		t.Errorf("the other one takes over: %s, %v", titles, ids(third))
	}
}

// A header alone removes pages, and brings them back. The operator is told why an item goes.
func TestPagesGoWithAReason(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/sitemap.xml": lists("/a", "/b"), "/a": html("A"), "/b": html("B")})
	w.robots = "noindex"
	out, titles := w.pull(t, nil)
	check.Same(t, 0, len(titles), "noindex from the beginning")
	w.robots = ""
	first, titles := w.pull(t, out)
	check.Same(t, []string{"A", "B"}, titles, "let in")
	w.robots = "noindex"
	second, _ := w.pull(t, first)
	if !slices.Contains(second.Notes, w.URL+"/a makes no item any more: it says noindex") || len(ids(second)) != 0 {
		t.Errorf("noindex: %v, %v", ids(second), second.Notes)
	}
	w.robots = ""
	third, titles := w.pull(t, second)
	check.Same(t, []string{"A", "B"}, titles, "let in again")
	delete(w.files, "/b")
	fourth, _ := w.pull(t, third)
	check.Same(t, []string{w.URL + "/b: answers 404 Not Found"}, fourth.Notes, "gone")
}

// A page that is its own canonical makes its item, whatever other pages name it.
func TestCanonicalPageComesFirst(t *testing.T) {
	t.Parallel()
	const link = `<link rel=canonical href="/p">`
	w := newWebsite(t, map[string]string{"/sitemap.xml": lists("/p?x=1"), "/p?x=1": link + html("alias"),
		"/amp/p": link + "<title>no body</title>"})
	last, titles := w.pull(t, nil)
	check.Same(t, []string{"alias"}, titles, "before the page itself is listed")
	for _, title := range []string{"P", "P2", "P3"} {
		w.files["/sitemap.xml"], w.files["/p"] = lists("/amp/p", "/p", "/p?x=1"), html(title)
		w.files["/p?x=1"] = link + html("alias of "+title)
		last, titles = w.pull(t, last)
		if !slices.Equal(titles, []string{title}) || !maps.Equal(ids(last), map[string]string{w.URL + "/p": crawl.ItemIDOf("web", w.URL+"/p")}) {
			t.Errorf("%s: %s, %v", title, titles, ids(last))
		}
	}
}

func TestWebsiteGoesDown(t *testing.T) {
	t.Parallel()
	var paths []string
	files := map[string]string{}
	for n := range 300 {
		path := fmt.Sprintf("/%d", n)
		paths, files[path] = append(paths, path), html(path)
	}
	files["/sitemap.xml"] = lists(paths...)
	w := newWebsite(t, files)
	for n := 0; n < len(paths); n += 3 {
		w.fails[paths[n]] = 403
	}
	if found, err := w.try(t, nil); err != nil || found.Failed != 100 {
		t.Errorf("every third page fails: %v", err)
	}
	for _, path := range paths[100:] {
		w.fails[path] = 502
	}
	if _, err := w.try(t, nil); err == nil || !strings.Contains(err.Error(), "50 pages one after the other could not be read") || w.answers()[502] > 60*4 {
		t.Errorf("got %v", err)
	}
}

func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	var under, most atomic.Int32
	both := make(chan bool)
	url := crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sitemap.xml" {
			fmt.Fprint(out, strings.ReplaceAll(lists("/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"), "SITE", ""))
			return
		}
		most.Store(max(most.Load(), under.Add(1)))
		defer under.Add(-1)
		if r.URL.Path != "/robots.txt" {
			select {
			case both <- true:
			case <-both:
			case <-time.After(30 * time.Second):
				t.Error("the requests come one by one")
			}
			time.Sleep(20 * time.Millisecond) // time for a third one
		}
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprint(out, html(r.URL.Path))
	})
	if _, err := crawltest.After(t, nil, crawltest.Local("sitemap", url), false, crawl.Kind{Read: Read}); err != nil || most.Load() != 2 {
		t.Errorf("%d at once: %v", most.Load(), err)
	}
}

// Addresses that are left out are counted and named. A login in an address is not shown.
func TestAddressesThatAreLeftOut(t *testing.T) {
	t.Parallel()
	long := "/" + strings.Repeat("é", 400) // 2,400 bytes
	w := newWebsite(t, map[string]string{"/a": html("A"), "/sitemap.xml": strings.Replace(lists("/a", long, long), "</urlset>",
		"<url><loc>http://[airport</loc></url><url><loc>http://robot:secret@elsewhere.example.com/</loc></url></urlset>", 1)})
	found, _ := w.pull(t, nil)
	notes := strings.Join(found.Notes, "\n")
	for _, says := range []string{"its address is longer than 2000 bytes", "http://[airport makes no item: its address cannot be read", "robot:xxxxx@", "its address holds a login"} {
		if !strings.Contains(notes, says) {
			t.Errorf("no %q in %s", says, notes)
		}
	}
	if found.LeftOut != 4 || found.Pages != 5 || strings.Contains(notes, "secret") {
		t.Errorf("%d of %d: %s", found.LeftOut, found.Pages, notes)
	}
}

// Indexes that list each other in a chain end, and nothing is deleted.
func TestChainOfSitemaps(t *testing.T) {
	t.Parallel()
	asked := 0
	url := crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/sitemap"):
			asked++
			fmt.Fprintf(out, "<sitemapindex><sitemap><loc>/sitemap%d.xml</loc></sitemap><sitemap><loc>/pages.xml</loc></sitemap></sitemapindex>", asked)
		case r.URL.Path == "/pages.xml":
			fmt.Fprint(out, "<urlset><url><loc>/a</loc></url></urlset>")
		case r.URL.Path == "/a":
			out.Header().Set("Content-Type", "text/html")
			fmt.Fprint(out, html("A"))
		default:
			http.NotFound(out, r)
		}
	})
	found, err := crawltest.After(t, nil, crawltest.Local("sitemap", url), false, crawl.Kind{Read: Read})
	if err != nil || asked != 6 || found.Items != 1 || !found.DeleteNothing || !strings.Contains(found.Notes[0], "more than 5 indexes list each other") {
		t.Errorf("%d indexes, %+v, %v", asked, found, err)
	}
}

// robots.txt may name sitemaps of another host. Their pages count if they are of the website. No other
// request goes to that host, and what cannot be read there deletes nothing.
func TestSitemapOfAnotherHost(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/a": html("A"), "/b": html("B")})
	var asked []string
	status := http.StatusOK
	var cdn string
	cdn = crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		out.WriteHeader(status)
		switch r.URL.Path {
		case "/index.xml":
			fmt.Fprintf(out, "<sitemapindex><sitemap><loc>/pages.xml</loc></sitemap><sitemap><loc>http://127.0.0.1:1/x.xml</loc></sitemap></sitemapindex>")
		case "/pages.xml":
			fmt.Fprintf(out, "<urlset><url><loc>%[1]s/a</loc></url><url><loc>%[1]s/b</loc></url><url><loc>%[2]s/c</loc></url></urlset>", w.home, cdn)
		}
	})
	w.files["/robots.txt"] = "Sitemap: " + cdn + "/index.xml"
	first, titles := w.pull(t, nil)
	check.Same(t, []string{"A", "B"}, titles, "titles")
	check.Same(t, []string{"/index.xml", "/pages.xml"}, asked, "requests to the other host")
	if !first.DeleteNothing || !strings.Contains(first.Notes[0], "http://127.0.0.1:1/x.xml: it is not of the source's site") {
		t.Errorf("a sitemap of a third host: %s", first.Notes)
	}
	check.Same(t, 0, first.LeftOut, "pages of another website in a sitemap of another host are not counted")
	w.files["/robots.txt"] += "\nSitemap: /own.xml"
	w.files["/own.xml"] = lists("/a")
	status = http.StatusNotFound
	second, _ := w.pull(t, first)
	check.Same(t, 2, len(ids(second)), "items when the other host has lost its sitemap")
}

// A page that is listed only as another language of a page is a page, too.
func TestVersionsAreListed(t *testing.T) {
	t.Parallel()
	links := `<xhtml:link rel="alternate" hreflang="de" href="SITE/de/a"/><xhtml:link rel="Alternate" hreflang="fr" href=" /fr/a ">` +
		`<xhtml:link rel="alternate" hreflang="en" href="SITE/en/a/"></xhtml:link><xhtml:link rel="alternate" hreflang="x-default" href="SITE/choose"/>` +
		`<xhtml:link rel="alternate" hreflang="es" href="https://es.example.com/a"/><xhtml:link rel="alternate" hreflang="it" href="SITE/it/no"/>` +
		`<xhtml:link rel="stylesheet" hreflang="nl" href="SITE/nl/a"/><xhtml:link rel="alternate" media="handheld" href="SITE/m/a"/>`
	w := newWebsite(t, map[string]string{"/en/a": html("Stop"), "/de/a": html("Halt"), "/fr/a": html("Arrêt"), "/choose": html("choose"), "/it/no": html("no"),
		"/sitemap.xml": `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>` + links + `<loc>SITE/en/a</loc></url></urlset>`})
	w.Settings.Exclude = []string{"/it"}
	found, titles := w.pull(t, nil)
	check.Same(t, []string{"Arrêt", "Halt", "Stop"}, titles, "titles")
	check.Same(t, 3, found.Pages, "pages")
}

// Addresses that differ in a slash at the end make one item, also where relative links make their
// contents differ.
func TestSlashAtTheEnd(t *testing.T) {
	t.Parallel()
	page := func(title string) string { return html(title + `<a href="more">more</a>`) }
	w := newWebsite(t, map[string]string{"/a": page("A"), "/a/": page("A"), "/b/": page("B"), "/b/index.html": page("B"), "/c": page("C"), "/c/": page("C2"),
		"/sitemap.xml": lists("/a", "/a/", "/b/", "/b/index.html", "/c", "/c/")})
	found, _ := w.pull(t, nil)
	check.Same(t, 4, len(ids(found)), "items")
	again, titles := w.pull(t, found)
	check.Same(t, ids(found), ids(again), "items of the next pull")
	check.Same(t, 0, len(titles), "new items of the next pull")
}

// A page that names its end is read whenever the website is pulled, since the end is in its text.
func TestPageThatEnds(t *testing.T) {
	t.Parallel()
	ends := func(year int) string {
		return fmt.Sprintf(`<meta name="robots" content="unavailable_after: 1 Jan %d 00:00:00 GMT">`, year) + html("Sale")
	}
	w := newWebsite(t, map[string]string{"/a": html("A"), "/sale": ends(2999), "/over": ends(2001), "/sitemap.xml": lists("/a", "/sale", "/over")})
	first, titles := w.pull(t, nil)
	check.Same(t, []string{"A", "Sale"}, titles, "titles")
	w.answers()
	w.pull(t, first)
	check.Same(t, map[int]int{200: 3, 304: 1, 404: 1}, w.answers(), "the sitemap, and both pages that name an end")
}

// A sitemap may list languages that the website does not have. The website is not broken for that, but
// a page that had an item is gone.
func TestAlternatesThatAreNotThere(t *testing.T) {
	t.Parallel()
	list := ""
	files := map[string]string{}
	for n := range 4 {
		path := fmt.Sprintf("/en/%d", n)
		files[path] = html(path)
		list += fmt.Sprintf(`<url><loc>SITE%s</loc>`, path)
		for _, language := range []string{"de", "fr", "it"} {
			list += fmt.Sprintf(`<xhtml:link rel="alternate" hreflang="%[1]s" href="SITE/%[1]s/%[2]d"/>`, language, n)
		}
		list += "</url>"
	}
	files["/de/1"], files["/fr/1"], files["/sitemap.xml"] = html("/de/1"), "-> http://elsewhere.example.com/", "<urlset>"+list+"</urlset>"
	w := newWebsite(t, files)
	first, titles := w.pull(t, nil)
	check.Same(t, []string{"/de/1", "/en/0", "/en/1", "/en/2", "/en/3"}, titles, "titles")
	check.Same(t, 11, first.LeftOut, "left out")
	check.Same(t, 0, first.Skipped, "skipped")
	delete(w.files, "/de/1")
	second, _ := w.pull(t, first)
	check.Same(t, 4, len(ids(second)), "items without one that is gone")
	if !strings.Contains(strings.Join(second.Notes, " "), "/de/1: answers 404") && !strings.Contains(strings.Join(second.Notes, " "), "/de/1: 404") {
		t.Errorf("a page that is gone: %s", second.Notes)
	}
}

// The sitemap tells the language of a page that does not say it. Where the page says another one, its
// text decides.
func TestLanguageBySitemap(t *testing.T) {
	t.Parallel()
	const text = "<title>T</title><main>%s</main>"
	german, english := "Der Weg ist nicht weit, und die Halle ist offen.", "The way is short, and the hall is open from six."
	w := newWebsite(t, map[string]string{
		"/none": fmt.Sprintf(text, "123 a"), "/theme": `<html lang="en-US">` + fmt.Sprintf(text, german), "/list": `<html lang="en-US">` + fmt.Sprintf(text, english),
		"/sitemap.xml": `<urlset><url><loc>SITE/x</loc><link rel=alternate hreflang=de href=/none><link rel=alternate hreflang=de-AT href=/theme><link rel=alternate hreflang=fr href=/list></url></urlset>`})
	found, _ := w.pull(t, nil)
	languages := map[string]string{}
	for _, item := range found.Decoded(t) {
		languages[strings.TrimPrefix(item.URL, w.home)] = item.Language
	}
	check.Same(t, map[string]string{"/none": "de", "/theme": "de-AT", "/list": "en-US"}, languages, "languages")
}
