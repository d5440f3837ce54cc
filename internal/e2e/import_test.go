package e2e_test

import (
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

// Each flag reaches the importer, bad items are shown, and the last line of stdout counts.
func TestImport(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("0"), newItem("1"), newItem("2"))
	bad := strings.Replace(ndjson(t, newItem("2")), `"page"`, `"pge"`, 1)
	for _, step := range []struct{ input, flags, stdout, says string }{
		{bad, "", "", "line 1 (id 2): contentType: "},
		{strings.Repeat("{}\n", 57), "", "", "57 bad items"},
		{ndjson(t, newItem("0")), "--prune", "", "--force"},
		{ndjson(t, newItem("0")) + bad, "--prune --skip-invalid --dry-run", summary(0, 0, 1, 1, 1), "line 2 (id 2): "},
		{ndjson(t, newItem("0")), "--prune --force", summary(0, 0, 1, 2, 0), ""},
		{ndjson(t, newItem("0")), "--source other", "", `"0" is an item of the source import`},
	} {
		got := i.run(t, step.input, append([]string{"import", "SFO", "-"}, strings.Fields(step.flags)...)...)
		if refused := step.stdout == ""; refused != (got.code == 1) || !strings.Contains(got.stdout, step.stdout) || !strings.Contains(got.stderr, step.says) {
			t.Errorf("%s: want %q and %q: %+v", step.flags, step.stdout, step.says, got)
		}
	}
	same(t, []string{"0"}, i.stored(t, "SFO"))
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
}
