package bodyformat_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	renderer "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"airport-content/internal/bodyformat"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ name, html, markdown, text string }{
		{"paragraphs and inline elements", `<p>A <strong>big</strong> <em>hall</em>.</p><p>Gate<br>B12</p>`,
			"A **big** *hall*.\n\nGate  \nB12", "A big hall.\n\nGate\nB12"},
		{"headings and lists", `<h2>Hours</h2><ul><li>Mon<li>Tue</ul>`, "## Hours\n\n- Mon\n- Tue", "Hours\n\n- Mon\n- Tue"},
		{"a relative link", `<a href="/map">Map</a>`, "[Map](https://www.example.com/map)", "Map (https://www.example.com/map)"},
		{"a label that is the address", `<a href="https://a.example/">https://a.example</a>`,
			"[https://a.example](https://a.example/)", "https://a.example"},
		{"telephone and mail", `<a href="tel:+123">123</a> <a href="mailto:a@b.example">Mail</a>`,
			"[123](tel:+123) [Mail](mailto:a@b.example)", "123 Mail (a@b.example)"},
		{"a table", `<table><tr><th>Day<th>Price<tr><td>1<td>9 €</table>`, "| Day | Price |\n|---|---|\n| 1 | 9 € |", "Day | Price\n1 | 9 €"},
		{"cells that hold blocks", `<table><tr><td>1<td>2<tr><td>x<ul><li>a</ul></table>`, "1\n\n2\n\nx\n\n- a", "1 | 2\nx\n\n- a"},
		{"terms", `<dl><dt>Hours<dd>6-22</dl>`, "Hours\n\n6-22", "Hours\n6-22"},
		{"a picture", `<img src="a.png" alt="The hall">`, "![The hall](https://www.example.com/shops/a.png)", "The hall"},
		{"media", `<video src="/v.mp4"></video>`, "[v.mp4](https://www.example.com/v.mp4)", "https://www.example.com/v.mp4"},
		{"signs of Markdown", `<p>*no* [x](y) 2 &lt; 3</p>`, `\*no* \[x](y) 2 &lt; 3`, "*no* [x](y) 2 < 3"},
		{"preformatted", "<pre>a\n  b</pre>", "```\na\n  b\n```", "a\n  b"},
		{"scripts and their links", `<script>alert(1)</script><a href="javascript:alert(1)">x</a>`, "x", "x"},
		{"written scripts", `&lt;script&gt;alert(1)&lt;/script&gt;`, "&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"},
		{"nothing", ``, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			const page = "https://www.example.com/shops/corner"
			if got := bodyformat.Convert(c.html, bodyformat.Markdown, page); got != c.markdown {
				t.Errorf("Markdown:\n%q, want\n%q", got, c.markdown)
			}
			if got := bodyformat.Convert(c.html, bodyformat.Text, page); got != c.text {
				t.Errorf("text:\n%q, want\n%q", got, c.text)
			}
			if got := bodyformat.Convert(c.html, bodyformat.HTML, page); got != c.html {
				t.Errorf("HTML: %q", got)
			}
		})
	}
}

// A body with too many elements for a tree keeps its text.
func TestConvertDeepHTML(t *testing.T) {
	body := strings.Repeat("<blockquote><ul><li>", 3000) + "the *last* <b>word"
	if got := bodyformat.Convert(body, bodyformat.Text, ""); !strings.HasSuffix(got, "the *last* word") {
		t.Errorf("text ends in %q", got[max(0, len(got)-40):])
	}
	if got := bodyformat.Convert(body, bodyformat.Markdown, ""); !strings.HasSuffix(got, `the \*last\* word`) {
		t.Errorf("Markdown ends in %q", got[max(0, len(got)-40):])
	}
}

func TestConvertKeepsRelativeLinks(t *testing.T) {
	if got := bodyformat.Convert(`<a href="/map">Map</a>`, bodyformat.Markdown, "/shops"); got != "[Map](/map)" {
		t.Errorf("Markdown: %q", got)
	}
}

func TestParse(t *testing.T) {
	if f, ok := bodyformat.Parse("markdown"); f != bodyformat.Markdown || !ok {
		t.Errorf("markdown: %d", f)
	}
	if _, ok := bodyformat.Parse("Markdown"); ok {
		t.Error("Markdown was accepted; formats are in lower case")
	}
}

// A page that shows the Markdown, raw HTML included, runs no script of the body.
func FuzzConvert(f *testing.F) {
	f.Add(`<p onclick=x>&lt;img src=x onerror=alert(1)&gt;</p><a href="java&#10;script:x">a</a>`)
	f.Add(`<table><tr><td><table><tr><td>a`)
	f.Add("<pre>```\n</pre><script>")
	f.Add(`<video src="javascript:x"></video><img alt="](javascript:x)" src="/a(b.png">`)
	f.Add("<img alt='\a](javascript:x)' src=a>")
	show := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(renderer.WithUnsafe()))
	f.Fuzz(func(t *testing.T, body string) {
		bodyformat.Convert(body, bodyformat.Text, "https://www.example.com/")
		var page bytes.Buffer
		if err := show.Convert([]byte(bodyformat.Convert(body, bodyformat.Markdown, "https://www.example.com/")), &page); err != nil {
			t.Fatal(err)
		}
		for z := html.NewTokenizer(&page); z.Next() != html.ErrorToken; {
			token := z.Token()
			if token.Type == html.StartTagToken && slices.Contains([]string{"script", "style", "iframe", "object", "form"}, token.Data) {
				t.Errorf("%q becomes %s", body, token)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") && runs(a.Val) {
					t.Errorf("%q becomes %s", body, token)
				}
			}
		}
	})
}

// runs reports whether a browser runs an address as a program.
func runs(address string) bool {
	u, err := url.Parse(strings.Map(func(c rune) rune {
		if c <= ' ' {
			return -1
		}
		return c
	}, address))
	return err == nil && slices.Contains([]string{"javascript", "vbscript", "data"}, u.Scheme)
}
