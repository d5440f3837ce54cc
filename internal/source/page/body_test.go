package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/markup"
)

// contentIn is the HTML of a page's content; "" if there is none.
func contentIn(t testing.TB, page string) string {
	t.Helper()
	doc, err := markup.Parse(page)
	if err != nil || doc.Find("body").Length() == 0 {
		return ""
	}
	body := doc.Find("body").Get(0)
	show(body, nil)
	content, err := Trim(body, true, nil)
	if err != nil {
		return ""
	}
	return check.Must(htmlIn(content))(t)
}

// prose is a paragraph of some sentences.
func prose(about string) string {
	return "<p>" + strings.Repeat("The "+about+" opens each day before the first departure. It closes an hour after the last one lands. ", 4) + "</p>"
}

func TestOf(t *testing.T) {
	const menu = `<ul><li><a href="/a">Flights</a></li><li><a href="/b">Parking</a></li><li><a href="/c">Shops</a></li></ul>`
	cards := strings.Builder{}
	for n := range 12 {
		fmt.Fprintf(&cards, `<div class="card"><a href="/shops/%d"><h3>Shop number %d</h3></a><span>Pier %d</span></div>`, n, n, n)
	}
	posts := strings.Builder{}
	for n := range 5 {
		fmt.Fprintf(&posts, `<li class="comment"><b>Traveller %d</b>%s</li>`, n, prose("bus"))
	}
	for _, row := range []struct {
		name, page string
		want, not  []string
	}{
		{"landmarks", `<header>Airport</header><nav>` + menu + `</nav><main>` + prose("lounge") + `</main><aside>Weather</aside><footer>Imprint</footer>`,
			[]string{"The lounge"}, []string{"Airport", "Flights", "Weather", "Imprint"}},
		{"names of a template", `<div id="siteHeader" class="top-bar masthead">Airport</div><div class="main-nav">` + menu + `</div><div class="wrap"><h1>Lounge</h1>` + prose("lounge") +
			`<div class="share-buttons">Tweet</div><div class="cookieBanner">We like biscuits</div></div><div class="page_footer">Imprint</div>`,
			[]string{"<h1>Lounge", "The lounge"}, []string{"Airport", "Flights", "Tweet", "biscuits", "Imprint"}},
		{"a wiki", `<div id="content"><h1>Lounge</h1><h2>Fees<span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>` + prose("lounge") +
			`<div class="printfooter">Retrieved from the wiki</div></div>`, []string{"<h2>Fees</h2>", "The lounge"}, []string{"edit", "Retrieved"}},
		{"sections", `<div class="page"><section><h2>Trains</h2>` + prose("train") + `</section><section><h2>Buses</h2>` + prose("bus") + `</section></div><div>` + menu + `</div>`,
			[]string{"<h2>Trains", "The train", "<h2>Buses", "The bus"}, []string{"Flights"}},
		{"a list of shops", `<nav>` + menu + `</nav><div class="grid">` + cards.String() + `</div><p>Prices include all taxes that apply.</p>`,
			[]string{"Shop number 0", "Pier 11"}, []string{"Flights"}},
		{"a main that a script fills", `<main><div>Loading</div></main><div>` + prose("lounge") + prose("pier") + `</div>`, []string{"The lounge", "The pier"}, []string{"Loading"}},
		{"a short page beside a long sidebar", `<aside><nav><ul>` + strings.Repeat(`<li><a href="/gates">All about the gates</a></li>`, 40) + `</ul></nav></aside><main><h1>Piers</h1><p>We have three.</p></main>`,
			[]string{"<h1>Piers", "We have three"}, []string{"gates"}},
		{"what is not shown", `<template><main>Row</main></template><main hidden>Sign in</main><main><p>Alpha counter</p><dialog>Subscribe</dialog><div style="display: none">Old price</div></main>`,
			[]string{"Alpha"}, []string{"Row", "Sign in", "Subscribe", "Old price"}},
		{"a dialog beside a short page", `<p>All of this is about the gates of pier B.</p><div class="modal">Keyboard shortcuts: press n for the next page</div>`, []string{"gates"}, []string{"shortcuts"}},
		{"a page that a script shows", `<div style="visibility:hidden"><h1>Lounge</h1>` + prose("lounge") + `</div>`, []string{"<h1>Lounge", "The lounge"}, nil},
		{"comments below a story", `<article>` + prose("lounge") + prose("pier") + `</article><ol class="comments">` + posts.String() + `</ol>`, []string{"The lounge", "The pier"}, []string{"Traveller", "The bus"}},
		{"comments are the page", `<h1>Which bus?</h1><ol class="comments">` + posts.String() + `</ol>`, []string{"Traveller 0", "Traveller 4"}, nil},
		{"a page for readers without scripts", `<div id="app">Loading</div><noscript><div class="post">` + strings.Repeat(prose("bus"), 9) + `</div></noscript>`, []string{"The bus"}, []string{"Loading"}},
		{"a row of a table", `<table><tr><td>` + prose("lounge") + `</td></tr><tr><th>Day</th><td>12</td></tr></table>`, []string{"The lounge"}, nil},
		{"a table", `<table><tr><th>Day</th><td>12</td></tr><tr><th>Week</th><td>60</td></tr></table>`, []string{"<table>", "<th>Day</th>", "60"}, nil},
		{"a post in a form", `<main>` + prose("lounge") + prose("pier") + `<form action="#"><input type="hidden" name="id"><p>The bus is late.</p></form></main>`, []string{"bus is late"}, nil},
		{"a tab", `<main><h1>Parking</h1><div role="tabpanel">Four an hour</div><div role="tabpanel" hidden>Twelve a day</div></main>`, []string{"Four an hour", "Twelve a day"}, nil},
		{"an accordion", `<main><h3><button aria-controls="a">Pay</button></h3><div role="region" id="a" hidden>At the machine</div><div class="accordion-body" style="display:none">In cash</div><p>` + prose("garage") + `</p></main>`,
			[]string{"Pay", "At the machine", "In cash"}, nil},
		{"a list that the text introduces", `<main>` + prose("lounge") + `<p>Print a <b>map:</b></p>` + menu + prose("pier") + `</main>`, []string{"Parking", "Shops"}, nil},
		{"the author of a quote", `<main>` + prose("lounge") + `<blockquote>My bag came back.<footer class="blockquote-footer">Ann, pilot</footer></blockquote><footer>Imprint</footer></main>`, []string{"Ann, pilot"}, []string{"Imprint"}},
		{"a hint in the text", `<main>` + prose("lounge") + `<aside class="tip">Pets stay outside</aside>` + prose("pier") + `<aside class="related">Weather</aside>` + prose("bus") + `<aside>News</aside></main>`,
			[]string{"Pets stay outside"}, []string{"Weather", "News"}},
		{"code with a button to copy", `<main>` + prose("lounge") + `<div class="code-toolbar"><pre>dial 5501 then 7</pre><div class="toolbar"><button>Copy</button></div></div><div class="comments"><pre>x</pre>` + prose("bus") + `</div></main>`,
			[]string{"dial 5501"}, []string{"Copy", "The bus"}},
		{"a menu of dishes", `<main>` + prose("lounge") + `<section id="menu"><h2>Menu</h2><ul><li>Soup 9</li><li>Fish 12</li></ul></section><div class="menu">` + menu + `</div></main>`, []string{"Soup 9", "Fish"}, []string{"Parking"}},
		{"a heading by its words", `<main>` + prose("lounge") + `<h2 id="share-a-ride">Share a ride</h2>` + prose("pier") + `</main>`, []string{"Share a ride"}, nil},
		{"words of a sentence", `<main>` + prose("lounge") + `<p>Take the <span class="tooltip">AirTrain</span> to the <a class="related-link" href="/g">green garage</a> or walk over the bridge<span class="sr-only">, opens a window</span>.</p>` +
			`<p>More: <a class="related-link" href="/w">Weather</a></p></main>`, []string{"AirTrain", "green garage"}, []string{"opens a window", "Weather"}},
		{"headers of parts", `<header><a href="/">Airport</a> <h2>Fly</h2></header><div class="frame"><header><h1>Parking</h1></header></div><div class="frame"><header><h2><a href="/p1">P1</a></h2><p>Short</p></header>` + prose("garage") + `</div>`,
			[]string{"Parking", "P1", "Short"}, []string{"Airport", "Fly"}},
		{"answers that open", `<main><div class="item w-dropdown"><div class="w-dropdown-toggle">May I bring a pram?</div><nav class="w-dropdown-list">Yes</nav></div>` +
			`<div class="item w-dropdown"><div class="w-dropdown-toggle">May I bring a dog?</div><nav class="answer w-dropdown-list"><p>Dogs stay outside, but for the <a href="/g">garden</a>.</p></nav></div>` +
			`<div class="w-dropdown"><div class="w-dropdown-toggle">More</div><nav class="w-dropdown-list"><a href="/a">All lounges</a></nav></div>` + prose("lounge") + `</main>`,
			[]string{"a pram?", "Yes", "a dog?", "garden"}, []string{"All lounges"}},
		{"what a script reads", `<main>` + prose("lounge") + `<div class="section-metadata"><div><div>Style</div><div>dark</div></div></div><div class="fragment"><div><a href="/fragments/end">/fragments/end</a></div></div>` +
			`<p><a href="https://x.example/fragments/top">https://x.example/fragments/top</a></p><p>See <a href="/fragments/b">/fragments/b</a>.</p></main>`,
			[]string{"See "}, []string{"dark", "/end", "/top"}},
		{"a picture", `<main><img src="/map.png" alt="Map"></main>`, []string{"/map.png"}, nil},
		{"nothing", `<script>x</script><dialog>Hi</dialog><div id="app"></div>`, nil, []string{"<"}},
	} {
		got := contentIn(t, row.page)
		for _, text := range row.want {
			if !strings.Contains(got, text) {
				t.Errorf("%s: no %q in %s", row.name, text, got)
			}
		}
		for _, text := range row.not {
			if strings.Contains(got, text) {
				t.Errorf("%s: %q in %s", row.name, text, got)
			}
		}
	}
}

func TestNameWords(t *testing.T) {
	for names, want := range map[string]string{"site-nav": "site nav", "siteNavBar col_2": "site nav bar col", "SEO-text": "seo text", " 12 ": "", "Ärger": "ärger"} {
		check.Same(t, want, strings.Join(slices.Collect(nameWords(names)), " "), names)
	}
}

// Whatever a page is like, its content is in the page.
func FuzzTrim(f *testing.F) {
	f.Add(`<table><tr><td><a href=/><main><ul class=nav><li>a<noscript><p>b</noscript>`)
	f.Add(`<frameset><frame></frameset>`)
	f.Add(`<li class="comment">` + strings.Repeat("word ", 20) + `<div id=relatedPosts><a>x</a>`)
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := markup.Parse(text)
		if err != nil || doc.Find("body").Length() == 0 {
			return
		}
		before := markup.Letters(doc.Text())
		if after := markup.Letters(markup.Plain(contentIn(t, text))); after > before && !strings.Contains(text, "<noscript") {
			t.Errorf("%q has %d letters, its content %d", text, before, after)
		}
	})
}
