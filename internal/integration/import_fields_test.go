package integration_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lineWith is the line of the item "x" with one field as given, in JSON; "-" leaves the field out.
func lineWith(field, value string) string { return lineOf("x", field, value) }

func lineOf(id, field, value string) string {
	fields := []struct{ name, value string }{{"id", strconv.Quote(id)}, {"contentType", `"page"`}, {"title", `"T"`}, {"url", "null"}, {"excerpt", "null"},
		{"content", `"c"`}, {"thumbnail", "null"}, {"language", `"en"`}, {"lastModified", `"2026-01-01"`}, {"metadata", "null"}}
	var parts []string
	known := false
	for _, f := range fields {
		if f.name == field {
			known = true
			f.value = value
		}
		if f.value != "-" {
			parts = append(parts, fmt.Sprintf("%q:%s", f.name, f.value))
		}
	}
	if !known {
		parts = append(parts, fmt.Sprintf("%q:%s", field, value))
	}
	return "{" + strings.Join(parts, ",") + "}\n"
}

func text(character string, n int) string { return `"` + strings.Repeat(character, n) + `"` }

// What each field may be, and may not.
func TestImportedFields(t *testing.T) {
	t.Parallel()
	i, _ := imported(t)
	taken := []struct{ field, value string }{
		{"id", text("a", 200)}, {"id", text("😀", 200)}, {"id", `"..."`}, {"id", `" "`}, {"id", `"\u2028"`}, {"id", `"a/b%"`},
		{"contentType", `"parking-transportation"`}, {"contentType", `"general"`},
		{"title", text("t", 1000)}, {"title", text("ü", 1000)},
		{"url", text("u", 2048)}, {"url", text("ü", 2048)}, {"url", `""`}, {"url", "-"}, {"thumbnail", text("ü", 2048)}, {"thumbnail", "-"},
		{"excerpt", text("ü", 10_000)}, {"excerpt", `""`}, {"excerpt", "-"},
		{"content", `""`}, {"content", text("c ", 1_000_000)}, {"content", `"\u0001\ud83d\ude00"`},
		{"language", `"en"`}, {"language", `"pt-BR"`}, {"language", `"deu"`}, {"language", "-"},
		{"lastModified", `"2026-03-10"`}, {"lastModified", `"20260310"`}, {"lastModified", `"2026-03-10 09:30"`}, {"lastModified", `"2026-03-10t09:30:00.123456+0100"`}, {"lastModified", `"0001-01-01"`}, {"lastModified", "-"},
		{"metadata", "{}"}, {"metadata", `{"":0}`}, {"metadata", `{"a":[1,"b",null,true,{"c":[]}]}`}, {"metadata", "-"}, {"metadata", `{"map_poi_id":"text, but of a page"}`},
	}
	var input strings.Builder
	for n, test := range taken {
		input.WriteString(lineOf(fmt.Sprint(n), test.field, test.value))
	}
	if got := i.run(t.Context(), input.String(), "import", "SFO", "-", "--dry-run"); got.Code != 0 || got.Stdout != summary(len(taken), 0, 0, 0, 0) {
		t.Errorf("refused: %s", got.Stderr)
	}
	refused := []struct{ field, value string }{
		{"id", "-"}, {"id", "null"}, {"id", `""`}, {"id", "1"}, {"id", text("a", 201)}, {"id", text("😀", 201)}, {"id", `"."`}, {"id", `".."`},
		{"id", `"a\nb"`}, {"id", `"a\u0000"`}, {"id", `"\u007f"`}, {"id", `"\u0085"`},
		{"contentType", "-"}, {"contentType", "null"}, {"contentType", `"Page"`}, {"contentType", `""`}, {"contentType", `"press"`}, {"contentType", "1"},
		{"title", "-"}, {"title", "null"}, {"title", `""`}, {"title", text("t", 1001)}, {"title", "1"}, {"title", `"a\u0000b"`},
		{"url", text("u", 2049)}, {"url", "1"}, {"url", "false"}, {"url", `"\u0000"`}, {"thumbnail", text("u", 2049)}, {"thumbnail", "{}"},
		{"excerpt", text("e", 10_001)}, {"excerpt", "[]"}, {"excerpt", `"\u0000"`},
		{"content", "-"}, {"content", "null"}, {"content", "1"}, {"content", text("c", 2<<20+1)}, {"content", text("ü", 2_000_000)}, {"content", `"\u0000"`},
		{"language", `"e"`}, {"language", `"english language"`}, {"language", `"en_US"`}, {"language", "1"}, {"language", `""`}, {"language", `"\u0000"`},
		{"lastModified", `"yesterday"`}, {"lastModified", `""`}, {"lastModified", "1773135000"}, {"lastModified", `"2026-02-30"`},
		{"metadata", "[]"}, {"metadata", `"{}"`}, {"metadata", "1"}, {"metadata", `{"a":"\u0000"}`}, {"metadata", `{"\u0000":1}`},
		{"body", `"x"`}, {"Title", `"x"`}, {"content_type", `"page"`}, {"", "1"},
	}
	for tests := range slices.Chunk(refused, 20) { // so many are shown
		input.Reset()
		for n, test := range tests {
			input.WriteString(lineOf(fmt.Sprint(n), test.field, test.value))
		}
		got := i.run(t.Context(), input.String(), "import", "SFO", "-", "--skip-invalid")
		if got.Code != 0 || got.Stdout != summary(0, 0, 0, 0, len(tests)) {
			t.Errorf("exit code %d, %q", got.Code, got.Stdout)
		}
		for n, test := range tests {
			if !regexp.MustCompile(fmt.Sprintf(`(?m)^line %d: "?%s[^:]*: .`, n+1, regexp.QuoteMeta(test.field))).MatchString(got.Stderr) {
				t.Errorf("%s %.40s: line %d of %s", test.field, test.value, n+1, got.Stderr)
			}
		}
	}
	shop := func(metadata string) string {
		return strings.Replace(lineWith("metadata", metadata), `"page"`, `"shopping"`, 1)
	}
	for metadata, good := range map[string]bool{
		`null`: true, `{}`: true, `{"other":[]}`: true,
		`{"location_detail":"x","hours_of_operation":"","phone_number":"+1","map_poi_id":1.5}`: true,
		`{"location_detail":1}`: false, `{"hours_of_operation":{}}`: false, `{"phone_number":15550100}`: false, `{"map_poi_id":"17"}`: false, `{"map_poi_id":true}`: false,
	} {
		if got := i.run(t.Context(), shop(metadata), "import", "SFO", "-", "--dry-run"); (got.Code == 0) != good {
			t.Errorf("a shop's metadata %s: exit code %d, %s", metadata, got.Code, got.Stderr)
		}
	}
	var n int
	if i.sql(t, "SELECT count(*) FROM content_item", &n); n != 0 {
		t.Errorf("dry runs left %d items", n)
	}
}

