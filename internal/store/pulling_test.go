package store_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"airport-content/internal/importer"
	"airport-content/internal/ingest"
	"airport-content/internal/source"
)

// What pulls tell of pages decides which items stay, and what the next pull knows.
func TestPullRemembersPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	importDocs(t, f.url, "AAA", ingest.Options{Source: "www"}, page("www:a", "A", "text"), page("www:b", "B", "text"), page("www:c", "C", "text"))
	conn := connect(t, f.url)
	execute(t, conn, `INSERT INTO source (airport, name, kind, url, settings) VALUES ('AAA', 'www', 'sitemap', 'https://example.com/', '{}')`)

	type told struct {
		source.Page
		put, first bool
	}
	page := func(key, item, etag string) source.Page { return source.Page{Key: key, ItemID: item, ETag: etag} }
	for _, run := range []struct {
		name    string
		known   []source.Page
		tell    []told
		keepAll bool
		items   []string
	}{
		{"the first", []source.Page{page("/a", "", "")}, []told{
			{page("/a", "www:a", "1"), false, true},
			{page("/a", "www:b", "2"), false, false},
			{page("/b", "www:b", "1"), false, true},
			{page("/c", "www:c", "1"), false, true},
			{page("/pdf", "", "1"), false, true},
		}, false, []string{"www:a", "www:b", "www:c"}},
		{"not everything is seen", []source.Page{page("/a", "www:a", "1"), page("/c", "www:c", "1")}, []told{
			{page("/b", "www:b", "2"), false, true},
		}, true, []string{"www:a", "www:b", "www:c"}},
		{"two pages with one item", []source.Page{page("/a", "www:a", "1"), page("/b", "www:b", "2"), page("/c", "www:c", "1")}, []told{
			{page("/b", "www:b", "2"), false, true},
			{page("/c", "www:x", "1"), true, true},
			{page("/d", "www:x", "1"), true, false},
			{page("/d", "", ""), false, true},
		}, false, []string{"www:b"}},
		{"the last", []source.Page{page("/a", "", ""), page("/c", "www:x", "1"), page("/d", "", "")}, nil, true, []string{"www:b"}},
	} {
		p, err := importer.OpenPull(t.Context(), f.url, "AAA", "www", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range run.known {
			if got, err := p.Known(t.Context(), want.Key); err != nil || got != want {
				t.Errorf("%s: %+v is known, want %+v: %v", run.name, got, want, err)
			}
		}
		for _, page := range run.tell {
			if first, err := p.Tell(t.Context(), page.Page, page.put); err != nil || first != page.first {
				t.Errorf("%s: %+v: %t, %v", run.name, page, first, err)
			}
		}
		if run.tell == nil {
			checkKeys(t, p.Keys, "/", "/b", "/c", "/d")
			checkKeys(t, p.Keys, "/c", "/c")
			checkKeys(t, p.Makers, "www:x", "/c")
		}
		report := &source.Report{StartedAt: time.Now()}
		if err := p.Merge(t.Context(), &source.Found{KeepAll: run.keepAll}, report, ingest.Options{Force: true}); err != nil {
			t.Fatal(err)
		}
		p.Close()
		var items []string
		if err := conn.QueryRow(t.Context(), "SELECT array_agg(id ORDER BY id) FROM content_item WHERE source = 'www'").Scan(&items); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(items, run.items) {
			t.Errorf("%s: the items are %s, want %s", run.name, items, run.items)
		}
	}
}

func checkKeys(t *testing.T, list func(context.Context, string) ([]string, error), of string, want ...string) {
	t.Helper()
	if got, err := list(t.Context(), of); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %s, want %s: %v", of, got, want, err)
	}
}
