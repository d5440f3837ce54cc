package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
	"airport-content/internal/source/web"
)

func good(title string) crawl.Item { return crawl.Item{Type: "page", Title: title} }

func pageOf(n int) content.PageRecord {
	return content.PageRecord{Key: fmt.Sprintf("p%d", n), ItemID: fmt.Sprintf("s:%d", n), ETag: "e"}
}

// stored are the items whose stored version stays.
func stored(found *crawltest.Found) (items []string) {
	for _, p := range found.Records {
		if !p.Found && p.ItemID != "" {
			items = append(items, p.ItemID)
		}
	}
	slices.Sort(items)
	return items
}

// record crawls with a kind that records the outcomes of read. The crawl must not fail.
func record(t *testing.T, last *crawltest.Found, full bool, read func(*crawl.Crawl)) *crawltest.Found {
	t.Helper()
	found, err := crawltest.After(t, last, content.Source{Name: "s", URL: "https://example.com"}, full,
		crawl.Kind{Read: func(_ context.Context, c *crawl.Crawl) error { read(c); return nil }})
	check.NoError(t, err)
	return found
}

// A second crawl tells from the first one what has changed.
func TestCrawlAfterCrawl(t *testing.T) {
	t.Parallel()
	list := &web.Answer{Header: http.Header{"Etag": {"e"}}}
	first := record(t, nil, false, func(c *crawl.Crawl) {
		for n := range 4 {
			c.Record(pageOf(n), crawl.Makes(good("A")))
		}
		c.Remember(list)
	})
	if len(first.Lines) != 4 || first.Items != 4 || !strings.Contains(first.Lines[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, first.Lines)
	}
	read := func(c *crawl.Crawl) {
		c.Record(pageOf(0), crawl.Makes(good("A"))) // as before
		c.Record(pageOf(1), crawl.Makes(good("B")))
		c.Record(c.RecordOf("p2"), crawl.Unchanged) // p3 is gone
		c.Record(content.PageRecord{Key: "p4"}, crawl.BadPage("no title"))
		c.Remember(list)
	}
	second := record(t, first, false, read)
	if len(second.Lines) != 1 || !slices.Equal(stored(second), []string{"s:0", "s:2"}) || len(second.Records) != 4 || second.Unchanged != 2 {
		t.Errorf("found %s, recorded %v, %d unchanged", second.Lines, second.Records, second.Unchanged)
	}
	if first.Memory.ETag != "e" || second.Memory.ETag != "" {
		t.Errorf("a list with a bad entry may answer 304: %+v, %+v", first.Memory, second.Memory)
	}
	check.Same(t, 2, record(t, first, true, read).Items, "items of a full crawl")
}

// An item or a page that is no good keeps its stored version and is read again.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	before := &crawltest.Found{Result: &crawl.Result{}, Stored: map[string]content.PageRecord{}}
	for n := range 5 {
		before.Stored[pageOf(n).Key] = pageOf(n)
	}
	found := record(t, before, false, func(c *crawl.Crawl) {
		c.Record(pageOf(0), crawl.Makes(crawl.Item{Type: "page"}))
		c.Record(content.PageRecord{Key: "p1", ItemID: "s:another"}, crawl.BadPage("a login page"))
		c.Record(content.PageRecord{Key: "p2"}, crawl.UnreadPage(errors.New("500")))
		c.Record(pageOf(3), crawl.Makes(good("A")))
		c.Record(content.PageRecord{Key: "alias", ItemID: "s:3"}, crawl.Makes(good("A")))
		c.Record(pageOf(3), crawl.Makes(good("again")))
		c.Record(pageOf(4), crawl.Unchanged)
	})
	if found.Items != 1 || found.Skipped != 3 || found.Failed != 1 || !slices.Equal(stored(found), []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, recorded %v", found.Items, found.Skipped, found.Failed, found.Records)
	}
	if alias := found.Stored["alias"]; alias.ItemID != "" || alias.Reason != "another page makes its item" {
		t.Errorf("the second page of an item is recorded as %+v", alias)
	}
	want := []string{"p0: title: must not be empty", "p1: a login page", "p2: 500", "alias makes no item: another page makes its item"}
	check.Same(t, want, found.Notes, "notes")
	for key, reason := range map[string]string{"p0": "title: must not be empty", "p1": "a login page", "p2": "500"} {
		if p := found.Stored[key]; p.ItemID == "" || p.ETag != "" || p.Reason != reason {
			t.Errorf("%s is recorded as %+v", key, p)
		}
	}
	mended := record(t, found, false, func(c *crawl.Crawl) {
		c.Record(c.RecordOf("p1"), crawl.Makes(good("A")))
		c.Record(c.RecordOf("p2"), crawl.Unchanged)
	})
	for _, key := range []string{"p1", "p2"} {
		check.Same(t, "", mended.Stored[key].Reason, key, " makes an item")
	}
}

