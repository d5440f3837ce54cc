package integration_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// Numbers in metadata keep their value, digit by digit, however long.
func TestNumbersInMetadataAreExact(t *testing.T) {
	t.Parallel()
	numbers := []string{"0", "-0", "1", "-1", "1.10", "1.0", "0.1", "1e21", "1E21", "1e-7", "1e400", "-1.5e-300", "123456789012345678901234567890",
		"12345678901234567890.123456789", "9007199254740993", "18446744073709551616", "0.30000000000000004", "3.141592653589793238462643383279", "1e0", "100e-2"}
	var items []item
	for k, n := range numbers {
		i := newItem(fmt.Sprintf("%02d", k))
		i.Metadata = json.RawMessage(`{"n":` + n + `,"deep":[{"n":` + n + `}]}`)
		items = append(items, i)
	}
	i, key := imported(t, items...)
	s := i.serve(t)
	for k, got := range s.list(t, key, "SFO", "size", "100").Results {
		var value struct {
			N    json.Number
			Deep []struct{ N json.Number }
		}
		if err := json.Unmarshal(got.Metadata, &value); err != nil {
			t.Fatalf("%s: %v", got.Metadata, err)
		}
		for _, n := range []json.Number{value.N, value.Deep[0].N} {
			if !sameNumber(t, numbers[k], n.String()) {
				t.Errorf("%s came back as %s", numbers[k], n)
			}
		}
	}
	// What is imported again in another spelling of the same value has not changed.
	if got := i.mustRead(t, file(t, items...), "import", "SFO", "-"); got != fmt.Sprintf("added 0, updated 0, unchanged %d, deleted 0, skipped 0", len(items)) {
		t.Errorf("imported again: %s", got)
	}
}

// Text comes back byte for byte, and JSON does not escape what HTML would.
func TestTextIsKept(t *testing.T) {
	t.Parallel()
	texts := []string{`<p class="a">Fish & chips > 'all' <!-- x --></p>`, "line\nbreak\ttab\r\n", "\u2028\u2029", "\u0001\u001f\u007f", `back\slash / "quotes"`,
		"e\u0301 é ﬁ İ ß", "😀👩‍👩‍👧", "\ufeff\ufffd\uffff", "  blanks  ", "", "</script><script>alert(1)</script>", "&lt;&#65;", "\U0010ffff\u202e"}
	var items []item
	for k, text := range texts {
		i := newItem(fmt.Sprintf("%02d", k))
		i.Content, i.Excerpt = &text, &text
		metadata, err := json.Marshal(map[string]string{"text": text, "k" + text: "v"})
		if err != nil {
			t.Fatal(err)
		}
		i.Metadata = metadata
		items = append(items, i)
	}
	i, key := imported(t, items...)
	s := i.serve(t)
	a := s.get(t, key, "SFO/content")
	var p page
	decode(t, a.body, &p)
	if diff := cmp.Diff(items, p.Results, sameJSON); diff != "" {
		t.Errorf("%s", diff)
	}
	if !utf8.Valid(a.body) {
		t.Error("the answer is not UTF-8")
	}
	for _, part := range []string{`<p class=\"a\">Fish & chips > 'all' <!-- x --></p>`, "😀👩‍👩‍👧", "</script><script>"} {
		if !bytes.Contains(a.body, []byte(part)) {
			t.Errorf("not there as it is: %s", part)
		}
	}
	for _, part := range []string{`\u003c`, `\u003e`, `\u0026`, `\u003C`} {
		if bytes.Contains(a.body, []byte(part)) {
			t.Errorf("escaped: %s", part)
		}
	}
	if got := i.mustRead(t, file(t, items...), "import", "SFO", "-"); got != fmt.Sprintf("added 0, updated 0, unchanged %d, deleted 0, skipped 0", len(items)) {
		t.Errorf("imported again: %s", got)
	}
}

// The longest that an import takes is given back whole.
func TestLongestFields(t *testing.T) {
	t.Parallel()
	long := newItem(strings.Repeat("ü", 200))
	long.Title = strings.Repeat("ü", 1000)
	long.URL, long.Thumbnail = new("/"+strings.Repeat("ü", 2047)), new("/"+strings.Repeat("t", 2047))
	long.Excerpt = new(strings.Repeat("ü", 10_000))
	long.Content = new("<p>" + strings.Repeat("wörds ", 2_000_000/7-2) + "</p>")
	i, key := imported(t, long)
	s := i.serve(t)
	p := s.list(t, key, "SFO")
	if len(p.Results) != 1 {
		t.Fatalf("%d items", len(p.Results))
	}
	if diff := cmp.Diff(long, p.Results[0], sameJSON); diff != "" {
		t.Errorf("%.500s", diff)
	}
}

// sameNumber compares the values of two numbers in JSON exactly.
func sameNumber(t *testing.T, a, b string) bool {
	t.Helper()
	x, xOK := new(big.Rat).SetString(a)
	y, yOK := new(big.Rat).SetString(b)
	if !xOK || !yOK {
		t.Fatalf("%q or %q is no number", a, b)
	}
	return x.Cmp(y) == 0
}
