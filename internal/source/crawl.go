package source

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/markup"
)

// reader is how a kind reads a website: it records the outcome of each page. The item of a page
// that is not recorded is deleted, unless the reader calls deleteNothing. After an error, nothing
// is changed.
type reader func(context.Context, *crawl) error

// kind is a kind of websites.
type kind struct {
	read reader
	// look says what is at the address of a source.
	look func(context.Context, *crawl) (string, error)
	// tooMany is how many pages may fail in a row; 0: pages do not fail one by one. After so many
	// failures the website is down, and each further page could take four minutes.
	tooMany int
	// bareTitles: items may have no content; the judge then compares their titles as their texts.
	bareTitles bool
	// templates: items are web pages, with menus and suffixes of titles that pages share.
	templates bool
}

var kinds = map[string]kind{
	"feed":      {read: readFeed, look: lookAtFeed, bareTitles: true},
	"wordpress": {read: readWordPress, look: lookAtWordPress, tooMany: 10},
	"sitemap":   {read: readSitemap, look: lookAtSitemap, tooMany: 50, templates: true},
}

// Options say how a website is read.
type Options struct {
	Password string
	Full     bool                 // fetch every page, also one that seems unchanged
	Force    bool                 // accept a website that looks broken
	Records  []content.PageRecord // of the pages, from earlier crawls
	Memory   content.SourceMemory // what else earlier crawls remember
	Progress func()               // called for each page; may be nil
}

// Result is what a crawl found, without the items.
type Result struct {
	content.SourceRun // only what the crawl counts

	Items         int                  // new or changed ones
	Records       []content.PageRecord // of each page seen
	Memory        content.SourceMemory
	DeleteNothing bool // the crawl did not see everything, so nothing is deleted
}

// Item is one item as a kind makes it, and the form of a line of an items file.
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

	spot   spot   // of the content on its page
	around []mark // of what is on the page around the content
}

// crawl is one crawl of a website, in the view of its kind. The methods may be called from several
// goroutines.
type crawl struct {
	source content.Source
	client *client

	kind     kind
	progress func()
	stop     context.CancelCauseFunc       // ends the reading; the argument is the cause
	known    map[string]content.PageRecord // records of earlier crawls, by key
	makers   map[string][]string           // keys of the pages that made an item, by item
	memory   content.SourceMemory          // of earlier crawls

	mu       sync.Mutex
	recorded map[string]bool // keys recorded in this crawl
	items    map[string]bool // items found in this crawl
	inARow   int             // failed pages since the last page that did not fail
	judge    judge
	titles   map[string]string // of the items found, by key; nil for a kind whose titles have no suffix
	cuts     bool              // content loses what the website repeats
	twice    map[string][]byte // blocks of the second read of pages that were read twice, by key
	spool    *spool
	result   Result
}

const (
	maxPages     = 200_000 // that a website may list
	maxKey       = 2000    // bytes of a page's key, which the database indexes
	maxValidator = 256     // bytes of an ETag or a date
	maxRaw       = 4 << 20 // bytes of an item's content before cleaning, which takes far more memory
)

var errTooMany = fmt.Errorf("the website lists more than %d pages", maxPages)

var errTooLong = fmt.Errorf("content: longer than %d MB before it is cleaned", maxRaw>>20)

// errTimeLimit is the cause of a context that the source's time limit has ended.
var errTimeLimit = errors.New("the time limit is over")

// Read crawls a source's website, and writes the new and changed items to out, as an items file. If
// the source's time limit ends the crawl, Read returns no error. Then the result has an Error of
// its own, and the pages read so far count. With an error, the result holds the counts until then;
// it may be nil.
func Read(ctx context.Context, s content.Source, out io.Writer, o Options) (*Result, error) {
	kind, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of source %q", s.Kind)
	}
	return readWith(ctx, s, out, o, kind.read)
}

