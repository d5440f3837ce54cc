package markup

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	for _, row := range []struct{ name, html, want string }{
		{"text", `<h2 class="a" id="b">Caf&eacute; &amp; Bar</h2><p>Open <strong>daily</strong><br>R&D</p>`, `<h2 class="a">Café &amp; Bar</h2><p>Open <strong>daily</strong><br/>R&amp;D</p>`},
		{"table", `<table><tr><td colspan="2">x</td></tr></table>`, `<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>`},
		{"scripts", `<p>a</p><script>alert(1)</script><script type="application/ld+json">{}</script><noscript><img src="/p.gif"></noscript><template>x</template>`, `<p>a</p>`},
		{"styles", `<style>p{}</style><p style="color:red">a</p><link rel="stylesheet" href="/a.css">`, `<p>a</p>`},
		{"form", `<p>a</p><form action="/search"><label>Find</label><input name="q"><button>Go</button></form>`, `<p>a</p>`},
		{"form around a post", `<form action="#"><input type="hidden" name="id"><p>The bus is late.</p></form>`, `<p>The bus is late.</p>`},
		{"form around the page", `<form id="aspnetForm"><input type="hidden" name="__VIEWSTATE"><h1>Parking</h1><p>a</p></form>`, `<h1>Parking</h1><p>a</p>`},
		{"links of headings", `<h2>Fees<a class="headerlink" href="#fees">¶</a></h2><dl><dt>Gate <a href="#gate">#</a></dt><dt>Pier <a href="#pier">&#8203;</a></dt></dl><h3><a href="/a"><img src="/a.png"></a></h3><p><a href="#09">#</a></p>`,
			`<h2>Fees</h2><dl><dt>Gate </dt><dt>Pier </dt></dl><h3><a href="https://x.example/a"><img src="https://x.example/a.png"/></a></h3><p><a href="https://x.example/en/page#09">#</a></p>`},
		{"handlers", `<p onclick="x()">a</p><a href="javascript:alert(1)">b</a><img src="/a.png" onerror="x()">`, `<p>a</p>b<img src="https://x.example/a.png"/>`},
		{"pixels", `<img src="/1.gif" width="1" height="1"><img src="/2.gif" style="display: none"><img src="/3.gif" style="width:1px;height:1px"><img src=""><p>a</p>`, `<p>a</p>`},
		{"frames", `<iframe src="https://video.example/1"></iframe><object data="x"></object><svg><script>x</script></svg><p>a</p>`, `<p>a</p>`},
		{"links", `<a href="../map?a=1&amp;b=2#gate">a</a><a href="//cdn.example/x">b</a><a href="mailto:a@b.example">c</a><a href="tel:+1555">d</a><a href="#top">e</a>`,
			`<a href="https://x.example/map?a=1&amp;b=2#gate">a</a><a href="https://cdn.example/x">b</a><a href="mailto:a@b.example">c</a><a href="tel:+1555">d</a><a href="https://x.example/en/page#top">e</a>`},
		{"images", `<img src="a b.png" alt="A" width="300" srcset="a.png 1x, /b,c.png 2x, javascript:x 3x">`,
			`<img src="https://x.example/en/a%20b.png" alt="A" width="300" srcset="https://x.example/en/a.png 1x, https://x.example/b,c.png 2x"/>`},
		{"late images", `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/a.png" data-srcset="/b.png 2x">`, `<img src="https://x.example/a.png" srcset="https://x.example/b.png 2x"/>`},
		{"media", `<video controls poster="/p.jpg"><source src="/v.mp4" type="video/mp4"></video>`,
			`<video controls="" poster="https://x.example/p.jpg"><source src="https://x.example/v.mp4" type="video/mp4"/></video>`},
		{"addresses that run code", `<picture><source src="javascript:a" srcset="javascript:b 2x, /c.webp 1x"><img src="JavaScript:d" srcset="/e.png"></picture><audio src="data:text/html,f"></audio><video poster="vbscript:g" src="/h.mp4"></video><blockquote cite="javascript:i">q</blockquote>`,
			`<picture><source srcset="https://x.example/c.webp 1x"/><img srcset="https://x.example/e.png"/></picture><audio></audio><video src="https://x.example/h.mp4"></video><blockquote>q</blockquote>`},
		{"own elements", `<x-card><template shadowrootmode="open"><p>a</p></template></x-card><template>b</template>`, `<p>a</p>`},
		{"icons by name", `<p><i class="material-icons">schedule</i><span class="material-symbols-outlined">map</span>6:00</p>`, `<p>6:00</p>`},
		{"numbers of a list", `<ol start="3"><li>a</li></ol>`, `<ol start="3"><li>a</li></ol>`},
		{"broken links", "<a href=\" /ma\np?a=1\">a</a><a href=\"java\tscript:x\">b</a>", `<a href="https://x.example/map?a=1">a</a>b`},
		{"hidden email addresses", `<a href="/cdn-cgi/l/email-protection#014060416c6f"><span data-cfemail="0160416c2f64">[email protected]</span></a> <a href="/cdn-cgi/l/email-protection" data-cfemail="0160416c2f64">x</a> <b data-cfemail="zz">y</b>`,
			`<a href="mailto:Aa@mn"><span>a@m.e</span></a> <a href="mailto:a@m.e">a@m.e</a> <b>y</b>`},
	} {
		got, err := Clean(row.html, "https://x.example/en/page")
		if err != nil || got != row.want {
			t.Errorf("%s: %v\n got %s\nwant %s", row.name, err, got, row.want)
		}
	}
}

