package crawl

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/template"
)

// encode fills in what the page does not tell, and writes the item as a line of an items file. The
// error says what is wrong with the item.
func (c *Crawl) encode(p content.PageRecord, item *Item) ([]byte, error) {
	item.URL, item.Thumbnail = safe(item.URL), safe(item.Thumbnail)
	item.Title, item.Excerpt = cutText(item.Title, maxTitle), cutText(item.Excerpt, maxExcerpt)
	item.ID, item.LastModified = p.ItemID, item.LastModified.UTC()
	item.Language = cmp.Or(item.Language, c.Source.Settings.Language, "en")
	line, err := json.Marshal(item, json.Deterministic(true), lenient.Options)
	if err != nil {
		return nil, err
	}
	if len(p.Key) > MaxKey {
		return nil, errors.New("its address is too long")
	}
	if invalid := ingest.Check(line); invalid != nil {
		return nil, fmt.Errorf("%s: %s", invalid.Field, invalid.Reason)
	}
	return line, nil
}

// safe drops a link that can run code.
func safe(link string) string {
	if content.UnsafeScheme(link) != "" {
		return ""
	}
	return link
}

// cutText shortens a text to at most so many characters, between words.
func cutText(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	text = string([]rune(text)[:most-2])
	if space := strings.LastIndexByte(text, ' '); space > 0 {
		text = text[:space]
	}
	return text + " …"
}

// The title and the description of some pages are their whole text. An item may have so many
// characters of them.
const (
	maxTitle   = 1000
	maxExcerpt = 10_000
)

// PageHash is what a page record keeps of an item: hashes of all of it, of its title, of its text,
// and of all but its id and address.
type PageHash struct{ Item, Title, Text, Rest string }

// String is the hash as it is stored.
func (h PageHash) String() string {
	return strings.Join([]string{h.Item, h.Title, h.Text, h.Rest}, " ")
}

// storedHash reads what String wrote. Older programs stored no Rest.
func storedHash(text string) (h PageHash) {
	for n, part := range strings.Fields(text) {
		if n < 4 {
			*[]*string{&h.Item, &h.Title, &h.Text, &h.Rest}[n] = part
		}
	}
	return h
}

// both are the title and the text.
func (h PageHash) both() string { return h.Title + " " + h.Text }

var class = regexp.MustCompile(` class="[^"]*"`)

// hashOf is the hash of an item. Classes do not count: the builds of a website differ in them. text
// is the text that is compared with those of other items.
func hashOf(item Item, text string) (h PageHash, err error) {
	item.Content = class.ReplaceAllString(item.Content, "")
	line, err := json.Marshal(item, json.Deterministic(true), lenient.Options)
	if err != nil {
		return h, err
	}
	item.ID, item.URL = "", ""
	rest, err := json.Marshal(item, json.Deterministic(true), lenient.Options)
	return PageHash{hashed(string(line)), template.Digest(item.Title), template.Digest(text), template.Digest(string(rest))}, err
}

// hashed is a hash of a text.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
