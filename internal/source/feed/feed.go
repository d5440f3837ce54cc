// Package feed reads an RSS, Atom or JSON feed.
package feed

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/mmcdole/gofeed"
	nethtml "golang.org/x/net/html"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// Read reads an RSS, Atom or JSON feed with its further parts. Most feeds list only the newest entries,
// so an entry that is missing deletes nothing. A feed may say that it is complete, or that an entry was
// deleted.
func Read(ctx context.Context, c *crawl.Crawl) error {
	answer, err := c.Client.Fetch(ctx, web.Request{URL: c.Source.URL, ETag: c.Memory.ETag, Modified: c.Memory.Modified, Accept: accept})
	if err != nil || answer.Status == http.StatusNotModified {
		c.DeleteNothing("")
		return err
	}
	first, err := parseFeed(answer)
	if err != nil {
		return fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	parts, whole := more(ctx, c, first)
	if !whole || !first.complete {
		c.DeleteNothing("")
	}
	keys := keysOf(c, parts)
	for n, f := range parts {
		for i, one := range f.entries {
			record(c, f, i, one, keys[n][i])
		}
	}
	for _, f := range parts {
		for _, id := range f.deleted {
			c.Withdraw(id, "the feed says that it was deleted")
		}
	}
	if whole {
		c.Remember(answer)
	}
	return nil
}

// accept asks for a feed.
const accept = "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"

// maxParts is how many parts of a feed are read.
const maxParts = 50

// more reads the further parts of a feed, the first part among them. whole reports whether all entries
// of all parts could be read.
func more(ctx context.Context, c *crawl.Crawl, first *feed) (parts []*feed, whole bool) {
	seen := map[string]bool{web.Normal(first.address): true} // addresses
	for last := first; last != nil; {
		parts = append(parts, last)
		next, err := nextPart(ctx, c, last, seen)
		if err != nil {
			c.Note(fmt.Sprintf("the next part of the feed, %s, is not read: %v", last.next, err))
			return parts, false
		}
		last = next
	}
	return parts, !slices.ContainsFunc(parts, func(f *feed) bool { return slices.Contains(f.entries, nil) })
}

// nextPart reads the part after another one; nil if there is none, or if it was read already.
func nextPart(ctx context.Context, c *crawl.Crawl, last *feed, seen map[string]bool) (*feed, error) {
	if last.next == "" {
		return nil, nil
	}
	u, err := markup.ParseReference(last.address, last.next)
	if err != nil {
		return nil, err
	}
	address := web.Normal(u)
	if seen[address] {
		return nil, nil
	}
	if len(seen) == maxParts {
		return nil, fmt.Errorf("the feed has more than %d parts", maxParts)
	}
	seen[address] = true
	answer, err := c.Client.Fetch(ctx, web.Request{URL: address, Accept: accept})
	if err != nil {
		return nil, err
	}
	return parseFeed(answer)
}

// record records the entry at a place of a feed's part.
func record(c *crawl.Crawl, f *feed, at int, entry *gofeed.Item, key string) {
	if entry == nil {
		c.Record(content.PageRecord{Key: fmt.Sprintf("entry %d of the feed", at+1)}, crawl.BadPage("it cannot be read"))
		return
	}
	link := entryLink(entry, f.address)
	page := content.PageRecord{Key: key, ItemID: c.ItemID(key), Links: content.PageLinks{Address: linkKey(link)}}
	switch {
	case !c.Wants(link):
	case key == "":
		c.Record(content.PageRecord{Key: "an entry without guid and link"}, crawl.BadPage(entry.Title))
	default:
		c.Record(page, crawl.Makes(feedItem(f, entry, link, cmp.Or(c.Mapped(link), c.Source.Settings.Type, "news"))))
	}
}

// entryLink is the URL of an entry's page; an empty URL if the entry names no page.
func entryLink(entry *gofeed.Item, base *url.URL) *url.URL {
	address := cmp.Or(extension(entry, "feedburner", "origLink"), strings.TrimSpace(entry.Link)) // a link of FeedBurner leads to the original one
	for _, other := range entry.Extensions["atom"]["link"] {
		if address == "" && cmp.Or(other.Attrs["rel"], "alternate") == "alternate" {
			address = other.Attrs["href"]
		}
	}
	if address == "" && strings.HasPrefix(entry.GUID, "http") {
		address = entry.GUID
	}
	link, err := markup.ParseReference(base, lenient.UnescapeXML(address)) // escaped twice, or in CDATA
	if err != nil || address == "" {
		return &url.URL{}
	}
	return link
}

// avatar matches the address of an author's portrait, which WordPress.com lists among the pictures
// of an entry.
var avatar = regexp.MustCompile(`(?i)^(https?:)?//[\w.-]*gravatar\.com/`)

// feedItem makes the item of an entry.
func feedItem(f *feed, entry *gofeed.Item, link *url.URL, kind content.Type) crawl.Item {
	i := crawl.Item{Type: kind, Title: lenient.Unescape(lenient.PlainText(entry.Title)), URL: withoutClicks(link).String(), Content: entry.Content,
		Language: lenient.Language(f.language)}
	if strings.TrimSpace(i.Content) == "" {
		i.Content = cmp.Or(entry.Description, mediaText(entry))
	} else {
		i.Excerpt = lenient.PlainText(withoutOrigin(entry.Description, link))
	}
	if escapedTwice.MatchString(i.Content) {
		i.Content = nethtml.UnescapeString(i.Content)
	}
	base := link
	if link.Host == "" {
		base = f.address
	}
	if body, err := markup.Clean(i.Content, base.String()); err == nil { // else the crawl reports the error
		i.Content = withoutOrigin(body, link)
	}
	if title := entry.Extensions["media"]["title"]; i.Title == "" && len(title) > 0 {
		i.Title = lenient.PlainText(title[0].Value)
	}
	if i.Title == "" {
		i.Title = lenient.FirstWords(markup.FromHTML(i.Content))
	}
	if entry.DublinCoreExt != nil {
		for _, language := range entry.DublinCoreExt.Language {
			i.Language = cmp.Or(lenient.Language(language), i.Language)
		}
	}
	i.Thumbnail = web.FirstLink(base, append(slices.DeleteFunc(pictures(entry), avatar.MatchString), firstPicture(i.Content))...)
	i.LastModified = lenient.FirstDate(entry.Updated, extension(entry, "dcterms", "modified"), entry.Published)
	if names := categories(entry); len(names) > 0 {
		i.Metadata = map[string]any{"categories": names}
	}
	return i
}

// categories are the names of an entry's categories, each once.
func categories(entry *gofeed.Item) (names []string) {
	seen := map[string]bool{"": true}
	for _, category := range entry.Categories {
		if name := lenient.Unescape(lenient.PlainText(category)); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// maxOrigin is how many words the line of withoutOrigin has beside its links.
const maxOrigin = 8

// withoutOrigin is clean HTML without the last line that WordPress adds to its feeds in many
// languages: the post TITLE appeared first on SITE, with links to both.
func withoutOrigin(body string, link *url.URL) string {
	if !strings.Contains(body, "<a ") || link.Host == "" {
		return body
	}
	doc, err := markup.Parse(body)
	if err != nil {
		return body
	}
	last := doc.Find("body").Children().Last()
	links := last.Find("a[href]")
	if !last.Is("p") || links.Length() != 2 || len(strings.Fields(last.Text()))-len(strings.Fields(links.Text())) > maxOrigin {
		return body
	}
	post, err := url.Parse(links.First().AttrOr("href", ""))
	if err != nil || !web.SamePage(post, link) {
		return body
	}
	if site, err := url.Parse(links.Last().AttrOr("href", "")); err != nil || !web.SameSite(site, link) || !strings.HasPrefix(link.Path, site.Path) {
		return body
	}
	last.Remove()
	rest, err := doc.Find("body").Html()
	if err != nil {
		return body
	}
	return strings.TrimSpace(rest)
}

// escapedTwice matches HTML that was escaped twice. The text begins with an escaped tag, and has no
// other tags.
var escapedTwice = regexp.MustCompile(`(?i)^\s*&lt;(a|b|div|em|figure|h[1-6]|img|ol|p|span|strong|table|ul)\b[^<]*&gt;[^<]*$`)

// Look says how many entries the feed has.
func Look(ctx context.Context, c *crawl.Crawl) (string, error) {
	answer, err := c.Client.Fetch(ctx, web.Request{URL: c.Source.URL})
	if err != nil {
		return "", err
	}
	found, err := parseFeed(answer)
	if err != nil {
		return "", fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	if len(found.entries) == 1 {
		return "a feed of 1 entry", nil
	}
	return fmt.Sprintf("a feed of %d entries", len(found.entries)), nil
}

// Is reports whether an answer is a feed.
func Is(a *web.Answer) bool {
	_, err := parseFeed(a)
	return err == nil
}