// Pictures that a script would load are kept, and trackers are not.
func TestPictures(t *testing.T) {
	for html, want := range map[string]string{
		`<img src="/img/spacer.gif" data-src="/a.jpg">`:                                                    `<img src="https://x.example/a.jpg"/>`,
		`<img src="/small/a.jpg" data-original="/large/a.jpg">`:                                            `<img src="https://x.example/large/a.jpg"/>`,
		`<img src="/a_300.jpg" data-src="/a_{width}.jpg">`:                                                 `<img src="https://x.example/a_300.jpg"/>`,
		`<img data-own-name="/a.jpg?v=1" data-note="see b.jpg here"><img src="/x.jpg" data-full="/b.jpg">`: `<img src="https://x.example/a.jpg?v=1"/><img src="https://x.example/x.jpg"/>`,
		`<img data-cfsrc="/a.jpg" style="display:none"><img src="/b.jpg" style="display:none">`:            `<img src="https://x.example/a.jpg"/>`,
		`<amp-img src="/a.jpg" layout="fill"><noscript><img src="/a.jpg"></noscript></amp-img>`:            `<img src="https://x.example/a.jpg"/>`,
		`<video controls data-poster="/p.jpg"></video>`:                                                    `<video controls="" poster="https://x.example/p.jpg"></video>`,
		`<img data-lazyload="/a.jpg"><img data-lazy="/b.jpg">`:                                             `<img src="https://x.example/a.jpg"/><img src="https://x.example/b.jpg"/>`,
		`<img src="data:image/svg+xml,%3Csvg/%3E" data-lazy-srcset="/a-1.jpg 300w, /a-2.jpg 600w">`:        `<img src="https://x.example/a-1.jpg" srcset="https://x.example/a-1.jpg 300w, https://x.example/a-2.jpg 600w"/>`,
		`<img srcset="/a.jpg 1x, /b.jpg 2x">`:                                                              `<img srcset="https://x.example/a.jpg 1x, https://x.example/b.jpg 2x" src="https://x.example/a.jpg"/>`,
		`<picture><source data-srcset="/a.webp"><img src="data:image/gif;base64,R0lGODlh"></picture>`:      `<picture><source srcset="https://x.example/a.webp"/><img src="https://x.example/a.webp"/></picture>`,
		`<img class="lazy" src="/blank.png"><noscript><img src="/a.jpg"></noscript>`:                       `<img src="https://x.example/a.jpg"/>`,
		`<img src="/x.gif" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>`:                      `<img src="https://x.example/a.jpg"/>`,
		`<img data-src="/a_{width}x.jpg"><noscript><img src="/a.jpg"></noscript>`:                          `<img src="https://x.example/a.jpg"/>`,
		`<img src="data:," data-src="data:,"><noscript><img src="/b.jpg"></noscript>`:                      `<img src="https://x.example/b.jpg"/>`,
		`<div><noscript><img src="/a.jpg" alt="Gate"></noscript></div>`:                                    `<div><img src="https://x.example/a.jpg" alt="Gate"/></div>`,
		`<noscript>Switch on JavaScript<img src="https://count.example/1"></noscript>`:                     ``,
		`<img src="/assets/placeholder-300x200.png"><img src="data:image/gif;base64,R0lGODlh">`:            ``,
		`<img src="/lazy.jpg"><img src="/grey-whale.jpg">`:                                                 `<img src="https://x.example/lazy.jpg"/><img src="https://x.example/grey-whale.jpg"/>`,
		`<img src="/logo.svg" width="1" height="1"><img src="/p.gif" width="1" height="1">`:                `<img src="https://x.example/logo.svg"/>`,
		`Fly <img src="https://s.w.org/images/core/emoji/15/72x72/2708.png" alt="✈" class="wp-smiley">`:    `Fly ✈`,
	} {
		if got, err := Clean(html, "https://x.example/en/"); err != nil || got != want {
			t.Errorf("%s: %v\n got %s\nwant %s", html, err, got, want)
		}
	}
}

