package source

import (
	"strings"
	"testing"
)

// A look at an address says what is there, or what is wrong.
func TestLook(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{
		"/sitemap.xml": lists("/a", "/b"), "/a": html("A"), "/b": html("B"),
		"/feed":      `<rss version="2.0"><channel><title>News</title><item><title>A</title></item></channel></rss>`,
		"/page":      `<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>`,
		"/elsewhere": `<urlset><url><loc>https://elsewhere.example.com/</loc></url></urlset>`,
	})
	for _, test := range []struct{ kind, path, found, fails string }{
		{"sitemap", "/sitemap.xml", "a sitemap of 2 pages", ""},
		{"sitemap", "/", "a sitemap of 2 pages", ""},
		{"feed", "/feed", "a feed of 1 entries", ""},
		{"sitemap", "/feed", "", "/feed is a feed, no sitemap: its kind is feed"},
		{"feed", "/sitemap.xml", "", "/sitemap.xml is a sitemap, no feed: its kind is sitemap"},
		{"feed", "/page", "", "/page is a web page, no feed; it names the feed " + w.home + "/feed"},
		{"feed", "/a", "", "/a is a web page, no feed"},
		{"sitemap", "/elsewhere", "", "/elsewhere lists no page of this website"},
		{"feed", "/gone", "", "answers 404 Not Found"},
		{"wordpress", "/", "", "is no REST API of WordPress"},
	} {
		s := local(test.kind, w.home+test.path)
		found, err := Look(t.Context(), s, "")
		if !strings.HasPrefix(found, test.found) || (err == nil) != (test.fails == "") || err != nil && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s %s: %q, %v", test.kind, test.path, found, err)
		}
		if s.Settings.AllowPrivate = false; test.path == "/feed" {
			if _, err := Look(t.Context(), s, ""); err == nil || !strings.Contains(err.Error(), "is inside the network; --allow-private allows it") {
				t.Errorf("inside the network: %v", err)
			}
		}
	}
}
