package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
	"airport-content/internal/importer"
)

// The records of a crawl decide which items stay, and what the next crawl knows.
func TestPullStoresPageRecords(t *testing.T) {
	t.Parallel()
	f := newFixture(t, first)
	importDocs(t, f.url, "AAA", importer.Options{Source: "www"}, page("www:a", "A", "text"), page("www:b", "B", "text"), page("www:c", "C", "text"))
	conn := connect(t, f.url)
	execute(t, conn, `INSERT INTO source (airport, name, kind, url, settings) VALUES ('AAA', 'www', 'sitemap', 'https://example.com/', '{}')`)
	record := func(key, item, etag string) content.PageRecord {
		return content.PageRecord{Key: key, ItemID: item, ETag: etag, Modified: "modified " + etag, Hash: "hash " + etag,
			Reason: "reason " + etag, Blocks: []byte("blocks " + etag)}
	}
	var before []content.PageRecord
	memory := content.SourceMemory{}
	for _, run := range []struct {
		name          string
		crawl, stored []content.PageRecord
		keepAll       bool
		items         []string
	}{
		{"the first", []content.PageRecord{record("/a", "www:a", "1"), record("/b", "www:b", "1"), record("/c", "www:c", "1"), record("/pdf", "", "1")},
			[]content.PageRecord{record("/a", "www:a", "1"), record("/b", "www:b", "1"), record("/c", "www:c", "1"), record("/pdf", "", "1")},
			false, []string{"www:a", "www:b", "www:c"}},
		{"not everything is seen", []content.PageRecord{record("/b", "www:b", "2")},
			[]content.PageRecord{record("/a", "www:a", "1"), record("/b", "www:b", "2"), record("/c", "www:c", "1"), record("/pdf", "", "1")},
			true, []string{"www:a", "www:b", "www:c"}},
		{"pages are gone", []content.PageRecord{record("/b", "www:b", "2"), record("/d", "", "")},
			[]content.PageRecord{record("/b", "www:b", "2"), record("/d", "", "")}, false, []string{"www:b"}},
	} {
		p, err := importer.OpenPull(t.Context(), f.url, "AAA", "www", nil)
		check(t, err)
		if _, err := importer.OpenPull(t.Context(), f.url, "AAA", "www", nil); err != importer.ErrBusy {
			t.Errorf("%s: a second pull at the same time: %v", run.name, err)
		}
		if got, remembered, err := p.Begin(t.Context()); err != nil || !cmp.Equal(got, before) && len(before) > 0 || remembered != memory {
			t.Errorf("%s: %+v and %+v are known, want %+v and %+v: %v", run.name, got, remembered, before, memory, err)
		}
		memory = content.SourceMemory{ETag: run.name, Modified: "modified " + run.name, TitleSuffix: " | " + run.name}
		crawled := importer.Crawled{Records: run.crawl, Memory: memory, DeleteNothing: run.keepAll, Run: content.SourceRun{StartedAt: time.Now()}}
		if _, err := p.Merge(t.Context(), crawled, importer.Options{Force: true}); err != nil {
			t.Fatal(err)
		}
		p.Close()
		before = run.stored
		var items []string
		check(t, conn.QueryRow(t.Context(), "SELECT array_agg(id ORDER BY id) FROM content_item WHERE source = 'www'").Scan(&items))
		if !slices.Equal(items, run.items) {
			t.Errorf("%s: the items are %s, want %s", run.name, items, run.items)
		}
	}
}
