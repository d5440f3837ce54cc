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

// dates are the lastModified of an airport's items.
func (f *fixture) dates(t *testing.T, airport string) map[string]string {
	t.Helper()
	dates := map[string]string{}
	for id, i := range f.everything(t, f.all, airport) {
		dates[id] = i.LastModified
	}
	return dates
}

// now is the safe sync time of an answer.
func (f *fixture) now(t *testing.T, airport string) string {
	t.Helper()
	return f.list(t, f.all, airport, "size", "1").Meta.Timestamp
}

// testDates: an import dates what is new or changed; what is not keeps its date, and so does all of a first import.
func testDates(t *testing.T, f *fixture) {
	const early, late, future = "2001-01-01T00:00:00.001Z", "2021-05-01T10:00:00.000Z", "2100-01-01T00:00:00.000Z"
	const merged, before = "the merge's", "as before"
	f.airport(t, "DAT")
	previous := map[string]string{}
	for _, step := range []struct {
		name, flags string
		items       []item
		want        map[string]string
	}{
		{"an airport's first content", "", []item{dated("a", "1", early), dated("b", "1", ""), dated("c", "1", future)},
			map[string]string{"a": early, "b": merged, "c": merged}},
		{"nothing changed", "", []item{dated("a", "1", early), dated("b", "1", ""), dated("c", "1", future)},
			map[string]string{"a": before, "b": before, "c": before}},
		{"no date in the file", "", []item{dated("a", "1", ""), dated("b", "1", ""), dated("c", "1", "")},
			map[string]string{"a": before, "b": before, "c": before}},
		{"another date of the source, another title, a new item", "", []item{dated("a", "1", late), dated("b", "2", early), dated("c", "1", future), dated("d", "1", early)},
			map[string]string{"a": merged, "b": merged, "c": before, "d": merged}},
		{"--keep-dates", "--keep-dates", []item{dated("a", "1", late), dated("b", "3", early), dated("c", "2", future), dated("e", "1", late)},
			map[string]string{"a": before, "b": early, "c": merged, "d": before, "e": late}},
	} {
		t.Run(step.name, func(t *testing.T) {
			began := f.now(t, "DAT")
			f.load(t, "DAT", step.items, strings.Fields(step.flags)...)
			ended, got := f.now(t, "DAT"), f.dates(t, "DAT")
			for id, want := range step.want {
				switch date := got[id]; {
				case want == merged && (date <= began || date > ended):
					t.Errorf("%s is dated %s, want after %s, up to %s", id, date, began, ended)
				case want == before && date != previous[id]:
					t.Errorf("%s is dated %s, want %s as before", id, date, previous[id])
				case want != merged && want != before && date != want:
					t.Errorf("%s is dated %s, want %s", id, date, want)
				}
			}
			previous = got
		})
	}
	t.Run("every field counts as a change", func(t *testing.T) { testWhatIsAChange(t, f) })
	t.Run("a timestamp sent back brings what came since", func(t *testing.T) {
		since := f.now(t, "DAT")
		if p := f.list(t, f.all, "DAT", "modifiedSince", since); p.Pagination.Total != 0 {
			t.Errorf("nothing has changed since %s, and still %q", since, ids(p.Results))
		}
		f.load(t, "DAT", []item{dated("a", "9", "")})
		same(t, []string{"a"}, ids(f.list(t, f.all, "DAT", "modifiedSince", since).Results))
	})
}

func testWhatIsAChange(t *testing.T, f *fixture) {
	base := newItem("x")
	base.URL, base.Excerpt, base.Thumbnail, base.Metadata = new("/u"), new("e"), new("/t"), []byte(`{"a":1.10,"b":[1,2]}`)
	f.airport(t, "FLG", base)
	for name, change := range map[string]func(*item){
		"contentType": func(i *item) { i.ContentType = "news" }, "title": func(i *item) { i.Title += "." }, "url": func(i *item) { i.URL = nil },
		"url empty": func(i *item) { i.URL = new("") }, "excerpt": func(i *item) { i.Excerpt = new("E") }, "content": func(i *item) { i.Content = new(*i.Content + "\n") },
		"thumbnail": func(i *item) { i.Thumbnail = nil }, "language": func(i *item) { i.Language = "de" }, "lastModified": func(i *item) { i.LastModified = "2026-01-01T00:00:00.001Z" },
		"metadata": func(i *item) { i.Metadata = []byte(`{"a":1.10,"b":[2,1]}`) }, "metadata null": func(i *item) { i.Metadata = []byte("null") },
	} {
		changed := base
		if change(&changed); f.load(t, "FLG", []item{changed}, "--dry-run") != summary(0, 1, 0, 0, 0) {
			t.Errorf("%s does not count", name)
		}
	}
	for name, change := range map[string]func(*item){
		"a finer date": func(i *item) { i.LastModified = "2026-01-01T01:00:00.000999+01:00" }, "keys in another order": func(i *item) { i.Metadata = []byte(`{ "b" : [1,2], "a" : 1.10 }`) },
		"another spelling": func(i *item) { i.Metadata = []byte(`{"\u0061":11e-1,"b":[1,2]}`) },
	} {
		same := base
		if change(&same); f.load(t, "FLG", []item{same}, "--dry-run") != summary(0, 0, 1, 0, 0) {
			t.Errorf("%s counts", name)
		}
	}
}

// While an import merges, meta.timestamp is before the dates that it gives. After a kill it stays there until the next import.
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
