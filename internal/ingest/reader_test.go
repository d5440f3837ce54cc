package ingest_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// good is an item with everything that must be there; extra goes before its end.
func good(id, extra string) string {
	return fmt.Sprintf(`{"id":%q,"contentType":"page","title":"T","content":"<p>C</p>"%s}`, id, extra)
}

// read lists what the reader says of an input: ids, or errors.
func read(input io.Reader) []string {
	var said []string
	r := ingest.NewReader(input)
	for {
		record, err := r.Next()
		var invalid *ingest.Invalid
		switch {
		case err == nil:
			said = append(said, fmt.Sprintf("%d %s", record.Line, record.Item.ID))
		case errors.As(err, &invalid):
			said = append(said, fmt.Sprintf("%v (%s)", err, invalid.ID))
		case errors.Is(err, io.EOF):
			return said
		default:
			return append(said, "end: "+err.Error())
		}
	}
}

func TestReadFormats(t *testing.T) {
	t.Parallel()
	a, b := good("a", ""), good("b", "")
	pretty := strings.ReplaceAll(a, ",", ",\n  ")
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"lines", a + "\n" + b + "\n", []string{"1 a", "2 b"}},
		{"no newline at the end", a + "\n" + b, []string{"1 a", "2 b"}},
		{"blank lines and CRLF", "\r\n \t\n" + a + "\r\n\r\n" + b + "\r\n\n", []string{"3 a", "5 b"}},
		{"byte-order mark", "\ufeff" + a, []string{"1 a"}},
		{"array", "[" + a + "," + b + "]", []string{"1 a", "2 b"}},
		{"pretty array", "\ufeff \n[\n" + pretty + "\n,\n" + b + "\n]\n", []string{"1 a", "2 b"}},
		{"empty array", " [ ] ", nil},
		{"backslashes", `[{"\\":"` + strings.Repeat(`\\`, 70_000) + `"},` + b + "]", []string{
			`line 1: "\\": unknown field; did you mean "id"? Known are id, contentType, title, url, excerpt, content, thumbnail, language, lastModified, metadata ()`, "2 b"}},
		{"strings with brackets", "[" + good("a", `,"url":"]}\\\"{["`) + "," + b + "]", []string{"1 a", "2 b"}},
	} {
		if diff := cmp.Diff(tc.want, read(strings.NewReader(tc.in))); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
		if diff := cmp.Diff(tc.want, read(iotest.OneByteReader(strings.NewReader(tc.in)))); diff != "" {
			t.Errorf("%s, byte by byte: %s", tc.name, diff)
		}
	}
}

func TestReadGoesOnAfterBadItems(t *testing.T) {
	t.Parallel()
	a, b := good("a", ""), good("b", "")
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"no JSON on a line", a + "\n?\n" + b, []string{
			"1 a", "line 2: json: not a JSON object: invalid character '?' at start of value after byte 0 ()", "3 b"}},
		{"no JSON on the first line", "?\n" + b, []string{
			"line 1: json: not a JSON object: invalid character '?' at start of value after byte 0 ()", "2 b"}},
		{"other JSON", a + "\n[]\n\"x\"\n" + b, []string{
			"1 a", "line 2: json: not a JSON object but an array ()", "line 3: json: not a JSON object but a string ()", "4 b"}},
		{"other JSON first", " \n [1] \r\nnull\n7\n[" + a + "]\n" + b + "\n", []string{
			"line 2: json: not a JSON object but an array ()", "line 3: json: not a JSON object but null ()",
			"line 4: json: not a JSON object but a number ()", "line 5: json: not a JSON object but an array ()", "6 b"}},
		{"markup first", "<b>Warning</b>\n" + b, []string{
			"line 1: json: not a JSON object: invalid character '<' at start of value after byte 0 ()", "2 b"}},
		{"in an array", "[" + a + ",null,7 , " + b + "]", []string{
			"1 a", "line 2: json: not a JSON object but null ()", "line 3: json: not a JSON object but a number ()", "4 b"}},
		{"bad item in an array", "[" + good("a", `,"url":7`) + "," + b + "]", []string{
			"line 1: url: must be a string or null, not a number (a)", "2 b"}},
		{"two on a line", a + b + "\n" + b, []string{"line 1: json: followed by more on the same line (a)", "2 b"}},
		{"cut within the file", a[:30] + "\n" + b, []string{
			"line 1: json: not a whole JSON object; NDJSON has each item on one line (a)", "2 b"}},
		{"too long", good("a", `,"url":"`+strings.Repeat("x", 16<<20)+`"`) + "\n" + b, []string{
			"line 1: json: longer than 16777216 bytes, which no item may be (a)", "2 b"}},
		{"too long in an array", "[" + good("a", `,"url":"`+strings.Repeat("x", 16<<20)+`"`) + "," + b + "]", []string{
			"line 1: json: longer than 16777216 bytes, which no item may be (a)", "2 b"}},
	} {
		if diff := cmp.Diff(tc.want, read(strings.NewReader(tc.in))); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
}

