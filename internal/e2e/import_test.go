package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	four, five := []string{"0", "1", "2", "3"}, []string{"0", "1", "2", "3", "new"}
	for n, test := range []struct {
		name, input, flags string
		stdout             string // its last line; empty: exit code 1
		says               string // on stderr
		ids                []string
	}{
		{"no flag", some, "", summary(1, 1, 1, 0, 0), "", five},
		{"dry run", some, "--dry-run", summary(1, 1, 1, 0, 0), "", four},
		{"prune", some, "--prune", summary(1, 1, 1, 2, 0), "", []string{"0", "1", "new"}},
		{"prune, dry run", some, "--prune --dry-run", summary(1, 1, 1, 2, 0), "", four},
		{"prune half", half, "--prune", summary(0, 0, 2, 2, 0), "", []string{"0", "1"}},
		{"prune more than half", one, "--prune", "", "--force", four},
		{"prune more than half by force", one, "--prune --force", summary(0, 0, 1, 3, 0), "", []string{"0"}},
		{"prune by an empty input", "", "--prune", "", "--force", four},
		{"prune by an empty array", "[]", "--prune", "", "--force", four},
		{"prune all by force", "", "--prune --force", summary(0, 0, 0, 4, 0), "", []string{}},
		{"an empty input", "", "", "", "empty", four},
		{"an empty array", "[]", "", summary(0, 0, 0, 0, 0), "", four},
		{"a bad item", some + bad, "", "", "line 4: contentType: ", four},
		{"a bad item, prune by force", some + bad, "--prune --force", "", "line 4: contentType: ", four},
		{"skip", some + bad, "--skip-invalid", summary(1, 1, 1, 0, 1), "line 4: contentType: ", five},
		{"skip, dry run", some + bad, "--skip-invalid --dry-run", summary(1, 1, 1, 0, 1), "line 4: contentType: ", four},
		{"skip and prune keep the stored copy", some + bad, "--skip-invalid --prune", summary(1, 1, 1, 1, 1), "line 4: ", []string{"0", "1", "2", "new"}},
		{"skip and prune without an id", some + "garbage\n", "--skip-invalid --prune", "", "--force", four},
		{"skip and prune without an id by force", some + "garbage\n", "--skip-invalid --prune --force", summary(1, 1, 1, 2, 1), "line 4: ", []string{"0", "1", "new"}},
		{"skip all", bad, "--skip-invalid", summary(0, 0, 0, 0, 1), "line 1: ", four},
		{"skip lines that are no objects", "[1]\n?\n" + some, "--skip-invalid", summary(1, 1, 1, 0, 2), "line 2: ", five},
		{"skip an id's second line", some + ndjson(t, newItem("new")), "--skip-invalid", summary(1, 1, 1, 0, 1), "line 4: id: ", five},
		{"an id twice", some + ndjson(t, newItem("new")), "", "", "line 4: id: ", four},
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
}

// Of many bad items 20 are shown, and all are counted.
func TestManyBadItems(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	got := i.run(t, strings.Repeat("{}\n", 57), "import", "SFO", "-")
	if shown := strings.Count(got.stderr, "line "); got.code != 1 || shown != 20 || !strings.Contains(got.stderr, "57") {
		t.Errorf("%d lines of %+v", shown, got)
	}
}

// line is an item with one field as given, in JSON; "-" leaves it out.
func line(id, field, value string) string {
	fields := []string{"id", strconv.Quote(id), "contentType", `"page"`, "title", `"T"`, "content", `"c"`}
	if at := slices.Index(fields, field); at >= 0 && at%2 == 0 {
		fields[at+1] = value
	} else {
		fields = append(fields, field, value)
	}
	var parts []string
	for n := 0; n < len(fields); n += 2 {
		if fields[n+1] != "-" {
			parts = append(parts, strconv.Quote(fields[n])+":"+fields[n+1])
		}
	}
	return "{" + strings.Join(parts, ",") + "}\n"
}

