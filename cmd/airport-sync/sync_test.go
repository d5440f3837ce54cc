package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

// TestRandomChanges compares a copy with a map, after random changes, runs that end halfway, and cursors that expire.
func TestRandomChanges(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	f, url := newFake(t)
	dir, want := t.TempDir(), map[string]string{}
	for round := range 60 {
		if random.IntN(10) == 0 { // a new epoch: old cursors have expired, and each item is one change
			f.epoch++
			f.changes = nil
			for id, text := range want {
				f.put(id, text)
			}
		}
		for range random.IntN(1000) {
			id := fmt.Sprint("id ", random.IntN(1000))
			if random.IntN(3) == 0 {
				f.put(id, "")
				delete(want, id)
			} else {
				want[id] = fmt.Sprint("text ", round, strings.Repeat(".", random.IntN(300)))
				f.put(id, want[id])
			}
		}
		stop := random.IntN(8)
		f.intercept = func(w http.ResponseWriter, _ *http.Request) bool {
			if stop--; stop == 0 {
				refuse(w, 403, "airport_forbidden", "not now")
			}
			return stop == 0
		}
		before, _ := os.ReadFile(filepath.Join(dir, itemsFile))
		if got := runProgram(t.Context(), testKey, url, dir); got.code != 0 {
			got.mustFail(t, "not now")
			if after, _ := os.ReadFile(filepath.Join(dir, itemsFile)); string(after) != string(before) {
				t.Fatal("a run that failed changed the copy")
			}
			continue
		}
		var lines strings.Builder
		for _, id := range slices.Sorted(maps.Keys(want)) {
			lines.WriteString(itemJSON(id, want[id]) + "\n")
		}
		if itemsIn(t, dir) != lines.String() {
			t.Fatalf("round %d: the copy is not the content", round)
		}
	}
}

// stopSoon has the fake refuse the eighth request from now on.
func (f *fake) stopSoon() {
	request := len(f.asked) + 8
	f.intercept = func(w http.ResponseWriter, _ *http.Request) bool {
		if len(f.asked) != request {
			return false
		}
		refuse(w, 403, "airport_forbidden", "not now")
		return true
	}
}

// TestGoesOn: what a run has read before it ended is not read again, but for what was in memory.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	for n := range 1000 {
		f.put(fmt.Sprint("id ", n), strings.Repeat(".", 200))
	}
	dir := t.TempDir()
	f.stopSoon()
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "403 Forbidden: not now (request r1)")
	runs, err := filepath.Glob(filepath.Join(dir, workDir, "?.ndjson"))
	if err != nil || len(runs) != 3 {
		t.Errorf("runs %v, error %v", runs, err)
	}
	for _, run := range runs {
		if info, err := os.Stat(run); err != nil || info.Size() > testBatch {
			t.Errorf("%s: %v, %v", run, info, err)
		}
	}
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1000, updated 0, deleted 0, unchanged 0")
	if got, want := f.asked[8:], []string{"100 0-600", "100 0-700", "100 0-800", "100 0-900"}; !slices.Equal(got, want) {
		t.Errorf("the second run asked for %q, want %q", got, want)
	}

	f.stopSoon()
	runProgram(t.Context(), testKey, url, dir, "--full").mustFail(t, "not now")
	f.intercept = nil
	if err := os.Truncate(runs[0], 100); err != nil {
		t.Fatal(err)
	}
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "0.ndjson line 1: EOF; --full copies everything again")
	runProgram(t.Context(), testKey, url, dir, "--full").mustPrint(t, "nothing changed, 1000 items")
}

// TestDoesNotGoOn: what was read for another copy, or to be merged with one that is gone, is read again.
func TestDoesNotGoOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, flag string
		harm       func(dir string) error
	}{
		{"full", "--full", func(string) error { return nil }},
		{"state lost", "--once", func(dir string) error { return os.Remove(filepath.Join(dir, stateFile)) }},
		{"another service", "--once", func(dir string) error {
			other, url := newFake(t)
			for n := range 1000 {
				other.put(fmt.Sprint("other ", n), strings.Repeat(".", 200))
			}
			other.stopSoon()
			runProgram(t.Context(), testKey, url, dir).mustFail(t, "not now")
			return nil
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, url := newFake(t)
			f.put("first", "1")
			dir := t.TempDir()
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
			for n := range 1000 {
				f.put(fmt.Sprint("id ", n), strings.Repeat(".", 200))
			}
			f.stopSoon()
			runProgram(t.Context(), testKey, url, dir).mustFail(t, "not now")
			if err := tt.harm(dir); err != nil {
				t.Fatal(err)
			}
			asked := len(f.asked)
			runProgram(t.Context(), testKey, url, dir, tt.flag).mustPrint(t, "added 1000, updated 0, deleted 0, unchanged 1")
			if tt.name != "another service" && f.asked[asked] != "100 " {
				t.Errorf("the run began with %s", f.asked[asked])
			}
		})
	}
}

