package schemaorg

import (
	"strings"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/markup"
)

// maxReferences is how many references of a page's items to other elements are followed.
const maxReferences = 20

// microdata reads the items of a page that itemscope marks, each in the form of JSON-LD.
func microdata(doc *goquery.Document) []any {
	var items []any
	left := maxJSONLD
	references := maxReferences
	for _, element := range doc.Find("[itemscope][itemtype]:not([itemprop])").EachIter() {
		item := microdataItem(element, &left)
		for id := range strings.FieldsSeq(element.AttrOr("itemref", "")) {
			if references--; references < 0 {
				break
			}
			byID := doc.Find("[id]").FilterFunction(func(_ int, at *goquery.Selection) bool { return at.AttrOr("id", "") == id })
			addProperty(item, byID.First(), &left)
		}
		items = append(items, item)
	}
	return items
}

// microdataItem reads one item. left is how many bytes of values the page may still have.
func microdataItem(element *goquery.Selection, left *int) map[string]any {
	item := map[string]any{}
	for _, kind := range strings.Fields(element.AttrOr("itemtype", "")) {
		addValue(item, "@type", kind)
	}
	if id := element.AttrOr("itemid", ""); id != "" {
		item["@id"] = id
	}
	addProperties(item, element, left)
	return item
}

// addProperties adds the properties below an element, except those of nested items.
func addProperties(item map[string]any, element *goquery.Selection, left *int) {
	for _, child := range element.Children().EachIter() {
		if *left < 0 {
			return
		}
		addProperty(item, child, left)
	}
}

// addProperty adds the property that an element is, and the properties below the element.
func addProperty(item map[string]any, element *goquery.Selection, left *int) {
	_, inside := element.Attr("itemscope")
	if names, has := element.Attr("itemprop"); has {
		var value any
		if inside {
			value = microdataItem(element, left)
		} else {
			text := MicrodataText(element)
			*left -= len(text)
			value = text
		}
		for _, name := range strings.Fields(names) {
			addValue(item, name[strings.LastIndexAny(name, "/:#")+1:], value)
		}
	}
	if !inside {
		addProperties(item, element, left)
	}
}

// addValue adds a value to a property, which may have several values.
func addValue(item map[string]any, name string, value any) {
	values, _ := item[name].([]any)
	item[name] = append(values, value)
}

// MicrodataText is the value of a property (HTML standard, section 5.2.4). A content attribute
// counts at any element, as in search engines.
func MicrodataText(element *goquery.Selection) string {
	if text, has := element.Attr("content"); has {
		return text
	}
	attribute := ""
	switch goquery.NodeName(element) {
	case "a", "area", "link":
		attribute = "href"
	case "img", "audio", "embed", "iframe", "source", "track", "video":
		attribute = "src"
	case "object":
		attribute = "data"
	case "data", "meter":
		attribute = "value"
	case "time":
		attribute = "datetime"
	}
	if text := element.AttrOr(attribute, ""); text != "" {
		return text
	}
	return markup.Text(element)
}