// Files of every kind: what they are to say, and what of them is told.
func TestImportedFiles(t *testing.T) {
	t.Parallel()
	i, _ := imported(t)
	a, b, c := strings.TrimSpace(lineWith("id", `"a"`)), strings.TrimSpace(lineWith("id", `"b"`)), strings.TrimSpace(lineWith("id", `"c"`))
	pretty := strings.NewReplacer("{", "{\n\t", ",", ",\n\t", "}", "\n}").Replace
	const bom = "\ufeff"
	taken := map[string]string{
		"NDJSON":                       a + "\n" + b + "\n" + c + "\n",
		"without the last line's end":  a + "\n" + b + "\n" + c,
		"CRLF":                         a + "\r\n" + b + "\r\n" + c + "\r\n",
		"blank lines":                  "\n\n" + a + "\n \t\n" + b + "\n\n\n" + c + "\n\n",
		"a byte-order mark":            bom + a + "\n" + b + "\n" + c + "\n",
		"a byte-order mark and CRLF":   bom + a + "\r\n" + b + "\r\n" + c,
		"blanks about the items":       "  " + a + "  \n\t" + b + "\n" + c + "   ",
		"an array":                     "[" + a + "," + b + "," + c + "]",
		"an array, an item a line":     "[\n" + a + ",\n" + b + ",\n" + c + "\n]\n",
		"an array over many lines":     "\n [ " + pretty(a) + " ,\n" + pretty(b) + "\n,\n" + pretty(c) + " ]\r\n\n",
		"an array with a mark":         bom + "[" + a + "," + b + "," + c + "]",
		"fields in another order":      `{"content":"c","title":"T","contentType":"page","id":"a"}` + "\n" + b + "\n" + c,
		"escapes in the fields' names": strings.Replace(a, `"id"`, `"\u0069d"`, 1) + "\n" + b + "\n" + c,
	}
	for name, input := range taken {
		if got := i.run(t.Context(), input, "import", "SFO", "-", "--dry-run"); got.Code != 0 || !strings.HasSuffix(got.Stdout, "added 3, updated 0, unchanged 0, deleted 0, skipped 0\n") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := i.mustRead(t, "[]", "import", "SFO", "-"); got != "added 0, updated 0, unchanged 0, deleted 0, skipped 0" {
		t.Errorf("an empty array: %s", got)
	}
	refused := []struct{ name, input, says string }{
		{"nothing", "", "empty"},
		{"blanks", " \n\r\n ", "empty"},
		{"a mark alone", bom, "empty"},
		{"no JSON", "hello", "line 1"},
		{"HTML", "<!DOCTYPE html><html></html>", `line 1 begins "<!DOCTYPE html>`},
		{"an error page in the middle", a + "\n<html>\n" + c, "line 2"},
		{"a number", "42", "line 1"},
		{"null", "null", "line 1"},
		{"a string", `"x"`, "line 1"},
		{"an array of arrays", "[[]]", "1"},
		{"an array in a line", a + "\n[" + b + "]", "line 2"},
		{"two on a line", a + b + "\n", "line 1"},
		{"a comma between lines", a + ",\n" + b + "\n", "line 1"},
		{"an array that goes on", "[" + a + "]" + b, ""},
		{"two arrays", "[" + a + "][" + b + "]", ""},
		{"a comma too many", "[" + a + ",]", ""},
		{"no comma", "[" + a + b + "]", ""},
		{"cut in the second line", a + "\n" + b[:len(b)/2], "line 2"},
		{"an array without its end", "[" + a + "," + b, ""},
		{"an array cut in an item", "[" + a + "," + b[:len(b)-5], ""},
		{"UTF-16", "\xff\xfe{\x00", "UTF-16"},
		{"Latin-1", strings.Replace(a, `"T"`, "\"\xfc\"", 1), "line 1"},
		{"half a surrogate pair", strings.Replace(a, `"T"`, `"\ud800"`, 1), "line 1"},
		{"a raw control character", strings.Replace(a, `"T"`, "\"a\tb\"", 1), "line 1"},
		{"NUL bytes", "\x00\x00\x00", "binary"},
		{"NaN", strings.Replace(a, `"metadata":null`, `"metadata":{"a":NaN}`, 1), "line 1"},
		{"a leading zero", strings.Replace(a, `"metadata":null`, `"metadata":{"a":01}`, 1), "line 1"},
		{"a field twice", strings.Replace(a, "{", `{"title":"again",`, 1), "line 1"},
		{"a key of metadata twice", strings.Replace(a, `"metadata":null`, `"metadata":{"a":1,"a":2}`, 1), "line 1"},
		{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00", "gzip"},
		{"an id twice", a + "\n" + b + "\n\n" + a + "\n", "line 4"},
		{"an id twice in an array", "[\n" + a + ",\n" + b + ",\n" + a + "]", "3"},
	}
	for _, test := range refused {
		got := i.run(t.Context(), test.input, "import", "SFO", "-")
		if got.Code != 1 || !strings.Contains(got.Stderr, test.says) || strings.Contains(got.Stdout, "added") {
			t.Errorf("%s: exit code %d, stdout %q, stderr %s", test.name, got.Code, got.Stdout, got.Stderr)
		}
	}
	if got := i.run(t.Context(), a+"\n"+b+"\n"+a, "import", "SFO", "-"); !strings.Contains(got.Stderr, "line 3") || !strings.Contains(got.Stderr, "line 1") {
		t.Errorf("an id twice has to name both lines: %s", got.Stderr)
	}
	// Wherever a file is cut, nothing of it is taken.
	whole := "[" + a + ",\n" + b + "]"
	for n := 1; n < len(whole); n += 19 {
		if got := i.run(t.Context(), whole[:n], "import", "SFO", "-"); got.Code != 1 {
			t.Errorf("cut after %d bytes: exit code %d, %s", n, got.Code, got.Stdout)
		}
	}
	var left int
	if i.sql(t, "SELECT count(*) FROM content_item", &left); left != 0 {
		t.Errorf("refused files left %d items", left)
	}
}
