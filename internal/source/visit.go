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
	"strings"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// Visit is one run of a source, as its kind sees it. Its methods may be called from several goroutines. If one of them fails, the
// run's context ends.
type Visit struct {
	Source Source
	Client *Client

	ctx      context.Context
	end      context.CancelCauseFunc
	full     bool
	progress func()

	mu     sync.Mutex
	memory Memory
	file   *os.File
	out    *bufio.Writer
	pages  int // that this run told of
	found  Found
}

// maxKey bounds a page's key, in bytes. The database has an index of them.
const maxKey = 2000

// Known is what earlier runs remembered of a page. ETag, Modified and Hash are "" if the settings have changed since.
func (v *Visit) Known(key string) Page {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.known(key)
}

func (v *Visit) known(key string) Page {
	p, err := v.memory.Known(v.ctx, key)
	v.check(err)
	if v.full {
		return Page{Key: key, ItemID: p.ItemID}
	}
	return p
}

// KnownKeys lists the pages that earlier runs remembered and whose key begins so.
func (v *Visit) KnownKeys(prefix string) []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	keys, err := v.memory.Keys(v.ctx, prefix)
	v.check(err)
	return keys
}

// Makers lists the pages that made an item in earlier runs, by key.
func (v *Visit) Makers(itemID string) []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	keys, err := v.memory.Makers(v.ctx, itemID)
	v.check(err)
	return keys
}

// Put tells of an item that is new or may have changed. A bad item is skipped. If another page put the same item, this page makes
// none.
func (v *Visit) Put(p Page, item Item) {
	line, reason, err := v.encode(p, item)
	v.mu.Lock()
	defer v.mu.Unlock()
	sum := sha256.Sum256(line)
	p.Hash = hex.EncodeToString(sum[:16])
	known := v.known(p.Key)
	switch {
	case err != nil:
		v.check(err)
	case reason != "":
		v.skip(p, reason)
	case known.ItemID == p.ItemID && known.Hash == p.Hash:
		v.keep(p)
	case v.tell(p, true):
		v.found.Items++
		if _, err := v.out.Write(append(line, '\n')); err != nil {
			v.check(fmt.Errorf("write the findings: %w", err))
		}
	default:
		v.keep(Page{Key: p.Key})
	}
}

// Keep tells of a page that is there and has not changed.
func (v *Visit) Keep(p Page) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.keep(p)
}

// Fail tells of a page that could not be read. Its stored item stays. A run that fails for half its pages changes nothing.
func (v *Visit) Fail(key string, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.leaveOut(Page{Key: key}, err.Error()) {
		v.found.Failed++
	}
}

// Skip tells of a bad item, and why. Its stored version stays.
func (v *Visit) Skip(p Page, reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.skip(p, reason)
}

// KeepAll says that this run deletes nothing, because it does not see everything. The reason is noted, unless it is "": some kinds
// never see everything.
func (v *Visit) KeepAll(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found.KeepAll = true
	if reason != "" {
		v.found.note("nothing is deleted: " + reason)
	}
}

// tell reports whether this is the first time that the run tells of the page. Only the first time counts.
func (v *Visit) tell(p Page, put bool) bool {
	first := true
	if len(p.Key) <= maxKey { // a longer one never has an item
		var err error
		first, err = v.memory.Tell(v.ctx, p.valid(), put)
		v.check(err)
	}
	if first {
		v.pages++
		v.progress()
	}
	return first
}

// check ends the run after an error.
func (v *Visit) check(err error) {
	if err != nil {
		v.end(err)
	}
}

func (v *Visit) keep(p Page) {
	if v.tell(p, false) && p.ItemID != "" {
		v.found.Unchanged++
	}
}

func (v *Visit) skip(p Page, reason string) {
	if v.leaveOut(p, reason) {
		v.found.Skipped++
	}
}

// leaveOut keeps the stored version of a page's item, whatever its id would be now. It remembers the page without validators, so
// the next run reads it again.
func (v *Visit) leaveOut(p Page, reason string) bool {
	first := v.tell(Page{Key: p.Key, ItemID: cmp.Or(v.known(p.Key).ItemID, p.ItemID)}, false)
	if first {
		v.found.note(p.Key + ": " + reason)
	}
	return first
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
