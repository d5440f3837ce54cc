package page

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"airport-content/internal/markup"
	"airport-content/internal/source/rule"
)

// The parts of a website's template, such as menus, are known by element, role, class or id, where
// the website's other pages do not tell. Authors use the same names for content: a list of shops may
// be a widget, and the posts of a forum may be comments. So a name counts on a page only if its
// elements have less than a share of the page's text.
const (
	templateShare = 0.8  // for parts that are content only where a page has little else
	looseShare    = 0.34 // for names that authors use for content too
	alwaysShare   = 1    // for parts that are never content
)

// shares are the parts with a share other than looseShare.
var shares = map[string]float64{
	"comment": templateShare, "contentinfo": templateShare, "dialog": templateShare, "footer": templateShare, "menu": templateShare, "nav": templateShare, "navigation": templateShare,
	"consent": alwaysShare, "cookie": alwaysShare, "gdpr": alwaysShare, "onetrust": alwaysShare,
}

// partWords are the words of classes and ids that name parts of a template. Words of the same meaning
// are one part, called by the first word.
var partWords = partNames(
	"ad ads advert adverts advertisement advertising sponsor sponsored", "addthis addtoany share sharebar shared sharedaddy shares sharethis sharing",
	"announcement announcements", "author bio biography byline bylines", "cart minicart", "comment commentlist comments disqus respond",
	"copyright", "cta ctas buttons", "crosssell upsell upsells", "dialog lightbox modal modals overlay popover popup popups pum tooltip", "drawer offcanvas", "disclaimer", "dropdown", "editsection",
	"facets refinements", "footer prefooter", "gdpr", "login optin register signin signup", "masthead topbar", "menu megamenu menus submenu",
	"nav navbar navigation subnav", "onetrust", "outbrain taboola", "pager pagination paginator", "likes reactions votes", "postprofile signature userdetails userextras usertitle",
	"print printfooter", "promo promobar promos promotion promotional", "rating ratings review reviews", "latest recent", "recirc recommendations recommended related similar trending",
	"sidebar sidebars", "skip", "social socials", "subscribe subscription", "taglist tags", "toc", "toolbar", "widget widgets",
)

// prefixes are beginnings of words that name a part too, such as cookiebar.
var prefixes = []string{"breadcrumb", "comment", "consent", "cookie", "newsletter", "sidebar"}

// sure are the names that hardly any text has, whatever else is in a name.
var sure = wordSet(`addthis addtoany advert advertisement byline bylines commentlist consent copyright crosssell disqus drawer editsection footer gdpr lightbox login masthead megamenu
	menus minicart modal modals nav navbar offcanvas onetrust optin outbrain overlay pager pagination paginator postprofile prefooter printfooter recirc recommendations
	recommended related sharebar sharedaddy sharethis sidebar sidebars signin signup sponsored submenu subnav taboola toolbar topbar trending upsell upsells userdetails userextras usertitle`)

// neutral are words of templates that name no part.
var neutral = wordSet(`above accessibility account accordion action actions active add additional after ajax alert align alignment all alt and app area arrow article articles aside
	auto avada back backdrop badge banner bar base before below block blocks blog body border bottom box boxes brand btn burger button by call canvas captcha card cards carousel
	categories category cell center centered child close col collapse collapsible collection color column columns company component container containers content contents control
	controls copy core count create current custom dark data date default desc description desktop detail details display div divi divider drop element elementor email embed empty
	enabled end entry error expand extra facebook featured feed feedback field fields filter filters first fixed flex floating flyout focus focusable follow for form foot full
	fusion genesis global grid group hamburger has head header heading headline help hero hidden hide holder horizontal hover html icon icons image images img info initial inline
	inner input inside instagram intro item items js jump label labels language large last law layer layout lazy left legal level light line linkedin links link list lists
	loading logo loop main max media medium mega message meta metadata middle mini mobile module more name network networks new news next node none notice notification of off on
	one only open options outer overflow padding page pages panel pane parent pc placeholder policy popular position post posts pre prev preview previous primary privacy product
	products quantity quick rail read reader region reply resources responsive results right root row rows screen scroll sdk search secondary section sections select separator
	settings shopify show side simple single site size slide slider slot small sort spacer spinner standard star stars start sticky stories story stretch style styles sub submit
	subtitle success summary swiper switcher tab table tablet tabs tag template terms tertiary text the theme third this thread title toggle top topics total tribe trigger twitter
	type up user utility vertical view views visible visually white wide width with wordpress wrap wrapper youtube zone`)

func wordSet(list string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		all[word] = true
	}
	return all
}

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

// landmark is the part that the element or the role of an element says; "" for content.
func landmark(n *html.Node) string {
	switch role := markup.Attr(n, "role"); {
	case n.DataAtom == atom.Nav && partByName(n) != "dropdown" || n.DataAtom == atom.Footer || n.DataAtom == atom.Aside && !isNote(n), n.DataAtom == atom.Header && !isInside(n, atom.Main, atom.Article) && !isTitle(n):
		return n.Data
	case slices.Contains(roles, role):
		return role
	}
	return ""
}

// partByName is the part that the class or the id of an element names; "" if they name none.
func partByName(n *html.Node) string {
	if part := partNamed(markup.Attr(n, "class")); part != "" || markup.IsHeading(n.DataAtom) {
		return part // the id of a heading has the heading's words, such as share-your-ride
	}
	return partNamed(markup.Attr(n, "id"))
}

