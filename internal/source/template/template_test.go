package template

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/net/html"

	"airport-content/internal/check"
	"airport-content/internal/markup"
)

// bodyOf is the body of a page with this HTML.
func bodyOf(t testing.TB, text string) *html.Node {
	t.Helper()
	return check.Must(markup.Parse(text))(t).Find("body").Get(0)
}

func marksOf(t testing.TB, text string) Marks {
	t.Helper()
	var all []Mark
	for _, b := range Split(bodyOf(t, text)) {
		all = append(all, b.Mark)
	}
	return Store(all)
}

// Marks are stored, the first and the last ones of many. Marks of an older program are none.
func TestMarksAreStored(t *testing.T) {
	var all []Mark
	for n := range uint32(2 * maxMarks) {
		all = append(all, Mark{n << 16, uint16(n), Linked | Shared, n << 8})
	}
	check.Same(t, slices.Concat(all[:maxMarks/2], all[3*maxMarks/2:]), slices.Collect(Store(all).all()), "stored")
	check.Same(t, all[:3], slices.Collect(Store(all[:3]).all()), "few stored")
	for size := range 100 {
		check.Same(t, 0, Marks(make([]byte, 8*size)).Len(), "marks of an older program")
	}
}

// No content makes a cut panic. The same page loses the same.
func FuzzTemplate(f *testing.F) {
	f.Add("<p>A sentence that stands on every page of the website, as a footer does.</p><table><tr><th>x<td>y</table>", "<h1>T</h1><a href=/b>B</a>")
	f.Add("<ul><li><a href=/a>A<li><img src=/b></ul>", "<div>x<br>y<td>z")
	f.Fuzz(func(t *testing.T, shared, own string) {
		if _, err := markup.Parse(shared + own); err != nil {
			return
		}
		if doc, err := markup.Parse(shared); err != nil || doc.Find("body").Length() == 0 {
			return
		}
		if doc, err := markup.Parse(shared + own); err != nil || doc.Find("body").Length() == 0 {
			return
		}
		pages := []Page{{Address: "own", Marks: marksOf(t, shared+own)}}
		for n := range 2 * FewPages {
			pages = append(pages, Page{Address: fmt.Sprint(n), Marks: marksOf(t, shared)})
		}
		site := Learn(pages, nil)
		once, again := bodyOf(t, shared+own), bodyOf(t, shared+own)
		site.Cut("own", once)
		site.Cut("own", again)
		var a, b bytes.Buffer
		check.NoError(t, html.Render(&a, once))
		check.NoError(t, html.Render(&b, again))
		check.Same(t, a.String(), b.String(), "cut twice")
	})
}