// Headings, questions and captions stay. Labels and buttons of missing fields and scripts go.
func TestCaptions(t *testing.T) {
	for html, want := range map[string]string{
		`<h3><button type="button" aria-expanded="false" aria-controls="p"><span>Which bus?</span><span aria-hidden="true">+</span></button></h3><div role="region" id="p" hidden>Line 5</div>`: `<h3><span><span>Which bus?</span><span>+</span></span></h3><div>Line 5</div>`,
		`<h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse">Which bus?</button></h2><div class="collapse">Line 5</div>`:                          `<h2 class="accordion-header"><span>Which bus?</span></h2><div class="collapse">Line 5</div>`,
		`<div role="tablist"><button role="tab">Short stay</button><button role="tab">Long stay</button></div><div role="tabpanel" hidden>12 a day</div>`:                                       `<div><div>Short stay</div><div>Long stay</div></div><div>12 a day</div>`,
		`<ul class="nav"><li><button class="nav-link" data-bs-toggle="tab">Short stay</button></li><li><button class="nav-link" data-toggle="pill">Long stay</button></li></ul>`:                `<ul class="nav"><li><div>Short stay</div></li><li><div>Long stay</div></li></ul>`,
		`<p>a</p><button class="nav-toggle" aria-expanded="false">Open</button><button role="tab" class="swiper-dot">Picture one</button>`:                                                      `<p>a</p>`,
		`<div role="button" class="q">Which bus?</div> <div hidden>Line 5</div>`:                                                                                                                `<div class="q">Which bus?</div> <div>Line 5</div>`,
		`<dl><dt>Which bus?</dt><dd hidden>Line 5</dd></dl><div class="answer" hidden>Line 6</div>`:                                                                                             `<dl><dt>Which bus?</dt><dd>Line 5</dd></dl><div class="answer">Line 6</div>`,
		`<p>a</p><button class="share">Share</button><div hidden>Copy</div>`:                                                                                                                    `<p>a</p>`,
		`<button class="accordion">Which bus?</button><div>Line 5</div>`:                                                                                                                        `<div>Which bus?</div><div>Line 5</div>`,
		`<details><summary>Which bus?</summary>Line 5</details>`:                                                                                                                                `<details><summary>Which bus?</summary>Line 5</details>`,
		`<ul><li><button>Terminal map</button></li><li>Book <button>Buy</button></li></ul>`:                                                                                                     `<ul><li><div>Terminal map</div></li><li>Book </li></ul>`,
		`<input type="checkbox" id="q"><label for="q">Which bus?</label><div>Line 5</div>`:                                                                                                      `<span>Which bus?</span><div>Line 5</div>`,
		`<label>Phone</label> 650 <label for="s">Sort by</label><select id="s"></select>`:                                                                                                       `<span>Phone</span> 650 `,
		`<p>a</p><button class="share" aria-expanded="false">Share</button><button>×</button>`:                                                                                                  `<p>a</p>`,
		`<div class="more-news" hidden>x</div><p>Bus<span class="more-text" style="display:none"> at nine</span> <button class="read-more">Read more</button></p>`:                              `<p>Bus<span class="more-text"> at nine</span> </p>`,
		`<p>a</p><div class="sharedaddy sd-block"><h3>Share this:</h3></div><div class="jp-relatedposts">Related</div>`:                                                                         `<p>a</p>`,
		`<figure><button aria-label="Enlarge"><img src="/a.jpg"> <svg></svg>Zoom</button><figcaption>Gate</figcaption></figure><button><img src="/cart.png"></button>`:                          `<figure><img src="https://x.example/a.jpg"/><figcaption>Gate</figcaption></figure>`,
		`<p>a</p><dialog>Sign in</dialog><div hidden>Row</div><template>Row</template>`:                                                                                                         `<p>a</p>`,
	} {
		if got, err := Clean(html, "https://x.example/en/"); err != nil || got != strings.TrimSpace(want) {
			t.Errorf("%s: %v\n got %s\nwant %s", html, err, got, want)
		}
	}
}

