package main

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// TestPassFromTheBeginning: after an expired cursor, a pass over several runs brings all items
// again. Until the pass is complete, the old items stay. Then items that the pass did not bring are
// dropped.
func TestPassFromTheBeginning(t *testing.T) {
	t.Parallel()
	for name, refusal := range map[string]string{"expired": "cursor_expired", "of another service": "invalid_parameter"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, url := newFake(t)
			dir := filepath.Join(t.TempDir(), "ü ?#%41")
			a, b := line("a", "1"), line("b", "1")
			f.answers[""] = pageOf("one", true, b, line("Z", "1"))
			f.answers["one"] = pageOf("old", false, a, line("gone", "1"), "-Z")
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 4, updated 0, deleted 1, unchanged 0")
			before := a + "\n" + b + "\n" + line("gone", "1") + "\n"
			check.Same(t, before, itemsIn(t, dir), "items")

			check.Must(os.Stat(filepath.Join(dir, "items.db")))(t)
			f.answers["old"] = refusal
			f.answers[""] = pageOf("two", true, a)
			f.answers["two"] = "airport_forbidden"
			runProgram(t.Context(), testKey, url, dir).mustFail(t, "copying everything again")
			check.Same(t, before, itemsIn(t, dir), "items before the pass is complete")

			f.answers["two"] = pageOf("end", false, line("b", "2"))
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 1, deleted 1, unchanged 1")
			check.Same(t, a+"\n"+line("b", "2")+"\n", itemsIn(t, dir), "items")

			f.answers[""] = pageOf("end", false, a)
			runProgram(t.Context(), testKey, url, dir, "--full").mustPrint(t, "added 0, updated 0, deleted 1, unchanged 1")
			check.Same(t, []string{"", "one", "old", "", "two", "two", ""}, f.asked, "asked for")
		})
	}
}

// TestCircle: cursors that go in circles, over one page or several, end the run.
func TestCircle(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	dir := t.TempDir()
	for _, back := range []string{"one", "two", "three"} {
		f.asked = nil
		f.answers = map[string]string{"": pageOf("one", true), "one": pageOf("two", true), "two": pageOf("three", true), "three": pageOf(back, true, line("a", "1"))}
		runProgram(t.Context(), testKey, url, dir, "--full").mustFail(t, "the service goes in circles")
		check.Same(t, 4, len(f.asked), "back to ", back, ": asked for ", f.asked)
	}
}

// TestRefusedTwice: a service that refuses each cursor at once is not asked without end.
func TestRefusedTwice(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.answers[""] = pageOf("one", true, line("a", "1"))
	f.answers["one"] = "cursor_expired"
	runProgram(t.Context(), testKey, url, t.TempDir()).mustFail(t, "410 Gone: not now (request r1)")
	check.Same(t, []string{"", "one", "", "one"}, f.asked, "asked for")
}

// TestItemsFile: the file is written when something has changed, when it is missing, and when a
// kill came before it.
func TestItemsFile(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "items.ndjson")
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 0")
	check.Same(t, "", itemsIn(t, dir), "items of an empty airport")
	first := check.Must(os.Stat(path))(t)
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 0")
	if second, err := os.Stat(path); err != nil || !os.SameFile(first, second) {
		t.Errorf("written again, error %v", err)
	}

	check.NoError(t, os.Mkdir(path+".new", 0o700)) // so that it cannot be written
	f.answers["end"] = pageOf("later", false, line("a", "1"))
	f.answers["later"] = pageOf("later", false)
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "is a directory")
	check.NoError(t, os.Remove(path+".new"))
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 1")
	check.Same(t, line("a", "1")+"\n", itemsIn(t, dir), "items")
	check.NoError(t, os.Remove(path))
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 1")
	check.Same(t, line("a", "1")+"\n", itemsIn(t, dir), "items")
}

