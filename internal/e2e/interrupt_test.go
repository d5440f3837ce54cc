package e2e_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
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
	check.NoError(t, err)
	defer writer.Close()
	cmd := i.command(t, "import", "SFO", "-")
	cmd.Stdin = silent
	p := begin(t, cmd)
	check.Eventually(t, "it waits for items", func() bool {
		return testenv.Value[bool](t, i.database(), `SELECT EXISTS (SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
			WHERE d.datname = current_database() AND l.locktype = 'advisory')`)
	})
	p.interrupted(t)
}

// merging begins a command, with an item on its stdin, and returns once it has set its mark and
// waits for what the test holds.
func (i installation) merging(t *testing.T, hold string, args ...string) (p *process, release func()) {
	t.Helper()
	release = testenv.Hold(t, i.database(), hold)
	cmd := i.command(t, args...)
	cmd.Stdin = strings.NewReader(ndjson(t, newItem("b")))
	p = begin(t, cmd)
	check.Eventually(t, "it merges", func() bool { return i.waits(t, "") && i.marked(t) })
	return p, release
}

// waits reports whether a statement that begins like this waits for a lock.
func (i installation) waits(t *testing.T, statement string) bool {
	t.Helper()
	return testenv.Value[bool](t, i.database(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
		AND query LIKE '`+statement+`%')`)
}

func (i installation) marked(t *testing.T) bool {
	t.Helper()
	return testenv.Value[bool](t, i.database(), "SELECT import_mark IS NOT NULL FROM airport_state")
}

// Ctrl-C in a merge clears its mark: meta.timestamp goes on at once.
func TestInterruptedMerge(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	p, _ := i.merging(t, "LOCK TABLE content_deletion", "import", "SFO", "-")
	p.interrupted(t)
	check.Same(t, false, i.marked(t), "a mark")
}

// The mark of a killed import stays until the next one, which may change nothing.
func TestKilledMerge(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	p, release := i.merging(t, "LOCK TABLE content_deletion", "import", "SFO", "-")
	p.end(syscall.SIGKILL)
	release()
	check.Same(t, true, i.marked(t), "a mark")
	check.Same(t, summary(0, 0, 1, 0, 0), i.load(t, "SFO", []item{newItem("a")}))
	check.Same(t, false, i.marked(t), "a mark")
}

// Where the mark cannot be cleared, each command says what ends it.
func TestInterruptedWithMarkLeft(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ args, says []string }{
		"import": {[]string{"import", "SFO", "-"}, []string{"interrupted; nothing was imported; ", "pull or reindex: airport-content reindex SFO"}},
		"pull":   {[]string{"pull"}, []string{"SFO www: ", "next import, pull or reindex", "interrupted; the pulls that had not ended changed nothing"}},
		"remove": {[]string{"source", "remove", "SFO", "www", "--with-content"}, []string{"interrupted; nothing was removed; ", "pull or reindex: airport-content reindex SFO"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i, _ := sfo(t)
			w := newWebsite(t, "/a")
			i.watched(t, w, "SFO", "www")
			if name == "remove" {
				i.do(t, "pull")
			}
			p, _ := i.merging(t, "LOCK TABLE content_deletion", test.args...)
			next := i.connect(t) // comes before whoever clears the mark
			defer next.Close(context.Background())
			go func() { _, _ = next.Exec(t.Context(), "BEGIN; LOCK TABLE airport_state") }()
			check.Eventually(t, "the state is locked next", func() bool { return i.waits(t, "BEGIN; LOCK TABLE airport_state") })
			code := p.end(syscall.SIGINT)
			for _, text := range append(test.says, "meta.timestamp stands still") {
				if code != 1 || !p.log.Has(text) {
					t.Errorf("exit code %d, want 1 and %q: %s", code, text, p.log)
				}
			}
		})
	}
}

// Ctrl-C during COMMIT comes too late: the command says what it did. Where the answer to COMMIT is
// lost, no command says that nothing was done, and each says which one tells.
func TestDuringCommit(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args        []string
		done, tells string // what the command says in both cases
	}{
		"import": {[]string{"import", "SFO", "-"}, summary(1, 0, 0, 0, 0), "airport-content airport list tells"},
		"pull":   {[]string{"pull"}, pulled(1, 0, 0, 0, 0), "airport-content source show SFO www tells"},
	} {
		for _, interrupted := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, interrupted: %t", name, interrupted), func(t *testing.T) {
				t.Parallel()
				i := slowToCommit(t)
				p, release := i.merging(t, "SELECT pg_advisory_lock(1)", test.args...)
				check.Eventually(t, "it commits", func() bool { return i.waits(t, "commit") })
				if interrupted {
					check.NoError(t, p.Process.Signal(syscall.SIGINT))
					time.Sleep(time.Second) // for a command that gives up
					release()
					p.code()
					if !p.log.Has(test.done) || p.log.Has("nothing was imported") {
						t.Errorf("want %q: %s", test.done, p.log)
					}
					return
				}
				i.sql(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'commit'")
				if code := p.code(); code != 1 || !p.log.Has("it is not known whether that was done; "+test.tells) {
					t.Errorf("exit code %d, want 1 and %q: %s", code, test.tells, p.log)
				}
				check.Same(t, false, i.marked(t), "a mark")
				check.Same(t, 0, len(i.stored(t, "SFO")))
			})
		}
	}
}

// slowToCommit has a source of SFO. A merge of its airport waits for lock 1 when it commits.
func slowToCommit(t *testing.T) installation {
	t.Helper()
	i := installOn(t, testenv.PlainDatabase(t)) // for the trigger
	i.fill(t)
	i.sql(t, `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
		CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON content_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`)
	i.watched(t, newWebsite(t, "/a"), "SFO", "www")
	return i
}

// stored are the ids of an airport in the database.
func (i installation) stored(t *testing.T, airport string) []string {
	t.Helper()
	return testenv.Value[[]string](t, i.database(), "SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM content_item WHERE airport = $1", airport)
}

// A second import of an airport waits for the first; one of another airport does not.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	i.do(t, "airport", "add", "JFK", "New York")
	beginImport := func(items ...item) (*process, io.Closer) {
		cmd := i.command(t, "import", "SFO", "-")
		input := check.Must(cmd.StdinPipe())(t)
		p := begin(t, cmd)
		go io.WriteString(input, ndjson(t, items...)) // the pipe stays open
		return p, input
	}
	first, end := beginImport(newItem("a"))
	second, endOther := beginImport(newItem("a"), newItem("b"))
	check.Eventually(t, "one waits for the other", func() bool { return first.log.Has("wait") || second.log.Has("wait") })
	check.Same(t, summary(1, 0, 0, 0, 0), i.load(t, "JFK", []item{newItem("other")}), "another airport")
	end.Close()
	endOther.Close()
	for _, p := range []*process{first, second} {
		if code := p.code(); code != 0 || !p.log.Has(", updated 0,") {
			t.Errorf("exit code %d: %s", code, p.log)
		}
	}
	check.Same(t, []string{"a", "b"}, i.stored(t, "SFO"))
}
