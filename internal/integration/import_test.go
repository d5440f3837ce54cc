package integration_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/cli/clitest"
)

// summary is what an import says at its end.
func summary(added, updated, unchanged, deleted, skipped int) string {
	return fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d\n", added, updated, unchanged, deleted, skipped)
}

// stored are the ids in the database, in order.
func (i installation) stored(t *testing.T, airport string) []string {
	t.Helper()
	ids := []string{}
	i.sql(t, `SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM content_item WHERE airport = '`+airport+`'`, &ids)
	return ids
}

// Every flag, against an airport that has four items, 0 to 3.
func TestImportFlags(t *testing.T) {
	t.Parallel()
	i := install(t)
	base := []item{newItem("0"), newItem("1"), newItem("2"), newItem("3")}
	changed := newItem("1")
	changed.Title = "Changed"
	bad := strings.Replace(file(t, newItem("2")), `"page"`, `"pge"`, 1)
	some := file(t, base[0], changed, newItem("new")) // lacks 2 and 3
	half := file(t, base[0], base[1])
	less := file(t, base[0])
	four := []string{"0", "1", "2", "3"}
	for n, test := range []struct {
		name, input string
		flags       []string
		code        int
		stdout      string
		says        string
		ids         []string
	}{
		{"no flag", some, nil, 0, summary(1, 1, 1, 0, 0), "", []string{"0", "1", "2", "3", "new"}},
		{"dry run", some, []string{"--dry-run"}, 0, summary(1, 1, 1, 0, 0), "dry run", four},
		{"prune", some, []string{"--prune"}, 0, summary(1, 1, 1, 2, 0), "", []string{"0", "1", "new"}},
		{"prune, dry run", some, []string{"--prune", "--dry-run"}, 0, summary(1, 1, 1, 2, 0), "dry run", four},
		{"prune half", half, []string{"--prune"}, 0, summary(0, 0, 2, 2, 0), "", []string{"0", "1"}},
		{"prune more than half", less, []string{"--prune"}, 1, "", "--force", four},
		{"prune more than half, dry run", less, []string{"--prune", "--dry-run"}, 1, "", "--force", four},
		{"prune more than half by force", less, []string{"--prune", "--force"}, 0, summary(0, 0, 1, 3, 0), "", []string{"0"}},
		{"prune all", "", []string{"--prune"}, 1, "", "--force", four},
		{"prune all, an empty array", "[]", []string{"--prune"}, 1, "", "--force", four},
		{"prune all by force", "", []string{"--prune", "--force"}, 0, summary(0, 0, 0, 4, 0), "", []string{}},
		{"prune all by force, dry run", "[]", []string{"--prune", "--force", "--dry-run"}, 0, summary(0, 0, 0, 4, 0), "dry run", four},
		{"empty", "", nil, 1, "", "empty", four},
		{"empty, by force alone", "", []string{"--force"}, 1, "", "empty", four},
		{"force without prune", less, []string{"--force"}, 0, summary(0, 0, 1, 0, 0), "", four},
		{"a bad item", some + bad, nil, 1, "", "line 4: contentType: ", four},
		{"a bad item is counted", some + bad, nil, 1, "", ": 1 bad item; nothing was imported\n", four},
		{"a bad item, dry run", some + bad, []string{"--dry-run"}, 1, "", "line 4: contentType: ", four},
		{"a bad item, prune by force", some + bad, []string{"--prune", "--force"}, 1, "", "line 4: contentType: ", four},
		{"skip", some + bad, []string{"--skip-invalid"}, 0, summary(1, 1, 1, 0, 1), "line 4: contentType: ", []string{"0", "1", "2", "3", "new"}},
		{"skip, dry run", some + bad, []string{"--skip-invalid", "--dry-run"}, 0, summary(1, 1, 1, 0, 1), "line 4: contentType: ", four},
		{"skip and prune keep the stored copy", some + bad, []string{"--skip-invalid", "--prune"}, 0, summary(1, 1, 1, 1, 1), "line 4: contentType: ", []string{"0", "1", "2", "new"}},
		{"skip and prune without an id", some + "garbage\n", []string{"--skip-invalid", "--prune"}, 1, "", "no id can be read in 1 skipped item, of which stored versions would be deleted: use --force", four},
		{"skip and prune without an id tell the line", some + "garbage\n", []string{"--skip-invalid", "--prune"}, 1, "", "line 4: ", four},
		{"skip and prune without an id by force", some + "garbage\n", []string{"--skip-invalid", "--prune", "--force"}, 0, summary(1, 1, 1, 2, 1), "line 4: ", []string{"0", "1", "new"}},
		{"skip all", bad, []string{"--skip-invalid"}, 0, summary(0, 0, 0, 0, 1), "line 1: ", four},
		{"skip all and prune", bad, []string{"--skip-invalid", "--prune"}, 1, "", "--force", four},
		{"skip all that is stored and prune", strings.ReplaceAll(file(t, base...), `"page"`, `"pge"`), []string{"--skip-invalid", "--prune"}, 0, summary(0, 0, 0, 0, 4), "line 4: ", four},
		{"skip a line that is no object, first", "[1]\n?\n" + some, []string{"--skip-invalid"}, 0, summary(1, 1, 1, 0, 2), "line 2: json: ", []string{"0", "1", "2", "3", "new"}},
		{"skip an id's second line", some + file(t, newItem("new")), []string{"--skip-invalid"}, 0, summary(1, 1, 1, 0, 1), "line 4: id: ", []string{"0", "1", "2", "3", "new"}},
		{"cut", some + bad[:30], []string{"--skip-invalid"}, 1, "", "line 4", four},
		{"everything at once", some + bad, []string{"--skip-invalid", "--prune", "--force", "--keep-dates"}, 0, summary(1, 1, 1, 1, 1), "line 4", []string{"0", "1", "2", "new"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			airport := fmt.Sprintf("A%02d", n)
			i.must(t, "airport", "add", airport, test.name)
			i.mustRead(t, file(t, base...), "import", airport, "-")
			got := i.run(t.Context(), test.input, append([]string{"import", airport, "-"}, test.flags...)...)
			if got.Code != test.code || got.Stdout != test.stdout || !strings.Contains(got.Stderr, test.says) {
				t.Errorf("exit code %d, stdout %q, stderr %s; want %d, %q, %s", got.Code, got.Stdout, got.Stderr, test.code, test.stdout, test.says)
			}
			if test.says == "" && got.Stderr != "" {
				t.Errorf("stderr: %s", got.Stderr)
			}
			if diff := cmp.Diff(test.ids, i.stored(t, airport)); diff != "" {
				t.Errorf("ids: %s", diff)
			}
		})
	}
}

