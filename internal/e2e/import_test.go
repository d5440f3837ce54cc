package e2e_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// stored are the ids of an airport in the database.
func (i installation) stored(t *testing.T, airport string) []string {
	t.Helper()
	ids := []string{}
	i.sql(t, `SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM content_item WHERE airport = '`+airport+`'`, &ids)
	return ids
}

// Every flag, against an airport that has four items, 0 to 3.
func TestImport(t *testing.T) {
	t.Parallel()
	i := install(t)
	stored := []item{newItem("0"), newItem("1"), newItem("2"), newItem("3")}
	changed := newItem("1")
	changed.Title = "Changed"
	bad := strings.Replace(ndjson(t, newItem("2")), `"page"`, `"pge"`, 1)
	some, half, one := ndjson(t, stored[0], changed, newItem("new")), ndjson(t, stored[:2]...), ndjson(t, stored[0])
	array := func(lines string) string {
		return "[\n\n" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", ",\n") + "]"
	}
	four, five := []string{"0", "1", "2", "3"}, []string{"0", "1", "2", "3", "new"}
	for n, test := range []struct {
		name, input, flags string
		stdout             string // its last line; empty: exit code 1
		says               string // on stderr
		ids                []string
	}{
		{"no flag", some, "", summary(1, 1, 1, 0, 0), "", five},
		{"an array", array(some), "", summary(1, 1, 1, 0, 0), "", five},
		{"dry run", some, "--dry-run", summary(1, 1, 1, 0, 0), "", four},
		{"prune", some, "--prune", summary(1, 1, 1, 2, 0), "", []string{"0", "1", "new"}},
		{"prune half", half, "--prune", summary(0, 0, 2, 2, 0), "", []string{"0", "1"}},
		{"prune more than half", one, "--prune", "", "--force", four},
		{"prune more than half by force", one, "--prune --force", summary(0, 0, 1, 3, 0), "", []string{"0"}},
		{"prune by an empty input", "", "--prune", "", "--force", four},
		{"prune all by force", "", "--prune --force", summary(0, 0, 0, 4, 0), "", []string{}},
		{"an empty input", "", "", "", "empty", four},
		{"an empty array", "[]", "", summary(0, 0, 0, 0, 0), "", four},
		{"a bad item", some + bad, "", "", "line 4 (id 2): contentType: ", four},
		{"a bad item, prune by force", some + bad, "--prune --force", "", "line 4 (id 2): contentType: ", four},
		{"skip", some + bad, "--skip-invalid", summary(1, 1, 1, 0, 1), "line 4 (id 2): contentType: ", five},
		{"skip and prune keep the stored copy", some + bad, "--skip-invalid --prune", summary(1, 1, 1, 1, 1), "line 4 (id 2): ", []string{"0", "1", "2", "new"}},
		{"skip and prune without an id", some + "garbage\n", "--skip-invalid --prune", "", "--force", four},
		{"skip and prune without an id by force", some + "garbage\n", "--skip-invalid --prune --force", summary(1, 1, 1, 2, 1), "line 4: ", []string{"0", "1", "new"}},
		{"skip all", bad, "--skip-invalid", summary(0, 0, 0, 0, 1), "line 1 (id 2): ", four},
		{"skip lines that are no objects", "[1]\n?\n" + some, "--skip-invalid", summary(1, 1, 1, 0, 2), "line 2: ", five},
		{"skip an id's second line", some + ndjson(t, newItem("new")), "--skip-invalid", summary(1, 1, 1, 0, 1), `line 4 (id new): id: "new" was given in line 3 already`, five},
		{"an id twice in an array", array(some + ndjson(t, newItem("new"))), "", "", `item 4 (id new): id: "new" was given in item 3 already`, four},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			airport := fmt.Sprintf("A%02d", n)
			i.do(t, "airport", "add", airport, test.name)
			i.load(t, airport, stored)
			got := i.run(t, test.input, append([]string{"import", airport, "-"}, strings.Fields(test.flags)...)...)
			if failed := test.stdout == ""; failed != (got.code == 1) || !failed && !strings.HasSuffix(got.stdout, test.stdout+"\n") || failed && got.stdout != "" {
				t.Errorf("want %q: %+v", test.stdout, got)
			}
			if !strings.Contains(got.stderr, test.says) {
				t.Errorf("does not say %q: %s", test.says, got.stderr)
			}
			same(t, test.ids, i.stored(t, airport))
		})
	}
	t.Run("of many bad items 20 are shown, and all are counted", func(t *testing.T) {
		i.do(t, "airport", "add", "BAD", "Bad")
		got := i.run(t, strings.Repeat("{}\n", 57), "import", "BAD", "-")
		if shown := strings.Count(got.stderr, "line "); got.code != 1 || shown != 20 || !strings.Contains(got.stderr, "57") {
			t.Errorf("%d lines of %+v", shown, got)
		}
	})
}

