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

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/search/document"
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

func TestFormats(t *testing.T) {
	a, b := good("a", ""), good("b", "")
	pretty := strings.ReplaceAll(a, ",", ",\n  ")
	const notJSON = "line %d: json: not JSON: invalid character '%c' at start of value after byte 0 ()"
	const binary = "end: the input looks like %s, not like JSON: unpack binary files, and convert UTF-16 to UTF-8"
	const cut = "end: item %d of the array: the input ends before the array does"
	long := good("a", `,"url":"`+strings.Repeat("x", 32<<20)+`"`)
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
		{"empty", "", []string{"end: " + ingest.ErrEmpty.Error()}},
		{"blank", "\ufeff \r\n\t\n", []string{"end: " + ingest.ErrEmpty.Error()}},

		{"no JSON on a line", a + "\n?\n" + b, []string{"1 a", fmt.Sprintf(notJSON, 2, '?'), "3 b"}},
		{"markup first", "<b>Warning</b>\n" + b, []string{fmt.Sprintf(notJSON, 1, '<'), "2 b"}},
		{"an array first", " \n[1]\r\n" + b + "\n", []string{"line 2: json: must be an object, not an array ()", "3 b"}},
		{"other JSON", "7\nnull\n" + b + "\n", []string{"line 1: json: must be an object, not a number ()", "line 2: id: missing or null ()", "3 b"}},
		{"in an array", "[" + a + ",[],7 , " + b + "]", []string{
			"1 a", "item 2: json: must be an object, not an array ()", "item 3: json: must be an object, not a number ()", "4 b"}},
		{"bad UTF-8 in an array", "[" + good("a", ",\"url\":\"\xff\"") + "," + b + "]", []string{"item 1 (id a): url: not JSON: invalid UTF-8 after byte 71 (a)", "2 b"}},
		{"two on a line", a + b + "\n" + b, []string{"line 1 (id a): json: not JSON: invalid character '{' after top-level value after byte 64 (a)", "2 b"}},
		{"half an item on a line", a[:30] + "\n" + b, []string{
			"line 1 (id a): json: not a whole JSON object of at most 32 MB; NDJSON has each item on one line (a)", "2 b"}},
		{"long line", long + "\n" + b, []string{
			"line 1 (id a): json: not a whole JSON object of at most 32 MB; NDJSON has each item on one line (a)", "2 b"}},

		{"long item of an array", "[" + long + "]", []string{"end: item 1 of the array is longer than 32 MB"}},
		{"gzip", "\x1f\x8b\x08", []string{fmt.Sprintf(binary, "application/x-gzip")}},
		{"UTF-16", "\xff\xfe{\x00", []string{fmt.Sprintf(binary, "text/plain; charset=utf-16le")}},
		{"NUL", "\x00\x00", []string{fmt.Sprintf(binary, "application/octet-stream")}},
		{"cut after an item", "[" + a, []string{"1 a", fmt.Sprintf(cut, 2)}},
		{"cut after a comma", "[" + a + ",", []string{"1 a", fmt.Sprintf(cut, 2)}},
		{"cut at the start", "[", []string{fmt.Sprintf(cut, 1)}},
		{"comma too many", "[" + a + ",]", []string{"1 a", "end: item 2 of the array: jsontext: invalid character ',' at start of value after offset 65"}},
		{"more after the array", "[" + a + "] " + b, []string{"1 a", "end: there is more after the end of the array"}},
		{"cut after a bad line", "?\n" + a[:40], []string{fmt.Sprintf(notJSON, 1, '?'), "end: line 2: the input ends in the middle of an item"}},
	} {
		check.Same(t, tc.want, read(strings.NewReader(tc.in)), tc.name)
		if len(tc.in) > 1000 {
			continue
		}
		check.Same(t, tc.want, read(iotest.OneByteReader(strings.NewReader(tc.in))), tc.name, ", byte by byte")
	}
}

