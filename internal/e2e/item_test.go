package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"testing"
)

func testItem(t *testing.T, f *fixture) {
	names := []string{"plain", "a/b", "/", "//", "../../etc/passwd", "%", "50%", "%41", "%2F", "a b", " ", "a+b", "ü", "e\u0301", "😀", "a?b=c", "a#b", "a;b", "a&b", `a"b`, `a\b`,
		"content", "health", "...", "\u2028", strings.Repeat("a", 200), strings.Repeat("😀", 200)}
	var items []item
	for _, id := range names {
		items = append(items, newItem(id))
	}
	f.airport(t, "IDS", items...)
	for n, id := range names {
		t.Run(short(id), func(t *testing.T) {
			for _, segment := range []string{url.PathEscape(id), everyByte(id)} {
				got := parsed[single](t, f.get(t, f.all, "IDS/content/"+segment))
				same(t, items[n], got.Result, segment)
				if !got.Success || got.Meta.Airport != "IDS" || got.Meta.Partner != "Acme" || !timeForm.MatchString(got.Meta.Timestamp) {
					t.Errorf("as %s: %+v", segment, got.Meta)
				}
			}
		})
	}
	for _, segment := range []string{"PLAIN", "plai", "plain%20", "%C3%A9", "a%252Fb", ".", "..", "%2e%2E", strings.Repeat("a", 201)} {
		t.Run("none/"+short(segment), func(t *testing.T) { f.get(t, f.all, "IDS/content/"+segment).fails(t, 404, "item_not_found") })
	}
	for _, segment := range []string{"a%00b", "%FF"} {
		t.Run("no text/"+segment, func(t *testing.T) {
			if a := f.get(t, f.all, "IDS/content/"+segment); a.status != 404 && a.status != 400 {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	t.Run("text comes back as it is", func(t *testing.T) { testText(t, f) })
	t.Run("numbers keep their value", func(t *testing.T) { testNumbers(t, f) })
}

// everyByte is an id as one path segment with every byte encoded.
func everyByte(id string) string {
	var out strings.Builder
	for _, b := range []byte(id) {
		fmt.Fprintf(&out, "%%%02x", b)
	}
	return out.String()
}

func testText(t *testing.T, f *fixture) {
	texts := []string{`<p class="a">Fish & chips > 'all' <!-- x --></p>`, "line\nbreak\ttab\r\n", "\u2028\u2029", "\u0001\u001f\u007f", `back\slash / "quotes"`,
		"e\u0301 é ﬁ İ ß", "😀👩‍👩‍👧", "\ufeff\ufffd\uffff", "  blanks  ", "", "&lt;&#65;", "\U0010ffff\u202e"}
	var items []item
	for n, text := range texts {
		i := newItem(fmt.Sprintf("%02d", n))
		i.Content, i.Excerpt = &text, &text
		i.Metadata, _ = json.Marshal(map[string]string{"text": text, "k" + text: "v"})
		items = append(items, i)
	}
	longest := newItem("longest " + strings.Repeat("ü", 192))
	longest.Title, longest.URL, longest.Thumbnail = strings.Repeat("ü", 1000), new("/"+strings.Repeat("ü", 2047)), new("/"+strings.Repeat("t", 2047))
	longest.Excerpt, longest.Content = new(strings.Repeat("ü", 10_000)), new("<p>"+strings.Repeat("wörds ", 2_000_000/7-2)+"</p>")
	items = append(items, longest)
	f.airport(t, "TXT", items...)
	a := f.get(t, f.all, "TXT/content")
	same(t, items, parsed[page](t, a).Results)
	if !bytes.Contains(a.body, []byte(`<p class=\"a\">Fish & chips > 'all' <!-- x --></p>`)) {
		t.Error("HTML is escaped")
	}
	if got := f.load(t, "TXT", items); got != summary(0, 0, len(items), 0, 0) {
		t.Errorf("imported again: %s", got)
	}
}

func testNumbers(t *testing.T, f *fixture) {
	numbers := []string{"0", "-0", "1", "1.10", "0.1", "1e21", "1E21", "1e-7", "1e400", "-1.5e-300", "123456789012345678901234567890", "9007199254740993",
		"0.30000000000000004", "3.141592653589793238462643383279", strings.Repeat("7", 1000)}
	var items []item
	for n, number := range numbers {
		i := newItem(fmt.Sprintf("%02d", n))
		i.Metadata = json.RawMessage(`{"n":[` + number + `]}`)
		items = append(items, i)
	}
	f.airport(t, "NUM", items...)
	for n, i := range f.list(t, f.all, "NUM").Results {
		got := parse[struct{ N []json.Number }](t, i.Metadata)
		want, _ := new(big.Rat).SetString(numbers[n])
		if value, ok := new(big.Rat).SetString(got.N[0].String()); !ok || value.Cmp(want) != 0 {
			t.Errorf("%s came back as %s", numbers[n], i.Metadata)
		}
	}
	if got := f.load(t, "NUM", items); got != summary(0, 0, len(items), 0, 0) {
		t.Errorf("imported again: %s", got)
	}
}

// summary is what an import says at its end.
func summary(added, updated, unchanged, deleted, skipped int) string {
	return fmt.Sprintf("added %d, updated %d, unchanged %d, deleted %d, skipped %d", added, updated, unchanged, deleted, skipped)
}
