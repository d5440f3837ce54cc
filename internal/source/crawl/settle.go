package crawl

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/page"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/template"
	"airport-content/internal/source/web"
)

// settling is the end of a crawl: the items are made of what all pages say.
type settling struct {
	*Crawl
	site  *template.Site
	name  string            // of the website, that titles lose
	items map[string]bool   // ids of items that a page makes
	alike map[string]string // keys of pages, by what makes items alike
	out   io.Writer
}

// settle writes the new and changed items to out, without what the pages of the website repeat.
func (c *Crawl) settle(out io.Writer) error {
	s := &settling{Crawl: c, items: map[string]bool{}, alike: map[string]string{}, out: out}
	s.learn()
	var entries []*entry
	for _, e := range c.entries {
		switch e.outcome.kind {
		case found:
			entries = append(entries, e)
		case same:
			if hash := storedHash(e.record.Hash); e.record.ItemID != "" && hash.Rest != "" {
				s.setAlike(e.record.Key, hash)
			}
		}
	}
	if c.kind.Templates { // of pages that make the same item, the one that made it before does, and else the one with the shortest address
		slices.SortStableFunc(entries, func(a, b *entry) int {
			made := func(e *entry) int { return min(len(c.makers[e.record.ItemID]), 1) }
			return cmp.Or(made(b)-made(a), len(a.record.Key)-len(b.record.Key), strings.Compare(a.record.Key, b.record.Key))
		})
	}
	err := c.spool.err
	for _, e := range entries {
		if err == nil {
			err = s.finish(e)
		}
	}
	if err != nil {
		return fmt.Errorf("write the items file: %w", err)
	}
	return nil
}

// learn finds what the pages repeat, and what their titles share.
func (s *settling) learn() {
	var pages []template.Page
	if s.kind.Templates {
		pages = s.pages()
	}
	s.site = template.Learn(pages, s.Off)
	titles := map[string]string{} // as they are chosen, by key
	for _, e := range s.entries {
		if e.says != nil {
			e.title, e.owns = s.title(e.says), s.owns(e.says)
			e.says, titles[e.record.Key] = nil, e.title
		}
	}
	if s.kind.Templates {
		s.name = s.siteName(titles)
		s.result.Memory.SiteName = s.name
		s.readAgain(pages)
		s.dropShells()
	}
}

// pages are what is known of all pages, also of pages that this crawl does not see.
func (s *settling) pages() (pages []template.Page) {
	add := func(p content.PageRecord) {
		pages = append(pages, template.Page{Address: p.Key, Marks: p.Blocks, Before: s.RecordOf(p.Key).Blocks, Again: s.again[p.Key]})
	}
	for _, e := range s.entries {
		switch e.outcome.kind {
		case found, same:
			add(e.record)
		case bad, unread:
			add(s.RecordOf(e.record.Key))
		}
	}
	if s.result.DeleteNothing {
		for p := range s.Known() {
			if !s.recorded[p.Key] {
				add(p)
			}
		}
	}
	return pages
}

// readAgain makes the next crawl read the pages again whose items this crawl has not read, and would
// make otherwise.
func (s *settling) readAgain(pages []template.Page) {
	other := map[string]bool{} // keys of pages that are decided otherwise
	for _, p := range pages {
		other[p.Address] = !bytes.Equal(s.site.Decided(p.Before), p.Before)
	}
	for _, e := range s.entries {
		if e.outcome.kind == same && e.record.ItemID != "" && (other[e.record.Key] || s.name != s.Memory.SiteName) {
			e.record.ETag, e.record.Modified = "", ""
		}
	}
}

// fewShells is how many pages with the same text are shells.
const fewShells = 3

// dropShells makes no items of pages that a script would fill, if several have the same text.
func (s *settling) dropShells() {
	count := map[string]int{}
	for _, e := range s.entries {
		count[e.shell]++
	}
	for _, e := range s.entries {
		if e.shell != "" && count[e.shell] >= fewShells && !s.Off[rule.Shells] {
			e.outcome = BadPage(errShell.Error())
		}
	}
}

// siteName is what titles lose in this crawl. The name of earlier crawls counts, except in two
// cases: every title was read, or there was no name before and most titles were read.
func (s *settling) siteName(titles map[string]string) string {
	known, good := s.Memory.SiteName, 0
	for _, e := range s.entries {
		if e.outcome.kind == found || e.outcome.kind == same {
			good++
		}
	}
	switch {
	case s.Off[rule.SiteName]:
		return ""
	case len(titles) >= good || known == "" && len(titles)*2 >= good:
		return template.SharedName(titles)
	}
	return known
}