// TestDamage: whatever is wrong with the files, one run makes a whole copy of them, and says why it begins again.
func TestDamage(t *testing.T) {
	t.Parallel()
	other, otherURL := newFake(t)
	other.put("other", "x")
	for _, tt := range []struct {
		name string
		says bool
		harm func(dir string) error
	}{
		{"no items", true, func(dir string) error { return os.Remove(filepath.Join(dir, itemsFile)) }},
		{"no state", true, func(dir string) error { return os.Remove(filepath.Join(dir, stateFile)) }},
		{"half a state", true, func(dir string) error { return os.Truncate(filepath.Join(dir, stateFile), 20) }},
		{"cursor of another kind", true, func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, stateFile))
			text = bytes.Replace(text, []byte("0-2"), []byte("???"), 1)
			return errors.Join(err, os.WriteFile(filepath.Join(dir, stateFile), text, 0o600))
		}},
		{"another service", true, func(dir string) error {
			if got := runProgram(t.Context(), testKey, otherURL, dir); got.code != 0 {
				return errors.New(got.stderr)
			}
			return nil
		}},
		{"half an item and no state", true, func(dir string) error {
			return errors.Join(os.Truncate(filepath.Join(dir, itemsFile), 50), os.Remove(filepath.Join(dir, stateFile)))
		}},
		{"left over", false, func(dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, itemsFile+".new"), []byte("half"), 0o600),
				os.Mkdir(filepath.Join(dir, workDir), 0o700),
				os.WriteFile(filepath.Join(dir, workDir, "0.ndjson"), []byte("half"), 0o600),
				os.WriteFile(filepath.Join(dir, workDir, stateFile), []byte("half"), 0o600))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, url := newFake(t)
			f.put("a", "1")
			f.put("b", "1")
			dir := t.TempDir()
			runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 2, updated 0, deleted 0, unchanged 0")
			if err := tt.harm(dir); err != nil {
				t.Fatal(err)
			}
			f.put("b", "2")
			got := runProgram(t.Context(), testKey, url, dir)
			if got.code != 0 || tt.says != strings.Contains(got.stderr, ": copying everything again") || tt.says == (got.stderr == "") {
				t.Errorf("exit %d, stderr %q", got.code, got.stderr)
			}
			if want := itemJSON("a", "1") + "\n" + itemJSON("b", "2") + "\n"; itemsIn(t, dir) != want {
				t.Errorf("copy %s", itemsIn(t, dir))
			}
		})
	}
}

// TestDamagedItems: items that somebody has edited are not silently made worse.
func TestDamagedItems(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.put("a", "1")
	f.put("b", "1")
	dir := t.TempDir()
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 2, updated 0, deleted 0, unchanged 0")
	f.put("b", "2")
	for _, tt := range []struct{ damage, says string }{
		{itemJSON("b", "1") + "\n" + itemJSON("a", "1") + "\n", "line 2: not sorted by id; --full copies everything again"},
		{itemJSON("a", "1"), "line 1: EOF"},
		{itemJSON("a", "1") + "\n{\"id\":\n", "line 2: item"},
	} {
		if err := os.WriteFile(filepath.Join(dir, itemsFile), []byte(tt.damage), 0o600); err != nil {
			t.Fatal(err)
		}
		runProgram(t.Context(), testKey, url, dir).mustFail(t, tt.says)
		if itemsIn(t, dir) != tt.damage {
			t.Error("the damaged items were replaced")
		}
	}
	runProgram(t.Context(), testKey, url, dir, "--full").mustPrint(t, "added 1, updated 0, deleted 0, unchanged 1")
}

// TestKilledBetweenTheFiles: new items beside the old state are the worst that a kill can leave.
func TestKilledBetweenTheFiles(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.put("a", "1")
	dir := t.TempDir()
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
	old, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		t.Fatal(err)
	}
	f.put("a", "")
	f.put("b", "1")
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 1, unchanged 0")
	if err := os.WriteFile(filepath.Join(dir, stateFile), old, 0o600); err != nil {
		t.Fatal(err)
	}
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "nothing changed, 1 item")
	if itemsIn(t, dir) != itemJSON("b", "1")+"\n" {
		t.Errorf("copy %s", itemsIn(t, dir))
	}

	// The items of another service never stand beside the old cursor.
	_, otherURL := newFake(t)
	inTheWay := filepath.Join(dir, stateFile+".new")
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	runProgram(t.Context(), testKey, otherURL, dir).mustFail(t, "is a directory")
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
}

