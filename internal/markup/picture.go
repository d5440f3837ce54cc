package markup

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Many websites load pictures when the pictures come into view. Until then src has a placeholder,
// and the address stands in an attribute of the library that loads the picture, or in a noscript
// beside it. WordPress plugins, lazysizes, slick, Revolution Slider, Medium and others use these
// attributes.
var (
	lazySrc    = []string{"data-src", "data-lazy-src", "data-lazy", "data-lazyload", "data-original", "data-original-src", "data-echo", "data-hi-res-src", "data-full-src"}
	lazySrcset = []string{"data-srcset", "data-lazy-srcset", "data-original-set"}
)

var (
	placeholder = regexp.MustCompile(`(?i)(^|[/_-])(blank|placeholder|spacer|transparent|pixel|lazy-?load(er)?|loading|loader|1x1|clear)(-?\d+(x\d+)?)?\.(gif|png|svg|jpe?g|webp)([?#]|$)`)
	emoji       = regexp.MustCompile(`(?i)/(emoji|twemoji|smilies|smileys)/`)
	vector      = regexp.MustCompile(`(?i)\.svg([?#]|$)`)
	tiny        = regexp.MustCompile(`(?i)(^|;)\s*(width|height)\s*:\s*[01](px)?\s*(;|$)`)
)

// smallData is the length below which a data: URL is a placeholder: a few pixels of one colour.
const smallData = 400

// showPictures gives pictures the addresses that a script would load, and removes trackers and
// placeholders. An emoji becomes text.
func showPictures(root *goquery.Selection) {
	for _, n := range root.Find("noscript").EachIter() {
		showNoscript(n)
	}
	for _, of := range root.Find("source, video, audio").EachIter() {
		setLazy(of, "src", lazySrc)
		setLazy(of, "srcset", lazySrcset)
	}
	for _, img := range root.Find("img").EachIter() {
		lazy := setLazy(img, "src", lazySrc)
		setLazy(img, "srcset", lazySrcset)
		if !lazy && isPlaceholder(img.AttrOr("src", "")) {
			img.SetAttr("src", firstCandidate(img))
		}
		switch {
		case isEmoji(img):
			img.ReplaceWithHtml(html.EscapeString(img.AttrOr("alt", "")))
		case !lazy && isPlaceholder(img.AttrOr("src", "")) || isTracker(img):
			img.Remove()
		case isSmall(img): // a vector picture, whose size may come from the website's styles
			img.RemoveAttr("width").RemoveAttr("height")
		}
	}
}

// showNoscript replaces a placeholder with the pictures of the noscript after it. Without an image
// there, the pictures replace the noscript.
func showNoscript(n *goquery.Selection) {
	if raw := n.Text(); strings.Contains(strings.ToLower(raw), "<img") {
		doc, err := Parse(raw)
		if err != nil {
			return
		}
		before := n.Prev()
		if !before.Is("img") {
			before = before.Find("img")
		}
		images := doc.Find("img")
		switch {
		case before.Length() != 1:
			n.BeforeSelection(images.Filter("[alt]:not([alt='']), [srcset]")) // trackers have neither
		case isPlaceholder(before.AttrOr("src", "")) && !hasLazy(before):
			before.ReplaceWithSelection(images)
		}
	}
	n.Remove()
}

// setLazy sets an attribute to the value that a script would set, and reports whether there is a
// value. Some libraries store the value as JSON.
func setLazy(of *goquery.Selection, name string, from []string) (set bool) {
	for _, lazy := range from {
		later := strings.TrimSpace(of.AttrOr(lazy, ""))
		if !set && later != "" && !strings.HasPrefix(later, "{") && !strings.HasPrefix(later, "data:") {
			of.SetAttr(name, later)
			set = true
		}
		of.RemoveAttr(lazy)
	}
	return set
}

func hasLazy(img *goquery.Selection) bool {
	return slices.ContainsFunc(slices.Concat(lazySrc, lazySrcset), func(name string) bool { return img.AttrOr(name, "") != "" })
}

// maxSources is how many nodes before an image may tell its address.
const maxSources = 20

// firstCandidate is the first address in the srcset of an image, or of the sources before the
// image; "" if there is none.
func firstCandidate(img *goquery.Selection) string {
	n := img.Get(0)
	for count := 0; n != nil && count < maxSources && (n.DataAtom == atom.Img) == (count == 0); count++ {
		for _, a := range n.Attr {
			if found := candidate.FindStringSubmatch(a.Val); a.Key == "srcset" && found != nil && !isPlaceholder(found[1]) {
				return found[1]
			}
		}
		n = n.PrevSibling
	}
	return ""
}

// isPlaceholder reports whether an address is of a picture that only keeps the place of another
// picture.
func isPlaceholder(src string) bool {
	src = strings.TrimSpace(src)
	return src == "" || strings.HasPrefix(src, "about:") || strings.HasPrefix(src, "data:") && len(src) < smallData || placeholder.MatchString(src)
}

// isEmoji reports whether an image stands for the character in its alternative text.
func isEmoji(img *goquery.Selection) bool {
	return img.HasClass("wp-smiley") || img.HasClass("emoji") || emoji.MatchString(img.AttrOr("src", ""))
}

// isTracker reports whether an image only counts readers: a hidden image, or one of at most one
// pixel in width or height. A vector picture may have any size.
func isTracker(img *goquery.Selection) bool {
	style := img.AttrOr("style", "")
	return hiding.MatchString(style) || (isSmall(img) || tiny.MatchString(style)) && !vector.MatchString(img.AttrOr("src", ""))
}

func isSmall(img *goquery.Selection) bool {
	small := func(name string) bool {
		return slices.Contains([]string{"0", "1", "0px", "1px"}, strings.TrimSpace(img.AttrOr(name, "")))
	}
	return small("width") || small("height")
}
