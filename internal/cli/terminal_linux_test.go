package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"airport-content/internal/cli"
)

func TestUsageOnATerminal(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	key := keyID(e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO"))
	ago := func(days int) string { return time.Now().UTC().AddDate(0, 0, -days).Format(time.DateOnly) }
	e.execute(t, `INSERT INTO usage_day (day, key_id, requests, refused, rate_limited)
		VALUES ($1::text::date, $3, 1000, 0, 0), ($2::text::date, $3, 500, 200, 50)`, ago(3), ago(1), key)

	shown := e.runOnTerminal(t, 80, "usage", "--since", ago(3))
	_, bars, found := strings.Cut(shown, "\n\n")
	if !found {
		t.Fatalf("no bars:\n%s", shown)
	}
	lines := strings.Split(strings.TrimSpace(bars), "\n")
	want := []struct{ day, dark, light, rest string }{
		{ago(3), "most", "", " 1000"},
		{ago(2), "", "", " 0"},
		{ago(1), "some", "some", " 500 (250 not answered)"},
		{ago(0), "", "", " 0"},
	}
	if len(lines) != len(want) {
		t.Fatalf("%d bars, want one for each of %d days:\n%s", len(lines), len(want), bars)
	}
	widest := strings.Count(lines[0], "█")
	for i, w := range want {
		dark, light := strings.Count(lines[i], "█"), strings.Count(lines[i], "░")
		drawn := map[string]int{"": 0, "some": widest / 4, "most": widest}
		if !strings.HasPrefix(lines[i], w.day+"  ") || !strings.HasSuffix(lines[i], w.rest) || widest < 10 ||
			dark < drawn[w.dark]-1 || dark > drawn[w.dark]+1 || light < drawn[w.light]-1 || light > drawn[w.light]+1 {
			t.Errorf("%q, want %+v of %d", lines[i], w, widest)
		}
		if len([]rune(lines[i])) > 80 {
			t.Errorf("%q is wider than the terminal", lines[i])
		}
	}
}

func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	release := holdImportLock(t, e, "SFO")
	go func() {
		eventually(t, startLimit, "the second airport waits", func() bool { return e.waitsForLock(t) })
		time.Sleep(500 * time.Millisecond) // in which a spinner that was not ended shows itself
		release()
	}()
	reindexed := e.runOnTerminal(t, 80, "reindex")
	checkProgress(t, reindexed, "JFK: 2 items", "airport-content: reindexed JFK, 2 items",
		"airport-content: waiting for an import of SFO to end", "airport-content: reindexed SFO, 2 items")
	if _, later, _ := strings.Cut(reindexed, "reindexed JFK"); strings.Contains(later, "JFK") {
		t.Errorf("progress of JFK while SFO is reindexed: %q", reindexed)
	}

	file := filepath.Join(t.TempDir(), "items.ndjson")
	long := strings.Replace(twoItems, "two", strings.Repeat("two ", 250_000), 1) // one that is not read at a stroke
	if err := os.WriteFile(file, []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	checkProgress(t, e.runOnTerminal(t, 80, "import", "SFO", file), "SFO", "added 0, updated 1, unchanged 1, deleted 0, skipped 0")
}

// checkProgress checks that progress was shown, and that nothing but the lines is left of it.
func checkProgress(t *testing.T, shown, progress string, lines ...string) {
	t.Helper()
	if !strings.Contains(shown, progress) {
		t.Errorf("no %q in %q", progress, shown)
	}
	var left []string
	for line := range strings.Lines(shown) {
		line = strings.TrimSuffix(line, "\n")
		left = append(left, line[strings.LastIndex(line, "\r")+1:])
	}
	if diff := cmp.Diff(lines, left); diff != "" {
		t.Errorf("%q: (-want +got)\n%s", shown, diff)
	}
}

// runOnTerminal runs a command that succeeds, with its output on a terminal of so many columns.
func (e environ) runOnTerminal(t *testing.T, columns uint16, args ...string) string {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	theirs, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(theirs.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		t.Fatal(err)
	}
	read := make(chan string, 1)
	go func() {
		var text bytes.Buffer
		_, _ = text.ReadFrom(ours) // ends with an error when the terminal is closed
		read <- strings.ReplaceAll(text.String(), "\r\n", "\n")
	}()
	code := cli.Run(t.Context(), args, e, strings.NewReader(""), theirs, theirs)
	theirs.Close()
	shown := <-read
	if code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, code, shown)
	}
	return shown
}
