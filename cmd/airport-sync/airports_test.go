package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// newFakeOfAll serves the feed of all airports until the test ends.
func newFakeOfAll(t *testing.T) (f *fake, url string) {
	t.Helper()
	f, url = newFake(t)
	f.path = "/api/v1/partner/changes"
	return f, url
}

// runAll runs airport-sync with --all-airports in this process.
func runAll(t *testing.T, url, dir string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{env: func(name string) string { return map[string]string{"AIRPORT_API_KEY": testKey}[name] }, stdout: &stdout, stderr: &stderr}
	code := p.run(t.Context(), []string{"--base-url", url, "--all-airports", "--dir", dir})
	return outcome{code, stdout.String(), stderr.String()}
}

// pageOfAll is a page of the feed of all airports. Its changes are "*AAA" for an airport that begins,
// "!AAA" for one that is removed, and "AAA " before the line of an item.
func pageOfAll(t *testing.T, next string, more bool, offline []string, changes ...string) string {
	t.Helper()
	for n, ch := range changes {
		if code, begins := strings.CutPrefix(ch, "*"); begins {
			changes[n] = fmt.Sprintf(`{"change":"airport","airport":%q}`, code)
		} else if code, removed := strings.CutPrefix(ch, "!"); removed {
			changes[n] = fmt.Sprintf(`{"change":"airport-removed","airport":%q}`, code)
		} else {
			changes[n] = fmt.Sprintf(`{"change":"upsert","airport":%q,"item":%s}`, ch[:3], ch[4:])
		}
	}
	meta := check.Must(json.Marshal(map[string]any{"offline": offline}))(t)
	return fmt.Sprintf(`{"success":true,"meta":%s,"results":[%s],"nextCursor":%q,"hasMore":%t}`, meta, strings.Join(changes, ", "), next, more)
}

// An airport that goes offline in the middle of its items keeps the older ones. Its file is not
// written again in each run.
func TestOfflineInTheMiddleOfItems(t *testing.T) {
	t.Parallel()
	f, url := newFakeOfAll(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "AAA.ndjson")
	a, b := line("a", "1"), line("b", "1")
	f.answers[""] = pageOfAll(t, "one", false, nil, "*AAA", "AAA "+a, "AAA "+b)
	f.answers["one"] = pageOfAll(t, "two", true, nil, "*AAA", "AAA "+line("a", "2"))
	f.answers["two"] = pageOfAll(t, "three", false, []string{"AAA"})
	f.answers["three"] = pageOfAll(t, "three", false, []string{"AAA"})
	runAll(t, url, dir).mustPrint(t, "added 2, updated 0, deleted 0, unchanged 0")
	runAll(t, url, dir).mustPrint(t, "added 0, updated 1, deleted 0, unchanged 1")
	both := line("a", "2") + "\n" + b + "\n"
	check.Same(t, both, string(check.Must(os.ReadFile(path))(t)), "the file while the airport is offline")
	first := check.Must(os.Stat(path))(t)
	runAll(t, url, dir).mustPrint(t, "added 0, updated 0, deleted 0, unchanged 2")
	if second, err := os.Stat(path); err != nil || !os.SameFile(first, second) {
		t.Errorf("written again, error %v", err)
	}
	f.answers["three"] = pageOfAll(t, "end", false, nil, "*AAA", "AAA "+line("a", "2"))
	runAll(t, url, dir).mustPrint(t, "added 0, updated 0, deleted 1, unchanged 1")
	check.Same(t, line("a", "2")+"\n", string(check.Must(os.ReadFile(path))(t)), "the file of the airport that is back")
}

// Airports that go offline, with a copy or without one, and come back are each said once. One that is
// removed meanwhile does not come back.
func TestOfflineAndBack(t *testing.T) {
	t.Parallel()
	f, url := newFakeOfAll(t)
	f.answers[""] = pageOfAll(t, "one", false, []string{"BBB", "CCC"}, "*AAA")
	f.answers["one"] = pageOfAll(t, "two", false, []string{"AAA", "BBB", "CCC"})
	f.answers["two"] = pageOfAll(t, "three", false, nil, "!CCC", "*BBB")
	f.answers["three"] = pageOfAll(t, "three", false, nil)
	var stderr bytes.Buffer
	p := &program{env: func(name string) string { return map[string]string{"AIRPORT_API_KEY": testKey}[name] }, stdout: io.Discard, stderr: &stderr}
	dir := t.TempDir()
	for range 4 {
		p.run(t.Context(), []string{"--base-url", url, "--all-airports", "--dir", dir})
	}
	want := "airport-sync: BBB: offline at the moment; there is no copy yet\n" +
		"airport-sync: CCC: offline at the moment; there is no copy yet\n" +
		"airport-sync: AAA: offline at the moment; its copy stays\n" +
		"airport-sync: AAA: no longer offline\n" +
		"airport-sync: BBB: no longer offline\n"
	check.Same(t, want, stderr.String(), "stderr")
}

// The service also tells the removal of airports that never came. Only a copy that was there is said
// to be dropped.
func TestRemovalOfAirports(t *testing.T) {
	t.Parallel()
	f, url := newFakeOfAll(t)
	dir := t.TempDir()
	f.answers[""] = pageOfAll(t, "one", false, nil, "*AAA", "AAA "+line("a", "1"), "*BBB")
	f.answers["one"] = pageOfAll(t, "end", false, nil, "!CCC", "!BBB", "!AAA", "!AAA")
	runAll(t, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
	dropped := "airport-sync: %s: the key no longer covers the airport, or it was removed; its copy is dropped\n"
	want := outcome{0, "added 0, updated 0, deleted 1, unchanged 0\n", fmt.Sprintf(dropped+dropped, "BBB", "AAA")}
	runAll(t, url, dir).is(t, want)
	check.Same(t, []string(nil), check.Must(filepath.Glob(filepath.Join(dir, "*.ndjson")))(t), "files")
}
