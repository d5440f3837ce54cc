package wordpress

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/source/crawltest"
)

// translatedSite is a WordPress with posts, each with more fields, and pages.
func translatedSite(t *testing.T, fields map[int]string, pages map[string]string) (url string, asked *[]string) {
	t.Helper()
	asked = new([]string)
	url = crawltest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/types") {
			fmt.Fprint(w, `{"post":{"rest_base":"posts"}}`)
			return
		}
		if strings.Contains(r.URL.Path, "/wp-json/") {
			var posts []string
			for id, more := range fields {
				if include := r.FormValue("include"); include == "" || slices.Contains(strings.Split(include, ","), fmt.Sprint(id)) {
					posts = append(posts, fmt.Sprintf(`{"id":%d,"modified_gmt":"2026-03-01T08:37:05","title":"Post %[1]d","link":"http://%[2]s/%[1]d/"%[3]s}`, id, r.Host, more))
				}
			}
			w.Header().Set("X-WP-TotalPages", "1")
			fmt.Fprint(w, "["+strings.Join(posts, ",")+"]")
			return
		}
		*asked = append(*asked, r.URL.Path)
		text, there := pages[r.URL.Path]
		if !there {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, text)
	})
	return url, asked
}

// Each plugin tells of translations in its own way.
func TestTranslationsOfPlugins(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]map[int]string{
		"Polylang Pro":            {1: `,"lang":"en","translations":{"en":1,"de":2}`, 2: `,"lang":"de","translations":{"en":1,"de":2}`, 3: `,"lang":"en","translations":[]`},
		"ids as texts":            {1: `,"lang":"en","translations":{"en":"1","de":"2"}`, 2: `,"lang":"de","translations":false`, 3: `,"lang":"en","translations":{"de":9}`},
		"Polylang by a plugin":    {1: `,"polylang_current_lang":"en_US","polylang_translations":[{"locale":"de_DE","id":2}]`, 2: `,"polylang_current_lang":"de_DE","polylang_translations":[]`, 3: `,"lang":"en"`},
		"Polylang by another one": {1: `,"lang":"en","polylang_translations":[{"lang":"de","id":2}]`, 2: `,"lang":"de","polylang_translations":[{"lang":"en","id":1}]`, 3: `,"lang":"en"`},
		"WPML":                    {1: `,"wpml_current_locale":"en_US","wpml_translations":[{"locale":"de_DE","id":2,"href":"x"}]`, 2: `,"wpml_current_locale":"de_DE","wpml_translations":[]`, 3: `,"wpml_current_locale":"en_US"`},
		"WPML by locale":          {1: `,"wpml_current_locale":"en_US","wpml_translations":{"de_DE":{"locale":"de_DE","id":2}}`, 2: `,"wpml_current_locale":"de_DE"`, 3: `,"wpml_current_locale":"en_US","wpml_translations":{"de_DE":null}`},
	} {
		url, asked := translatedSite(t, fields, nil)
		found := check.Must(crawltest.After(t, nil, crawltest.Local("wordpress", url), false, readKind))(t)
		check.Same(t, map[string]string{"web:1": "1", "web:2": "1"}, found.Translations, name)
		check.Same(t, 0, len(*asked), name, "pages")
		again := check.Must(crawltest.After(t, found, crawltest.Local("wordpress", url), false, readKind))(t)
		check.Same(t, found.Translations, again.Translations, name, "of unchanged entries")
		check.Same(t, 0, again.Items, name, "new items")
	}
}

// Where the REST API does not tell, the pages of entries do, if the website has several languages.
func TestTranslationsOfPages(t *testing.T) {
	t.Parallel()
	page := func(language string) string {
		return `<html lang="` + language + `"><head><link rel="alternate" hreflang="en" href="/1/"><link rel="alternate" hreflang="de" href="/2/"></head><body>x`
	}
	posts := map[int]string{1: "", 2: "", 3: ""}
	pages := map[string]string{"/": page("en"), "/1/": page("en"), "/2/": page("de"), "/3/": "<html lang=fr>"}
	url, asked := translatedSite(t, posts, pages)
	s := crawltest.Local("wordpress", url)
	found := check.Must(crawltest.After(t, nil, s, false, readKind))(t)
	check.Same(t, map[string]string{"web:1": "1", "web:2": "1"}, found.Translations, "translations")
	languages := map[string]string{}
	for _, item := range found.Decoded(t) {
		languages[item.ID] = item.Language
	}
	check.Same(t, map[string]string{"web:1": "en", "web:2": "de", "web:3": "fr"}, languages, "languages")
	*asked = nil
	again := check.Must(crawltest.After(t, found, s, false, readKind))(t)
	check.Same(t, found.Translations, again.Translations, "of unchanged entries")
	check.Same(t, 0, len(*asked), "pages of unchanged entries")

	s.Settings.Language = "en"
	check.Must(crawltest.After(t, nil, s, false, readKind))(t)
	check.Same(t, 0, len(*asked), "pages of a source of one language")
	s.Settings.Language, pages["/"] = "", "<title>Home</title>"
	check.Must(crawltest.After(t, nil, s, false, readKind))(t)
	check.Same(t, []string{"/"}, *asked, "pages of a website of one language")
	pages["/"] = page("en")
	delete(pages, "/1/")
	*asked = nil
	partly := check.Must(crawltest.After(t, nil, s, false, readKind))(t)
	check.Same(t, 3, partly.Items, "items where a page is not there")
	check.Must(crawltest.After(t, partly, s, false, readKind))(t)
	check.Same(t, 2, len(slices.DeleteFunc(*asked, func(path string) bool { return path != "/1/" })), "requests for the page")
}
