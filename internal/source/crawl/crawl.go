// Package crawl is one reading of a website. It takes the outcome of each page, judges whether the
// reading is good, and writes the new and changed items.
package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/source/render"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/template"
	"airport-content/internal/source/web"
)

// Options say how a website is read.
type Options struct {
	Password string

	ChromeURL string // of a running browser that draws pages; "": an installed one, if the source needs one

	Full     bool                 // fetch every page, also one that seems unchanged
	Force    bool                 // accept a website that looks broken
	Records  []content.PageRecord // of the pages, from earlier crawls
	Memory   content.SourceMemory // what else earlier crawls remember
	Progress func()               // called for each page; may be nil
	Off      rule.Off             // rules that are switched off
}

// Result is what a crawl found, without the items.
type Result struct {
	content.SourceRun // only what the crawl counts

	Items         int                  // new or changed ones
	Records       []content.PageRecord // of each page seen
	Memory        content.SourceMemory
	Translations  map[string]string // by item: the key that it shares with its translations
	DeleteNothing bool              // the crawl did not see everything, so nothing is deleted
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
}

// Crawl is one crawl of a website, in the view of its kind. The methods may be called from several
// goroutines.
type Crawl struct {
	Source content.Source
	Client *web.Client
	Memory content.SourceMemory // of earlier crawls
	Off    rule.Off

	browser  *render.Browser // nil: pages are read as the website sends them
	kind     Kind
	progress func()
	stop     context.CancelCauseFunc // ends the reading; the argument is the cause
	full     bool
	earlier  earlier
	makers   map[string][]string // keys of the pages that made an item in earlier crawls, by item

	mu         sync.Mutex
	alternates map[string]map[string]string // what lists tell of a page's translations, by key
	languages  map[string]string            // of pages, as lists tell, by address
	entries    []*entry                     // of the pages, in the order in which they were recorded
	recorded   map[string]bool
	again      map[string]template.Marks // of pages that were read twice, by key
	inARow     int                       // failed pages since the last page that did not fail
	list       *web.Answer               // that lists all entries; nil: there is none
	spool      *spool
	judge      judge
	result     Result
}

const (
	MaxPages     = 200_000 // that a website may list
	MaxKey       = 2000    // bytes of a page's key, which the database indexes
	maxValidator = 256     // bytes of an ETag or a date
)

// ErrTooMany means that the website lists more than MaxPages.
var ErrTooMany = fmt.Errorf("the website lists more than %d pages", MaxPages)

// errTimeLimit is the cause of a context that the source's time limit has ended.
var errTimeLimit = errors.New("the time limit is over")

// Read crawls a source's website, and writes the new and changed items to out, as an items file. See
// source.Read.
func Read(ctx context.Context, s content.Source, out io.Writer, o Options, kind Kind) (*Result, error) {
	client, err := web.New(s, o.Password)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	browser, err := openBrowser(ctx, s, client, o)
	if err != nil {
		return nil, err
	}
	if browser != nil {
		defer browser.Close()
	}
	c := &Crawl{Source: s, Client: client, browser: browser, Memory: o.Memory, Off: o.Off, progress: o.Progress, kind: kind, full: o.Full, earlier: newEarlier(o.Records),
		makers: map[string][]string{}, alternates: map[string]map[string]string{}, languages: map[string]string{}, recorded: map[string]bool{},
		again: map[string]template.Marks{}}
	c.judge = newJudge(c.earlier)
	if c.spool, err = newSpool(); err != nil {
		return nil, err
	}
	defer c.spool.close()
	if o.Full {
		c.Memory.ETag, c.Memory.Modified = "", ""
	}
	for _, p := range o.Records {
		if p.ItemID != "" {
			c.makers[p.ItemID] = append(c.makers[p.ItemID], p.Key)
		}
	}
	c.result.Memory = c.Memory
	if err = c.read(ctx); err == nil {
		err = c.settle(out)
	}
	c.conclude()
	c.result.Translations = c.translate()
	c.judge.count(&c.result.SourceRun, c.result.Items)
	if err == nil {
		err = c.judge.check(&c.result, o.Force)
	}
	c.suggestBrowser(&err)
	if c.result.Pages == 0 && !c.result.DeleteNothing && err == nil {
		c.result.Notes = append(c.result.Notes, "the website shows no page and no entry")
	}
	if err == nil && c.result.DeleteNothing && o.Full {
		c.forgetUnseen()
	}
	return &c.result, err
}

// read lets the kind read the website, for as long as the source's time limit allows.
func (c *Crawl) read(ctx context.Context) error {
	limit := cmp.Or(c.Source.Settings.TimeLimit, content.DefaultTimeLimit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTimeLimit)
	defer cancel()
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	err := c.kind.Read(ctx, c)
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
	case errors.Is(err, web.ErrElsewhere):
		return fmt.Errorf("%w; if the website has moved: source set %s %s --url …", err, c.Source.Airport, c.Source.Name)
	}
	return err
}

// forgetUnseen makes the next crawl read the pages that this full crawl has not seen.
func (c *Crawl) forgetUnseen() {
	for p := range c.Known() { // without validators and hash, as the crawl is a full one
		if !c.recorded[p.Key] {
			c.result.Records = append(c.result.Records, p)
		}
	}
}

// DeleteNothing says that this crawl deletes nothing, because it does not see every page. The
// reason is noted unless it is "". Kinds that never see every page give no reason.
func (c *Crawl) DeleteNothing(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.DeleteNothing = true
	if reason != "" {
		c.judge.note("nothing is deleted: " + reason)
	}
}

// Remember keeps the validators of an answer that lists all entries. If the crawl leaves out an
// entry, it keeps none, so that the next crawl reads the list again. A kind that does not call
// Remember keeps those of the last crawl.
func (c *Crawl) Remember(list *web.Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = list
}

// validator drops a validator that is too long to be stored with every record. The next crawl then
// reads the page again.
func validator(text string) string {
	if len(text) > maxValidator {
		return ""
	}
	return strings.ToValidUTF8(text, "")
}

// Wants reports whether the operator's settings let a URL through.
func (c *Crawl) Wants(u *url.URL) bool {
	s := c.Source.Settings
	return (len(s.Include) == 0 || web.Under(u, s.Include)) && !web.Under(u, s.Exclude)
}

// Mapped is the type of the first mapping that the URL's path begins with; "" if there is none.
func (c *Crawl) Mapped(u *url.URL) content.Type {
	for _, m := range c.Source.Settings.Map {
		if web.Under(u, []string{m.From}) {
			return m.To
		}
	}
	return ""
}

// Note adds a line to what the run says.
func (c *Crawl) Note(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judge.note(text)
}

// LeaveOut counts a listed address that is not requested.
func (c *Crawl) LeaveOut(address, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judge.add(fmt.Sprintf("%.200s", address), MakesNone(reason, ""))
}

// ItemID is the id of an item that a URL or a guid names.
func (c *Crawl) ItemID(name string) string { return ItemIDOf(c.Source.Name, name) }

// ItemIDOf is the id of an item of a source that a URL or a guid names.
func ItemIDOf(source, name string) string { return source + ":" + hashed(name) }

// MakersOf are the keys of the pages that made an item in earlier crawls.
func (c *Crawl) MakersOf(item string) []string { return c.makers[item] }

// HadTitle reports whether the item of a page had a title in the last crawl.
func (c *Crawl) HadTitle(key, title string) bool {
	before, _ := c.judge.before(key)
	return before.Title == template.Digest(cutText(title, maxTitle))
}
