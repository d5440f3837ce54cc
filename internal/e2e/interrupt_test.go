package e2e_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// interruptible is a run that was begun, and what it says.
type interruptible struct {
	*exec.Cmd
	said  bytes.Buffer
	ended chan struct{}
}

func (i installation) begin(t *testing.T, stdin *os.File, args ...string) *interruptible {
	t.Helper()
	r := &interruptible{Cmd: i.command(t, args...), ended: make(chan struct{})}
	r.Stdin, r.Stderr = stdin, &r.said
	check(t, r.Start())
	go func() {
		defer close(r.ended)
		_ = r.Wait()
	}()
	return r
}

// interrupt is Ctrl-C. The run must end with exit code 1.
func (r *interruptible) interrupt(t *testing.T) {
	t.Helper()
	check(t, r.Process.Signal(syscall.SIGINT))
	select {
	case <-r.ended:
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	if code := r.ProcessState.ExitCode(); code != 1 || !strings.Contains(r.said.String(), "interrupted; nothing was imported") {
		t.Errorf("exit code %d: %s", code, r.said.String())
	}
}

// Ctrl-C ends an import whose stdin says nothing.
func TestInterruptedWhileSilent(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	silent, writer, err := os.Pipe()
	check(t, err)
	defer writer.Close()
	r := i.begin(t, silent, "import", "SFO", "-")
	eventually(t, "it waits for items", func() bool {
		var waits bool
		i.sql(t, "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'copy \"import_item\"%')", &waits)
		return waits
	})
	r.interrupt(t)
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
	r := i.begin(t, nil, "import", "SFO", items)
	marked := func() (marked bool) {
		i.sql(t, "SELECT import_mark IS NOT NULL FROM airport_state", &marked)
		return marked
	}
	eventually(t, "it merges", marked)
	r.interrupt(t)
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
