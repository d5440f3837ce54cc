package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// Crawl is one reading of a website, as its kind sees it. Its methods may be called from several goroutines. If one of them fails,
// the crawl's context ends.
type Crawl struct {
	Source content.Source
	Client *Client

	end      context.CancelCauseFunc
	full     bool
	progress func()

	mu       sync.Mutex
	known    map[string]content.PageRecord // of earlier crawls, by key
	makers   map[string][]string           // their keys, by item
	recorded map[string]bool               // keys of this crawl
	found    map[string]bool               // items that this crawl found
	file     *os.File
	out      *bufio.Writer
	pages    int // that this crawl has seen
	result   Result
}

// maxKey bounds a page's key, in bytes. The database has an index of them.
const maxKey = 2000

func newCrawl(s content.Source, o Options) *Crawl {
	c := &Crawl{Source: s, full: o.Full, progress: o.Progress, known: make(map[string]content.PageRecord, len(o.Records)),
		makers: map[string][]string{}, recorded: map[string]bool{}, found: map[string]bool{}}
	for _, p := range o.Records {
		c.known[p.Key] = p
		if p.ItemID != "" {
			c.makers[p.ItemID] = append(c.makers[p.ItemID], p.Key)
		}
	}
	return c
}

// Known is the record of an earlier crawl; only the key if there is none. ETag, Modified and Hash are "" in a full crawl.
func (c *Crawl) Known(key string) content.PageRecord {
	p := c.known[key]
	if c.full {
		return content.PageRecord{Key: key, ItemID: p.ItemID}
	}
	p.Key = key
	return p
}

// KnownKeys lists the pages of earlier crawls whose key begins so.
func (c *Crawl) KnownKeys(prefix string) []string {
	var keys []string
	for key := range c.known {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Makers lists the pages that made an item in earlier crawls.
func (c *Crawl) Makers(itemID string) []string { return c.makers[itemID] }

// Put records an item that is new or may have changed. A bad item is skipped. If another page put the same item, this page makes
// none.
func (c *Crawl) Put(p content.PageRecord, item Item) {
	line, reason, err := c.encode(p, item)
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := sha256.Sum256(line)
	p.Hash = hex.EncodeToString(sum[:16])
	known, changed := c.Known(p.Key), p
	changed.New = true
	switch {
	case err != nil:
		c.end(err)
	case reason != "":
		c.skip(p, reason)
	case known.ItemID == p.ItemID && known.Hash == p.Hash:
		c.keep(p)
	case c.record(changed):
		c.result.Items++
		if _, err := c.out.Write(append(line, '\n')); err != nil {
			c.end(fmt.Errorf("write the findings: %w", err))
		}
	default:
		c.keep(content.PageRecord{Key: p.Key})
	}
}

// Keep records a page that is there and has not changed.
func (c *Crawl) Keep(p content.PageRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(p)
}

// Fail records a page that could not be read. Its stored item stays. A crawl that fails for half its pages changes nothing.
func (c *Crawl) Fail(key string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leaveOut(content.PageRecord{Key: key}, err.Error()) {
		c.result.Failed++
	}
}

// Skip records a bad item, and why. Its stored version stays.
func (c *Crawl) Skip(p content.PageRecord, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.skip(p, reason)
}

// KeepAll says that this crawl deletes nothing, because it does not see everything. The reason is noted, unless it is "": some kinds
// never see everything.
func (c *Crawl) KeepAll(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.KeepAll = true
	if reason != "" {
		c.result.note("nothing is deleted: " + reason)
	}
}

// record reports whether this is the first record of the page, and of its item if that is new. Only the first one counts.
func (c *Crawl) record(p content.PageRecord) bool {
	if len(p.Key) <= maxKey { // a longer one never has an item
		if c.recorded[p.Key] || p.New && c.found[p.ItemID] {
			return false
		}
		c.recorded[p.Key] = true
		if p.New {
			c.found[p.ItemID] = true
		}
		c.result.Records = append(c.result.Records, valid(p))
	}
	c.pages++
	c.progress()
	return true
}

func (c *Crawl) keep(p content.PageRecord) {
	if c.record(p) && p.ItemID != "" {
		c.result.Unchanged++
	}
}

func (c *Crawl) skip(p content.PageRecord, reason string) {
	if c.leaveOut(p, reason) {
		c.result.Skipped++
	}
}

// leaveOut keeps the stored version of a page's item, whatever its id would be now. It records the page without validators, so the
// next crawl reads it again.
func (c *Crawl) leaveOut(p content.PageRecord, reason string) bool {
	first := c.record(content.PageRecord{Key: p.Key, ItemID: cmp.Or(c.Known(p.Key).ItemID, p.ItemID)})
	if first {
		c.result.note(p.Key + ": " + reason)
	}
	return first
}

// valid makes what a website sent fit for the database.
func valid(p content.PageRecord) content.PageRecord {
	p.ETag, p.Modified = strings.ToValidUTF8(p.ETag, ""), strings.ToValidUTF8(p.Modified, "")
	return p
}

// line is an item as a line of an items file.
type line struct {
	ID           string         `json:"id"`
	ContentType  content.Type   `json:"contentType"`
	Title        string         `json:"title"`
	URL          *string        `json:"url"`
	Excerpt      *string        `json:"excerpt"`
	Content      string         `json:"content"`
	Thumbnail    *string        `json:"thumbnail"`
	Language     string         `json:"language"`
	LastModified *time.Time     `json:"lastModified"`
	Metadata     map[string]any `json:"metadata"`
}

// encode writes an item as a line of an items file. The reason says what is wrong with it; "" means nothing.
func (c *Crawl) encode(p content.PageRecord, item Item) (text []byte, reason string, err error) {
	base := item.URL
	if base == "" {
		base = c.Source.URL
	}
	body, err := clean(item.Content, base)
	if err != nil {
		return nil, "content: " + err.Error(), nil
	}
	l := line{ID: p.ItemID, ContentType: item.Type, Title: item.Title, URL: orNull(item.URL), Excerpt: orNull(item.Excerpt),
		Content: body, Thumbnail: orNull(item.Thumbnail), Language: item.Language, Metadata: item.Metadata}
	if l.Language == "" {
		l.Language = c.Source.Settings.Language
	}
	if l.Language == "" {
		l.Language = "en"
	}
	if modified := item.LastModified.UTC(); !item.LastModified.IsZero() {
		l.LastModified = &modified
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(l); err != nil {
		return nil, "", fmt.Errorf("write %s: %w", p.Key, err)
	}
	text = bytes.TrimSpace(out.Bytes())
	if len(p.Key) > maxKey {
		return text, "its address is too long", nil
	}
	if invalid := ingest.Check(text); invalid != nil {
		reason = invalid.Field + ": " + invalid.Reason
	}
	return text, reason, nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
