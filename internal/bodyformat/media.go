package bodyformat

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/dom"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"
)

// renderImage makes an image with its alt text.
func renderImage(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	alt := strings.Join(strings.Fields(dom.GetAttributeOr(n, "alt", "")), " ")
	if src := dom.GetAttributeOr(n, "src", ""); src != "" {
		writeLink(w, "!", alt, src)
	} else {
		_, _ = w.WriteString(escaped.Replace(html.EscapeString(alt)))
	}
	return converter.RenderSuccess
}

// renderMedia makes a link of a video or an audio file, which CommonMark cannot show.
func renderMedia(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	src := dom.GetAttributeOr(n, "src", "")
	if src == "" {
		return converter.RenderTryNext // the sources stand inside
	}
	writeLink(w, "", mediaName(src), src)
	return converter.RenderSuccess
}

// writeLink writes a link, or with the sign "!" an image. The writer never fails.
func writeLink(w converter.Writer, sign, label, address string) {
	_, _ = fmt.Fprintf(w, "%s[%s](%s)", sign, escaped.Replace(html.EscapeString(label)), destination.Replace(address))
}

// removeTitles drops the titles of links, which repeat the label or the page.
func removeTitles(_ converter.Context, doc *html.Node) {
	for n := range doc.Descendants() {
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "title" })
	}
}

// mediaName is the name of a file.
func mediaName(src string) string {
	if u, err := url.Parse(src); err == nil && path.Base(u.Path) != "." && path.Base(u.Path) != "/" {
		return path.Base(u.Path)
	}
	return "media"
}

// destination keeps an address within the parentheses of its link.
var destination = strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E", "\n", "")
