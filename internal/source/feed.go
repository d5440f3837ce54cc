package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/mmcdole/gofeed"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// readFeed reads RSS, Atom or JSON Feed. A feed shows the newest entries only, so nothing is ever deleted.
func readFeed(ctx context.Context, c *Crawl) error {
	c.deleteNothing("")
	answer, err := c.Client.Fetch(ctx, Request{URL: c.Source.URL, ETag: c.memory.ETag, Modified: c.memory.Modified,
		Accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"})
	if err != nil || answer.Status == http.StatusNotModified {
		return err
	}
	feed, err := parseFeed(answer.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	for _, entry := range feed.Items {
		link := entryLink(entry, answer.URL)
		page := content.PageRecord{Key: entryKey(entry.GUID, link)}
		page.ItemID = itemID(c.Source.Name, page.Key)
		if !wants(c.Source.Settings, link) {
			continue
		}
		if page.Key == "" {
			c.record(content.PageRecord{Key: "an entry without guid and link"}, isBad(entry.Title))
		} else {
			c.record(page, makes(feedItem(feed, entry, link, c.Source.Settings)))
		}
	}
	c.remember(answer)
	return nil
}

// The most elements of a feed: the parser calls itself for each that is inside another, and makes a large entry of each object.
const (
	maxFeedTags    = 100_000
	maxFeedObjects = 50_000
)

func parseFeed(text []byte) (*gofeed.Feed, error) {
	if bytes.Count(text, []byte("<")) > maxFeedTags || bytes.Count(text, []byte("{")) > maxFeedObjects {
		return nil, errors.New("the feed has too many elements")
	}
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(text))
	if errors.Is(err, gofeed.ErrFeedTypeNotDetected) {
		return nil, errors.New("this is no feed; give the URL of an RSS, Atom or JSON feed")
	}
	if err != nil {
		return nil, fmt.Errorf("the feed cannot be read: %w", err)
	}
	return feed, nil
}

// entryLink is the page of a feed's entry; an empty URL if it names none.
func entryLink(entry *gofeed.Item, base *url.URL) *url.URL {
	address := entry.Link
	if address == "" && strings.HasPrefix(entry.GUID, "http") {
		address = entry.GUID
	}
	link, err := base.Parse(address)
	if err != nil || address == "" {
		return &url.URL{}
	}
	return link
}

// entryKey is the guid, or else the link without its utm_ parameters, which say where readers come from.
func entryKey(guid string, link *url.URL) string {
	if guid == "" && link.Host != "" {
		clean, query := *link, link.Query()
		for name := range query {
			if strings.HasPrefix(name, "utm_") {
				query.Del(name)
			}
		}
		clean.RawQuery = query.Encode()
		guid = normal(&clean)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, guid)
}

// feedItem is an entry for partners.
func feedItem(feed *gofeed.Feed, entry *gofeed.Item, link *url.URL, s content.SourceSettings) Item {
	i := Item{Type: cmp.Or(mapped(s, link), s.Type, "news"), Title: markup.Plain(entry.Title), URL: link.String(), Content: entry.Content,
		Language: locale(feed.Language)}
	if i.Content == "" {
		i.Content = entry.Description
	} else {
		i.Excerpt = markup.Plain(entry.Description)
	}
	if entry.Image != nil {
		i.Thumbnail = markup.Resolve(link, entry.Image.URL)
	}
	for _, date := range []*time.Time{entry.PublishedParsed, entry.UpdatedParsed} {
		if date != nil {
			i.LastModified = *date
		}
	}
	if len(entry.Categories) > 0 {
		i.Metadata = map[string]any{"categories": entry.Categories}
	}
	return i
}
