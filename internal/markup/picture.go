package markup

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Many websites load a picture when it comes into view. Until then src has a placeholder. The
// address stands in another attribute, or in a noscript beside the picture. The attributes are
// those of WordPress plugins, lazysizes, slick, Revolution Slider, Medium, Cloudflare and
// PageSpeed.
var (
	lazySrc = []string{"data-src", "data-lazy-src", "data-lazy", "data-lazyload", "data-original", "data-original-src", "data-echo", "data-hi-res-src", "data-full-src",
		"data-cfsrc", "data-pagespeed-lazy-src"}
	lazySrcset = []string{"data-srcset", "data-lazy-srcset", "data-original-set"}
)

var (
	placeholder = regexp.MustCompile(`(?i)(^|[/_-])(blank|placeholder|spacer|transparent|pixel|lazy-?load(er)?|loading|loader|1x1|clear)(-?\d+(x\d+)?)?\.(gif|png|svg|jpe?g|webp)([?#]|$)`)
	emoji       = regexp.MustCompile(`(?i)/(emoji|twemoji|smilies|smileys)/`)
	pictureFile = regexp.MustCompile(`(?i)^\S+\.(jpe?g|png|gif|webp|avif|svg)([?#]\S*)?$`)
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
	for _, img := range root.Find("amp-img, amp-anim").EachIter() {
		img.Empty()
		img.Get(0).Data, img.Get(0).DataAtom = "img", atom.Img
	}
	for _, of := range root.Find("source, video, audio").EachIter() {
		setLazy(of, "poster", []string{"data-poster"})
		setLazy(of, "src", lazySrc)
		setLazy(of, "srcset", lazySrcset)
	}
	for _, img := range root.Find("img").EachIter() {
		lazy := setLazy(img, "src", lazySrc)
		setLazy(img, "srcset", lazySrcset)
		if !lazy && isPlaceholder(img.AttrOr("src", "")) {
			img.SetAttr("src", cmp.Or(firstCandidate(img), anyPicture(img)))
		}
		switch {
		case isEmoji(img):
			img.ReplaceWithHtml(html.EscapeString(img.AttrOr("alt", "")))
		case !lazy && (isPlaceholder(img.AttrOr("src", "")) || hiding.MatchString(img.AttrOr("style", ""))) || isTracker(img):
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
		case isPlaceholder(before.AttrOr("src", "")) && lazyValue(before, slices.Concat(lazySrc, lazySrcset)) == "":
			before.ReplaceWithSelection(images)
		}
	}
	n.Remove()
}

// setLazy sets an attribute to the value that a script would set, and reports whether there is a
// value.
func setLazy(of *goquery.Selection, name string, from []string) (set bool) {
	later := lazyValue(of, from)
	if later != "" {
		of.SetAttr(name, later)
	}
	for _, lazy := range from {
		of.RemoveAttr(lazy)
	}
	return later != ""
}

// lazyValue is the first value that a script would set; "" if there is none. Some libraries store
// JSON, or an address with {width} in it.
func lazyValue(of *goquery.Selection, from []string) string {
	for _, lazy := range from {
		later := strings.TrimSpace(of.AttrOr(lazy, ""))
		if !strings.Contains(later, "{") && !strings.HasPrefix(later, "data:") && later != "" {
			return later
		}
	}
	return ""
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

// anyPicture is the first address of a picture file in a data attribute of an image, whatever its
// name; "" if there is none.
func anyPicture(img *goquery.Selection) string {
	for _, a := range img.Get(0).Attr {
		if strings.HasPrefix(a.Key, "data-") && pictureFile.MatchString(strings.TrimSpace(a.Val)) && !isPlaceholder(a.Val) {
			return a.Val
		}
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

// isTracker reports whether an image only counts readers: it has at most one pixel in width or
// height. A vector picture may have any size.
func isTracker(img *goquery.Selection) bool {
	return (isSmall(img) || tiny.MatchString(img.AttrOr("style", ""))) && !vector.MatchString(img.AttrOr("src", ""))
}

func isSmall(img *goquery.Selection) bool {
	small := func(name string) bool {
		return slices.Contains([]string{"0", "1", "0px", "1px"}, strings.TrimSpace(img.AttrOr(name, "")))
	}
	return small("width") || small("height")
}