func TestImportedFields(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	text := func(character string, n int) string { return `"` + strings.Repeat(character, n) + `"` }
	fields := []struct {
		field           string
		accepted, other []string
	}{
		{"id", []string{text("😀", 200), `"..."`, `" "`, `"a/b%"`}, []string{"-", "null", `""`, "1", text("a", 201), `"."`, `".."`, `"a\nb"`, `"a\u0000"`, `"\u007f"`}},
		{"contentType", []string{`"parking-transportation"`, `"general"`}, []string{"-", "null", `"Page"`, `""`, `"press"`, "1"}},
		{"title", []string{text("ü", 1000)}, []string{"-", "null", `""`, text("t", 1001), "1", `"a\u0000b"`}},
		{"url", []string{text("ü", 2048), `""`, "null", "-"}, []string{text("u", 2049), "1", `"\u0000"`}},
		{"thumbnail", []string{text("ü", 2048), "null", "-"}, []string{text("u", 2049), "{}"}},
		{"excerpt", []string{text("ü", 10_000), `""`, "null", "-"}, []string{text("e", 10_001), "[]"}},
		{"content", []string{`""`, text("c ", 1_000_000), `"\u0001\ud83d\ude00"`}, []string{"-", "null", "1", text("c", 2<<20+1), `"\u0000"`, `"\ud800"`}},
		{"language", []string{`"en"`, `"pt-BR"`, "-"}, []string{`"e"`, `"english language"`, `"en_US"`, "1", `""`}},
		{"lastModified", []string{`"2026-03-10"`, `"20260310"`, `"2026-03-10 09:30"`, `"2026-03-10t09:30:00.123456+0100"`, "-"}, []string{`"yesterday"`, `""`, "1773135000", `"2026-02-30"`}},
		{"metadata", []string{"null", "{}", `{"a":[1,"b",null,true,{"c":[]}]}`, "-", `{"map_poi_id":"of a page"}`, `{"n":` + strings.Repeat("7", 1000) + `}`, `{"n":1e999}`},
			[]string{"[]", `"{}"`, "1", `{"a":"\u0000"}`, `{"\u0000":1}`, `{"a":1,"a":2}`}},
		{"body", nil, []string{`"unknown"`}},
		{"Title", nil, []string{`"unknown"`}},
	}
	for _, test := range fields {
		row(t, test.field, func(t *testing.T) {
			if len(test.accepted) > 0 {
				var input strings.Builder
				for n, value := range test.accepted {
					input.WriteString(line(fmt.Sprint(n), test.field, value))
				}
				if got := i.run(t, input.String(), "import", "SFO", "-", "--dry-run"); got.code != 0 {
					t.Errorf("refused: %.500s", got.stderr)
				}
			}
			var input strings.Builder
			for n, value := range test.other {
				input.WriteString(line(fmt.Sprint(n), test.field, value))
			}
			got := i.run(t, input.String(), "import", "SFO", "-", "--skip-invalid", "--dry-run")
			for n, value := range test.other {
				if !regexp.MustCompile(fmt.Sprintf(`(?m)^line %d: "?(%s|json)\b[^:]*: .`, n+1, test.field)).MatchString(got.stderr) {
					t.Errorf("%.40s: not refused as line %d: field: reason: %.1000s", value, n+1, got.stderr)
				}
			}
		})
	}
	for metadata, good := range map[string]bool{
		`{"other":[]}`: true, `{"location_detail":"x","hours_of_operation":"","phone_number":"+1","map_poi_id":1.5}`: true,
		`{"location_detail":1}`: false, `{"hours_of_operation":{}}`: false, `{"phone_number":15550100}`: false, `{"map_poi_id":"17"}`: false,
	} {
		row(t, "a shop's "+metadata, func(t *testing.T) {
			shop := strings.Replace(line("x", "metadata", metadata), `"page"`, `"shopping"`, 1)
			if got := i.run(t, shop, "import", "SFO", "-", "--dry-run"); (got.code == 0) != good {
				t.Errorf("%+v", got)
			}
		})
	}
	for name, metadata := range map[string]string{"metadata over 64 KB": `{"a":` + text("m", 65<<10) + `}`, "a number over 1,000 digits": `{"n":` + strings.Repeat("7", 1001) + `}`,
		"a number over 1,000 digits written out": `{"n":1e1001}`} {
		row(t, name, func(t *testing.T) {
			if got := i.run(t, line("x", "metadata", metadata), "import", "SFO", "-", "--dry-run"); got.code != 1 || !strings.Contains(got.stderr, "line 1: metadata") {
				t.Errorf("exit code %d: %.500s", got.code, got.stderr)
			}
		})
	}
	if left := i.stored(t, "SFO"); len(left) != 0 {
		t.Errorf("dry runs left %q", left)
	}
}

