package crawl

import (
	"cmp"
	"fmt"

	"airport-content/internal/content"
	"airport-content/internal/source/page"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/template"
)

// Outcome is what became of a page.
type Outcome struct {
	kind   outcomeKind
	made   *spooled // of a found item, until the spool has it
	reason string   // why there is no item
	about  string   // detail of the reason, which differs from page to page

	withdrawn bool // its stored item is deleted, also if the crawl deletes nothing else
}

type outcomeKind int

const (
	found  outcomeKind = iota // the page makes an item, which is new or may have changed
	same                      // the page is as before, and so is its item, if it made one
	none                      // the page is there, and rightly makes no item: its stored item is deleted
	gone                      // the page is listed, and not there: its stored item is deleted
	bad                       // the page makes no good item: its stored item stays
	unread                    // the page could not be read: its stored item stays
)

// Unchanged is the outcome of a page that is as before.
var Unchanged = Outcome{kind: same}

// Makes is the outcome of a page that makes an item.
func Makes(item Item) Outcome { return Outcome{kind: found, made: &spooled{Item: item}} }

// MakesOf is the outcome of a web page that makes an item. The crawl makes the item when it knows
// the other pages. kind is the type of the item, whatever the page says; "" : what the page says.
func MakesOf(p page.Page, kind content.Type) Outcome {
	return Outcome{kind: found, made: &spooled{Item{Type: kind, URL: p.Canonical}, &p}}
}

// MakesNone is the outcome of a page that makes no item. Other pages may share the reason. about,
// which may be "", is of this page only.
func MakesNone(reason, about string) Outcome {
	return Outcome{kind: none, reason: reason, about: about}
}

// GonePage is the outcome of a page that is listed, and not there.
func GonePage(reason string) Outcome { return Outcome{kind: gone, reason: reason} }

// BadPage is the outcome of a page that should make an item, and makes no good one.
func BadPage(reason string) Outcome { return Outcome{kind: bad, reason: reason} }

// UnreadPage is the outcome of a page that could not be read.
func UnreadPage(err error) Outcome { return Outcome{kind: unread, reason: err.Error()} }

// say is the whole reason.
func (o *Outcome) say() string {
	if o.about == "" {
		return o.reason
	}
	return o.reason + ": " + o.about
}

// entry is a page that was recorded.
type entry struct {
	record  content.PageRecord
	outcome Outcome
	spooled place

	// Of a web page whose other pages decide what is content:
	says  *says  // until the title is chosen
	title string // as the other pages let it be
	owns  bool   // what the page describes is of this page
	shell string // Digest of the text of a page that a script would fill; else ""
}

// Record takes the outcome of a page into account. A kind reports pages only through Record. Only
// the first record of a page counts: a later one is dropped without a note. p has the ItemID, and
// the validators for the next crawl. Without validators, the next crawl reads the page again.
func (c *Crawl) Record(p content.PageRecord, o Outcome) {
	e := &entry{record: p}
	if o.kind == found && o.made.Page != nil {
		e.says = sayings(o.made.Page)
		e.record.Links.Alternates = o.made.Page.Alternates
		e.record.Blocks, e.shell = c.marksOf(o.made.Page, e.says)
	}
	packed := c.spool.pack(&o)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.recorded[p.Key] {
		return
	}
	c.recorded[p.Key] = true
	if c.progress != nil {
		c.progress()
	}
	e.spooled = c.spool.add(packed)
	e.outcome = o
	c.entries = append(c.entries, e)
	if o.kind != unread {
		c.inARow = 0
	} else if c.inARow++; c.inARow == c.kind.TooMany {
		c.stop(fmt.Errorf("%d pages one after the other could not be read, so nothing was changed; %s", c.inARow, o.say()))
	}
}

// learns reports whether the website's pages decide what is content, and not the operator.
func (c *Crawl) learns() bool { return c.kind.Templates && c.Source.Settings.Content == "" }

// mostTwice is how many pages of a crawl are read twice.
const mostTwice = 30

// Withdraw deletes the item of a page of earlier crawls, also if this crawl does not see every page.
func (c *Crawl) Withdraw(key, reason string) {
	if known := c.RecordOf(key); known.ItemID != "" {
		o := MakesNone(reason, "")
		o.withdrawn = true
		c.Record(known, o)
	}
}

// TwoReads are the keys of pages that are worth a second read in the same crawl, spread over all new
// and changed ones. Such a read finds numbers that move.
func (c *Crawl) TwoReads() (keys []string) {
	if !c.learns() || c.Off[rule.Moving] {
		return nil
	}
	var changed []string
	read := 0
	for _, e := range c.entries {
		if e.says == nil {
			continue
		}
		if read++; template.HasChanged(c.RecordOf(e.record.Key).Blocks, e.record.Blocks) {
			changed = append(changed, e.record.Key)
		}
	}
	if read < template.FewPages || len(changed) < template.LeastMoving {
		return nil
	}
	for n := range min(mostTwice, len(changed)) {
		keys = append(keys, changed[n*len(changed)/min(mostTwice, len(changed))])
	}
	return keys
}

// RecordAgain takes the second read of a page into account.
func (c *Crawl) RecordAgain(key string, p page.Page) {
	marks, _ := c.marksOf(&p, sayings(&p))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.again[key] = marks
}

// conclude takes the outcomes of all pages into account, in the order in which they were recorded.
func (c *Crawl) conclude() {
	c.result.Records = make([]content.PageRecord, 0, len(c.entries))
	for _, e := range c.entries {
		p := e.record
		switch e.outcome.kind {
		case same:
			if p.ItemID == "" {
				e.outcome = MakesNone(p.Reason, "")
			}
		case none:
			if p.Withdrawn = e.outcome.withdrawn; !p.Withdrawn {
				p.ItemID = ""
			}
		case bad, unread: // whatever id the item would have now
			known := c.RecordOf(p.Key)
			p = content.PageRecord{Key: p.Key, ItemID: cmp.Or(known.ItemID, p.ItemID), Hash: known.Hash, Blocks: known.Blocks, Links: known.Links}
		}
		p.Reason = content.Message(e.outcome.say())
		c.judge.add(p.Key, e.outcome)
		if e.outcome.kind != gone && len(p.Key) <= MaxKey { // a page with a longer key never has an item
			p.ETag, p.Modified = validator(p.ETag), validator(p.Modified)
			c.result.Records = append(c.result.Records, p)
		}
	}
	if c.list != nil {
		c.result.Memory.ETag, c.result.Memory.Modified = "", ""
		if c.judge.counts[bad]+c.judge.counts[unread] == 0 {
			c.result.Memory.ETag, c.result.Memory.Modified = validator(c.list.Header.Get("ETag")), validator(c.list.Header.Get("Last-Modified"))
		}
	}
}