// Without an absolute base, relative links stay; they cannot run code.
func TestCleanWithoutBase(t *testing.T) {
	got, err := Clean(`<p onclick="x()"><a href="../map">a</a><a href="JavaScript:x">b</a><img src="/a.png"><script>x</script></p>`, "/shops/books")
	if want := `<p><a href="../map">a</a>b<img src="/a.png"/></p>`; err != nil || got != want {
		t.Errorf("got %s, want %s: %v", got, want, err)
	}
}

func TestPlain(t *testing.T) {
	for html, want := range map[string]string{
		"<b>Caf&eacute;</b> &amp;\n Bar<script>x</script>":                       "Café & Bar",
		"Flug&shy;hafen&nbsp;parken":                                             "Flughafen parken",
		"<p>Pier A.</p><p>Pier <i>B</i>eta<br>Level 2</p><ul><li>1<li>2</ul>(3)": "Pier A. Pier Beta Level 2 1 2 (3)",
	} {
		if got := Plain(html); got != want {
			t.Errorf("%s: got %q, want %q", html, got, want)
		}
	}
}

// Whatever comes in, nothing that runs goes out.
func FuzzClean(f *testing.F) {
	f.Add(`<p onclick=x>a<script>b</script><a href=" java&#115;cript:x">`, "https://x.example/")
	f.Add(`<svg><style><img src=x onerror=y></style><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">`, "https://x.example/")
	f.Add(`<noscript><p title="</noscript><img src=x onerror=y>">`, ":")
	f.Add(`<img srcset="a,b 1x,,c" src=data:image/png;base64,AAAA>`, "http://[::1]/")
	f.Add(`<img data-src="javascript:x" srcset=" ,,"><noscript><img src=y alt=z></noscript><picture><source src="java&#9;script:x">`, "https://x.example/")
	f.Add(`<h2><button>a</button></h2><label for=b>c</label><input id=b><div hidden><dialog open>d`, "/")
	f.Fuzz(func(t *testing.T, html, base string) {
		once, err := Clean(html, base)
		if err != nil {
			return
		}
		lower := strings.ToLower(once)
		for _, bad := range []string{"<script", "<style", "<iframe", "<form", "<input", "<svg", `="javascript:`} {
			if strings.Contains(lower, bad) {
				t.Errorf("%q of %q", once, html)
			}
		}
		for _, code := range regexp.MustCompile(`(?i)\s(src|href|srcset|poster|cite)="\s*(javascript|vbscript|data:text)`).FindAllString(once, -1) {
			t.Errorf("%q in %q of %q", code, once, html)
		}
	})
}

// A small page must not become a large tree, or large links.
func TestCleanRefusesWhatGrows(t *testing.T) {
	open := strings.Builder{}
	for n := range 500 {
		fmt.Fprintf(&open, "<b a%d>", n)
	}
	for _, row := range []struct{ name, html, base, want string }{
		{"elements that go on in each paragraph", "<p>" + open.String() + strings.Repeat("<p>x", 5000), "https://x.example", "more than 1000000 elements, most of them not closed"},
		{"alike ones, of which three go on", "<p>" + strings.Repeat("<font size=2>", 500) + strings.Repeat("<p>x", 5000), "https://x.example", ""},
		{"closed ones", strings.Repeat("<p><b>x</b><a href=/>y</a>", 10_000), "https://x.example", ""},
		{"a long one that goes on in each paragraph", "<p><b title=" + strings.Repeat("a", 1<<18) + ">" + strings.Repeat("<p>x", 10_000), "https://x.example", ErrTooLong.Error()},
		{"links below a long address", strings.Repeat("<a href=b>x</a>", 5000), "https://x.example/" + strings.Repeat("a", 1000) + "/", "its links have more than 4 MB"},
		{"pictures below a long address", `<img src=a srcset="` + strings.Repeat("b 2x, ", 5000) + `">`, "https://x.example/" + strings.Repeat("a", 1000) + "/", "its links have more than 4 MB"},
	} {
		_, err := Clean(row.html, row.base)
		if row.want == "" && err != nil || row.want != "" && (err == nil || err.Error() != row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
