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
func visit(t *testing.T, m *memory, full bool, read func(*Visit)) *ran {
	t.Helper()
	found, err := run(t.Context(), Source{Name: "s", URL: "https://example.com"}, Options{Memory: m, Full: full},
		func(_ context.Context, v *Visit) error { read(v); return nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(found.Close)
	return &ran{found, m}
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
	for key, p := range r.memory.told {
		if !r.memory.put[key] && p.ItemID != "" {
			items = append(items, p.ItemID)
		}
	}
	slices.Sort(items)
	return items
}

// What a first run finds lets a second one tell what changed.
func TestRunAfterRun(t *testing.T) {
	t.Parallel()
	first := visit(t, remember(nil), false, func(v *Visit) {
		for n := range 4 {
			v.Put(page(n), good("A"))
		}
	})
	if got := lines(t, first); len(got) != 4 || first.Items != 4 || !strings.Contains(got[0], `"id":"s:0","contentType":"page","title":"A"`) {
		t.Fatalf("found %d: %s", first.Items, got)
	}
	read := func(v *Visit) {
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
	found := visit(t, m, false, func(v *Visit) {
		v.Put(page(0), Item{Type: "page"})
		v.Skip(Page{Key: "p1", ItemID: "s:another"}, "a login page")
		v.Fail("p2", errors.New("500"))
		v.Put(page(3), good("A"))
		v.Put(Page{Key: "alias", ItemID: "s:3"}, good("A"))
		v.Put(page(3), good("again"))
		v.Keep(page(4))
	})
	if found.Items != 1 || found.Skipped != 2 || found.Failed != 1 || !slices.Equal(found.kept(), []string{"s:0", "s:1", "s:2", "s:4"}) {
		t.Errorf("%d items, %d skipped, %d failed, told %v", found.Items, found.Skipped, found.Failed, found.memory.told)
	}
	if alias := found.memory.told["alias"]; alias != (Page{Key: "alias"}) {
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
	found := visit(t, m, false, func(v *Visit) {
		v.KeepAll("half a sitemap")
		v.Keep(page(1))
	})
	if !found.KeepAll || remembered(found)["p0"] != page(0) || len(found.Notes) != 1 {
		t.Errorf("found %+v", found.Found)
	}
}

// A run ends with the first error of its memory.
func TestMemoryFails(t *testing.T) {
	t.Parallel()
	lost := errors.New("the database is gone")
	_, err := run(t.Context(), Source{Name: "s", URL: "https://example.com"}, Options{Memory: failing{remember(nil), lost}},
		func(ctx context.Context, v *Visit) error {
			v.Keep(page(0))
			return ctx.Err()
		})
	if !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
}

type failing struct {
	Memory
	err error
}

func (f failing) Tell(context.Context, Page, bool) (bool, error) { return false, f.err }

func TestHalfThePagesFail(t *testing.T) {
	t.Parallel()
	_, err := run(t.Context(), Source{Name: "s", URL: "https://example.com"}, Options{Memory: remember(nil)}, func(_ context.Context, v *Visit) error {
		v.Keep(page(0))
		v.Fail("p1", errors.New("refused"))
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "1 of 2 pages could not be read") || !strings.Contains(err.Error(), "p1: refused") {
		t.Errorf("got %v", err)
	}
}
