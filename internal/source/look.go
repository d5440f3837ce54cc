package source

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/panics"
)

// lookTime is how long a look may take.
const lookTime = 30 * time.Second

// Look reads the address of a source once. found says what is there, such as "a feed of 12
// entries". The error says what is wrong.
func Look(ctx context.Context, s content.Source, password string) (found string, err error) {
	defer panics.Catch(&err)
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	client, err := newClient(s, password)
	if err != nil {
		return "", err
	}
	defer client.Close()
	client.tries = 1
	return kinds[s.Kind].look(ctx, &crawl{source: s, client: client, judge: newJudge(nil)})
}

func lookAtWordPress(ctx context.Context, c *crawl) (string, error) {
	types, err := (&wordpress{crawl: c}).types(ctx)
	if err != nil {
		return "", err
	}
	var names []string
	for _, t := range types {
		names = append(names, t.slug)
	}
	return "WordPress with " + strings.Join(names, ", "), nil
}

func lookAtFeed(ctx context.Context, c *crawl) (string, error) {
	answer, err := c.client.Fetch(ctx, request{URL: c.source.URL})
	if err != nil {
		return "", err
	}
	feed, err := parseFeed(answer)
	if err == nil {
		return fmt.Sprintf("a feed of %d entries", len(feed.entries)), nil
	}
	if _, notSitemap := parseSitemap(answer.Body, answer.Header.Get("Content-Type")); notSitemap == nil {
		return "", fmt.Errorf("%s is a sitemap, no feed: its kind is sitemap", answer.URL.Redacted())
	}
	if named := feedOf(answer); named != "" {
		return "", fmt.Errorf("%s is a web page, no feed; it names the feed %s", answer.URL.Redacted(), named)
	}
	if strings.HasPrefix(http.DetectContentType(answer.Body), "text/html") {
		return "", fmt.Errorf("%s is a web page, no feed; give the URL of an RSS, Atom or JSON feed, or read the pages with kind sitemap", answer.URL.Redacted())
	}
	return "", fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
}

// lookAtSitemap looks at the first sitemap only.
func lookAtSitemap(ctx context.Context, c *crawl) (string, error) {
	if err := c.client.ReadRobots(ctx); err != nil {
		return "", err
	}
	s := &sitemap{crawl: c, listed: map[string]bool{}}
	address := s.start()[0]
	parts, err := s.file(ctx, address)
	if errors.Is(err, errNoSitemap) && address == c.source.URL {
		if answer, err := c.client.Fetch(ctx, request{URL: address}); err == nil && isFeed(answer) {
			return "", fmt.Errorf("%s is a feed, no sitemap: its kind is feed", address)
		}
		address = s.announced()[0]
		parts, err = s.file(ctx, address)
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", address, short(err, address))
	case len(parts) > 0:
		return fmt.Sprintf("a list of %d sitemaps, %s", len(parts), address), nil
	case len(s.listed) == 0:
		return "", fmt.Errorf("%s lists no page of this website", address)
	}
	return fmt.Sprintf("a sitemap of %d pages, %s", len(s.listed), address), nil
}

func isFeed(a *answer) bool {
	_, err := parseFeed(a)
	return err == nil
}

// feedOf is the first feed that a web page names; "" if there is none.
func feedOf(a *answer) string {
	doc, err := markup.Parse(string(a.Body))
	if err != nil {
		return ""
	}
	for _, link := range doc.Find(`link[rel~="alternate" i][href]`).EachIter() {
		kind := link.AttrOr("type", "")
		if address, err := markup.ParseReference(a.URL, link.AttrOr("href", "")); err == nil && (strings.Contains(kind, "rss") || strings.Contains(kind, "atom") || strings.Contains(kind, "feed+json")) {
			return address.String()
		}
	}
	return ""
}
