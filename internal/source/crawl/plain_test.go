package crawl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/rule"
)

// plain is a website whose markup names nothing, in one or more layouts.
type plain struct {
	*rand.Rand
	layouts []func(body, menu, banner, foot string) string
	foot    string
	facts   bool
	menu    int
	pages   int
}

func newPlain(seed uint64) *plain {
	w := &plain{Rand: rand.New(rand.NewPCG(seed, 7))}
	layouts := []func(body, menu, banner, foot string) string{
		func(body, menu, banner, foot string) string {
			return "<div class=k1>" + menu + "</div>" + banner + "<div><div class=m7>" + body + "</div></div><div>" + foot + "</div>"
		},
		func(body, menu, banner, foot string) string {
			return banner + "<table><tr><td>" + menu + "<td>" + body + "<tr><td colspan=2>" + foot + "</table>"
		},
		func(body, menu, _, foot string) string {
			return "<table><tr><td colspan=2>" + menu + "</table><table><tr><td>" + body + "</table><table><tr><td>" + foot + "</table>"
		},
		func(body, menu, banner, foot string) string {
			return banner + "<ul><li>" + strings.ReplaceAll(menu, " <a", "</li><li><a") + "</li></ul><div><div>" + body + "</div></div>" + foot
		},
		func(body, menu, _, foot string) string {
			return "<center><font>" + menu + "</font></center><font>" + body + "</font><hr><center><font>" + foot + "</font></center>"
		},
		func(body, menu, _, foot string) string {
			return "<div>" + foot + "</div><div>" + body + "</div><div>" + menu + "</div>"
		},
	}
	w.Shuffle(len(layouts), func(a, b int) { layouts[a], layouts[b] = layouts[b], layouts[a] })
	w.layouts = layouts[:1+w.IntN(4)]
	feet := []string{
		"<div>7 Runway Road framed <a href=/legal>Legal framed</a> <a href=/privacy>Privacy</a></div>",
		"<div>© 2031 Alder Field framed</div><div>Letters framed</div>",
		"<p>Ring us: 0777 12 framed</p><p><a href=/legal>Legal framed</a> | <a href=/write>Write</a></p>",
		"<span>Join us framed</span> <a href=/one>One framed</a> <a href=/two>Two</a>",
		"framed",
		"<ul><li>Level 2 framed<li><a href=/map>Map framed</a><li>2031</ul>",
	}
	w.foot, w.facts, w.menu = feet[w.IntN(len(feet))], w.IntN(2) == 0, 4+w.IntN(9)
	w.pages = 12*len(w.layouts) + w.IntN(60)
	return w
}

// page is a page, and what of it is content.
func (w *plain) page(n int) (html string, own []string) {
	var menu, body strings.Builder
	for k := range w.menu {
		fmt.Fprintf(&menu, "<a href=/m/%d>framed %d</a> ", k, k)
	}
	add := func(element, text string) {
		own = append(own, text)
		fmt.Fprintf(&body, "<%s>%s</%[1]s>", element, text)
	}
	pick := func(of ...string) string { return of[w.IntN(len(of))] }
	add("h1", fmt.Sprintf("Hall %d of Alder Field", n))
	for k := range 1 + w.IntN(5) {
		add("p", fmt.Sprintf("%s the %s number %d of hall %d stands by the %s.", pick("Downstairs", "Past the gate", "Outside"), pick("oak", "clock", "piano", "aquarium"), k, n, pick("stairs", "ramp", "doors")))
	}
	if w.facts {
		add("h2", "Opening hours")
		add("p", pick("6:00 to 22:00", "6:00 to 22:00", "6:00 to 22:00", "always"))
		add("h2", "Place")
		add("p", pick("Terminal 1", "Terminal 1", "Terminal 2")+", level "+fmt.Sprint(n%4))
	}
	add("p", fmt.Sprintf("Ask for hall %d at the desk.", n))
	banner := "<div class=z5>Alder Field uses framed cookies. <a href=/legal>Fine</a></div>"
	return w.layouts[n%len(w.layouts)](body.String(), menu.String(), banner, w.foot), own
}

// pull is how many items have a part of the frame, how many texts of pages are not in their items,
// and an example.
func (w *plain) pull(t *testing.T, off rule.Off) (framed, lost int, example string) {
	t.Helper()
	own := map[string][]string{}
	kind := crawl.Kind{Templates: true, Read: func(_ context.Context, c *crawl.Crawl) error {
		for n := range w.pages {
			html, texts := w.page(n)
			id := fmt.Sprint("s:", n)
			own[id] = texts
			c.Record(content.PageRecord{Key: fmt.Sprint("https://example.com/", n), ItemID: id}, webPage(texts[0], html))
		}
		return nil
	}}
	var out bytes.Buffer
	_, err := crawl.Read(t.Context(), content.Source{Name: "s", Kind: "sitemap", URL: "https://example.com"}, &out, crawl.Options{Force: true, Off: off}, kind)
	check.NoError(t, err)
	for line := range bytes.Lines(out.Bytes()) {
		var item crawl.Item
		check.NoError(t, json.Unmarshal(line, &item))
		if strings.Contains(item.Content, "framed") {
			framed, example = framed+1, item.Content
		}
		for _, text := range own[item.ID] {
			if !strings.Contains(item.Content, text) {
				lost, example = lost+1, text+": "+item.Content
			}
		}
		delete(own, item.ID)
	}
	for _, texts := range own {
		lost += len(texts)
	}
	return framed, lost, example
}

// plainWebsites is how many plain websites are tested.
const plainWebsites = 40

// What every page of a plain website repeats goes, in whatever layouts, and what pages say stays.
func TestPlainWebsites(t *testing.T) {
	for seed := range uint64(plainWebsites) {
		w := newPlain(seed)
		if framed, lost, example := w.pull(t, nil); framed > 0 || lost > 0 {
			t.Errorf("seed %d: %d pages in %d layouts with the foot %s: %d items with parts of the frame, %d texts lost, such as %s", seed, w.pages, len(w.layouts), w.foot, framed, lost, example)
		}
	}
}
