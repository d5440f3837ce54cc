package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mmcdole/gofeed"
	"github.com/mmcdole/gofeed/atom"
	ext "github.com/mmcdole/gofeed/extensions"
	nethtml "golang.org/x/net/html"

	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// feed is a parsed feed of any format.
type feed struct {
	address  *url.URL
	language string
	entries  []*gofeed.Item // nil for an entry that cannot be read
	next     string         // the address of the next part; "" if there is none
	complete bool           // what is not listed is gone
	deleted  []string       // guids of entries that were deleted
}

// The limits of a feed. The parser recurses into nested elements, and makes a large entry of each
// object.
const (
	maxFeedTags    = 100_000
	maxFeedObjects = 50_000
	maxFeedPieces  = 64 << 20 // bytes of all pieces of a broken feed
)

// parseFeed reads a feed leniently. A mistake in an entry costs only that entry.
func parseFeed(a *web.Answer) (*feed, error) {
	text, err := io.ReadAll(lenient.XML(bytes.NewReader(a.Body), a.Header.Get("Content-Type")))
	if err != nil {
		return nil, fmt.Errorf("the feed cannot be read: %w", err)
	}
	if bytes.Count(text, []byte("<")) > maxFeedTags || bytes.Count(text, []byte("{")) > maxFeedObjects {
		return nil, errors.New("the feed has too many elements")
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return parseJSONFeed(a.URL, text)
	}
	text = lenient.DropForbidden(text)
	whole, err := parseXMLFeed(string(text))
	switch {
	case errors.Is(err, gofeed.ErrFeedTypeNotDetected):
		return nil, errNoFeed
	case err == nil:
		return feedOf(a.URL, whole), nil
	}
	found := parsePieces(a.URL, string(text))
	if found == nil {
		return nil, fmt.Errorf("the feed cannot be read: %w", err)
	}
	return found, nil
}

// feedOf takes what a feed says of itself: in RSS, Atom's links count; RFC 5005 has rel=next and
// fh:complete, RFC 6721 at:deleted-entry. Feeds choose prefixes of their own.
func feedOf(address *url.URL, parsed *gofeed.Feed) *feed {
	f := &feed{address: address, language: parsed.Language, entries: parsed.Items}
	for prefix, elements := range parsed.Extensions {
		for _, link := range elements["link"] {
			if rel := strings.ToLower(link.Attrs["rel"]); rel == "next" || rel == "prev-archive" && f.next == "" {
				f.next = link.Attrs["href"]
			}
		}
		if prefix != "itunes" { // there it says that no entry will come
			f.complete = f.complete || len(elements["complete"]) > 0
		}
		for _, entry := range elements["deleted-entry"] {
			f.deleted = append(f.deleted, lenient.Clean(entry.Attrs["ref"]))
		}
	}
	return f
}

var errNoFeed = errors.New("this is no feed; give the URL of an RSS, Atom or JSON feed")

// parseXMLFeed reads RSS or Atom. The parser does not take an entry's picture from its content,
// where the first picture may be a tracker.
func parseXMLFeed(text string) (*gofeed.Feed, error) {
	parser := gofeed.NewParser()
	parser.RSSTranslator = &gofeed.DefaultRSSTranslator{DisableContentImageScan: true}
	parser.AtomTranslator = pagesFirst{}
	return parser.ParseString(text)
}

// pagesFirst translates Atom. The library takes the first alternate of an entry for its page, which
// may be a file of JSON or a PDF. So links to pages come first.
type pagesFirst struct{ gofeed.DefaultAtomTranslator }

func (t pagesFirst) Translate(parsed any) (*gofeed.Feed, error) {
	if all, is := parsed.(*atom.Feed); is {
		for _, link := range all.Links { // the library keeps those without rel
			all.Extensions = withLink(all.Extensions, link)
		}
		for _, entry := range all.Entries {
			slices.SortStableFunc(entry.Links, func(a, b *atom.Link) int { return cmp.Compare(rank(a), rank(b)) })
		}
	}
	return t.DefaultAtomTranslator.Translate(parsed)
}

