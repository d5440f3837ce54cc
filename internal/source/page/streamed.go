package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// placeStreamed moves the parts of a page that come late to their places. React sends such a part
// at the end of the page, as <div hidden id="S:1">. The place of the part is <template id="B:1">
// before a placeholder, which stays, or <template id="P:1"> alone. A script would bring the two together.
func placeStreamed(doc *html.Node) {
	parts := map[string]*html.Node{}
	var places []*html.Node
	for n := range doc.Descendants() {
		switch id := markup.Attr(n, "id"); {
		case n.DataAtom == atom.Div && strings.HasPrefix(id, "S:"):
			parts[id[2:]] = n
		case n.DataAtom == atom.Template && (strings.HasPrefix(id, "B:") || strings.HasPrefix(id, "P:")):
			places = append(places, n)
		}
	}
	for _, place := range places {
		id := markup.Attr(place, "id")
		part := parts[id[2:]]
		if part == nil || slices.Contains(slices.Collect(place.Ancestors()), part) {
			continue
		}
		for c := part.FirstChild; c != nil; c = part.FirstChild {
			part.RemoveChild(c)
			place.Parent.InsertBefore(c, place)
		}
		place.Parent.RemoveChild(place)
		delete(parts, id[2:])
	}
}
