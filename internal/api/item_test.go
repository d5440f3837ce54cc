package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// A short item comes along with the state, from the answer cache, and as a 304. A long item has a
// statement of its own.
func TestItem(t *testing.T) {
	t.Parallel()
	s := serve(t)
	long := newItem("long")
	long.Content = new(fmt.Sprintf("%0100000d", 0))
	s.airport(t, "SFO", newItem("a/b"), long)
	all, news := s.key(t, "content:read"), s.key(t, "content:read:news")
	for range 2 {
		for _, path := range []string{"SFO/content/a%2Fb", "SFO/content/long"} {
			a := s.get(t, all, path)
			a.is(t, 200, "")
			s.get(t, all, path, "If-None-Match", a.header.Get("ETag")).is(t, 304, "")
			s.get(t, all, path, "If-None-Match", "*").is(t, 304, "")
			s.get(t, news, path).is(t, 404, "item_not_found")
		}
		s.get(t, all, "SFO/content/none", "If-None-Match", "*").is(t, 404, "item_not_found")
		s.get(t, all, "SFO/content/none").is(t, 404, "item_not_found")
		s.get(t, all, "SFO/content/a?size=1").is(t, 400, "invalid_parameter")
	}
}

// Any id is one path segment, percent-encoded in any way.
func TestIDs(t *testing.T) {
	t.Parallel()
	s := serve(t)
	names := []string{"plain", "a/b", "/", "//", "../../etc/passwd", "%", "50%", "%41", "%2F", "a b", " ", "a+b", "ü", "e\u0301", "😀", "a?b=c", "a#b", "a;b", "a&b", `a"b`, `a\b`,
		"content", "health", "...", "\u2028", strings.Repeat("a", 200), strings.Repeat("😀", 200)}
	var items []item
	for _, id := range names {
		items = append(items, newItem(id))
	}
	s.airport(t, "IDS", items...)
	key := s.key(t, "content:read")
	for _, id := range names {
		everyByte := ""
		for _, b := range []byte(id) {
			everyByte += fmt.Sprintf("%%%02x", b)
		}
		for _, segment := range []string{url.PathEscape(id), everyByte} {
			var got struct{ Result item }
			a := s.get(t, key, "IDS/content/"+segment)
			if a.is(t, 200, ""); json.Unmarshal(a.body, &got) != nil || got.Result.ID != id {
				t.Errorf("%s brings %s", segment, a.body)
			}
		}
	}
	for _, segment := range []string{"PLAIN", "plai", "plain%20", "%C3%A9", "a%252Fb", ".", "..", "%2e%2E", strings.Repeat("a", 201)} {
		s.get(t, key, "IDS/content/"+segment).is(t, 404, "item_not_found")
	}
	for _, segment := range []string{"a%00b", "%FF"} { // no text
		s.get(t, key, "IDS/content/"+segment).is(t, 400, "invalid_parameter")
	}
}

