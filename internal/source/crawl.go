// Package source reads content from websites. A source is a website that an airport takes content from, under a name. Its kind
// says how it is read.
package source

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/markup"
	"airport-content/internal/search"
)

// reader reads a website and records what it finds. After an error nothing is changed.
type reader func(context.Context, *Crawl) error

// kinds are the kinds of websites that can be read. look says what is at the address of a source.
var kinds = map[string]struct {
	read reader
	look func(context.Context, *Crawl) (string, error)
}{
	"feed":      {readFeed, lookAtFeed},
	"wordpress": {readWordPress, lookAtWordPress},
	"sitemap":   {readSitemap, lookAtSitemap},
}

// Options say how a website is read.
type Options struct {
	Password string
	Full     bool                 // fetch everything, also what seems unchanged
	Force    bool                 // take what looks like a website that has broken
	Records  []content.PageRecord // of the pages, from earlier crawls
	Progress func()               // called for each page; may be nil
}

// Result is what a crawl found, besides the items.
type Result struct {
	content.SourceRun // as far as the crawl counts

	Items         int                  // new or changed ones
	Records       []content.PageRecord // of each page that was seen
	DeleteNothing bool                 // not everything was seen: nothing is deleted
}

// Item is one item as a kind found it, and a line of an items file.
type Item struct {
	ID           string         `json:"id"` // the page's ItemID: the crawl sets it
	Type         content.Type   `json:"contentType"`
	Title        string         `json:"title"`
	URL          string         `json:"url,omitzero"`
	Excerpt      string         `json:"excerpt,omitzero"`
	Content      string         `json:"content"` // HTML as the website has it: the crawl cleans it
	Thumbnail    string         `json:"thumbnail,omitzero"`
	Language     string         `json:"language"` // "" means the source's, else "en"
	LastModified time.Time      `json:"lastModified,omitzero"`
	Metadata     map[string]any `json:"metadata,omitempty"`
}

// Crawl is one reading of a website, as its kind sees it. Its methods may be called from several goroutines.
type Crawl struct {
	Source content.Source
	Client *Client

	progress func()
	known    map[string]content.PageRecord // of earlier crawls, by key
	makers   map[string][]string           // their keys, by item

	mu       sync.Mutex
	recorded map[string]bool // keys of this crawl
	found    map[string]bool // items that this crawl found
	failures int             // pages that failed since the last one that did not
	judge    judge
	titles   *titles  // of a kind whose titles may have a suffix; else nil
	spool    *os.File // then the items stand here until the suffix is known
	out      *bufio.Writer
	result   Result
}

const (
	maxNotes     = 20      // of a crawl
	maxPages     = 200_000 // that a website may list
	maxKey       = 2000    // bytes of a page's key: the database has an index of them
	maxValidator = 256     // bytes of an ETag or a date
	maxRaw       = 4 << 20 // bytes of an item's content before it is cleaned, which takes many times that
)

var errTooMany = fmt.Errorf("the website lists more than %d pages", maxPages)

var errTooLong = fmt.Errorf("content: longer than %d MB before it is cleaned", maxRaw>>20)

// Read crawls a source's website, and writes the items that are new or changed to out, as an items file. With an error, the result
// tells what was counted until then; it may be nil.
func Read(ctx context.Context, s content.Source, out io.Writer, o Options) (*Result, error) {
	kind, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of source %q", s.Kind)
	}
	return crawl(ctx, s, out, o, kind.read)
}

func crawl(ctx context.Context, s content.Source, out io.Writer, o Options, kind reader) (*Result, error) {
	client, err := NewClient(s, o.Password)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	c := &Crawl{Source: s, Client: client, progress: o.Progress, known: map[string]content.PageRecord{},
		makers: map[string][]string{}, recorded: map[string]bool{}, found: map[string]bool{}, judge: newJudge(o.Records), out: bufio.NewWriter(out)}
	if s.Kind == "sitemap" {
		spool, err := os.CreateTemp("", "airport-content-crawl-*")
		if err != nil {
			return nil, fmt.Errorf("make an items file: %w", err)
		}
		defer spool.Close()
		_ = os.Remove(spool.Name()) // the open file stays until it is closed
		c.titles, c.spool, c.out = &titles{suffixes: map[string]int{}}, spool, bufio.NewWriter(spool)
	}
	for _, p := range o.Records {
		if o.Full && p.Key != suffixKey {
			p.ETag, p.Modified, p.Hash = "", "", ""
		}
		c.known[p.Key] = p
		if p.ItemID != "" {
			c.makers[p.ItemID] = append(c.makers[p.ItemID], p.Key)
		}
	}
	err = kind(ctx, c)
	if errors.Is(err, errElsewhere) {
		err = fmt.Errorf("%w; if the website has moved: source set %s %s --url …", err, s.Airport, s.Name)
	}
	c.result.Good = c.result.Items + c.result.Unchanged
	if err == nil {
		err = c.judge.check(&c.result, o.Force)
	}
	if err != nil {
		return &c.result, err
	}
	if c.titles != nil {
		return &c.result, c.shortenTitles(out)
	}
	if err := c.out.Flush(); err != nil {
		return &c.result, fmt.Errorf("write the items file: %w", err)
	}
	return &c.result, nil
}

// Known is the record of an earlier crawl; only the key if there is none. ETag, Modified and Hash are "" in a full crawl.
func (c *Crawl) Known(key string) content.PageRecord {
	p := c.known[key]
	p.Key = key
	return p
}

