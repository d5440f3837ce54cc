package crawl_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/sitemap"
)

// lab is a website that is pulled ten times. Its template, its teasers and its counters change from
// run to run, or from read to read. Few of its articles change.
type lab struct {
	*rand.Rand
	named    bool // classes name the parts of the template
	cached   bool // a page keeps its old template until its copy in a cache is made anew
	run      int
	articles []*article
	hits     int
}

// article is a page of the website.
type article struct {
	title    string
	text     []string // sentences
	fact     string
	changed  int // the run of its last change
	rendered int // the run in which the cache has made its copy
	gone     bool
}

const (
	labRuns     = 10
	labArticles = 42 // in the first run
	labTopics   = 3  // every third article is of the same one
)

func newLab(named, cached bool) *lab {
	w := &lab{Rand: rand.New(rand.NewPCG(3, 11)), named: named, cached: cached}
	for range labArticles {
		w.add()
	}
	return w
}

func (w *lab) pick(of ...string) string { return of[w.IntN(len(of))] }

func (w *lab) sentence() string {
	return fmt.Sprintf("%s the %s %s of hall %d %s %s %d.", w.pick("Since spring", "As of today", "Beside the lift", "Past the gate"), w.pick("new", "old", "small", "quiet"),
		w.pick("bakery", "chapel", "lounge", "library", "tram stop"), w.IntN(900), w.pick("opens to", "waits for", "welcomes", "serves"), w.pick("guests of pier", "readers of page", "flight"), w.IntN(900))
}

func (w *lab) add() {
	a := &article{title: fmt.Sprintf("%s of %s %d", w.pick("Opening", "Story", "Guide", "Return"), w.pick("hall", "pier", "tower"), len(w.articles)), changed: w.run, rendered: w.run}
	for range 2 + w.IntN(6) {
		a.text = append(a.text, w.sentence())
	}
	a.fact = fmt.Sprintf("%d:00 to %d:00", 5+w.IntN(3), 20+w.IntN(3))
	w.articles = append(w.articles, a)
}

// next is what happens between two runs: some articles change, one comes, and one may go.
func (w *lab) next() {
	w.run++
	for range 2 {
		a := w.articles[w.IntN(len(w.articles))]
		a.text[w.IntN(len(a.text))] = w.sentence()
		a.changed = w.run
	}
	if w.run%2 == 1 {
		w.add()
	}
	if w.run == 5 {
		w.articles[9].gone = true
	}
	for _, a := range w.articles {
		if !w.cached || a.changed == w.run || w.IntN(6) == 0 {
			a.rendered = w.run
		}
	}
}

// part is an element of the template. Its class names the part, or is one of a build.
func (w *lab) part(run int, element, name, content string) string {
	if !w.named {
		name = fmt.Sprintf("%s%d", string(name[0])+string(name[len(name)-1]), 100+run/4)
	}
	return fmt.Sprintf("<%s class=%q>%s</%[1]s>", element, name, content)
}

// html is a page as the website sends it now.
func (w *lab) html(n int) string {
	a := w.articles[n]
	run := a.rendered
	then := rand.New(rand.NewPCG(uint64(run), 5)) // what the whole website shows in a run
	link := func(to int) string { return fmt.Sprintf("<a href=/%d>%s</a>", to, w.articles[to].title) }
	var b strings.Builder
	fmt.Fprintf(&b, "<html lang=en><head><title>%s | Alder Field</title>", a.title)
	fmt.Fprintf(&b, `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"Concert %d","startDate":"2031-05-%02dT19:00"}</script></head><body>`, run/3, 1+run)
	b.WriteString(w.part(run, "div", "topbar", fmt.Sprintf("%s, %d May 2031", []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}[run%5], 4+run)))
	menu := ""
	for k := range 6 + run/4 {
		menu += fmt.Sprintf("<li><a href=/menu/%d>Topic %d</a></li>", k, k)
	}
	b.WriteString(w.part(run, "div", "navbar", "<ul>"+menu+"</ul>"))
	b.WriteString(w.part(run, "div", "weather", fmt.Sprintf("<span>%s</span> <span>%d°C</span>", []string{"Sunny", "Rain", "Fog"}[then.IntN(3)], 10+then.IntN(15))))
	if run == 4 || run == 5 {
		b.WriteString(w.part(run, "div", "announcement", "<p>Staff are on strike on Friday, so please expect delays. <a href=/strike>Read more</a></p>"))
	}
	body := "<h1>" + a.title + "</h1>"
	for _, s := range a.text {
		body += "<p>" + s + "</p>"
	}
	body += "<h3>Opening hours</h3><p>" + a.fact + "</p>"
	w.hits += 1 + w.IntN(5)
	body += w.part(run, "div", "stats", fmt.Sprintf("<span>Read %d times</span>", 1000+w.hits))
	related := "<h3>You may also like</h3>"
	for k := range 3 {
		if to := (n*7 + k*11 + run/3) % len(w.articles); to != n && !w.articles[to].gone {
			related += fmt.Sprintf("<div><h4>%s</h4><p>%s</p></div>", link(to), w.articles[to].text[0])
		}
	}
	body += w.part(run, "div", "related", related)
	around := ""
	for _, to := range []int{n - labTopics, n + labTopics} {
		if to >= 0 && to < len(w.articles) && !w.articles[to].gone {
			around += "<div>" + link(to) + "<p>" + w.articles[to].text[1] + "</p></div>"
		}
	}
	body += w.part(run, "div", "pagination", around)
	b.WriteString(w.part(run, "div", "page", w.part(run, "div", "text", body)+w.sidebar(run, then, link)))
	foot := fmt.Sprintf("<p>© %d Alder Field, 7 Runway Road. All rights are reserved.</p>", 2031+run/8)
	if run >= 9 || run == 8 && n%3 == 0 {
		foot += "<p>Our office has moved to the upper floor of terminal two.</p>"
	}
	b.WriteString(w.part(run, "div", "footer", foot+"<ul><li><a href=/legal>Legal</a></li><li><a href=/privacy>Privacy</a></li></ul>"))
	return b.String()
}