// Of many bad items 20 are shown, and all are counted.
func TestManyBadItems(t *testing.T) {
	t.Parallel()
	i, _ := imported(t)
	input := strings.Repeat("{}\n", 57)
	for _, flags := range [][]string{nil, {"--skip-invalid"}} {
		got := i.run(t.Context(), input, append([]string{"import", "SFO", "-"}, flags...)...)
		if shown := strings.Count(got.Stderr, "line "); shown != 20 {
			t.Errorf("%d bad items are shown: %s", shown, got.Stderr)
		}
		if !strings.Contains(got.Stderr, "57") && !strings.Contains(got.Stderr, "37") && !strings.Contains(got.Stdout, "skipped 57") {
			t.Errorf("the number of bad items is not told: %+v", got)
		}
	}
}

// Dates: the first import keeps the file's, but for those to come; later ones give what changed the moment it came here.
func TestImportedDates(t *testing.T) {
	t.Parallel()
	old, future, undated := newItem("old"), newItem("future"), newItem("undated")
	old.LastModified, future.LastModified, undated.LastModified = "2020-05-05T05:05:05.555Z", "2100-01-01T00:00:00.000Z", ""
	began := time.Now().Add(-time.Minute).UTC().Format(rfc3339Milli)
	i, key := imported(t, old, future, undated)
	s := i.serve(t)
	dates := func() map[string]string {
		t.Helper()
		all := map[string]string{}
		for id, it := range s.listed(t, key) {
			all[id] = it.LastModified
		}
		return all
	}
	at := dates()
	now := s.list(t, key, "SFO").Meta.Timestamp
	if at["old"] != old.LastModified {
		t.Errorf("the first import: %s", at["old"])
	}
	for _, id := range []string{"future", "undated"} {
		if at[id] < began || at[id] > now {
			t.Errorf("%s: %s, want between %s and %s", id, at[id], began, now)
		}
	}

	changed, fresh := old, newItem("fresh")
	changed.Title = "Changed"
	synced := now
	i.mustRead(t, file(t, changed, fresh, future, undated), "import", "SFO", "-")
	later := dates()
	for _, id := range []string{"old", "fresh"} {
		if later[id] <= synced {
			t.Errorf("%s: %s, which is not after %s, when a partner synchronised", id, later[id], synced)
		}
	}
	for _, id := range []string{"future", "undated"} {
		if later[id] != at[id] {
			t.Errorf("%s has not changed, but its date: %s, then %s", id, at[id], later[id])
		}
	}

	more := newItem("more")
	more.LastModified = "2019-01-01T00:00:00.000Z"
	i.mustRead(t, file(t, more), "import", "SFO", "-", "--keep-dates")
	if got := dates()["more"]; got != more.LastModified {
		t.Errorf("--keep-dates: %s", got)
	}
	more.LastModified = "2019-01-01T00:00:00.001Z" // the source's date alone is a change
	if got := i.mustRead(t, file(t, more), "import", "SFO", "-"); got+"\n" != summary(0, 1, 0, 0, 0) {
		t.Errorf("another date of the source: %s", got)
	}
}