// Wherever an input breaks off, the reader says so.
func TestCutAnywhere(t *testing.T) {
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

func TestReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, start := range []string{"", good("a", "") + "\n", good("a", "") + "\n{", "[" + good("a", "") + ",{", "[" + good("a", "") + "]"} {
		r := ingest.NewReader(io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		check.Error(t, broken, err, "after ", start)
	}
}

func TestRecord(t *testing.T) {
	const in = `{"lastModified":"2026-03-10T09:30:00.1239+01:00","metadata": {"n": 1.50, "\u0061":[1e400]},"language":"pt-BR",
		"thumbnail":"/t.png","content":"<p>Caf\u00e9</p>","excerpt":"Wi-Fi &amp; more","url":"/u","title":"McDonald's","contentType":"dining","id":"a/ü"}`
	want := &ingest.Record{
		Line: 1, Texts: document.Texts(document.Item{Type: "dining", Language: "pt-BR", Title: "McDonald's", Excerpt: "Wi-Fi &amp; more", Body: "<p>Café</p>"}),
		Item: &content.Item{
			ID: "a/ü", Type: "dining", Title: "McDonald's", URL: new("/u"), Excerpt: new("Wi-Fi &amp; more"),
			Body: new("<p>Café</p>"), Thumbnail: new("/t.png"), Language: "pt-BR",
			LastModified: time.Date(2026, 3, 10, 8, 30, 0, 123e6, time.UTC), Metadata: []byte(`{"n":1.50,"a":[1e400]}`),
		},
	}
	r := ingest.NewReader(strings.NewReader("[" + in + "," + good("b", "") + "]"))
	got, err := r.Next()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	got, err = r.Next() // the defaults
	if diff := cmp.Diff(&content.Item{ID: "b", Type: "page", Title: "T", Body: new("<p>C</p>"), Language: "en"}, got.Item); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// On request, keys of metadata are read from texts. The texts for the index stay the same.
func TestReadTexts(t *testing.T) {
	const in = `{"id":"a","contentType":"dining","title":"Bar","content":"","metadata":{"hours_of_operation":"6 am - 10 pm","location_detail":"Curbside"}}`
	plain := check.Must(ingest.NewReader(strings.NewReader(in)).Next())(t)
	r := ingest.NewReader(strings.NewReader(in))
	r.ReadTexts = true
	got := check.Must(r.Next())(t)
	check.Same(t, []string{"opening_hours"}, got.ReadKeys)
	check.Same(t, []string{"location_detail"}, got.UnreadKeys)
	check.Same(t, "06:00-22:00", got.OpenTimes)
	check.Same(t, `{"hours_of_operation":"6 am - 10 pm","location_detail":"Curbside","opening_hours":"06:00-22:00"}`, string(got.Item.Metadata))
	check.Same(t, plain.Texts, got.Texts)
	check.Same(t, "", plain.OpenTimes)
}

// On request, content is made safe to embed, and an excerpt becomes text. Else both stay.
func TestCleanHTML(t *testing.T) {
	const file = `{"id":"a","contentType":"page","title":"T","content":"<p onclick=\"x()\">Hi <a href=\"/map\">map</a></p><script>alert(1)</script>","excerpt":"<b>Fish</b> &amp; chips<script>x</script>"}`
	for clean, want := range map[bool][2]string{
		true:  {`<p>Hi <a href="/map">map</a></p>`, "Fish & chips"},
		false: {`<p onclick="x()">Hi <a href="/map">map</a></p><script>alert(1)</script>`, "<b>Fish</b> &amp; chips<script>x</script>"},
	} {
		r := ingest.NewReader(strings.NewReader(file))
		r.CleanHTML = clean
		record, err := r.Next()
		if err != nil || *record.Item.Body != want[0] || *record.Item.Excerpt != want[1] {
			t.Errorf("clean %t: %s, %s, %v", clean, *record.Item.Body, *record.Item.Excerpt, err)
		}
	}
}