// withLink adds a link of Atom to the extensions of a feed, where RSS has it.
func withLink(all ext.Extensions, link *atom.Link) ext.Extensions {
	if all == nil {
		all = ext.Extensions{}
	}
	if all["atom"] == nil {
		all["atom"] = map[string][]ext.Extension{}
	}
	all["atom"]["link"] = append(all["atom"]["link"], ext.Extension{Name: "link", Attrs: map[string]string{"rel": link.Rel, "href": link.Href}})
	return all
}

// rank is 0 for a link that may lead to a page, by its type.
func rank(link *atom.Link) int {
	if link.Type == "" || strings.Contains(link.Type, "html") {
		return 0
	}
	return 1
}

var (
	entryStart = regexp.MustCompile(`(?i)<(item|entry)[\s>]`)
	entryEnd   = regexp.MustCompile(`(?i)</(item|entry)\s*>`)
)

// parsePieces reads each entry of a broken RSS or Atom feed on its own. It returns nil if the text
// is no feed, or too large.
func parsePieces(address *url.URL, text string) *feed {
	starts := entryStart.FindAllStringIndex(text, -1)
	root := lenient.Root([]byte(text))
	if len(starts) == 0 || root == "" || len(starts)*starts[0][0] > maxFeedPieces {
		return nil
	}
	head, end := text[:starts[0][0]], "</"+strings.Trim(root, "<> \t\r\n")+">"
	found := &feed{address: address}
	for n, start := range starts {
		piece := text[start[0]:]
		if n+1 < len(starts) {
			piece = text[start[0]:starts[n+1][0]]
		}
		close := entryEnd.FindStringIndex(piece)
		if close == nil {
			found.entries = append(found.entries, nil) // the entry is cut off
			continue
		}
		part, err := parseXMLFeed(head + piece[:close[1]] + end)
		if err != nil || len(part.Items) != 1 {
			found.entries = append(found.entries, nil)
			continue
		}
		says := feedOf(address, part)
		found.language, found.next, found.deleted = says.language, says.next, says.deleted
		found.entries = append(found.entries, part.Items[0])
	}
	return found
}

// jsonEntry is an entry of a JSON Feed (jsonfeed.org/version/1.1).
type jsonEntry struct {
	ID          lenient.Text    `json:"id"`
	URL         lenient.Text    `json:"url"`
	External    lenient.Text    `json:"external_url"`
	Title       lenient.Text    `json:"title"`
	ContentHTML lenient.Text    `json:"content_html"`
	ContentText lenient.Text    `json:"content_text"`
	Summary     lenient.Text    `json:"summary"`
	Image       lenient.Text    `json:"image"`
	BannerImage lenient.Text    `json:"banner_image"`
	Published   lenient.Text    `json:"date_published"`
	Modified    lenient.Text    `json:"date_modified"`
	Language    lenient.Text    `json:"language"`
	Tags        json.RawMessage `json:"tags"`
	Attachments json.RawMessage `json:"attachments"`
}

// parseJSONFeed reads a JSON Feed. The library does not: it rejects the whole feed for one field of
// another type, and panics on null.
func parseJSONFeed(address *url.URL, text []byte) (*feed, error) {
	var all struct {
		Version  lenient.Text      `json:"version"`
		Language lenient.Text      `json:"language"`
		Next     lenient.Text      `json:"next_url"`
		Items    []json.RawMessage `json:"items"`
	}
	if !json.Valid(text) {
		text = []byte(lenient.JSON(string(text)))
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("the feed cannot be read: %w", err)
	}
	if all.Items == nil && !strings.Contains(string(all.Version), "jsonfeed.org") {
		return nil, errNoFeed
	}
	found := &feed{address: address, language: string(all.Language), next: lenient.Clean(string(all.Next))}
	for _, item := range all.Items {
		var e *jsonEntry
		if json.Unmarshal(item, &e) != nil || e == nil {
			found.entries = append(found.entries, nil)
			continue
		}
		found.entries = append(found.entries, e.item())
	}
	return found, nil
}

