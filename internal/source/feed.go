package source

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
	"golang.org/x/net/html/atom"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/search"
)

// readFeed reads an RSS, Atom or JSON feed. A feed lists only the newest entries, so nothing is
// ever deleted.
func readFeed(ctx context.Context, c *crawl) error {
	c.deleteNothing("")
	answer, err := c.client.Fetch(ctx, request{URL: c.source.URL, ETag: c.memory.ETag, Modified: c.memory.Modified,
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
			c.record(content.PageRecord{Key: fmt.Sprintf("entry %d of the feed", n+1)}, badPage("it cannot be read"))
			continue
		}
		link := entryLink(entry, answer.URL)
		page := content.PageRecord{Key: keys[n]}
		page.ItemID = itemID(c.source.Name, page.Key)
		if !wants(c.source.Settings, link) {
			continue
		}
		if page.Key == "" {
			c.record(content.PageRecord{Key: "an entry without guid and link"}, badPage(entry.Title))
		} else {
			c.record(page, makes(feedItem(feed, entry, link, c.source.Settings)))
		}
	}
	c.remember(answer)
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
	link, err := markup.ParseReference(base, unescapeXML(address)) // escaped twice, or in CDATA
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
			add(byGUID, clean(entry.GUID), links[n])
			add(titles, links[n], entry.Title)
		}
	}
	keys := slices.Clone(links)
	for n, entry := range f.entries {
		if entry == nil {
			continue
		}
		if guid := clean(entry.GUID); guid != "" && len(byGUID[guid]) == 1 {
			keys[n] = guid
		} else if links[n] != "" && len(titles[links[n]]) > 1 {
			keys[n] += " " + clean(entry.Title)
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
	return clean(normal(&plain))
}

// avatar matches the address of an author's portrait, which WordPress.com lists among the pictures
// of an entry.
var avatar = regexp.MustCompile(`(?i)^(https?:)?//[\w.-]*gravatar\.com/`)

// feedItem makes the item of an entry.
func feedItem(f *feed, entry *gofeed.Item, link *url.URL, s content.SourceSettings) Item {
	i := Item{Type: cmp.Or(mapped(s, link), s.Type, "news"), Title: unescape(plainText(entry.Title)), URL: link.String(), Content: entry.Content,
		Language: locale(f.language)}
	if strings.TrimSpace(i.Content) == "" {
		i.Content = cmp.Or(entry.Description, mediaText(entry))
	} else {
		i.Excerpt = plainText(withoutOrigin(entry.Description, link))
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
		i.Title = plainText(title[0].Value)
	}
	if i.Title == "" {
		i.Title = firstWords(search.FromHTML(i.Content))
	}
	if entry.DublinCoreExt != nil {
		for _, language := range entry.DublinCoreExt.Language {
			i.Language = cmp.Or(locale(language), i.Language)
		}
	}
	i.Thumbnail = firstLink(base, append(slices.DeleteFunc(pictures(entry), avatar.MatchString), firstPicture(i.Content))...)
	i.LastModified = firstDate(entry.Updated, extension(entry, "dcterms", "modified"), entry.Published)
	if names := categories(entry); len(names) > 0 {
		i.Metadata = map[string]any{"categories": names}
	}
	return i
}

// categories are the names of an entry's categories, each once.
func categories(entry *gofeed.Item) (names []string) {
	seen := map[string]bool{"": true}
	for _, category := range entry.Categories {
		if name := unescape(plainText(category)); !seen[name] {
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
	if err != nil || !samePage(post, link) {
		return body
	}
	if site, err := url.Parse(links.Last().AttrOr("href", "")); err != nil || !sameSite(site, link) || !strings.HasPrefix(link.Path, site.Path) {
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

// plainText is the text of a title or a summary. What is no tag of HTML counts as text, such as
// <B20> in a title without markup. So does the text of a CDATA section that was escaped.
func plainText(text string) string {
	var out strings.Builder
	z := nethtml.NewTokenizer(strings.NewReader(text))
	z.AllowCDATA(true)
	for kind := z.Next(); kind != nethtml.ErrorToken; kind = z.Next() {
		raw := string(z.Raw())
		name, _ := z.TagName()
		switch {
		case strings.HasPrefix(raw, "<![CDATA["):
			raw = string(z.Text())
		case len(name) > 0 && atom.Lookup(name) == 0:
			raw = strings.ReplaceAll(raw, "<", "&lt;")
		}
		out.WriteString(raw)
	}
	out.WriteString(nethtml.EscapeString(string(z.Raw()))) // a tag that does not end
	return markup.Plain(out.String())
}