// Every statement that reads items returns every field unchanged. A field that an item lacks is
// null. Numbers keep their value, also long ones.
func TestFields(t *testing.T) {
	t.Parallel()
	s := serve(t)
	key := s.key(t, "content:read")
	bare, full, longest := newItem("bare"), newItem("full"), newItem("longest "+strings.Repeat("ü", 192))
	full.ContentType, full.Language = "shopping", "pt-BR"
	full.URL, full.Excerpt, full.Thumbnail = new("/shops/full"), new("Short <b>& sweet"), new("https://x.example/a.jpg?b=1&c=2")
	full.Metadata = json.RawMessage(`{"location_detail":"T1","terminal":"1","hours_of_operation":"24/7","opening_hours":"24/7","phone_number":"+1","map_poi_id":12.5,"own":[1,{"a":null}]}`)
	other := newItem("other types")
	other.Metadata = json.RawMessage(`{"location_detail":["T1"],"hours_of_operation":{"mo":"9-5"},"phone_number":1,"map_poi_id":"2D","start_date":2026,"end_date":{"day":24},` +
		`"dates":"2026-12-05","event_status":false,"opening_hours":"24/7","terminal":1,"concourse":[],"gate":3,"level":-1,"security":true,"categories":"Water","tags":{"a":"b"}}`)
	longest.Title, longest.URL, longest.Thumbnail = strings.Repeat("ü", 1000), new("/"+strings.Repeat("ü", 2047)), new("/"+strings.Repeat("t", 2047))
	longest.Excerpt, longest.Content = new(strings.Repeat("ü", 10_000)), new("<p>"+strings.Repeat("wörds ", 2_000_000/7-2)+"</p>")
	items := []item{bare, full, other, longest}
	for n, text := range []string{`<p class="a">Fish & chips > 'all' <!-- x --></p>`, "line\nbreak\ttab\r\n", "\u2028\u2029", "\u0001\u001f\u007f", `back\slash / "quotes"`,
		"e\u0301 é ﬁ İ ß", "😀👩‍👩‍👧", "\ufeff\ufffd\uffff", "  blanks  ", "", "&lt;&#65;", "\U0010ffff\u202e"} {
		i := newItem(fmt.Sprintf("text %02d", n))
		i.Content, i.Excerpt, i.Metadata = &text, &text, map[string]string{"text": text, "k" + text: "v"}
		items = append(items, i)
	}
	for n := range items {
		items[n].LastModified = fmt.Sprintf("2026-01-01T00:00:00.%03dZ", 999-n) // the order of the list
	}
	s.airport(t, "FLD", items...)
	a := s.get(t, key, "FLD/content")
	if check.Same(t, items, a.page(t).items()); !bytes.Contains(a.body, []byte(`<p class=\"a\">Fish & chips > 'all' <!-- x --></p>`)) {
		t.Error("HTML is escaped")
	}
	for n := range items {
		items[n].Content = nil
	}
	a = s.get(t, key, "FLD/content?includeBody=false")
	check.Same(t, items, a.page(t).items(), "without bodies")
	if want := `"url":null,"excerpt":null,"thumbnail":null,"language":"en","lastModified":"2026-01-01T00:00:00.999Z","metadata":null}`; !bytes.Contains(a.body, []byte(want)) {
		t.Errorf("want %s: %.500s", want, a.body)
	}

	s.airport(t, "ONE", full)
	_, want, _ := bytes.Cut(bytes.TrimSuffix(s.get(t, key, "ONE/content").body, []byte("]}")), []byte(`"results":[`))
	want = bytes.TrimSuffix(want, []byte("}")) // a single item has its translations too
	for _, path := range []string{"content/full", "changes", "content?ids=full", "content?contentType=shopping", "content?metadata.map_poi_id=12.5", "content?q=short"} {
		if a := s.get(t, key, "ONE/"+path); !bytes.Contains(a.body, want) {
			t.Errorf("%s: want %s: %s", path, want, a.body)
		}
	}

	numbers := []string{"0", "-0", "1", "1.10", "0.1", "1e21", "1E21", "1e-7", "1e400", "-1.5e-300", "123456789012345678901234567890", "9007199254740993",
		"0.30000000000000004", "3.141592653589793238462643383279", strings.Repeat("7", 1000)}
	number := newItem("numbers")
	number.Metadata = json.RawMessage(`{"n":[` + strings.Join(numbers, ",") + `]}`)
	s.airport(t, "NUM", number)
	var got struct {
		Result struct{ Metadata struct{ N []json.Number } }
	}
	check.NoError(t, json.Unmarshal(s.get(t, key, "NUM/content/numbers").body, &got))
	for n, number := range numbers {
		want, _ := new(big.Rat).SetString(number)
		if value, ok := new(big.Rat).SetString(got.Result.Metadata.N[n].String()); !ok || value.Cmp(want) != 0 {
			t.Errorf("%s came back as %s", number, got.Result.Metadata.N[n])
		}
	}
}
