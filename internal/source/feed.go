package source

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/mmcdole/gofeed"
	"golang.org/x/text/language"

	"airport-content/internal/content"
)

// readFeed reads RSS, Atom or JSON Feed. A feed shows the newest entries only, so nothing is ever deleted.
func readFeed(ctx context.Context, v *Visit) error {
	v.KeepAll("")
	known := v.Known[v.Source.URL]
	answer, err := v.Client.Get(ctx, Request{URL: v.Source.URL, ETag: known.ETag, Modified: known.Modified,
		Accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, */*;q=0.8"})
	if err == nil {
		err = answer.Err()
	}
	if err != nil || answer.Status == http.StatusNotModified {
		return err
	}
	feed, err := parseFeed(answer.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	for _, entry := range feed.Items {
		page := Page{Key: entryKey(entry)}
		page.ItemID = v.Source.Name + ":" + hashed(page.Key)
		if page.Key == "" {
			v.Skip(Page{Key: "an entry without guid and link"}, entry.Title)
		} else if err := v.Put(page, feedItem(feed, entry, answer.URL, v.Source.Settings)); err != nil {
			return err
		}
	}
	v.Keep(Page{Key: v.Source.URL, ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")})
	return nil
}

func parseFeed(text []byte) (*gofeed.Feed, error) {
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(text))
	if errors.Is(err, gofeed.ErrFeedTypeNotDetected) {
		return nil, errors.New("this is no feed; give the URL of an RSS, Atom or JSON feed")
	}
	if err != nil {
		return nil, fmt.Errorf("the feed cannot be read: %w", err)
	}
	return feed, nil
}

// entryKey tells entries apart: the guid, else the link without what tells where readers come from.
func entryKey(entry *gofeed.Item) string {
	key := entry.GUID
	if link, err := url.Parse(entry.Link); key == "" && err == nil {
		query := link.Query()
		for name := range query {
			if strings.HasPrefix(name, "utm_") {
				query.Del(name)
			}
		}
		link.RawQuery, link.Fragment = query.Encode(), ""
		key = link.String()
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, key)
}

func hashed(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// feedItem is an entry for partners. Its links count from the feed's URL.
func feedItem(feed *gofeed.Feed, entry *gofeed.Item, base *url.URL, s Settings) Item {
	i := Item{Title: plain(entry.Title), URL: resolve(base, entry.Link), Content: entry.Content, Language: locale(feed.Language)}
	if i.URL == "" && strings.HasPrefix(entry.GUID, "http") {
		i.URL = entry.GUID
	}
	if i.Content == "" {
		i.Content = entry.Description
	} else {
		i.Excerpt = plain(entry.Description)
	}
	if entry.Image != nil {
		i.Thumbnail = resolve(base, entry.Image.URL)
	}
	for _, date := range []*time.Time{entry.PublishedParsed, entry.UpdatedParsed} {
		if date != nil {
			i.LastModified = *date
		}
	}
	if len(entry.Categories) > 0 {
		i.Metadata = map[string]any{"categories": entry.Categories}
	}
	i.Type = s.typeOf(i.URL, "news")
	return i
}

// typeOf is the type of what is at a URL: that of the first mapping whose path it begins with, else the source's, else usual.
func (s Settings) typeOf(address string, usual content.Type) content.Type {
	at, err := url.Parse(address)
	for _, m := range s.Map {
		if err == nil && strings.HasPrefix(at.Path, m.From) {
			return m.To
		}
	}
	if s.Type != "" {
		return s.Type
	}
	return usual
}

// locale writes a language as en or pt-BR; "" where it is none.
func locale(s string) string {
	tag, err := language.Parse(strings.TrimSpace(s))
	if err != nil || tag.IsRoot() {
		return ""
	}
	base, script, region := tag.Raw()
	code := base.String()
	if script != (language.Script{}) {
		code += "-" + script.String()
	}
	if region != (language.Region{}) {
		code += "-" + region.String()
	}
	return code
}
