package crawl

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/template"
)

// spool keeps the items of a crawl in a file until all pages are read. What the pages of a website
// share is known only then.
type spool struct {
	file    *os.File
	out     *bufio.Writer
	records []int           // for each item, the index of its page's record
	spots   []template.Spot // for each item, where its content is on the page
}

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "airport-content-crawl-*")
	if err != nil {
		return nil, fmt.Errorf("make an items file: %w", err)
	}
	_ = os.Remove(file.Name()) // the open file stays until it is closed
	return &spool{file: file, out: bufio.NewWriter(file)}, nil
}

func (s *spool) close() { _ = s.file.Close() }

// add writes an item as a line of an items file. rewind returns the first error of all writes.
func (s *spool) add(record int, at template.Spot, line []byte) {
	s.records, s.spots = append(s.records, record), append(s.spots, at)
	_, _ = s.out.Write(append(line, '\n'))
}

// rewind begins to read the items.
func (s *spool) rewind() (*bufio.Reader, error) {
	err := s.out.Flush()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	return bufio.NewReader(s.file), err
}

// settle writes the new and changed items to out, without what the pages of the website share.
func (c *Crawl) settle(out io.Writer) error {
	name := c.siteName()
	if name != c.Memory.SiteName {
		c.readAgain(func(content.PageRecord) bool { return true })
	}
	c.result.Memory.SiteName = name
	var shared *template.Template
	if c.cuts {
		shared = template.New(c.allRecords(), c.known, c.twice)
		for _, record := range c.spool.records {
			p := &c.result.Records[record]
			p.Blocks = shared.Decided(p.Blocks)
		}
		titles := map[string]string{}
		for _, p := range c.allRecords() {
			titles[p.Key], _, _ = strings.Cut(titleAndText(p.Hash), " ")
		}
		for key, title := range c.titles {
			titles[key] = template.Digest(template.WithoutName(title, name))
		}
		shared.Neighbours = template.Neighbours(c.allRecords(), titles)
		c.readAgain(func(p content.PageRecord) bool { return !bytes.Equal(shared.Decided(p.Blocks), p.Blocks) })
	}
	in, err := c.spool.rewind()
	for n, record := range c.spool.records {
		var line []byte
		if err == nil {
			line, err = in.ReadBytes('\n')
		}
		if err == nil {
			err = c.finish(&c.result.Records[record], line[:len(line)-1], c.spool.spots[n], name, shared, out)
		}
	}
	if err != nil {
		return fmt.Errorf("write the items file: %w", err)
	}
	return nil
}

// allRecords are the records of all pages, also of pages that this crawl does not see.
func (c *Crawl) allRecords() []content.PageRecord {
	all := slices.Clone(c.result.Records)
	if c.result.DeleteNothing {
		for key, p := range c.known {
			if !c.recorded[key] {
				all = append(all, p)
			}
		}
	}
	return all
}

// readAgain makes the next crawl read the wanted pages again whose items this crawl has not read:
// these items would change.
func (c *Crawl) readAgain(wants func(content.PageRecord) bool) {
	read := map[int]bool{}
	for _, record := range c.spool.records {
		read[record] = true
	}
	for i := range c.result.Records {
		if p := &c.result.Records[i]; !read[i] && p.ItemID != "" && wants(*p) {
			p.ETag, p.Modified = "", ""
		}
	}
}

// spooled is an item of the spool. Metadata stay JSON text: a number may be longer than a float64.
type spooled struct {
	Item
	Metadata jsontext.Value `json:"metadata,omitempty"`
}

// finish removes from an item what the pages share. It writes the item to out if the item is new or
// differs from the stored one.
func (c *Crawl) finish(p *content.PageRecord, line []byte, at template.Spot, name string, shared *template.Template, out io.Writer) error {
	var item spooled
	if err := json.Unmarshal(line, &item, lenient.Options); err != nil {
		return err
	}
	title, body := item.Title, item.Content
	item.Title = template.WithoutName(title, name)
	if shared != nil && len(p.Blocks) > 0 {
		var err error
		if item.Content, p.Blocks, err = shared.Without(body, at, *p); err != nil {
			return err
		}
	}
	if item.Title != title || item.Content != body {
		var err error
		if line, err = json.Marshal(&item, lenient.Options); err != nil {
			return err
		}
	}
	hash := template.Hashed(string(line))
	if known := c.RecordOf(p.Key); known.ItemID == p.ItemID && strings.HasPrefix(known.Hash, hash) {
		p.Hash = known.Hash
		return nil
	}
	text := markup.FromHTML(item.Content)
	if text == "" && c.kind.BareTitles {
		text = item.Title
	}
	p.Hash, p.Found = pageHash(hash, item.Title, text), true
	c.result.Items++
	c.judge.addItem(*p, len(c.makers[p.ItemID]) == 0)
	_, err := out.Write(append(line, '\n'))
	return err
}

// siteName is what titles lose in this crawl. The name of earlier crawls counts, except in two
// cases: every title was read, or there was no name before and most titles were read.
func (c *Crawl) siteName() string {
	known, good := c.Memory.SiteName, c.judge.counts[found]+c.judge.counts[same]
	if len(c.titles) >= good || known == "" && len(c.titles)*2 >= good {
		return template.SharedName(c.titles)
	}
	return known
}
