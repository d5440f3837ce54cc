package e2e_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// interrupted is Ctrl-C in an import.
func (p *process) interrupted(t *testing.T) {
	t.Helper()
	if code := p.end(syscall.SIGINT); code != 1 || !p.log.Has("interrupted; nothing was imported") {
		t.Errorf("exit code %d: %s", code, p.log)
	}
}

// Ctrl-C ends an import whose stdin says nothing.
func TestInterruptedWhileSilent(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	silent, writer, err := os.Pipe()
	check(t, err)
	defer writer.Close()
	cmd := i.command(t, "import", "SFO", "-")
	cmd.Stdin = silent
	p := begin(t, cmd)
	eventually(t, "it waits for items", func() bool {
		var waits bool
		i.sql(t, `SELECT EXISTS (SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
			WHERE d.datname = current_database() AND l.locktype = 'advisory')`, &waits)
		return waits
	})
	p.interrupted(t)
}

// Ctrl-C in a merge clears its mark: meta.timestamp goes on at once.
func TestInterruptedMerge(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	hold := i.connect(t)
	defer hold.Close(context.Background())
	_, err := hold.Exec(t.Context(), "BEGIN; LOCK TABLE content_deletion")
	check(t, err)
	items := t.TempDir() + "/items.ndjson"
	check(t, os.WriteFile(items, []byte(ndjson(t, newItem("b"))), 0o600))
	p := begin(t, i.command(t, "import", "SFO", items))
	marked := func() (marked bool) {
		i.sql(t, "SELECT import_mark IS NOT NULL FROM airport_state", &marked)
		return marked
	}
	eventually(t, "it merges", marked)
	p.interrupted(t)
	if marked() {
		t.Error("the mark is still there")
	}
}

// Two changes of a source at once are both made.
func TestTwoChangesOfASource(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	i.do(t, "source", "add", "SFO", "www", "sitemap", "https://www.example.com")
	for range 5 {
		i.do(t, "source", "set", "SFO", "www", "--every", "15m", "--rate", "5", "--language", "none")
		var both sync.WaitGroup
		for _, change := range [][]string{{"--every", "1h"}, {"--rate", "2"}, {"--language", "de"}} {
			both.Go(func() { i.do(t, append([]string{"source", "set", "SFO", "www"}, change...)...) })
		}
		both.Wait()
		shown := i.do(t, "source", "show", "SFO", "www", "--json")
		for _, want := range []string{`"every":"1h"`, `"rate":2`, `"language":"de"`} {
			if !strings.Contains(shown, want) {
				t.Fatalf("%s is lost: %s", want, shown)
			}
		}
	}
}
