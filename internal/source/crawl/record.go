package crawl

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"airport-content/internal/content"
	"airport-content/internal/source/template"
)

// outcome is what became of a page.
type outcome struct {
	kind   outcomeKind
	item   Item   // of a found one
	reason string // why there is no item
	about  string // detail of the reason, which differs from page to page
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
var Unchanged = outcome{kind: same}

func Makes(item Item) outcome { return outcome{kind: found, item: item} }

// MakesNone is the outcome of a page that makes no item. Other pages may share the reason. about,
// which may be "", is of this page only.
func MakesNone(reason, about string) outcome {
	return outcome{kind: none, reason: reason, about: about}
}

func GonePage(reason string) outcome { return outcome{kind: gone, reason: reason} }

func BadPage(reason string) outcome { return outcome{kind: bad, reason: reason} }

func UnreadPage(err error) outcome { return outcome{kind: unread, reason: err.Error()} }

// say is the whole reason.
func (o *outcome) say() string {
	if o.about == "" {
		return o.reason
	}
	return o.reason + ": " + o.about
}

// Record takes the outcome of a page into account. A kind reports pages only through record. Only
// the first record of a page counts: a later one is dropped without a note. p has the ItemID, and
// the validators for the next crawl. Without validators, the next crawl reads the page again.
func (c *Crawl) Record(p content.PageRecord, o outcome) {
	var line []byte
	if o.kind == found {
		var err error
		if line, err = c.encode(p, &o.item); err != nil {
			o = BadPage(err.Error())
		}
	}
	if o.kind == found && c.cuts {
		if blocks, err := template.Marks(o.item.Content, o.item.Spot, o.item.Around); err == nil { // else it has no template
			p.Blocks = blocks
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.recorded[p.Key] {
		return
	}
	c.recorded[p.Key] = true
	if c.progress != nil {
		c.progress()
	}
	if o.kind == found && c.items[p.ItemID] {
		p, o = content.PageRecord{Key: p.Key}, MakesNone("another page makes its item", "")
	}
	switch o.kind {
	case found:
		c.items[p.ItemID] = true
		c.spool.add(len(c.result.Records), o.item.Spot, line)
		if c.titles != nil {
			c.titles[p.Key] = o.item.Title
		}
	case same:
		if p.ItemID == "" {
			o = MakesNone(p.Reason, "")
		}
	case none:
		p.ItemID = ""
	case bad, unread: // whatever id the item would have now
		known := c.RecordOf(p.Key)
		p = content.PageRecord{Key: p.Key, ItemID: cmp.Or(known.ItemID, p.ItemID), Hash: known.Hash, Blocks: known.Blocks}
	}
	p.Reason = content.Message(o.say())
	c.judge.add(p.Key, o)
	if o.kind != gone && len(p.Key) <= MaxKey { // a page with a longer key never has an item
		p.ETag, p.Modified = validator(p.ETag), validator(p.Modified)
		c.result.Records = append(c.result.Records, p)
	}
	if o.kind != unread {
		c.inARow = 0
	} else if c.inARow++; c.inARow == c.kind.TooMany {
		c.stop(fmt.Errorf("%d pages one after the other could not be read, so nothing was changed; %s", c.inARow, o.say()))
	}
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
