package torture_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// startImport imports in the background. waiting is closed when it waits for another import.
func (a *airport) startImport(lines ...string) (waiting <-chan struct{}, result <-chan error) {
	waits, ends := make(chan struct{}), make(chan error, 1)
	o := importOptions()
	o.Waiting = func() { close(waits) }
	go func() {
		_, _, err := ingest.Import(context.WithoutCancel(a.t.Context()), a.databaseURL, code, strings.NewReader(strings.Join(lines, "\n")), o)
		ends <- err
	}()
	return waits, ends
}

// What a waiting import compares its file with is what the import before it has left.
func TestWaitingImport(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	a.importItems(importOptions(), item("a", "page", "one"), item("b", "page", "one"))
	release := a.lockTable("content_count")
	_, first := a.startImport(item("a", "page", "two"), item("c", "page", "one"))
	waitFor(t.Context(), t, "the first import merges", func() bool { return a.waitsForTable("content_count") })
	waiting, second := a.startImport(item("a", "page", "two"), item("b", "page", "one"))
	<-waiting
	release()
	if err := errors.Join(<-first, <-second); err != nil {
		t.Fatal(err)
	}
	dates := a.dates()
	if len(dates) != 2 || dates["a"] == "" || dates["a"] >= dates["b"] {
		t.Errorf("dates %v, want a's of the first and b's of the second import", dates)
	}
	a.checkDerived()
}

// While an import waits for another, its airport is removed; or removed and added again, when there is another lock to
// wait for.
func TestWaitingImportOfRemovedAirport(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	release := a.lockImports()
	waiting, result := a.startImport(item("a", "page", "one"))
	<-waiting
	a.exec("DELETE FROM airport")
	a.exec("INSERT INTO airport (code, name) VALUES ($1, 'San Francisco')", code)
	releaseNew := a.lockImports()
	release()
	waitFor(t.Context(), t, "the import waits for the new airport's lock", a.waitsForImports)
	releaseNew()
	if err := <-result; err != nil {
		t.Fatal(err)
	}

	release = a.lockImports()
	waiting, result = a.startImport(item("b", "page", "one"))
	<-waiting
	a.exec("DELETE FROM content_item")
	a.exec("DELETE FROM airport")
	release()
	if err := <-result; !errors.Is(err, content.ErrAirportNotFound) {
		t.Errorf("of an airport that was removed: %v", err)
	}
}
