package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/content"
)

func good(title string) Item { return Item{Type: "page", Title: title} }

func page(n int) content.PageRecord {
	return content.PageRecord{Key: fmt.Sprintf("p%d", n), ItemID: fmt.Sprintf("s:%d", n), ETag: "e"}
}

// crawled is what a crawl found, and what the database holds of the pages after it, by key.
type crawled struct {
	*Result
	lines   []string // of the items file
	records map[string]content.PageRecord
}

// crawlAfter crawls a source after another crawl; nil: for the first time. It takes what looks broken, since these sources are small.
func crawlAfter(t *testing.T, last *crawled, s content.Source, full bool, kind reader) (*crawled, error) {
	t.Helper()
	stored := map[string]content.PageRecord{}
	if last != nil {
		stored = last.records
	}
	var out bytes.Buffer
	result, err := crawl(t.Context(), s, &out, Options{Full: full, Force: true, Records: slices.Collect(maps.Values(stored))}, kind)
	if err != nil {
		return nil, err
	}
	found := &crawled{result, slices.Collect(strings.Lines(out.String())), map[string]content.PageRecord{}}
	if found.DeleteNothing {
		maps.Copy(found.records, stored)
	}
	for _, p := range found.Records {
		p.Found = false
		found.records[p.Key] = p
	}
	return found, nil
}

// record crawls with a kind that records these. The crawl must not fail.
func record(t *testing.T, last *crawled, full bool, read func(*Crawl)) *crawled {
	t.Helper()
	found, err := crawlAfter(t, last, content.Source{Name: "s", URL: "https://example.com"}, full,
		func(_ context.Context, c *Crawl) error { read(c); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// stored are the items whose stored version stays.
func (c *crawled) stored() (items []string) {
	for _, p := range c.Records {
		if !p.Found && p.ItemID != "" {
			items = append(items, p.ItemID)
		}
	}
	slices.Sort(items)
	return items
}

// What a first crawl finds lets a second one tell what changed.
func TestCrawlAfterCrawl(t *testing.T) {
	t.Parallel()
	first := record(t, nil, false, func(c *Crawl) {
		for n := range 4 {
			c.Put(page(n), good("A"))
		}
	})
	if len(first.lines) != 4 || first.Items != 4 || !strings.Contains(first.lines[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, first.lines)
	}
	read := func(c *Crawl) {
		c.Put(page(0), good("A")) // as before
		c.Put(page(1), good("B"))
		c.Unchanged(c.Known("p2")) // p3 is gone
	}
	second := record(t, first, false, read)
	if len(second.lines) != 1 || !slices.Equal(second.stored(), []string{"s:0", "s:2"}) || len(second.Records) != 3 || second.Unchanged != 2 {
		t.Errorf("found %s, recorded %v, %d unchanged", second.lines, second.Records, second.Unchanged)
	}
	if full := record(t, first, true, read); full.Items != 2 {
		t.Errorf("a full crawl found %d items, want 2", full.Items)
	}
}

// An item or a page that is no good keeps its stored version and is read again.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	before := &crawled{records: map[string]content.PageRecord{}}
	for n := range 5 {
		before.records[page(n).Key] = page(n)
	}
	found := record(t, before, false, func(c *Crawl) {
		c.Put(page(0), Item{Type: "page"})
		c.Skip(content.PageRecord{Key: "p1", ItemID: "s:another"}, "a login page")
		if err := c.Fail("p2", errors.New("500"), 2); err != nil {
			t.Error(err)
		}
		c.Put(page(3), good("A"))
		c.Put(content.PageRecord{Key: "alias", ItemID: "s:3"}, good("A"))
		c.Put(page(3), good("again"))
		c.Unchanged(page(4))
	})
	if found.Items != 1 || found.Skipped != 3 || found.Failed != 1 || !slices.Equal(found.stored(), []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, recorded %v", found.Items, found.Skipped, found.Failed, found.Records)
	}
	if alias := found.records["alias"]; alias != (content.PageRecord{Key: "alias"}) {
		t.Errorf("the second page of an item is recorded as %+v", alias)
	}
	want := []string{"p0: title: must not be empty", "p1: a login page", "p2: 500"}
	if !slices.Equal(found.Notes, want) {
		t.Errorf("notes %q, want %q", found.Notes, want)
	}
	for _, key := range []string{"p0", "p1", "p2"} {
		if p := found.records[key]; p.ItemID == "" || p.ETag != "" {
			t.Errorf("%s is recorded as %+v", key, p)
		}
	}
}
