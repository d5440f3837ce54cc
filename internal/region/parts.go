package region

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
)

// The parts of a website's template, such as menus, are known by element, role, class or id.
// Authors use the same names for content: a list of shops may be a widget, and the posts of a forum
// may be comments. So a name counts on a page only if its elements have less than a share of the
// page's text.
const (
	templateShare = 0.8  // for parts that are content only where a page has little else
	looseShare    = 0.34 // for names that authors use for content too
	hiddenShare   = 0.6  // for hidden elements, such as whole pages that a script shows
	alwaysShare   = 1    // for parts that are never content
)

// shares are the parts with a share other than looseShare.
var shares = map[string]float64{
	"comment": templateShare, "contentinfo": templateShare, "dialog": templateShare, "footer": templateShare, "menu": templateShare, "nav": templateShare, "navigation": templateShare,
	"hidden":  hiddenShare,
	"consent": alwaysShare, "cookie": alwaysShare, "gdpr": alwaysShare, "onetrust": alwaysShare,
}

// names are the words of classes and ids that name parts of a template. Words of the same meaning
// are one part, called by the first word.
var names = partNames(
	"ad ads advert adverts advertisement advertising sponsor sponsored", "addthis addtoany share sharebar shared sharedaddy shares sharethis sharing",
	"announcement announcements", "assistive sr visually", "author bio biography byline bylines", "cart minicart", "comment commentlist comments disqus respond",
	"copyright", "cta ctas buttons", "crosssell upsell upsells", "dialog lightbox modal modals overlay popover popup popups pum tooltip", "drawer offcanvas", "disclaimer", "dropdown", "editsection",
	"facets refinements", "footer prefooter", "gdpr", "login optin register signin signup", "masthead topbar", "menu megamenu menus submenu",
	"nav navbar navigation subnav", "onetrust", "outbrain taboola", "pager pagination paginator", "likes reactions votes", "postprofile signature userdetails userextras usertitle",
	"print printfooter", "promo promobar promos promotion promotional", "rating ratings review reviews", "latest recent", "recirc recommendations recommended related similar trending",
	"sidebar sidebars", "skip", "social socials", "subscribe subscription", "taglist tags", "toc", "toolbar", "widget widgets",
)

// prefixes are beginnings of words that name a part too, such as cookiebar.
var prefixes = []string{"breadcrumb", "comment", "consent", "cookie", "newsletter", "sidebar"}

// roles are the ARIA roles that name a part.
var roles = []string{"alertdialog", "banner", "complementary", "contentinfo", "dialog", "menu", "menubar", "navigation", "search", "toolbar"}

func partNames(parts ...string) map[string]string {
	all := map[string]string{}
	for _, words := range parts {
		first, _, _ := strings.Cut(words, " ")
		for word := range strings.FieldsSeq(words) {
			all[word] = first
		}
	}
	return all
}

// partOf is the part of a template that an element is; "" for content.
func partOf(n *html.Node) string {
	role := markup.Attr(n, "role")
	switch {
	case n.DataAtom == atom.Img: // the cleaner knows pictures that a script shows
		return ""
	case markup.IsHidden(n):
		return "hidden"
	case n.DataAtom == atom.Body || n.DataAtom == atom.Main || n.DataAtom == atom.Article || n.DataAtom == atom.H1:
		return ""
	case n.DataAtom == atom.Nav || n.DataAtom == atom.Footer || n.DataAtom == atom.Aside && !isNote(n) || markup.IsForm(n):
		return n.Data
	case n.DataAtom == atom.Header && !isInContent(n):
		return n.Data
	case slices.Contains(roles, role):
		return role
	}
	if part := partNamed(markup.Attr(n, "class")); part != "" || markup.IsHeading(n.DataAtom) {
		return part // the id of a heading has the heading's words, such as share-your-ride
	}
	return partNamed(markup.Attr(n, "id"))
}

// partNamed is the part that a class or an id names; "" if it names none.
func partNamed(attribute string) string {
	for word := range nameWords(attribute) {
		if part := names[word]; part != "" {
			return part
		}
		for _, prefix := range prefixes {
			if strings.HasPrefix(word, prefix) {
				return prefix
			}
		}
	}
	return ""
}

