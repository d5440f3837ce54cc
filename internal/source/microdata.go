package source

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// microdata reads the items of a page that itemscope marks, each in the form of JSON-LD.
func microdata(doc *goquery.Document) []any {
	var items []any
	left := maxJSONLD
	for _, element := range doc.Find("[itemscope][itemtype]:not([itemprop])").EachIter() {
		items = append(items, microdataItem(element, &left))
	}
	return items
}

// microdataItem reads one item. left is how many bytes of values the page may still have.
func microdataItem(element *goquery.Selection, left *int) map[string]any {
	item := map[string]any{}
	for _, kind := range strings.Fields(element.AttrOr("itemtype", "")) {
		addProperty(item, "@type", kind)
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
		_, inside := child.Attr("itemscope")
		if names, has := child.Attr("itemprop"); has {
			var value any
			if inside {
				value = microdataItem(child, left)
			} else {
				text := microdataText(child)
				*left -= len(text)
				value = text
			}
			for _, name := range strings.Fields(names) {
				addProperty(item, name[strings.LastIndexAny(name, "/:#")+1:], value)
			}
		}
		if !inside {
			addProperties(item, child, left)
		}
	}
}

// addProperty adds a value to a property, which may have several values.
func addProperty(item map[string]any, name string, value any) {
	values, _ := item[name].([]any)
	item[name] = append(values, value)
}

// microdataText is the value of a property (HTML standard, section 5.2.4). A content attribute
// counts at any element, as in search engines.
func microdataText(element *goquery.Selection) string {
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
	return element.Text()
}