func TestReadEnds(t *testing.T) {
	t.Parallel()
	a, b := good("a", ""), good("b", "")
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"gzip", "\x1f\x8b\x08", []string{"end: the input is gzip; unpack it first (wanted NDJSON or one JSON array)"}},
		{"UTF-16", "\xff\xfe{\x00", []string{"end: the input is UTF-16; convert it to UTF-8 first (wanted NDJSON or one JSON array)"}},
		{"HTML", "<!doctype html>\n<p>x</p>\n", []string{
			"line 1: json: not a JSON object: invalid character '<' at start of value after byte 0 ()",
			"line 2: json: not a JSON object: invalid character '<' at start of value after byte 0 ()",
			`end: the input is neither NDJSON (one JSON object a line) nor one JSON array: line 1 begins "<!doctype html>"`}},
		{"no object at all", "\n123\nnull\n", []string{
			"line 2: json: not a JSON object but a number ()", "line 3: json: not a JSON object but null ()",
			`end: the input is neither NDJSON (one JSON object a line) nor one JSON array: line 2 begins "123"`}},
		{"text", "hello", []string{
			"line 1: json: not a JSON object: invalid character 'h' at start of value after byte 0 ()",
			`end: the input is neither NDJSON (one JSON object a line) nor one JSON array: line 1 begins "hello"`}},
		{"cut", a + "\n" + b[:40], []string{"1 a", "end: line 2: the input ends in the middle of an item"}},
		{"cut array", "[" + a + "," + b[:40], []string{"1 a", "end: item 2 of the array: the input ends before the array does"}},
		{"cut after an item", "[" + a, []string{"1 a", "end: item 1 of the array: the input ends before the array does"}},
		{"cut after a comma", "[" + a + ",", []string{"1 a", "end: item 1 of the array: the input ends before the array does"}},
		{"cut at the start", "[", []string{"end: item 1 of the array: the input ends before the array does"}},
		{"comma too many", "[" + a + ",]", []string{"1 a", "end: item 2 of the array is missing: there is a comma too many"}},
		{"comma missing", "[" + a + b + "]", []string{"1 a", "end: item 1 of the array is followed by '{' instead of a comma or ]"}},
		{"more after the array", "[" + a + "] " + b, []string{"1 a", "end: there is more after the end of the array, from '{' on"}},
		{"more lines after the array", "[" + a + "]\n]\n", []string{"1 a", "end: there is more after the end of the array, from ']' on"}},
		{"cut after bad lines", "[1]\n?\n" + a[:40], []string{
			"line 1: json: not a JSON object but an array ()",
			"line 2: json: not a JSON object: invalid character '?' at start of value after byte 0 ()",
			"end: line 3: the input ends in the middle of an item"}},
	} {
		if diff := cmp.Diff(tc.want, read(strings.NewReader(tc.in))); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
	for _, blank := range []string{"", " \r\n\t\n", "\ufeff", "\ufeff\n"} {
		if _, err := ingest.NewReader(strings.NewReader(blank)).Next(); !errors.Is(err, ingest.ErrEmpty) {
			t.Errorf("%q: %v, want ErrEmpty", blank, err)
		}
	}
}

// However many lines come before the first object, they are bad items like others.
func TestReadManyBadLinesFirst(t *testing.T) {
	t.Parallel()
	said := read(strings.NewReader(strings.Repeat("a,b,c\n", 1000) + good("a", "")))
	if len(said) != 1001 || said[1000] != "1001 a" {
		t.Errorf("%d results, at last %s", len(said), said[len(said)-1])
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	for _, start := range []string{"", good("a", "") + "\n", good("a", "") + "\n{", "[" + good("a", "") + ",{"} {
		r := ingest.NewReader(io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if !errors.Is(err, broken) {
			t.Errorf("after %q: %v", start, err)
		}
		if _, again := r.Next(); again != err {
			t.Errorf("after the end: %v, then %v", err, again)
		}
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	const in = `{"lastModified":"2026-03-10T09:30:00.1239+01:00","metadata": {"n": 1.50, "a":[1e400]},"language":"pt-BR",
		"thumbnail":"/t.png","content":"<p>Caf\u00e9</p>","excerpt":"Wi-Fi &amp; more","url":"/u","title":"McDonald's","contentType":"dining","id":"a/ü"}`
	r := ingest.NewReader(strings.NewReader("[" + in + "," + good("b", "") + "]"))
	text := func(s string) *string { return &s }
	want := []*ingest.Record{
		{
			Line: 1, Title: "mcdonald", Excerpt: "wi fi more", Text: "café",
			Item: content.Item{
				ID: "a/ü", Type: "dining", Title: "McDonald's", URL: text("/u"), Excerpt: text("Wi-Fi &amp; more"),
				Body: text("<p>Café</p>"), Thumbnail: text("/t.png"), Language: "pt-BR",
				LastModified: time.Date(2026, 3, 10, 8, 30, 0, 123e6, time.UTC), Metadata: []byte(`{"n": 1.50, "a":[1e400]}`),
			},
		},
		{Line: 2, Title: "t", Text: "c", Item: content.Item{ID: "b", Type: "page", Title: "T", Body: text("<p>C</p>"), Language: "en"}},
	}
	var got []*ingest.Record
	for {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, record)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	a, b := good("a", ""), good("b", `,"excerpt":"\u00e9 é 😀 \ud83d\ude00","metadata":{"n":[-1.5e+3,true,null]},"titel":1`)
	for n := 1; n < len(b); n++ {
		for _, in := range []string{a + "\n" + b[:n], "[" + a + "," + b[:n]} {
			said := read(strings.NewReader(in))
			if len(said) != 2 || said[0] != "1 a" || !strings.HasPrefix(said[1], "end: ") || !strings.Contains(said[1], "the input ends") {
				t.Errorf("cut to …%.30q: %q", in[len(in)-min(n, 30):], said)
			}
		}
	}
}