// Every field counts as a change, and nothing else does.
func TestWhatIsAChange(t *testing.T) {
	t.Parallel()
	base := newItem("x")
	base.URL, base.Excerpt, base.Thumbnail, base.Metadata = new("/u"), new("e"), new("/t"), []byte(`{"a":1.10,"b":[1,2]}`)
	i, _ := imported(t, base)
	for name, change := range map[string]func(*item){
		"contentType": func(i *item) { i.ContentType = "news" }, "title": func(i *item) { i.Title += " " }, "url": func(i *item) { i.URL = nil },
		"url empty": func(i *item) { i.URL = new("") }, "excerpt": func(i *item) { i.Excerpt = new("E") }, "content": func(i *item) { i.Content = new(*i.Content + "\n") },
		"thumbnail": func(i *item) { i.Thumbnail = nil }, "language": func(i *item) { i.Language = "de" }, "lastModified": func(i *item) { i.LastModified = "2026-01-01T00:00:00.001Z" },
		"metadata": func(i *item) { i.Metadata = []byte(`{"a":1.10,"b":[2,1]}`) }, "metadata null": func(i *item) { i.Metadata = []byte("null") },
		"metadata number": func(i *item) { i.Metadata = []byte(`{"a":1.11,"b":[1,2]}`) },
	} {
		changed := base
		change(&changed)
		if got := i.mustRead(t, file(t, changed), "import", "SFO", "-", "--dry-run"); got+"\n" != summary(0, 1, 0, 0, 0) {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, change := range map[string]func(*item){
		"nothing": func(*item) {}, "no date": func(i *item) { i.LastModified = "" }, "finer date": func(i *item) { i.LastModified = "2026-01-01T01:00:00.000999+01:00" },
		"keys in another order": func(i *item) { i.Metadata = []byte(`{ "b" : [1,2], "a" : 1.10 }`) }, "another spelling": func(i *item) { i.Metadata = []byte(`{"\u0061":11e-1,"b":[1,2]}`) },
	} {
		same := base
		change(&same)
		if got := i.mustRead(t, file(t, same), "import", "SFO", "-", "--dry-run"); got+"\n" != summary(0, 0, 1, 0, 0) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Two imports of one airport: the second waits. Of two airports, none does.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	i, _ := imported(t)
	i.must(t, "airport", "add", "JFK", "New York")
	first := i.command(t, "import", "SFO", "-")
	var out bytes.Buffer
	first.Stdout, first.Stderr = &out, &out
	input, err := first.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(input, file(t, newItem("first"))); err != nil {
		t.Fatal(err)
	}
	eventually(t, startLimit, "the first import holds the airport", func() bool {
		var n int
		i.sql(t, "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database() WHERE locktype = 'advisory'", &n)
		return n > 0
	})
	second := make(chan clitest.Outcome, 1)
	go func() {
		second <- i.run(t.Context(), file(t, newItem("first"), newItem("second")), "import", "SFO", "-")
	}()
	if got := i.mustRead(t, file(t, newItem("other")), "import", "JFK", "-"); got+"\n" != summary(1, 0, 0, 0, 0) {
		t.Errorf("another airport: %s", got)
	}
	select {
	case got := <-second:
		t.Fatalf("the second import did not wait: %+v", got)
	case <-time.After(500 * time.Millisecond):
	}
	input.Close()
	if err := first.Wait(); err != nil || out.String() != summary(1, 0, 0, 0, 0) {
		t.Errorf("first: %v, %s", err, &out)
	}
	if got := <-second; got.Code != 0 || got.Stdout != summary(1, 0, 1, 0, 0) || !strings.Contains(got.Stderr, "waiting") {
		t.Errorf("second: %+v", got)
	}
}

// An import that is killed, at whatever moment, leaves what there was, or all that it brought; and nothing stands in the next one's way.
func TestKilledImports(t *testing.T) {
	t.Parallel()
	before, after := assorted(400), assorted(400)
	for n := range after {
		after[n].Title = "After"
	}
	i, key := imported(t, before...)
	s := i.serve(t)
	input := file(t, after...)
	for round := range 8 {
		cmd := i.command(t, "import", "SFO", "-")
		cmd.Stdin = strings.NewReader(input)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(600)) * time.Millisecond)
		signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}[round%3]
		_ = cmd.Process.Signal(signal) // it may have ended
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 && code != -1 {
			t.Errorf("exit code %d after %s", code, signal)
		}
		var n, changed int
		for _, it := range s.listed(t, key) {
			n++
			if it.Title == "After" {
				changed++
			}
		}
		if n != 400 || changed != 0 && changed != 400 {
			t.Fatalf("round %d, %s: %d items, %d of them changed", round, signal, n, changed)
		}
		if changed == 400 {
			i.mustRead(t, file(t, before...), "import", "SFO", "-")
		}
	}
	if got := i.mustRead(t, input, "import", "SFO", "-"); got+"\n" != summary(0, 400, 0, 0, 0) {
		t.Errorf("afterwards: %s", got)
	}
}
