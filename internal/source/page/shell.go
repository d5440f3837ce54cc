package page

import (
	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"airport-content/internal/markup"
)

// filled selects the elements that a script fills, such as those of React, Vue and Angular.
const filled = "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #q-app, app-root"

// longestWait is how many letters a text has at most that only asks readers to wait.
const longestWait = 120

// IsShell reports whether a body shows nothing but a text in an element that a script fills. waits:
// the text is no more than "Please wait", without a heading, a link or a picture.
func IsShell(n *html.Node) (is, waits bool) {
	body := goquery.NewDocumentFromNode(n).Selection
	inside := body.Find(filled).First()
	if inside.Length() == 0 {
		return false, false
	}
	text := markup.Text(body)
	is = text != "" && markup.Text(inside) == text
	return is, is && markup.Letters(text) <= longestWait && inside.Find("h1, h2, h3, h4, h5, h6, a[href], img, table, li").Length() == 0
}
