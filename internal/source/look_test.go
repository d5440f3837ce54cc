package source

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
)

// A look at an address says what is there, or what is wrong.
func TestLook(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"/sitemap.xml": "<urlset><url><loc>SITE/a</loc></url><url><loc>SITE/b</loc></url></urlset>", "/a": "<title>A</title>", "/b": "<title>B</title>",
		"/feed":      `<rss version="2.0"><channel><title>News</title><item><title>A</title></item></channel></rss>`,
		"/page":      `<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>`,
		"/elsewhere": `<urlset><url><loc>https://elsewhere.example.com/</loc></url></urlset>`,
	}
	home := ""
	home = crawltest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, is := files[r.URL.Path]
		if !is {
			http.NotFound(w, r)
		}
		fmt.Fprint(w, strings.ReplaceAll(text, "SITE", home))
	})
	for _, test := range []struct{ kind, path, found, fails string }{
		{"sitemap", "/sitemap.xml", "a sitemap of 2 pages", ""},
		{"sitemap", "/", "a sitemap of 2 pages", ""},
		{"feed", "/feed", "a feed of 1 entry", ""},
		{"sitemap", "/feed", "", "/feed is a feed, no sitemap: its kind is feed"},
		{"feed", "/sitemap.xml", "", "/sitemap.xml is a sitemap, no feed: its kind is sitemap"},
		{"feed", "/page", "", "/page is a web page, no feed; it names the feed " + home + "/feed"},
		{"feed", "/a", "", "/a is a web page, no feed"},
		{"sitemap", "/elsewhere", "", "/elsewhere lists no page of this website"},
		{"feed", "/gone", "", "answers 404 Not Found"},
		{"wordpress", "/", "", "is no REST API of WordPress"},
	} {
		s := crawltest.Local(test.kind, home+test.path)
		found, err := Look(t.Context(), s, Options{})
		if !strings.HasPrefix(found, test.found) || (err == nil) != (test.fails == "") || err != nil && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s %s: %q, %v", test.kind, test.path, found, err)
		}
		if s.Settings.AllowPrivate = false; test.path == "/feed" {
			if _, err := Look(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "is inside the network; --allow-private allows it") {
				t.Errorf("inside the network: %v", err)
			}
		}
	}
}

// A website that gives every request the same answer is under maintenance, or has moved. The error
// says so.
func TestWebsiteOfOneAnswer(t *testing.T) {
	t.Parallel()
	maintenance := crawltest.Serve(t, func(out http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(out, "<title>We will be back soon</title><main>We will be back soon</main>")
	})
	moved := crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		http.Redirect(out, r, maintenance+r.URL.Path, http.StatusMovedPermanently)
	})
	for _, name := range []string{"sitemap", "feed", "wordpress"} {
		s := crawltest.Local(name, moved+"/sitemap.xml")
		s.Airport = "SFO"
		if _, err := Read(t.Context(), s, io.Discard, crawl.Options{}); err == nil || !strings.Contains(err.Error(), "if the website has moved: source set SFO web --url …") {
			t.Errorf("a %s that has moved: %v", name, err)
		}
	}
	_, err := Read(t.Context(), crawltest.Local("sitemap", maintenance+"/sitemap.xml"), io.Discard, crawl.Options{})
	if err == nil || !strings.Contains(err.Error(), "/sitemap.xml: no sitemap: it has neither") {
		t.Errorf("a page instead of the sitemap: %v", err)
	}
}
