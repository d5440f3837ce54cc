package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func good(title string) Item { return Item{Type: "page", Title: title} }

func page(n int) Page {
	return Page{Key: fmt.Sprintf("p%d", n), ItemID: fmt.Sprintf("s:%d", n), ETag: "e"}
}

// visit runs a kind made of one function. The run must not fail.
func visit(t *testing.T, known map[string]Page, full bool, read func(*Visit)) *Found {
	t.Helper()
	found, err := run(t.Context(), Source{Name: "s", URL: "https://example.com"}, Options{Known: known, Full: full},
		func(_ context.Context, v *Visit) error { read(v); return nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(found.Close)
	return found
}

// lines reads the items that were found.
func lines(t *testing.T, f *Found) []string {
	t.Helper()
	in, err := f.File()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

func remembered(f *Found) map[string]Page {
	known := map[string]Page{}
	for _, p := range f.Pages {
		known[p.Key] = p
	}
	return known
}

func put(t *testing.T, v *Visit, p Page, item Item) {
	t.Helper()
	if err := v.Put(p, item); err != nil {
		t.Error(err)
	}
}

// What a first run finds lets a second one tell what changed.
func TestRunAfterRun(t *testing.T) {
	t.Parallel()
	first := visit(t, nil, false, func(v *Visit) {
		for n := range 4 {
			put(t, v, page(n), good("A"))
		}
	})
	if got := lines(t, first); len(got) != 4 || first.Items != 4 || !strings.Contains(got[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, got)
	}
	read := func(v *Visit) {
		put(t, v, page(0), good("A")) // as before
		put(t, v, page(1), good("B"))
		v.Keep(v.Known["p2"]) // p3 is gone
	}
	second := visit(t, remembered(first), false, read)
	slices.Sort(second.Keep)
	if got := lines(t, second); len(got) != 1 || !slices.Equal(second.Keep, []string{"s:0", "s:2"}) || len(second.Pages) != 3 {
		t.Errorf("found %s, kept %s, remembered %v", got, second.Keep, second.Pages)
	}
	if full := visit(t, remembered(first), true, read); full.Items != 2 {
		t.Errorf("a full run found %d items, want 2", full.Items)
	}
}

// An item or a page that is no good keeps its stored version and is read again.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	known := map[string]Page{}
	for n := range 5 {
		known[page(n).Key] = page(n)
	}
	found := visit(t, known, false, func(v *Visit) {
		put(t, v, page(0), Item{Type: "page"})
		v.Skip(page(1), "a login page")
		v.Fail("p2", errors.New("500"))
		put(t, v, page(3), good("A"))
		put(t, v, Page{Key: "alias", ItemID: "s:3"}, good("A"))
		put(t, v, page(3), good("again"))
		v.Keep(page(4))
	})
	slices.Sort(found.Keep)
	if found.Items != 1 || found.Skipped != 3 || found.Failed != 1 || !slices.Equal(found.Keep, []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, kept %s", found.Items, found.Skipped, found.Failed, found.Keep)
	}
	want := []string{"p0: title: must not be empty", "p1: a login page", "p2: 500", "alias: it makes the same item as p3"}
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
	known := map[string]Page{"p0": page(0), "p1": page(1)}
	found := visit(t, known, false, func(v *Visit) {
		v.KeepAll("half a sitemap")
		v.Keep(page(1))
	})
	if !found.KeepAll || remembered(found)["p0"] != page(0) || len(found.Notes) != 1 {
		t.Errorf("found %+v", found)
	}
}

func TestHalfThePagesFail(t *testing.T) {
	t.Parallel()
	_, err := run(t.Context(), Source{Name: "s", URL: "https://example.com"}, Options{}, func(_ context.Context, v *Visit) error {
		v.Keep(page(0))
		v.Fail("p1", errors.New("refused"))
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "1 of 2 pages could not be read") || !strings.Contains(err.Error(), "p1: refused") {
		t.Errorf("got %v", err)
	}
}
