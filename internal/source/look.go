package source

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/panics"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/feed"
	"airport-content/internal/source/sitemap"
	"airport-content/internal/source/web"
)

// lookTime is how long a look may take.
const lookTime = 30 * time.Second

// Look reads the address of a source once. found says what is there, such as "a feed of 12
// entries". The error says what is wrong, also with the browser that the source needs. Only the
// password and the browser of the options count.
func Look(ctx context.Context, s content.Source, o Options) (found string, err error) {
	defer panics.Catch(&err)
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	c, err := crawl.NewLook(s, o)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err = c.CheckBrowser(ctx, o); err != nil {
		return "", err
	}
	if found, err = kinds[s.Kind].look(ctx, c); err == nil && s.Kind != "sitemap" {
		return found, nil
	}
	// Another kind may read the address.
	answer, failed := c.Client.Fetch(ctx, web.Request{URL: s.URL})
	if failed != nil {
		return found, err
	}
	switch at := answer.URL.Redacted(); {
	case s.Kind == "sitemap" && feed.Is(answer):
		return "", fmt.Errorf("%s is a feed, no sitemap: its kind is feed", at)
	case s.Kind != "feed":
	case sitemap.Is(answer):
		return "", fmt.Errorf("%s is a sitemap, no feed: its kind is sitemap", at)
	case feedOf(answer) != "":
		return "", fmt.Errorf("%s is a web page, no feed; it names the feed %s", at, feedOf(answer))
	case strings.HasPrefix(http.DetectContentType(answer.Body), "text/html"):
		return "", fmt.Errorf("%s is a web page, no feed; give the URL of an RSS, Atom or JSON feed, or read the pages with kind sitemap", at)
	}
	return found, err
}

// feedOf is the first feed that a web page names; "" if there is none.
func feedOf(a *web.Answer) string {
	doc, err := markup.Parse(string(a.Body))
	if err != nil {
		return ""
	}
	for _, link := range doc.Find(`link[rel~="alternate" i][href]`).EachIter() {
		media := link.AttrOr("type", "")
		if address, err := markup.ParseReference(a.URL, link.AttrOr("href", "")); err == nil && (strings.Contains(media, "rss") || strings.Contains(media, "atom") || strings.Contains(media, "feed+json")) {
			return address.String()
		}
	}
	return ""
}
