package apidocs

import (
	"bytes"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/bodyformat"
)

// guide is the guide of the page as Markdown, without what works only in a browser. The reference is
// left to the OpenAPI document, which holds the same.
func guide(contact Contact) ([]byte, error) {
	page, err := renderPage(contact)
	if err != nil {
		return nil, err
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err != nil {
		return nil, err
	}
	doc.Find("#try, #reference, .you, link, script").Remove()
	text, err := doc.Find("main").Html()
	return []byte(bodyformat.Convert(text, bodyformat.Markdown, "/docs") + "\n"), err
}