// A second import of an airport waits for the first; one of another airport does not.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	i.do(t, "airport", "add", "JFK", "New York")
	beginImport := func(items ...item) (*process, io.Closer) {
		cmd := i.command(t, "import", "SFO", "-")
		input, err := cmd.StdinPipe()
		check(t, err)
		p := begin(t, cmd)
		go io.WriteString(input, ndjson(t, items...)) // the pipe stays open
		return p, input
	}
	first, end := beginImport(newItem("a"))
	second, endOther := beginImport(newItem("a"), newItem("b"))
	eventually(t, "one waits for the other", func() bool { return first.log.Has("wait") || second.log.Has("wait") })
	if got := i.load(t, "JFK", []item{newItem("other")}); got != summary(1, 0, 0, 0, 0) {
		t.Errorf("another airport: %s", got)
	}
	end.Close()
	endOther.Close()
	for _, p := range []*process{first, second} {
		if code := p.code(); code != 0 || !p.log.Has(", updated 0,") {
			t.Errorf("exit code %d: %s", code, p.log)
		}
	}
	same(t, []string{"a", "b"}, i.stored(t, "SFO"))
}

// Links that can run code are refused, and --clean-html makes content safe to embed.
func TestImportOfHTML(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	good, bad, worse := newItem("good"), newItem("bad"), newItem("worse")
	good.Content, good.Excerpt = new(`<p onclick="x()">Hi <a href="/map">map</a></p><script>alert(1)</script>`), new("<b>Fish</b> &amp; chips<script>x</script>")
	bad.URL, worse.Thumbnail = new("JavaScript:alert(1)"), new("\x01 java\tscript:alert(1)")
	got := i.run(t, ndjson(t, good, bad, worse), "import", "SFO", "-")
	for _, says := range []string{"line 2 (id bad): url: must not be a link of the scheme javascript", "line 3 (id worse): thumbnail: "} {
		if got.code != 1 || !strings.Contains(got.stderr, says) {
			t.Errorf("want %q: %+v", says, got)
		}
	}
	stored := func() (body, excerpt string) {
		i.sql(t, "SELECT content || chr(10) || excerpt FROM content_item WHERE id = 'good'", &body)
		body, excerpt, _ = strings.Cut(body, "\n")
		return body, excerpt
	}
	i.load(t, "SFO", []item{good})
	if body, excerpt := stored(); body != *good.Content || excerpt != *good.Excerpt {
		t.Errorf("a file's HTML is changed: %s, %s", body, excerpt)
	}
	i.load(t, "SFO", []item{good}, "--clean-html")
	if body, excerpt := stored(); body != `<p>Hi <a href="/map">map</a></p>` || excerpt != "Fish & chips" {
		t.Errorf("cleaned: %s, %s", body, excerpt)
	}
	if got := i.run(t, "", "doctor"); !strings.Contains(got.stdout, "none can run code") {
		t.Errorf("doctor: %s", got.stdout)
	}
	i.sql(t, "UPDATE content_item SET url = E'\\x01 Java\\nScript:x'")
	if got := i.run(t, "", "doctor"); !strings.Contains(got.stdout, "which imports refuse now: SFO 1") {
		t.Errorf("doctor: %s", got.stdout)
	}
}