// isInContent reports whether an element is inside an element that holds content, such as the
// header of an article.
func isInContent(n *html.Node) bool {
	return isInside(n, atom.Main, atom.Article)
}

func isInside(n *html.Node, elements ...atom.Atom) bool {
	for above := range n.Ancestors() {
		if slices.Contains(elements, above.DataAtom) {
			return true
		}
	}
	return false
}

// isNote reports whether an aside stands in the text of a page, as a hint or a warning does.
func isNote(n *html.Node) bool {
	before, after := markup.ElementBefore(n), n.NextSibling
	for after != nil && after.Type != html.ElementNode {
		after = after.NextSibling
	}
	return before != nil && after != nil && isText(before.DataAtom) && isText(after.DataAtom) && isInContent(n)
}

func isText(tag atom.Atom) bool {
	return tag == atom.P || tag == atom.Ul || tag == atom.Ol || tag == atom.Pre || tag == atom.Table || markup.IsHeading(tag)
}

// isContent reports whether an element is content although it is named like a part: the footer of a
// quote names the author, and a block of code may have a toolbar.
func (m measures) isContent(n *html.Node, part string) bool {
	if part == "hidden" {
		return false
	}
	return part == "menu" && m.isOfDishes(n) || isInside(n, atom.Blockquote) || m.isCode(n)
}

// isWord reports whether an element in a run of prose is a word of a sentence, such as a link of
// class related or a term of class tooltip, and not a text for screen readers.
func isWord(n *html.Node, part string) bool {
	return markup.IsInline(n.DataAtom) && part != "hidden" && part != "assistive"
}

// ownText is the text of an element that is in no other element.
func ownText(n *html.Node) (text int) {
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode {
			text += letters(c.Data)
		}
	}
	return text
}

// isOfDishes reports whether a menu is that of a restaurant, which has few links. A menu by its
// element or role is a list of commands.
func (m measures) isOfDishes(n *html.Node) bool {
	e := m.of(n)
	return n.DataAtom != atom.Menu && markup.Attr(n, "role") == "" && 5*e.links < e.text
}

// isCode reports whether an element holds little but code, such as a block with a button to copy.
func (m measures) isCode(n *html.Node) bool {
	code := m.code(n)
	return code > 0 && 2*code >= m.of(n).text
}

// code is the text of the blocks of code in an element.
func (m measures) code(n *html.Node) (text int) {
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Pre {
			text += m.of(c).text
		} else {
			text += m.code(c)
		}
	}
	return text
}

// nameWords are the words of names such as site-nav, site_nav and siteNav, in lower case.
func nameWords(names string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, lower := 0, false // start of the word; whether the letter before is in lower case
		for at, r := range names + " " {
			letter := unicode.IsLetter(r)
			if at > start && (!letter || unicode.IsUpper(r) && lower) {
				if !yield(strings.ToLower(names[start:at])) {
					return
				}
				start = at
			}
			if !letter {
				start = at + utf8.RuneLen(r)
			}
			lower = unicode.IsLower(r)
		}
	}
}

// removeParts removes the parts of the template, except for parts with too large a share of the
// page.
func (m measures) removeParts(region *html.Node) {
	most := m.of(region).weight()
	named := map[string]float64{} // weight by part
	parts := map[*html.Node]string{}
	within := map[string]bool{}
	var find func(*html.Node, bool)
	find = func(n *html.Node, inProse bool) {
		part := ""
		if n.Type == html.ElementNode && n != region {
			part = partOf(n)
		}
		if part != "" && (m.isContent(n, part) || inProse && isWord(n, part)) {
			part = ""
		}
		outermost := part != "" && !within[part]
		if outermost {
			named[part] += m.of(n).weight()
			parts[n] = part
			within[part] = true
		}
		inProse = ownText(n) >= minProse
		for c := range n.ChildNodes() {
			find(c, inProse)
		}
		if outermost {
			delete(within, part)
		}
	}
	find(region, false)
	removeAll(region, func(n *html.Node) bool {
		part := parts[n]
		return part != "" && named[part] <= cmp.Or(shares[part], looseShare)*most
	})
}
