package page

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// Limits of what a page says of its translations.
const (
	maxAlternates     = 200      // languages
	maxAlternateBytes = 32 << 10 // of all addresses
)

var (
	headerLink  = regexp.MustCompile(`<([^<>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^";,\s]*))?)*)`)
	headerParam = regexp.MustCompile(`([\w*-]+)\s*=\s*(?:"([^"]*)"|([^";,\s]*))`)
)

// Alternates are a page's translations on its site, as hreflang tells them in the page or in the header
// Link: addresses by language. A language with two addresses does not count, nor does x-default, which
// is none.
func Alternates(a *web.Answer, doc *goquery.Document) map[string]string {
	all, several := map[string]string{}, map[string]bool{}
	size := 0
	add := func(rel, language, href string) {
		u, err := markup.ParseReference(baseOf(doc, a.URL), href)
		if !slices.Contains(strings.Fields(strings.ToLower(rel)), "alternate") || err != nil || u.User != nil || !web.SameSite(u, a.URL) {
			return
		}
		language, address := lenient.Language(language), web.Normal(u)
		if language == "" || all[language] == address {
			return
		}
		several[language] = all[language] != ""
		size += len(address)
		all[language] = address
	}
	for _, value := range a.Header.Values("Link") {
		for _, found := range headerLink.FindAllStringSubmatch(value, -1) {
			params := map[string]string{}
			for _, param := range headerParam.FindAllStringSubmatch(found[2], -1) {
				params[strings.ToLower(param[1])] = param[2] + param[3]
			}
			add(params["rel"], params["hreflang"], found[1])
		}
	}
	for _, element := range doc.Find("link[rel][hreflang][href]").EachIter() {
		add(element.AttrOr("rel", ""), element.AttrOr("hreflang", ""), element.AttrOr("href", ""))
	}
	for language, two := range several {
		if two {
			delete(all, language)
		}
	}
	if len(all) == 0 || len(all) > maxAlternates || size > maxAlternateBytes {
		return nil
	}
	return all
}

// ReadHead reads the language of a page, "" if it does not say, and its Alternates.
func ReadHead(a *web.Answer) (language string, alternates map[string]string) {
	if !a.IsHTML() {
		return "", nil
	}
	text, err := lenient.UTF8(a.Body, a.Header.Get("Content-Type"))
	if err != nil {
		return "", nil
	}
	doc, err := markup.Parse(text)
	if err != nil {
		return "", nil
	}
	return languageOf(a, doc, metasOf(doc), doc.Find("body"), nil), Alternates(a, doc)
}
