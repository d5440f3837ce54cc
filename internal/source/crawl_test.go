package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/content"
)

func good(title string) Item { return Item{Type: "page", Title: title} }

func page(n int) content.PageRecord {
	return content.PageRecord{Key: fmt.Sprintf("p%d", n), ItemID: fmt.Sprintf("s:%d", n), ETag: "e"}
}

// visit runs a kind made of one function. The run must not fail.
func visit(t *testing.T, m *memory, full bool, read func(*Crawl)) *ran {
	t.Helper()
	found, err := crawl(t.Context(), content.Source{Name: "s", URL: "https://example.com"}, Options{Records: m.records(), Full: full},
		func(_ context.Context, v *Crawl) error { read(v); return nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(found.Close)
	return m.after(found)
}

// lines reads the items that were found.
func lines(t *testing.T, r *ran) []string {
	t.Helper()
	in, err := r.File()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

// kept are the items whose stored version stays.
func (r *ran) kept() (items []string) {
	for _, p := range r.memory.told {
		if !p.New && p.ItemID != "" {
			items = append(items, p.ItemID)
		}
	}
	slices.Sort(items)
	return items
}

// What a first run finds lets a second one tell what changed.
func TestRunAfterRun(t *testing.T) {
	t.Parallel()
	first := visit(t, remember(nil), false, func(v *Crawl) {
		for n := range 4 {
			v.Put(page(n), good("A"))
		}
	})
	if got := lines(t, first); len(got) != 4 || first.Items != 4 || !strings.Contains(got[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, got)
	}
	read := func(v *Crawl) {
		v.Put(page(0), good("A")) // as before
		v.Put(page(1), good("B"))
		v.Keep(v.Known("p2")) // p3 is gone
	}
	second := visit(t, remember(first), false, read)
	if got := lines(t, second); len(got) != 1 || !slices.Equal(second.kept(), []string{"s:0", "s:2"}) || len(second.memory.told) != 3 || second.Unchanged != 2 {
		t.Errorf("found %s, told %v, %d unchanged", got, second.memory.told, second.Unchanged)
	}
	if full := visit(t, remember(first), true, read); full.Items != 2 {
		t.Errorf("a full run found %d items, want 2", full.Items)
	}
}

// An item or a page that is no good keeps its stored version and is read again.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	m := remember(nil)
	for n := range 5 {
		m.known[page(n).Key] = page(n)
	}
	found := visit(t, m, false, func(v *Crawl) {
		v.Put(page(0), Item{Type: "page"})
		v.Skip(content.PageRecord{Key: "p1", ItemID: "s:another"}, "a login page")
		v.Fail("p2", errors.New("500"))
		v.Put(page(3), good("A"))
		v.Put(content.PageRecord{Key: "alias", ItemID: "s:3"}, good("A"))
		v.Put(page(3), good("again"))
		v.Keep(page(4))
	})
	if found.Items != 1 || found.Skipped != 2 || found.Failed != 1 || !slices.Equal(found.kept(), []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, told %v", found.Items, found.Skipped, found.Failed, found.memory.told)
	}
	if alias := found.memory.told["alias"]; alias != (content.PageRecord{Key: "alias"}) {
		t.Errorf("the second page of an item is remembered as %+v", alias)
	}
	want := []string{"p0: title: must not be empty", "p1: a login page", "p2: 500"}
	if !slices.Equal(found.Notes, want) {
		t.Errorf("notes %q, want %q", found.Notes, want)
	}
	for _, key := range []string{"p0", "p1", "p2"} {
		if p := remembered(found)[key]; p.ItemID == "" || p.ETag != "" {
			t.Errorf("%s is remembered as %+v", key, p)
		}
	}
}

func TestKeepAll(t *testing.T) {
	t.Parallel()
	m := remember(nil)
	m.known["p0"], m.known["p1"] = page(0), page(1)
	found := visit(t, m, false, func(v *Crawl) {
		v.KeepAll("half a sitemap")
		v.Keep(page(1))
	})
	if !found.KeepAll || remembered(found)["p0"] != page(0) || len(found.Notes) != 1 {
		t.Errorf("found %+v", found.Result)
	}
}

func TestHalfThePagesFail(t *testing.T) {
	t.Parallel()
	_, err := crawl(t.Context(), content.Source{Name: "s", URL: "https://example.com"}, Options{}, func(_ context.Context, v *Crawl) error {
		v.Keep(page(0))
		v.Fail("p1", errors.New("refused"))
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "1 of 2 pages could not be read") || !strings.Contains(err.Error(), "p1: refused") {
		t.Errorf("got %v", err)
	}
}