// A crawl that its time limit ends keeps what it has read, deletes nothing, and counts as failed.
// The next crawl reads the other pages first.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	s := content.Source{Name: "s", URL: "https://example.com", Settings: content.SourceSettings{TimeLimit: time.Second}}
	before := record(t, nil, false, func(c *crawl.Crawl) {
		c.Record(pageOf(0), crawl.Makes(good("A")))
		c.Record(pageOf(9), crawl.Makes(good("I")))
	})
	for _, full := range []bool{false, true} {
		found, err := crawltest.After(t, before, s, full, crawl.Kind{Read: func(ctx context.Context, c *crawl.Crawl) error {
			c.Record(pageOf(0), crawl.Makes(good("B")))
			<-ctx.Done()
			return nil // like a kind that does not notice the end
		}})
		if err != nil || found.Error == nil || !strings.Contains(*found.Error, "the time limit is over (1s), after 1 pages") || found.Items != 1 ||
			found.Stored["p9"].ItemID != "s:9" || (found.Stored["p9"].ETag == "") != full {
			t.Errorf("full %v: %+v, %v", full, found, err)
		}
	}
	if _, err := crawltest.After(t, before, s, false, crawl.Kind{Read: func(ctx context.Context, _ *crawl.Crawl) error { <-ctx.Done(); return ctx.Err() }}); err == nil {
		t.Error("a crawl that read nothing is good")
	}
}

// Pages that make no item by right are counted. The first pages of each reason are named, also if
// they have not changed since.
func TestLeftOutByRight(t *testing.T) {
	t.Parallel()
	first := record(t, nil, false, func(c *crawl.Crawl) {
		for n := range 5 {
			c.Record(pageOf(n), crawl.MakesNone("it names another page", "/"))
		}
		c.Record(pageOf(5), crawl.MakesNone("it is no web page", ""))
		c.Record(pageOf(6), crawl.GonePage("404"))
		c.Record(pageOf(7), crawl.Makes(good("A")))
	})
	second := record(t, first, false, func(c *crawl.Crawl) { c.Record(c.RecordOf("p5"), crawl.Unchanged) })
	want := []string{"p0 makes no item: it names another page: /", "p1 makes no item: it names another page: /", "p2 makes no item: it names another page: /",
		"p5 makes no item: it is no web page", "p6: 404", "in all, 5 pages make no item for this reason: it names another page"}
	if !slices.Equal(first.Notes, want) || first.LeftOut != 7 || first.Pages != 8 || !slices.Equal(second.Notes, want[3:4]) || second.LeftOut != 1 {
		t.Errorf("%d of %d are left out, %q; then %d, %q", first.LeftOut, first.Pages, first.Notes, second.LeftOut, second.Notes)
	}
}

// A title or an excerpt that is a whole text is cut between words.
func TestLongFields(t *testing.T) {
	t.Parallel()
	for words, ends := range map[int]string{200: " late", 5000: " late …"} {
		text := strings.TrimSpace(strings.Repeat("late ", words))
		found := record(t, nil, false, func(c *crawl.Crawl) {
			c.Record(pageOf(1), crawl.Makes(crawl.Item{Type: "news", Title: text, Excerpt: text, Content: "x"}))
		})
		if items := found.Decoded(t); len(items) != 1 || !strings.HasSuffix(items[0].Title, ends) || !strings.HasSuffix(items[0].Excerpt, ends) {
			t.Errorf("%d words: %+v", words, items)
		}
	}
}

// Links that can run code are dropped.
func TestUnsafeLinks(t *testing.T) {
	t.Parallel()
	found := record(t, nil, false, func(c *crawl.Crawl) {
		c.Record(pageOf(1), crawl.Makes(crawl.Item{Type: "news", Title: "T", URL: "javascript:x", Thumbnail: " \x01DATA:x"}))
	})
	if len(found.Lines) != 1 || strings.Contains(found.Lines[0], `"url"`) || strings.Contains(found.Lines[0], `"thumbnail"`) {
		t.Error(found.Lines)
	}
}
