package e2e_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// dated is an item whose text is a version, with the source's date, which may be empty.
func dated(id, version, date string) item {
	i := titled(id, version)
	i.LastModified = date
	return i
}

// now is the safe sync time of an answer.
func (f *fixture) now(t *testing.T, airport string) string {
	t.Helper()
	return f.list(t, f.all, airport, "size", "1").Meta.Timestamp
}

// testDates: a timestamp sent back brings what came since.
func testDates(t *testing.T, f *fixture) {
	f.airport(t, "DAT", dated("a", "1", ""), dated("b", "1", ""))
	since := f.now(t, "DAT")
	if p := f.list(t, f.all, "DAT", "modifiedSince", since); p.Pagination.Total != 0 {
		t.Errorf("nothing has changed since %s, and still %q", since, ids(p.Results))
	}
	f.load(t, "DAT", []item{dated("a", "9", "")})
	same(t, []string{"a"}, ids(f.list(t, f.all, "DAT", "modifiedSince", since).Results))
}

// While an import merges, meta.timestamp is before the dates that it gives. After a kill it stays
// there until the next import.
func TestTimestampBesideAnImport(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, dated("a", "1", ""))
	f := &fixture{installation: i, server: i.serve(t), all: key}
	merging := func(version string) (p *process, unlock func()) {
		unlock = i.hold(t, "BEGIN; LOCK TABLE content_item IN SHARE MODE") // which readers do not notice
		cmd := i.command(t, "import", "SFO", "-")
		cmd.Stdin = strings.NewReader(ndjson(t, dated("a", version, "")))
		p = begin(t, cmd)
		eventually(t, "the import waits to write", func() bool { return i.waits(t, "") })
		return p, unlock
	}
	standsStill := func(t *testing.T) (at string) {
		t.Helper()
		at = f.now(t, "SFO")
		time.Sleep(20 * time.Millisecond)
		if again := f.now(t, "SFO"); again != at {
			t.Errorf("the time goes on from %s to %s", at, again)
		}
		return at
	}
	t.Run("it stands still, and nothing is lost", func(t *testing.T) {
		p, unlock := merging("2")
		at := standsStill(t)
		unlock()
		same(t, 0, p.code(), "exit code")
		if p := f.list(t, key, "SFO", "modifiedSince", at); p.Pagination.Total != 1 {
			t.Errorf("%d items since %s, want the merged one", p.Pagination.Total, at)
		}
	})
	p, unlock := merging("3")
	p.end(syscall.SIGKILL)
	unlock()
	t.Run("a killed importer holds it back", func(t *testing.T) { standsStill(t) })
	t.Run("the next import lets it go on, one that changes nothing too", func(t *testing.T) {
		if got := i.load(t, "SFO", []item{dated("a", "2", "")}); got != summary(0, 0, 1, 0, 0) {
			t.Error(got)
		}
		at := f.now(t, "SFO")
		eventually(t, "the time goes on", func() bool { return f.now(t, "SFO") > at })
	})
}
