package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
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

// crawlAfter crawls a source after another crawl; nil: for the first time. It accepts a website
// that looks broken, since these sources are small.
func crawlAfter(t *testing.T, last *crawled, s content.Source, full bool, kind reader) (*crawled, error) {
	t.Helper()
	stored, memory := map[string]content.PageRecord{}, content.SourceMemory{}
	if last != nil {
		stored, memory = last.records, last.Memory
	}
	var out bytes.Buffer
	result, err := readWith(t.Context(), s, &out, Options{Full: full, Force: true, Records: slices.Collect(maps.Values(stored)), Memory: memory}, kind)
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

// record crawls with a kind that records the outcomes of read. The crawl must not fail.
func record(t *testing.T, last *crawled, full bool, read func(*crawl)) *crawled {
	t.Helper()
	found, err := crawlAfter(t, last, content.Source{Name: "s", URL: "https://example.com"}, full,
		func(_ context.Context, c *crawl) error { read(c); return nil })
	check.NoError(t, err)
	return found
}

// cut crawls as record does, and cuts what the website repeats.
func cut(t *testing.T, last *crawled, full bool, read func(*crawl)) *crawled {
	t.Helper()
	return record(t, last, full, func(c *crawl) {
		c.cuts, c.titles = true, map[string]string{}
		read(c)
	})
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

// A second crawl tells from the first one what has changed.
func TestCrawlAfterCrawl(t *testing.T) {
	t.Parallel()
	list := &answer{Header: http.Header{"Etag": {"e"}}}
	first := record(t, nil, false, func(c *crawl) {
		for n := range 4 {
			c.record(page(n), makes(good("A")))
		}
		c.remember(list)
	})
	if len(first.lines) != 4 || first.Items != 4 || !strings.Contains(first.lines[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, first.lines)
	}
	read := func(c *crawl) {
		c.record(page(0), makes(good("A"))) // as before
		c.record(page(1), makes(good("B")))
		c.record(c.recordOf("p2"), unchanged) // p3 is gone
		c.record(content.PageRecord{Key: "p4"}, badPage("no title"))
		c.remember(list)
	}
	second := record(t, first, false, read)
	if len(second.lines) != 1 || !slices.Equal(second.stored(), []string{"s:0", "s:2"}) || len(second.Records) != 4 || second.Unchanged != 2 {
		t.Errorf("found %s, recorded %v, %d unchanged", second.lines, second.Records, second.Unchanged)
	}
	if first.Memory.ETag != "e" || second.Memory.ETag != "" {
		t.Errorf("a list with a bad entry may answer 304: %+v, %+v", first.Memory, second.Memory)
	}
	check.Same(t, 2, record(t, first, true, read).Items, "items of a full crawl")
}

// An item or a page that is no good keeps its stored version and is read again.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	before := &crawled{Result: &Result{}, records: map[string]content.PageRecord{}}
	for n := range 5 {
		before.records[page(n).Key] = page(n)
	}
	found := record(t, before, false, func(c *crawl) {
		c.record(page(0), makes(Item{Type: "page"}))
		c.record(content.PageRecord{Key: "p1", ItemID: "s:another"}, badPage("a login page"))
		c.record(content.PageRecord{Key: "p2"}, unreadPage(errors.New("500")))
		c.record(page(3), makes(good("A")))
		c.record(content.PageRecord{Key: "alias", ItemID: "s:3"}, makes(good("A")))
		c.record(page(3), makes(good("again")))
		c.record(page(4), unchanged)
	})
	if found.Items != 1 || found.Skipped != 3 || found.Failed != 1 || !slices.Equal(found.stored(), []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, recorded %v", found.Items, found.Skipped, found.Failed, found.Records)
	}
	if alias := found.records["alias"]; alias.ItemID != "" || alias.Reason != "another page makes its item" {
		t.Errorf("the second page of an item is recorded as %+v", alias)
	}
	want := []string{"p0: title: must not be empty", "p1: a login page", "p2: 500", "alias makes no item: another page makes its item"}
	check.Same(t, want, found.Notes, "notes")
	for key, reason := range map[string]string{"p0": "title: must not be empty", "p1": "a login page", "p2": "500"} {
		if p := found.records[key]; p.ItemID == "" || p.ETag != "" || p.Reason != reason {
			t.Errorf("%s is recorded as %+v", key, p)
		}
	}
	mended := record(t, found, false, func(c *crawl) {
		c.record(c.recordOf("p1"), makes(good("A")))
		c.record(c.recordOf("p2"), unchanged)
	})
	for _, key := range []string{"p1", "p2"} {
		check.Same(t, "", mended.records[key].Reason, key, " makes an item")
	}
}

// A crawl that its time limit ends keeps what it has read, deletes nothing, and counts as failed.
// The next crawl reads the other pages first.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	s := content.Source{Name: "s", URL: "https://example.com", Settings: content.SourceSettings{TimeLimit: time.Second}}
	before := record(t, nil, false, func(c *crawl) { c.record(page(0), makes(good("A"))); c.record(page(9), makes(good("I"))) })
	for _, full := range []bool{false, true} {
		found, err := crawlAfter(t, before, s, full, func(ctx context.Context, c *crawl) error {
			c.record(page(0), makes(good("B")))
			<-ctx.Done()
			return nil // like a kind that does not notice the end
		})
		if err != nil || found.Error == nil || !strings.Contains(*found.Error, "the time limit is over (1s), after 1 pages") || found.Items != 1 ||
			found.records["p9"].ItemID != "s:9" || (found.records["p9"].ETag == "") != full {
			t.Errorf("full %v: %+v, %v", full, found, err)
		}
	}
	if _, err := crawlAfter(t, before, s, false, func(ctx context.Context, _ *crawl) error { <-ctx.Done(); return ctx.Err() }); err == nil {
		t.Error("a crawl that read nothing is good")
	}
}

// Pages that make no item by right are counted. The first pages of each reason are named, also if
// they have not changed since.
func TestLeftOutByRight(t *testing.T) {
	t.Parallel()
	first := record(t, nil, false, func(c *crawl) {
		for n := range 5 {
			c.record(page(n), makesNone("it names another page", "/"))
		}
		c.record(page(5), makesNone("it is no web page", ""))
		c.record(page(6), gonePage("404"))
		c.record(page(7), makes(good("A")))
	})
	second := record(t, first, false, func(c *crawl) { c.record(c.recordOf("p5"), unchanged) })
	want := []string{"p0 makes no item: it names another page: /", "p1 makes no item: it names another page: /", "p2 makes no item: it names another page: /",
		"p5 makes no item: it is no web page", "p6: 404", "in all, 5 pages make no item for this reason: it names another page"}
	if !slices.Equal(first.Notes, want) || first.LeftOut != 7 || first.Pages != 8 || !slices.Equal(second.Notes, want[3:4]) || second.LeftOut != 1 {
		t.Errorf("%d of %d are left out, %q; then %d, %q", first.LeftOut, first.Pages, first.Notes, second.LeftOut, second.Notes)
	}
}
