package markup

import (
	"fmt"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, html, want string }{
		{"text", `<h2 class="a" id="b">Caf&eacute; &amp; Bar</h2><p>Open <strong>daily</strong><br>R&D</p>`, `<h2 class="a">Café &amp; Bar</h2><p>Open <strong>daily</strong><br/>R&amp;D</p>`},
		{"table", `<table><tr><td colspan="2">x</td></tr></table>`, `<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>`},
		{"scripts", `<p>a</p><script>alert(1)</script><script type="application/ld+json">{}</script><noscript><img src="/p.gif"></noscript><template>x</template>`, `<p>a</p>`},
		{"styles", `<style>p{}</style><p style="color:red">a</p><link rel="stylesheet" href="/a.css">`, `<p>a</p>`},
		{"form", `<p>a</p><form action="/search"><label>Find</label><input name="q"><button>Go</button></form>`, `<p>a</p>`},
		{"form around the page", `<form id="aspnetForm"><input type="hidden" name="__VIEWSTATE"><h1>Parking</h1><p>a</p></form>`, `<h1>Parking</h1><p>a</p>`},
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
		{"own elements", `<x-card><p>a</p></x-card>`, `<p>a</p>`},
	} {
		got, err := Clean(row.html, "https://x.example/en/page")
		if err != nil || got != row.want {
			t.Errorf("%s: %v\n got %s\nwant %s", row.name, err, got, row.want)
		}
	}
}

// Without an absolute base, relative links stay; they cannot run code.
func TestCleanWithoutBase(t *testing.T) {
	t.Parallel()
	got, err := Clean(`<p onclick="x()"><a href="../map">a</a><a href="JavaScript:x">b</a><img src="/a.png"><script>x</script></p>`, "/shops/books")
	if want := `<p><a href="../map">a</a>b<img src="/a.png"/></p>`; err != nil || got != want {
		t.Errorf("got %s, want %s: %v", got, want, err)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	if got := Plain("<b>Caf&eacute;</b> &amp;\n Bar<script>x</script>"); got != "Café & Bar" {
		t.Errorf("got %q", got)
	}
}

// Whatever comes in, nothing that runs goes out.
func FuzzClean(f *testing.F) {
	f.Add(`<p onclick=x>a<script>b</script><a href=" java&#115;cript:x">`, "https://x.example/")
	f.Add(`<svg><style><img src=x onerror=y></style><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">`, "https://x.example/")
	f.Add(`<noscript><p title="</noscript><img src=x onerror=y>">`, ":")
	f.Add(`<img srcset="a,b 1x,,c" src=data:image/png;base64,AAAA>`, "http://[::1]/")
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
	})
}

// A small page must not become a large tree, or large links.
func TestCleanRefusesWhatGrows(t *testing.T) {
	t.Parallel()
	open := strings.Builder{}
	for n := range 500 {
		fmt.Fprintf(&open, "<b a%d>", n)
	}
	for _, row := range []struct{ name, html, base, want string }{
		{"elements that go on in each paragraph", "<p>" + open.String() + strings.Repeat("<p>x", 5000), "https://x.example", "more than 1000000 elements, most of them not closed"},
		{"alike ones, of which three go on", "<p>" + strings.Repeat("<font size=2>", 500) + strings.Repeat("<p>x", 5000), "https://x.example", ""},
		{"closed ones", strings.Repeat("<p><b>x</b><a href=/>y</a>", 10_000), "https://x.example", ""},
		{"links below a long address", strings.Repeat("<a href=b>x</a>", 5000), "https://x.example/" + strings.Repeat("a", 1000) + "/", "its links have more than 4 MB"},
		{"pictures below a long address", `<img src=a srcset="` + strings.Repeat("b 2x, ", 5000) + `">`, "https://x.example/" + strings.Repeat("a", 1000) + "/", "its links have more than 4 MB"},
	} {
		_, err := Clean(row.html, row.base)
		if row.want == "" && err != nil || row.want != "" && (err == nil || err.Error() != row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
