package source

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// Visit is one run of a source, as its kind sees it. Its methods may be called from several goroutines.
type Visit struct {
	Source   Source
	Password string
	Full     bool // fetch everything, also what seems unchanged
	// Known holds by key what earlier runs kept. ETag, Modified and Hash are "" if the settings have changed since, or with Full.
	Known  map[string]Page
	Client *Client

	mu     sync.Mutex
	file   *os.File
	out    *bufio.Writer
	seen   map[string]Page   // by key: every page that this run told of
	owners map[string]string // item id → key of the page that put it
	kept   map[string]bool   // ids of items whose stored version stays; true: because they are unchanged
	found  Found

	progress func()
}

// maxKey bounds a page's key, in bytes. The database has an index of them.
const maxKey = 2000

// Put tells of an item that is new or may have changed. An item that is no good is skipped. The error is of writing the
// findings: end the run with it.
func (v *Visit) Put(p Page, item Item) error {
	line, reason, err := v.encode(p, item)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	sum := sha256.Sum256(line)
	p.Hash = hex.EncodeToString(sum[:16])
	owner, owned := v.owners[p.ItemID]
	switch known, ok := v.Known[p.Key]; {
	case v.told(p.Key):
		return nil
	case reason != "":
		v.skip(p, reason)
		return nil
	case owned:
		v.skip(p, fmt.Sprintf("it makes the same item as %s", owner))
		return nil
	case ok && known.ItemID == p.ItemID && known.Hash == p.Hash:
		v.keep(p)
		return nil
	}
	v.see(p)
	v.owners[p.ItemID] = p.Key
	v.found.Items++
	if _, err := v.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the findings: %w", err)
	}
	return nil
}

// Keep tells of a page that is there and has not changed.
func (v *Visit) Keep(p Page) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.told(p.Key) {
		v.keep(p)
	}
}

// Fail tells of a page that could not be read. Its stored item stays. A run that fails for half its pages changes nothing.
func (v *Visit) Fail(key string, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.told(key) {
		return
	}
	known := v.Known[key]
	known.Key = key
	v.found.Failed++
	v.leaveOut(known, err.Error())
}

// Skip tells of an item that is no good, and why. Its stored version stays.
func (v *Visit) Skip(p Page, reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.told(p.Key) {
		v.skip(p, reason)
	}
}

// KeepAll says that nothing is deleted by this run, because not everything was seen. With an empty reason nobody is told: the
// kind never sees everything.
func (v *Visit) KeepAll(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found.KeepAll = true
	if reason != "" {
		v.found.note("nothing is deleted: " + reason)
	}
}

// told reports whether the run told of the page already; the first word counts.
func (v *Visit) told(key string) bool {
	_, told := v.seen[key]
	return told
}

func (v *Visit) see(p Page) {
	v.seen[p.Key] = p.valid()
	v.progress()
}

func (v *Visit) keep(p Page) {
	v.see(p)
	if p.ItemID != "" {
		v.kept[p.ItemID] = true
	}
}

func (v *Visit) skip(p Page, reason string) {
	v.found.Skipped++
	v.leaveOut(p, reason)
}

// leaveOut keeps the stored version of a page's item. The page is remembered without validators, so that it is read again.
func (v *Visit) leaveOut(p Page, reason string) {
	p = Page{Key: p.Key, ItemID: p.ItemID}
	v.see(p)
	for _, id := range []string{p.ItemID, v.Known[p.Key].ItemID} {
		if id != "" && !v.kept[id] {
			v.kept[id] = false
		}
	}
	v.found.note(p.Key + ": " + reason)
}

// valid makes what a website sent fit for the database.
func (p Page) valid() Page {
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
func (v *Visit) encode(p Page, item Item) (text []byte, reason string, err error) {
	base := item.URL
	if base == "" {
		base = v.Source.URL
	}
	body, err := clean(item.Content, base)
	if err != nil {
		return nil, "content: " + err.Error(), nil
	}
	l := line{ID: p.ItemID, ContentType: item.Type, Title: item.Title, URL: orNull(item.URL), Excerpt: orNull(item.Excerpt),
		Content: body, Thumbnail: orNull(item.Thumbnail), Language: item.Language, Metadata: item.Metadata}
	if l.Language == "" {
		l.Language = v.Source.Settings.Language
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