// finish makes the item of a page. It writes the item to out if the item is new or differs from the
// stored one.
func (s *settling) finish(e *entry) error {
	if e.outcome.kind != found {
		return nil
	}
	kept, err := s.spool.get(e.spooled)
	if err != nil {
		return err
	}
	item := &kept.Item
	if kept.Page != nil {
		err = s.make(item, kept.Page, e)
	} else if item.Content, err = markup.Clean(item.Content, cmp.Or(safe(item.URL), s.Source.URL)); err != nil {
		err = fmt.Errorf("content: %w", err)
	}
	var line []byte
	if err == nil {
		line, err = s.encode(e.record, item)
	}
	if err != nil {
		e.outcome = BadPage(err.Error())
		return nil
	}
	if s.items[item.ID] {
		e.record, e.outcome = content.PageRecord{Key: e.record.Key, Links: content.PageLinks{Address: item.URL}}, MakesNone("another page makes its item", "")
		return nil
	}
	text := markup.FromHTML(item.Content)
	if text == "" && s.kind.BareTitles {
		text = item.Title
	}
	hash, err := hashOf(*item, text)
	if err != nil {
		return err
	}
	known := s.RecordOf(e.record.Key)
	changed := known.ItemID != e.record.ItemID || storedHash(known.Hash).Item != hash.Item
	if changed {
		s.judge.addItem(e.record.Key, hash, len(s.makers[item.ID]) == 0)
	}
	if other := s.isAlike(e.record.Key, hash); other != "" && s.kind.Templates && !s.Off[rule.OneItem] {
		// Without validators, the page is read again: the other page may be gone by then.
		e.record, e.outcome = content.PageRecord{Key: e.record.Key, Links: content.PageLinks{Address: other}}, MakesNone(sameItem, other)
		return nil
	}
	s.items[item.ID] = true
	s.setAlike(e.record.Key, hash)
	e.record.Hash, e.record.Links.Language = hash.String(), item.Language
	if !changed {
		return nil
	}
	e.record.Found = true
	s.result.Items++
	_, err = s.out.Write(append(line, '\n'))
	return err
}

// isAlike is the key of a page that makes the same item, but for its address. At addresses that
// differ in a slash, title and text are enough: relative links may lead elsewhere. It is "" if there
// is none.
func (s *settling) isAlike(key string, hash PageHash) string {
	return cmp.Or(s.alike[hash.Rest], s.alike[bareAnd(key, hash)])
}

func (s *settling) setAlike(key string, hash PageHash) {
	s.alike[hash.Rest], s.alike[bareAnd(key, hash)] = key, key
}

func bareAnd(key string, hash PageHash) string {
	return template.Digest(web.Bare(key) + " " + hash.both())
}

// sameItem is the reason of a page that says what another one says.
const sameItem = "another page says the same"

// make makes an item of what a page says of itself, and of what the other pages say.
func (s *settling) make(item *Item, p *page.Page, e *entry) error {
	item.Title = template.WithoutName(e.title, s.name)
	item.Excerpt, item.Thumbnail, item.LastModified = s.excerpt(p), p.Thumbnail, p.LastModified
	item.Language = p.Language
	if listed := s.languages[e.record.Key]; p.Language == "" || s.Off[rule.Languages] {
		item.Language = cmp.Or(p.Language, listed)
	} else if listed != "" {
		item.Language = page.Likeliest(markup.FromHTML(p.Content), p.Language, listed)
	}
	if t := p.Thing; t != nil && e.owns {
		item.Type = cmp.Or(item.Type, t.Type)
		item.Excerpt, item.Thumbnail = cmp.Or(t.Excerpt, item.Excerpt), cmp.Or(t.Thumbnail, item.Thumbnail)
		item.LastModified, item.Metadata = t.LastModified, t.Metadata
	}
	item.Type = cmp.Or(item.Type, s.Source.Settings.Type, "page")
	e.record.Blocks = s.site.Decided(e.record.Blocks)
	doc, err := markup.Parse(p.Content)
	if err != nil {
		return err
	}
	body := doc.Find("body")
	if body.Length() == 0 { // as in a frameset, which --content may select
		return page.ErrNoContent
	}
	region := body.Get(0)
	if s.learns() {
		alone := !s.site.Cut(e.record.Key, region)
		if _, waits := page.IsShell(region); waits && p.Scripts && !s.Off[rule.Shells] {
			return errShell
		}
		if region, err = page.Trim(region, alone, s.Off); errors.Is(err, page.ErrNoContent) && !alone {
			err = errRepeated
		}
	}
	if err == nil {
		if item.Content, err = markup.CleanTree(doc.FindNodes(region), item.URL); err != nil {
			return fmt.Errorf("content: %w", err)
		}
	}
	return err
}

// errShell is the fault of a page that a script would fill.
var errShell = errors.New("it has no text of its own; a script may load it")

// errRepeated is the fault of a page without anything of its own, such as a notice of maintenance
// that stands on every page.
var errRepeated = errors.New("the website repeats all of it on other pages")