func readWith(ctx context.Context, s content.Source, out io.Writer, o Options, read reader) (*Result, error) {
	client, err := newClient(s, o.Password)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	c := &crawl{source: s, client: client, progress: o.Progress, kind: kinds[s.Kind], known: map[string]content.PageRecord{},
		makers: map[string][]string{}, memory: o.Memory, recorded: map[string]bool{}, items: map[string]bool{}, judge: newJudge(o.Records)}
	if c.spool, err = newSpool(); err != nil {
		return nil, err
	}
	defer c.spool.close()
	if c.kind.templates {
		c.titles = map[string]string{}
		c.cuts = s.Settings.Content == "" // else the operator's selector says what is content
	}
	if o.Full {
		c.memory.ETag, c.memory.Modified = "", ""
	}
	for _, p := range o.Records {
		if o.Full {
			p.ETag, p.Modified, p.Hash = "", "", ""
		}
		c.known[p.Key] = p
		if p.ItemID != "" {
			c.makers[p.ItemID] = append(c.makers[p.ItemID], p.Key)
		}
	}
	c.result.Memory = c.memory
	if err = c.read(ctx, read); err == nil {
		err = c.settle(out)
	}
	c.judge.count(&c.result.SourceRun, c.result.Items)
	if err == nil {
		err = c.judge.check(&c.result, o.Force)
	}
	if c.result.Pages == 0 && !c.result.DeleteNothing && err == nil {
		c.result.Notes = append(c.result.Notes, "the website shows no page and no entry")
	}
	if err == nil && c.result.DeleteNothing && o.Full {
		c.forgetUnseen()
	}
	return &c.result, err
}

// read lets the kind read the website, for as long as the source's time limit allows.
func (c *crawl) read(ctx context.Context, read reader) error {
	limit := cmp.Or(c.source.Settings.TimeLimit, content.DefaultTimeLimit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTimeLimit)
	defer cancel()
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	err := read(ctx, c)
	if cause := context.Cause(ctx); cause != nil {
		err = cause // the kind may not have noticed the end, and may have left pages out
	}
	switch {
	case errors.Is(err, errTimeLimit):
		said := fmt.Sprintf("%v (%s), after %d pages; what was read is kept, and the next run reads the other pages first; --time-limit and "+
			"--rate of source set allow more", err, limit, len(c.recorded))
		if len(c.recorded) == 0 {
			return errors.New(said)
		}
		c.result.Error, c.result.DeleteNothing = &said, true
		return nil
	case errors.Is(err, errElsewhere):
		return fmt.Errorf("%w; if the website has moved: source set %s %s --url …", err, c.source.Airport, c.source.Name)
	}
	return err
}

// forgetUnseen makes the next crawl read the pages that this full crawl has not seen.
func (c *crawl) forgetUnseen() {
	for key, p := range c.known { // without validators and hash, as the crawl is a full one
		if !c.recorded[key] {
			c.result.Records = append(c.result.Records, p)
		}
	}
}

// recordOf is the record of a page from earlier crawls; only the key if there is none. In a full
// crawl, ETag, Modified and Hash are "".
func (c *crawl) recordOf(key string) content.PageRecord {
	p := c.known[key]
	p.Key = key
	return p
}

// deleteNothing says that this crawl deletes nothing, because it does not see every page. The
// reason is noted unless it is "". Kinds that never see every page give no reason.
func (c *crawl) deleteNothing(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.DeleteNothing = true
	if reason != "" {
		c.judge.note("nothing is deleted: " + reason)
	}
}

// remember keeps the validators of an answer that lists all entries. If the crawl has left out an
// entry, remember keeps none, so that the next crawl reads the list again. A kind that does not
// call remember keeps those of the last crawl.
func (c *crawl) remember(list *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.Memory.ETag, c.result.Memory.Modified = "", ""
	if c.judge.counts[bad]+c.judge.counts[unread] == 0 {
		c.result.Memory.ETag, c.result.Memory.Modified = validator(list.Header.Get("ETag")), validator(list.Header.Get("Last-Modified"))
	}
}

// validator drops a validator that is too long to be stored with every record. The next crawl then
// reads the page again.
func validator(text string) string {
	if len(text) > maxValidator {
		return ""
	}
	return strings.ToValidUTF8(text, "")
}

// lenient are the options for JSON of websites, which may have wrong UTF-8 and repeated names.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// encode cleans an item, fills in what the page does not tell, and writes the item as a line of an
// items file. The error says what is wrong with the item.
func (c *crawl) encode(p content.PageRecord, item *Item) ([]byte, error) {
	item.URL, item.Thumbnail = safe(item.URL), safe(item.Thumbnail)
	item.Title, item.Excerpt = cutText(item.Title, maxTitle), cutText(item.Excerpt, maxExcerpt)
	if len(item.Content) > maxRaw {
		return nil, errTooLong
	}
	body, err := markup.Clean(item.Content, cmp.Or(item.URL, c.source.URL))
	if err != nil {
		return nil, fmt.Errorf("content: %w", err)
	}
	item.ID, item.Content, item.LastModified = p.ItemID, body, item.LastModified.UTC()
	item.Language = cmp.Or(item.Language, c.source.Settings.Language, "en")
	line, err := json.Marshal(item, json.Deterministic(true), lenient)
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