// sidebar has the newest articles, the most read ones, and one of three offers.
func (w *lab) sidebar(run int, then *rand.Rand, link func(int) string) string {
	latest, most := "", ""
	for k := range 4 {
		latest += fmt.Sprintf("<li>%s <time>%d May</time></li>", link(len(w.articles)-1-k), 4+run-k)
		most += "<li>" + link(then.IntN(9)) + "</li>"
	}
	offers := []string{"<b>Park for less</b> <p>Book your place before Sunday, and save a fifth.</p>", "<b>Fly at night</b> <p>There is room on all flights after ten.</p>", "<b>Lounge day</b> <p>Bring a friend to the lounge, and pay once.</p>"}
	return w.part(run, "div", "sidebar", "<h3>Latest</h3><ul>"+latest+"</ul><h3>Most read</h3><ol>"+most+"</ol>"+w.part(run, "div", "promo", offers[run/3%3]))
}

// pulls pulls the website ten times. anew is how many items of the runs after the first one are new
// although their articles have not changed, and lost how many changes and texts did not come.
func (w *lab) pulls(t *testing.T, off ...rule.Rule) (anew, lost int, example string) {
	t.Helper()
	var home string
	var one sync.Mutex // pages are asked for at once, and share a random source
	home = crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		one.Lock()
		defer one.Unlock()
		n := -1
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err == nil && !w.articles[n].gone {
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(out, w.html(n))
			return
		}
		if r.URL.Path != "/sitemap.xml" {
			http.NotFound(out, r)
			return
		}
		for n, a := range w.articles {
			if !a.gone {
				fmt.Fprintf(out, "%s/%d\n", home, n)
			}
		}
	})
	var last *crawltest.Found
	for range labRuns {
		found, err := crawltest.After(t, last, crawltest.Local("sitemap", home), false, crawl.Kind{TooMany: 50, Templates: true, Read: sitemap.Read}, off...)
		check.NoError(t, err)
		came := map[int]bool{}
		for _, item := range found.Decoded(t) {
			n := -1
			_, _ = fmt.Sscanf(item.URL, home+"/%d", &n)
			a := w.articles[n]
			came[n] = true
			if a.changed != w.run {
				anew, example = anew+1, fmt.Sprintf("run %d, /%d: %s", w.run, n, item.Content)
			}
			if slices.ContainsFunc(append(slices.Clone(a.text), a.title, a.fact), func(s string) bool { return !strings.Contains(item.Content, s) }) {
				lost, example = lost+1, fmt.Sprintf("run %d, /%d lacks some of %s: %s", w.run, n, a.text, item.Content)
			}
		}
		for n, a := range w.articles {
			if a.changed == w.run && !a.gone && !came[n] {
				lost, example = lost+1, fmt.Sprintf("run %d, /%d does not come", w.run, n)
			}
		}
		last = found
		w.next()
	}
	return anew, lost, example
}

// In ten runs, no item is dated anew by the template, by teasers, or by counters, whether or not
// classes name them.
func TestTenRuns(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{true, false} {
		if anew, lost, example := newLab(named, false).pulls(t); anew > 0 || lost > 0 {
			t.Errorf("named %t: %d items are dated anew, %d lost something, such as %s", named, anew, lost, example)
		}
	}
}