func TestMaxSize(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.put("a", strings.Repeat(".", 900))
	dir := t.TempDir()
	runProgram(t.Context(), testKey, url, dir, "--max-size", "2kB").mustPrint(t, "added 1, updated 0, deleted 0, unchanged 0")
	before := itemsIn(t, dir)
	f.put("b", strings.Repeat(".", 1200)) // too large together with what is there
	runProgram(t.Context(), testKey, url, dir, "--max-size", "2kB").mustFail(t, "larger than --max-size 2000 bytes")
	f.intercept = func(w http.ResponseWriter, _ *http.Request) bool { // tiny deletions without end
		n := len(f.asked)
		fmt.Fprintf(w, `{"success":true,"meta":{"airport":"SFO"},"results":[{"change":"delete","id":"%d"}],"nextCursor":"%d","hasMore":true}`, n, n)
		return true
	}
	runProgram(t.Context(), testKey, url, dir, "--max-size", "100kB").mustFail(t, "larger than --max-size 100000 bytes")
	if _, err := os.Stat(filepath.Join(dir, workDir)); itemsIn(t, dir) != before || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copy changed, or what was read is still there: %v", err)
	}
}

// TestRedirect: nobody but the service that was named gets the key.
func TestRedirect(t *testing.T) {
	t.Parallel()
	other, otherURL := newFake(t)
	srv := httptest.NewServer(http.RedirectHandler(otherURL+"/api/v1/partner/SFO/changes", http.StatusFound))
	defer srv.Close()
	runProgram(t.Context(), testKey, srv.URL, t.TempDir()).mustFail(t, "302 Found: redirected to "+otherURL)
	if len(other.asked) > 0 {
		t.Errorf("the other server was asked: %v", other.asked)
	}
}

// TestControlCharacters: what a server sends cannot steer the terminal, nor fill it.
func TestControlCharacters(t *testing.T) {
	t.Parallel()
	evil := "\x1b[2J\r\n\u202e\u0085" + strings.Repeat("x", 100_000)
	f, url := newFake(t)
	for name, answer := range map[string]func(w http.ResponseWriter){
		"message": func(w http.ResponseWriter) { refuse(w, 403, "x", evil) },
		"change": func(w http.ResponseWriter) {
			fmt.Fprintf(w, `{"success":true,"meta":{},"results":[{"change":"\u001b[2J\u202e%s"}]}`, strings.Repeat("x", 100_000))
		},
		"header line": func(w http.ResponseWriter) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\n\x1b[2J\r\n\r\n")
			conn.Close()
		},
	} {
		f.intercept = func(w http.ResponseWriter, _ *http.Request) bool { answer(w); return true }
		ctx, cancel := context.WithCancel(t.Context())
		p := &program{env: func(string) string { return "" }}
		var said strings.Builder
		p.stderr = &said
		c, err := newClient(url, "SFO", testKey, false)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.try(ctx, "")
		p.log("%v", err)
		cancel()
		line := strings.TrimSuffix(said.String(), "\n")
		if err == nil || strings.ContainsAny(line, "\x1b\r\n\u202e\u0085") || len(line) > 3000 || !strings.Contains(line, `\x1b[2J`) {
			t.Errorf("%s: error %q", name, line)
		}
	}
}

// A server that sends headers without end is left.
func TestEndlessHeaders(t *testing.T) {
	t.Parallel()
	f, url := newFake(t)
	f.intercept = func(w http.ResponseWriter, _ *http.Request) bool {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return true
		}
		defer conn.Close()
		_, err = fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n")
		for n := 0; err == nil; n++ {
			_, err = fmt.Fprintf(conn, "X-%d: %s\r\n", n, strings.Repeat("x", 10_000))
		}
		return true
	}
	c, err := newClient(url, "SFO", testKey, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.try(t.Context(), ""); err == nil || len(err.Error()) > 1000 {
		t.Errorf("error %v", err)
	}
}

func TestTwoRunsDoNotMix(t *testing.T) {
	t.Parallel()
	_, url := newFake(t)
	dir := t.TempDir()
	lock := flock.New(filepath.Join(dir, lockFile))
	if locked, err := lock.TryLock(); !locked || err != nil {
		t.Fatal(locked, err)
	}
	runProgram(t.Context(), testKey, url, dir).mustFail(t, "another airport-sync is at work in "+dir)
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	runProgram(t.Context(), testKey, url, dir).mustPrint(t, "nothing changed, 0 items")
	if itemsIn(t, dir) != "" {
		t.Error("items of an empty airport")
	}
}
