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

// Read reads an RSS, Atom or JSON feed. A feed lists only the newest entries, so nothing is
// ever deleted.
func Read(ctx context.Context, c *crawl.Crawl) error {
	c.DeleteNothing("")
	answer, err := c.Client.Fetch(ctx, web.Request{URL: c.Source.URL, ETag: c.Memory.ETag, Modified: c.Memory.Modified,
		Accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"})
	if err != nil || answer.Status == http.StatusNotModified {
		return err
	}
	feed, err := parseFeed(answer)
	if err != nil {
		return fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	keys := feed.keys()
	for n, entry := range feed.entries {
		if entry == nil {
			c.Record(content.PageRecord{Key: fmt.Sprintf("entry %d of the feed", n+1)}, crawl.BadPage("it cannot be read"))
			continue
		}
		link := entryLink(entry, answer.URL)
		page := content.PageRecord{Key: keys[n]}
		page.ItemID = c.ItemID(page.Key)
		if !c.Wants(link) {
			continue
		}
		if page.Key == "" {
			c.Record(content.PageRecord{Key: "an entry without guid and link"}, crawl.BadPage(entry.Title))
		} else {
			c.Record(page, crawl.Makes(feedItem(feed, entry, link, cmp.Or(c.Mapped(link), c.Source.Settings.Type, "news"))))
		}
	}
	c.Remember(answer)
	return nil
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

// keys are the keys of the feed's entries: their guids. Some feeds have one guid for all entries.
// Without a guid that tells entries apart, the key is the link, with the title if several entries
// have the link.
func (f *feed) keys() []string {
	links := make([]string, len(f.entries))
	byGUID, titles := map[string]map[string]bool{}, map[string]map[string]bool{}
	add := func(all map[string]map[string]bool, key, value string) {
		if all[key] == nil {
			all[key] = map[string]bool{}
		}
		all[key][value] = true
	}
	for n, entry := range f.entries {
		if entry != nil {
			links[n] = linkKey(entryLink(entry, f.address))
			add(byGUID, lenient.Clean(entry.GUID), links[n])
			add(titles, links[n], entry.Title)
		}
	}
	keys := slices.Clone(links)
	for n, entry := range f.entries {
		if entry == nil {
			continue
		}
		if guid := lenient.Clean(entry.GUID); guid != "" && len(byGUID[guid]) == 1 {
			keys[n] = guid
		} else if links[n] != "" && len(titles[links[n]]) > 1 {
			keys[n] += " " + lenient.Clean(entry.Title)
		}
	}
	return keys
}

// linkKey is a link without utm_ parameters, which only say where readers come from; "" if there is
// none.
func linkKey(link *url.URL) string {
	if link.Host == "" {
		return ""
	}
	plain, query := *link, link.Query()
	for name := range query {
		if strings.HasPrefix(name, "utm_") {
			query.Del(name)
		}
	}
	plain.RawQuery = query.Encode()
	return lenient.Clean(web.Normal(&plain))
}

// avatar matches the address of an author's portrait, which WordPress.com lists among the pictures
// of an entry.
var avatar = regexp.MustCompile(`(?i)^(https?:)?//[\w.-]*gravatar\.com/`)

// feedItem makes the item of an entry.
func feedItem(f *feed, entry *gofeed.Item, link *url.URL, kind content.Type) crawl.Item {
	i := crawl.Item{Type: kind, Title: lenient.Unescape(lenient.PlainText(entry.Title)), URL: link.String(), Content: entry.Content,
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
	feed, err := parseFeed(answer)
	if err != nil {
		return "", fmt.Errorf("%s: %w", answer.URL.Redacted(), err)
	}
	return fmt.Sprintf("a feed of %d entries", len(feed.entries)), nil
}

// Is reports whether an answer is a feed.
func Is(a *web.Answer) bool {
	_, err := parseFeed(a)
	return err == nil
}