// Put records an item that is new or may have changed. A bad item is skipped. If another page put the same item, this page makes
// none.
func (c *Crawl) Put(p content.PageRecord, item Item) {
	line, err := c.encode(p, &item)
	if err != nil {
		c.Skip(p, err.Error())
		return
	}
	c.addTitle(item.Title)
	hash := hashed(string(line))
	if known := c.Known(p.Key); known.ItemID == p.ItemID && strings.HasPrefix(known.Hash, hash) {
		p.Hash = known.Hash
		c.Unchanged(p)
		return
	}
	text := search.FromHTML(item.Content)
	if text == "" && c.Source.Kind == "feed" {
		text = item.Title // entries of some feeds have only this
	}
	p.Hash = pageHash(hash, item.Title, text)
	if !c.write(p, line) {
		c.NoItem(content.PageRecord{Key: p.Key}, "another page makes its item")
	}
}

// write adds an item to the items file, unless another page has put it, or the page is recorded already.
func (c *Crawl) write(p content.PageRecord, line []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.Found = true
	if c.found[p.ItemID] || !c.record(p) {
		return false
	}
	c.found[p.ItemID] = true
	c.result.Items++
	c.judge.addItem(p, len(c.makers[p.ItemID]) == 0)
	_, _ = c.out.Write(append(line, '\n')) // Flush returns the first error
	return true
}

// NoItem records a page that is there, and makes no item. The item that it made before is deleted, and the reason is noted.
func (c *Crawl) NoItem(p content.PageRecord, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.ItemID = ""
	if c.record(p) && c.judge.addNone(p.Key, reason) {
		c.note(p.Key + " makes no item any more: " + reason)
	}
}

// Unchanged records a page that is there and has not changed.
func (c *Crawl) Unchanged(p content.PageRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.record(p) && p.ItemID != "" {
		c.result.Unchanged++
	}
}

// Skip records a bad item, and why. Its stored version stays.
func (c *Crawl) Skip(p content.PageRecord, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaveOut(p, reason)
}

// Fail records a page that could not be read. Its stored item stays. It is an error if that makes too many in a row: the website is
// down, and each further page could take four minutes.
func (c *Crawl) Fail(key string, reason error, tooMany int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	failures := c.failures + 1 // the record sets them to 0
	if c.leaveOut(content.PageRecord{Key: key}, reason.Error()) {
		c.result.Failed++
	}
	if c.failures = failures; failures < tooMany {
		return nil
	}
	return fmt.Errorf("%d pages one after the other could not be read, so nothing was changed; %w", failures, reason)
}

// Gone counts a page that the website lists but does not have. Its item is deleted, except after DeleteNothing.
func (c *Crawl) Gone(key, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failures = 0
	c.result.Pages++
	c.judge.gone++
	if c.judge.addBad(key, reason) {
		c.note(key + ": " + reason)
	}
}

// DeleteNothing says that this crawl deletes nothing, because it does not see everything. The reason is noted, unless it is "": some
// kinds never see everything.
func (c *Crawl) DeleteNothing(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.DeleteNothing = true
	if reason != "" {
		c.note("nothing is deleted: " + reason)
	}
}

// leaveOut keeps the stored version of a page's item, whatever its id would be now. It records the page without validators, so the
// next crawl reads it again.
func (c *Crawl) leaveOut(p content.PageRecord, reason string) bool {
	first := c.record(content.PageRecord{Key: p.Key, ItemID: cmp.Or(c.Known(p.Key).ItemID, p.ItemID)})
	if first {
		c.result.Skipped++
		c.judge.addBad(p.Key, reason)
		c.note(p.Key + ": " + reason)
	}
	return first
}

// record reports whether this is the first record of the page. Only the first one counts.
func (c *Crawl) record(p content.PageRecord) bool {
	if c.recorded[p.Key] {
		return false
	}
	c.recorded[p.Key] = true
	c.result.Pages++
	c.failures = 0
	if c.progress != nil {
		c.progress()
	}
	if len(p.Key) <= maxKey { // a longer one never has an item
		p.ETag, p.Modified = validator(p.ETag), validator(p.Modified)
		c.result.Records = append(c.result.Records, p)
	}
	return true
}

// validator is fit to be stored. A long one is dropped: each record has it, and the page is only read again.
func validator(text string) string {
	if len(text) > maxValidator {
		return ""
	}
	return strings.ToValidUTF8(text, "")
}

func (c *Crawl) note(text string) {
	if len(c.result.Notes) < maxNotes {
		c.result.Notes = append(c.result.Notes, content.Message(text))
	}
}

// encode cleans an item, fills in what the page does not tell, and writes it as a line of an items file. The error says what is wrong
// with it.
func (c *Crawl) encode(p content.PageRecord, item *Item) ([]byte, error) {
	item.URL, item.Thumbnail = safe(item.URL), safe(item.Thumbnail)
	if len(item.Content) > maxRaw {
		return nil, errTooLong
	}
	body, err := markup.Clean(item.Content, cmp.Or(item.URL, c.Source.URL))
	if err != nil {
		return nil, fmt.Errorf("content: %w", err)
	}
	item.ID, item.Content, item.LastModified = p.ItemID, body, item.LastModified.UTC()
	item.Language = cmp.Or(item.Language, c.Source.Settings.Language, "en")
	line, err := json.Marshal(item, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return nil, err
	}
	if len(p.Key) > maxKey {
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

// hashed is a short hash of a text.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
