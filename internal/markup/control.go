package markup

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// titles are the elements in which a button is the title of what the button opens.
const titles = "h1, h2, h3, h4, h5, h6, summary, dt, th, [role=heading]"

// Classes and ids of buttons: toggles show a text of the page, slides a picture, actions do something
// else.
var (
	toggles = regexp.MustCompile(`(?i)accordion|collaps|faq|question|tab(s|list)?\b`)
	slides  = regexp.MustCompile(`(?i)slick|swiper|carousel|slide`)
	actions = regexp.MustCompile(`(?i)share|menu|nav|close|copy|play|print|search|dropdown|modal|popup|cart|wishlist|` + slides.String()[4:])
)

// fieldsOfText are the fields whose labels mean nothing without the field.
const fieldsOfText = "input:not([type=checkbox], [type=radio]), select, textarea, output"

// keepCaptions turns buttons and labels into text if readers take them for headings, questions or
// captions, as in accordions and tabs. It removes all other buttons and labels, since the fields
// and scripts that they control are gone.
func keepCaptions(root *goquery.Selection) {
	fields := map[string]bool{} // ids
	for _, field := range root.Find(fieldsOfText).EachIter() {
		if id := field.AttrOr("id", ""); id != "" {
			fields[id] = true
		}
	}
	for _, label := range root.Find("label").EachIter() {
		if fields[label.AttrOr("for", "")] || label.Find("input, select, textarea").Length() > 0 {
			label.Remove()
		} else {
			rename(label, "span")
		}
	}
	for _, button := range root.Find("button").EachIter() {
		switch picture := button.Find("img"); {
		case picture.Length() > 0 && button.ParentsFiltered("figure").Length() > 0: // it enlarges the picture
			button.ReplaceWithSelection(picture)
		case !isCaption(button):
			button.Remove()
		case button.ParentsFiltered(titles).Length() > 0 || button.Parent().Is("p, span, a, b, strong, em"):
			rename(button, "span")
		default:
			rename(button, "div")
		}
	}
}

// isCaption reports whether a button is the title of what the button shows.
func isCaption(button *goquery.Selection) bool {
	toggle := button.AttrOr("data-toggle", "") + button.AttrOr("data-bs-toggle", "")
	names := button.AttrOr("class", "") + " " + button.AttrOr("id", "") + " " + toggle
	tab := (button.AttrOr("role", "") == "tab" || toggle == "tab" || toggle == "pill") && !slides.MatchString(names)
	_, controls := button.Attr("aria-controls")
	_, expands := button.Attr("aria-expanded")
	_, pops := button.Attr("aria-haspopup")
	if strings.IndexFunc(button.Text(), unicode.IsLetter) < 0 || pops || !tab && actions.MatchString(names) {
		return false
	}
	return controls || expands || tab || toggles.MatchString(names) || button.ParentsFiltered(titles).Length() > 0 ||
		button.Parent().Is("li") && StandsAlone(button.Get(0))
}

// StandsAlone reports whether an element has neither text nor elements beside it.
func StandsAlone(n *html.Node) bool {
	for other := range n.Parent.ChildNodes() {
		if other != n && (other.Type != html.TextNode || strings.TrimSpace(other.Data) != "") {
			return false
		}
	}
	return true
}

// rename gives an element another name, and drops its attributes.
func rename(of *goquery.Selection, name string) {
	n := of.Get(0)
	n.Data, n.DataAtom, n.Attr = name, 0, nil
}