// partNamed is the part that a class or an id names; "" if it names none. If the name is not sure,
// all of its words must be words of templates: luggage-cart-rental names no cart.
func partNamed(attribute string) string {
	for name := range strings.FieldsSeq(attribute) {
		part, others := "", false
		for word := range nameWords(name) {
			switch found := partOfWord(word); {
			case sure[word] || strings.HasPrefix(word, "breadcrumb") || strings.HasPrefix(word, "newsletter"):
				return found
			case found != "":
				part = cmp.Or(part, found)
			case len(word) > 2 && !neutral[word]:
				others = true
			}
		}
		if part != "" && !others {
			return part
		}
	}
	return ""
}

func partOfWord(word string) string {
	if part := partWords[word]; part != "" {
		return part
	}
	for _, prefix := range prefixes {
		if strings.HasPrefix(word, prefix) {
			return prefix
		}
	}
	return ""
}

// nameWords are the words of names such as site-nav, site_nav and siteNav, in lower case.
func nameWords(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, lower := 0, false // start of the word; whether the letter before is in lower case
		for at, r := range text + " " {
			letter := unicode.IsLetter(r)
			if at > start && (!letter || unicode.IsUpper(r) && lower) {
				if !yield(strings.ToLower(text[start:at])) {
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

// forReaders matches the names of texts for screen readers only.
var forReaders = regexp.MustCompile(`(?i)(^|\s)(sr-only|(screen-?reader|visually-?hidden|element-?invisible|assistive)(-?(text|only|focusable))?)(\s|$)`)

// isForReaders reports whether an element is for screen readers only, and has nothing to open.
func isForReaders(n *html.Node) bool {
	return !markup.IsHeading(n.DataAtom) && forReaders.MatchString(markup.Attr(n, "class"))
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
	return before != nil && after != nil && isText(before.DataAtom) && isText(after.DataAtom) && isInside(n, atom.Main, atom.Article)
}

// isTitle reports whether a header is the title of a part of the text: it has a heading, and all its
// links stand in headings. The header of a website has other links.
func isTitle(header *html.Node) bool {
	titled := false
	for n := range header.Descendants() {
		titled = titled || markup.IsHeading(n.DataAtom)
		if markup.IsPageLink(n) && !isInside(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) {
			return false
		}
	}
	return titled
}

func isText(tag atom.Atom) bool {
	return tag == atom.P || tag == atom.Ul || tag == atom.Ol || tag == atom.Pre || tag == atom.Table || markup.IsHeading(tag)
}

// ownText is the text of an element that is in no other element.
func ownText(n *html.Node) (text int) {
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode {
			text += markup.Letters(c.Data)
		}
	}
	return text
}

// isTabs reports whether an element is the list of a page's tabs.
func isTabs(n *html.Node) bool {
	role := markup.Attr(n, "role")
	return role == "tab" || role == "tablist" || hasAttribute(n, "data-toggle") || hasAttribute(n, "data-bs-toggle") || hasAttribute(n, markup.Here)
}

// isContent reports whether an element is content although it is named like a part: the footer of a
// quote names the author, a word of a program may be a comment, and a list of tabs names the panels.
func (m measures) isContent(n *html.Node) bool {
	if isInside(n, atom.Blockquote, atom.Pre, atom.Code) || isTabs(n) {
		return true
	}
	text := 0
	for inner := range n.Descendants() {
		if inner.DataAtom == atom.Pre || inner.Type == html.ElementNode && isTabs(inner) {
			text += m.of(inner).text
		}
	}
	return text > 0 && 2*text >= m.of(n).text
}

// removeParts removes the parts of the template, except for parts with too large a share of the
// page. Where the website's other pages tell what it repeats, a part goes only if it is of links,
// of other people's words, or of next to nothing. alone: they do not tell.
func (m measures) removeParts(region *html.Node, alone bool, off rule.Off) {
	most := m.of(region).weight()
	weights := map[string]float64{} // by part
	parts := map[*html.Node]string{}
	within := map[string]bool{}
	var find func(*html.Node, bool)
	find = func(n *html.Node, inProse bool) {
		part := ""
		if n.Type == html.ElementNode && n != region && n.DataAtom != atom.Img && n.DataAtom != atom.Main && n.DataAtom != atom.Article && n.DataAtom != atom.H1 {
			if !off[rule.Landmarks] {
				part = landmark(n)
			}
			if part == "" && !off[rule.Names] && !(inProse && markup.IsInline(n.DataAtom)) { // a word of a sentence
				part = partByName(n)
			}
		}
		outermost := part != "" && !within[part] && !m.isContent(n)
		if outermost {
			weights[part] += m.of(n).weight()
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
		return part != "" && weights[part] <= cmp.Or(shares[part], looseShare)*most && m.goes(n, part, alone)
	})
}

// goes reports whether a part goes.
func (m measures) goes(n *html.Node, part string, alone bool) bool {
	e := m.of(n)
	switch {
	case part == "comment":
		return true
	case !alone:
		return 2*e.links >= e.text || e.text < minProse && part != "dropdown" // an answer may be "Yes"
	case part == "nav" || part == "header": // the header of a part has no links
		return e.links > 0 || e.text < minProse
	case part == "dropdown", part == "menu" && n.DataAtom != atom.Menu && markup.Attr(n, "role") == "":
		return 5*e.links >= e.text // an answer that opens, and the menu of a restaurant, have few links
	}
	return true
}