// TestReader: a reader of the table holds up no run, and sees one state of the table.
func TestReader(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	dir := t.TempDir()
	nothing := `{"id":"b","contentType":"page","title":"","url":null,"content":"","language":"en","lastModified":"","metadata":null}`
	f.answers[""] = pageOf("end", false, line("a", "1"), nothing)
	f.answers["end"] = pageOf("end", false, "-a")
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 2, updated 0, deleted 0, unchanged 0")
	db := check.Must(sql.Open("sqlite", filepath.Join(dir, "items.db")))(t)
	defer db.Close()
	reading := check.Must(db.Begin())(t)
	defer reading.Rollback()
	read := func() {
		t.Helper()
		var title, excerpt, content, lastModified, metadata string
		var itsURL *string
		if err := reading.QueryRow(`SELECT title, url, excerpt, content, lastModified, metadata FROM item WHERE id = 'a'`).
			Scan(&title, &itsURL, &excerpt, &content, &lastModified, &metadata); err != nil {
			t.Fatal(err)
		}
		if title != "<b>& 1" || itsURL != nil || excerpt != "" || content != "\u2028 1" || lastModified != "2026-03-01T09:30:00.000Z" ||
			metadata != `{"n":[12345678901234567890.10,{"id":"x"}]}` {
			t.Errorf("%q %v %q %q %q %q", title, itsURL, excerpt, content, lastModified, metadata)
		}
	}
	read()
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 1, unchanged 1")
	read()
	nulls := 0
	if err := reading.QueryRow(`SELECT count(*) FROM item WHERE coalesce(url, excerpt, thumbnail, metadata) IS NULL`).Scan(&nulls); err != nil || nulls != 1 {
		t.Errorf("%d items have nulls, error %v", nulls, err)
	}
}

// TestBadItem: a page is stored whole or not at all.
func TestBadItem(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	dir := t.TempDir()
	f.answers[""] = pageOf("end", false, line("a", "1"), `{"id":"b","title":"no content type"}`)
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "item.contentType")
	f.answers[""] = pageOf("end", false, line("b", "1"), `{"id":"a","contentType":"page","title":"","content":"","language":"en","lastModified":"","metadata":null}`)
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 2, updated 0, deleted 0, unchanged 0")
	want := `{"id":"a","contentType":"page","title":"","url":null,"excerpt":null,"content":"","thumbnail":null,"language":"en","lastModified":"","metadata":null}`
	check.Same(t, want+"\n"+line("b", "1")+"\n", itemsIn(t, dir), "items")
}

// TestDamagedCopy: the error says what to do, also where the damage is found in the middle of a run.
func TestDamagedCopy(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.answers[""] = pageOf("end", false, line("a", strings.Repeat("long ", 10_000)))
	f.answers["end"] = pageOf("end", false, "-a")
	for name, damage := range map[string]func(f *os.File) error{
		"no database": func(f *os.File) error { _, err := f.WriteAt([]byte("what is this?"), 0); return err },
		"lost pages":  func(f *os.File) error { return f.Truncate(5 * 4096) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
			file := check.Must(os.OpenFile(filepath.Join(dir, "items.db"), os.O_RDWR, 0))(t)
			check.NoError(t, errors.Join(damage(file), file.Close()))
			runProgram(t.Context(), testKey, url, dir).mustFail(t, "the copy is damaged; remove the directory "+dir)
			check.NoError(t, os.RemoveAll(dir))
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
		})
	}
}

// TestDirectoryOfAnother: a copy of another airport or service, and a copy in use, are left alone.
// A directory that has received nothing belongs to no airport yet.
func TestDirectoryOfAnother(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	other, otherURL := newFake(t)
	dir := t.TempDir()
	runFor(t.Context(), "sfx", testKey, url, dir).mustFail(t, "check the key")
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 0")
	runProgram(t.Context(), testKey, otherURL, dir, "--full").mustFail(t, "holds SFO from "+url+"; take another --dir for SFO from "+otherURL)
	runFor(t.Context(), "lax", testKey, url, dir).mustFail(t, "take another --dir for LAX from "+url)
	local := check.Must(openCopy(dir, url, "SFO"))(t)
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "another airport-sync is at work in "+dir)
	check.NoError(t, local.close())
	if len(other.asked) > 0 || len(f.asked) != 2 {
		t.Errorf("asked for %q and %q", other.asked, f.asked)
	}
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 0")
}