// Files of every kind: three items, or a refusal that says where.
func TestImportedFiles(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	a, b, c := strings.TrimSpace(line("a", "id", `"a"`)), strings.TrimSpace(line("b", "id", `"b"`)), strings.TrimSpace(line("c", "id", `"c"`))
	pretty := strings.NewReplacer("{", "{\n\t", ",", ",\n\t", "}", "\n}").Replace
	for name, input := range map[string]string{
		"NDJSON without the last line's end": a + "\n" + b + "\n" + c,
		"CRLF and a byte-order mark":         "\ufeff" + a + "\r\n" + b + "\r\n" + c + "\r\n",
		"blank lines":                        "\n\n" + a + "\n \t\n" + b + "\n\n\n" + c + "\n\n",
		"an array":                           "[" + a + "," + b + "," + c + "]",
		"an array over many lines":           "\ufeff\n [ " + pretty(a) + " ,\n" + pretty(b) + "\n,\n" + pretty(c) + " ]\r\n\n",
	} {
		row(t, name, func(t *testing.T) {
			if got := i.feed(t, input, "import", "SFO", "-", "--dry-run"); !strings.HasSuffix(got, summary(3, 0, 0, 0, 0)) {
				t.Errorf("%s", got)
			}
		})
	}
	for _, test := range []struct{ name, input, says string }{
		{"blanks", " \n\r\n ", "empty"},
		{"HTML", "<!DOCTYPE html><html></html>", "line 1"},
		{"an error page in the middle", a + "\n<html>\n" + c, "line 2"},
		{"null", "null", "line 1"},
		{"an array in a line", a + "\n[" + b + "]", "line 2"},
		{"two on a line", a + b + "\n", "line 1"},
		{"an array that goes on", "[" + a + "]" + b, ""},
		{"a comma too many", "[" + a + ",]", ""},
		{"cut in the second line", a + "\n" + b[:len(b)/2], "line 2"},
		{"an array without its end", "[" + a + "," + b, ""},
		{"UTF-16", "\xff\xfe{\x00", ""},
		{"Latin-1", strings.Replace(a, `"T"`, "\"\xfc\"", 1), "line 1"},
		{"NaN", strings.Replace(a, `"T"`, "NaN", 1), "line 1"},
		{"a field twice", strings.Replace(a, "{", `{"title":"again",`, 1), "line 1"},
		{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00", ""},
		{"an id twice in an array", "[\n" + a + ",\n" + b + ",\n" + a + "]", "3"},
	} {
		row(t, test.name, func(t *testing.T) {
			if got := i.run(t, test.input, "import", "SFO", "-"); got.code != 1 || !strings.Contains(got.stderr, test.says) || got.stdout != "" {
				t.Errorf("want %q: %+v", test.says, got)
			}
		})
	}
	if left := i.stored(t, "SFO"); len(left) != 0 {
		t.Errorf("refused files left %q", left)
	}
}

// A second import of an airport waits for the first; one of another airport does not.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t)
	i.do(t, "airport", "add", "JFK", "New York")
	type running struct {
		input  io.WriteCloser
		stderr *logged
		stdout bytes.Buffer
		wait   func() error
	}
	begin := func(items ...item) *running {
		cmd := i.command(t, "import", "SFO", "-")
		r := &running{stderr: &logged{}, wait: sync.OnceValue(cmd.Wait)}
		cmd.Stdout, cmd.Stderr = &r.stdout, r.stderr
		var err error
		if r.input, err = cmd.StdinPipe(); err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		go io.WriteString(r.input, ndjson(t, items...)) // the pipe stays open
		return r
	}
	first, second := begin(newItem("a")), begin(newItem("a"), newItem("b"))
	eventually(t, "one waits for the other", func() bool { return first.stderr.has("wait") || second.stderr.has("wait") })
	if first.stderr.has("wait") {
		first, second = second, first
	}
	if got := i.load(t, "JFK", []item{newItem("other")}); got != summary(1, 0, 0, 0, 0) {
		t.Errorf("another airport: %s", got)
	}
	for _, r := range []*running{first, second} {
		r.input.Close()
		if err := r.wait(); err != nil || !strings.Contains(r.stdout.String(), ", updated 0,") {
			t.Errorf("%v: %s%s", err, &r.stdout, r.stderr)
		}
	}
	same(t, []string{"a", "b"}, i.stored(t, "SFO"))
}