// item is the entry in the form that the library gives RSS and Atom: all texts are HTML.
func (e *jsonEntry) item() *gofeed.Item {
	i := &gofeed.Item{GUID: string(e.ID), Link: string(cmp.Or(e.URL, e.External)), Title: nethtml.EscapeString(lenient.Unescape(string(e.Title))), Content: string(e.ContentHTML),
		Description: nethtml.EscapeString(lenient.Unescape(string(e.Summary))), Published: string(e.Published), Updated: string(e.Modified),
		DublinCoreExt: &ext.DublinCoreExtension{Language: []string{string(e.Language)}}}
	if i.Content == "" && e.ContentText != "" {
		text := strings.ReplaceAll(nethtml.EscapeString(string(e.ContentText)), "\r\n", "\n")
		i.Content = "<p>" + strings.ReplaceAll(strings.ReplaceAll(text, "\n\n", "</p><p>"), "\n", "<br>") + "</p>"
	}
	if picture := cmp.Or(e.Image, e.BannerImage); picture != "" {
		i.Image = &gofeed.Image{URL: string(picture)}
	}
	for _, tag := range lenient.Decode[[]lenient.Text](e.Tags) {
		i.Categories = append(i.Categories, string(tag))
	}
	for _, a := range lenient.Decode[[]struct {
		URL  lenient.Text `json:"url"`
		Type lenient.Text `json:"mime_type"`
	}](e.Attachments) {
		i.Enclosures = append(i.Enclosures, &gofeed.Enclosure{URL: string(a.URL), Type: string(a.Type)})
	}
	return i
}

// pictures are the addresses of an entry's own pictures, the best one first.
func pictures(entry *gofeed.Item) (found []string) {
	if entry.Image != nil {
		found = append(found, entry.Image.URL)
	}
	for _, group := range mediaGroups(entry) {
		contents := slices.Clone(group.Children["content"])
		slices.SortStableFunc(contents, func(a, b ext.Extension) int { return cmp.Compare(width(b), width(a)) })
		for _, c := range contents {
			if isPicture(c.Attrs["type"], c.Attrs["medium"], c.Attrs["url"]) {
				found = append(found, c.Attrs["url"])
			}
		}
		for _, around := range append([]ext.Extension{group}, contents...) {
			for _, t := range around.Children["thumbnail"] {
				found = append(found, t.Attrs["url"])
			}
		}
	}
	for _, e := range entry.Enclosures {
		if isPicture(e.Type, "", e.URL) {
			found = append(found, e.URL)
		}
	}
	return found
}

// mediaGroups are the elements of Media RSS in an entry: those of the entry itself, and its groups.
func mediaGroups(entry *gofeed.Item) []ext.Extension {
	media := entry.Extensions["media"]
	return append([]ext.Extension{{Children: media}}, media["group"]...)
}

// width is how many pixels wide a file of Media RSS is; 0 if it does not say.
func width(file ext.Extension) int {
	pixels, _ := strconv.Atoi(file.Attrs["width"])
	return pixels
}

// mediaText is the description of the files of an entry, such as a film.
func mediaText(entry *gofeed.Item) string {
	for _, group := range mediaGroups(entry) {
		for _, text := range group.Children["description"] {
			return text.Value
		}
	}
	return ""
}

// extension is the text of an element with a prefix; "" if there is none.
func extension(entry *gofeed.Item, prefix, name string) string {
	for _, element := range entry.Extensions[prefix][name] {
		return strings.TrimSpace(element.Value)
	}
	return ""
}

// isPicture reports whether a file of an entry is a picture, by its type, or without a known type
// by its name.
func isPicture(kind, medium, address string) bool {
	if kind != "" && kind != "application/octet-stream" || medium != "" {
		return strings.HasPrefix(kind, "image/") || medium == "image"
	}
	return web.PictureName.MatchString(address)
}

// firstPicture is the address of the first picture of clean HTML; "" if there is none.
func firstPicture(body string) string {
	doc, err := markup.Parse(body)
	if err != nil {
		return ""
	}
	return doc.Find("img[src^=http]").AttrOr("src", "")
}
