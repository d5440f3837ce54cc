package ingest_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/ingest"
)

// item is a good item with some of its fields set otherwise, or left out where the value is "".
func item(changes map[string]string) string {
	values := map[string]string{"id": `"i"`, "contentType": `"page"`, "title": `"T"`, "content": `"C"`}
	names := []string{"id", "contentType", "title", "content"}
	for name, value := range changes {
		if _, ok := values[name]; !ok {
			names = append(names, name)
		}
		values[name] = value
	}
	var members []string
	for _, name := range names {
		if values[name] != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, values[name]))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func quoted(unit string, n int) string { return `"` + strings.Repeat(unit, n) + `"` }

// nested is an object with as many objects in each other, itself included.
func nested(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }

func TestGoodItems(t *testing.T) {
	for _, tc := range []struct{ field, value string }{
		{"id", `"x"`}, {"id", `"a/b?c=%20 \u00e9"`}, {"id", `"..."`}, {"id", quoted("é", 200)},
		{"title", quoted("日", 1000)}, {"title", `" "`},
		{"url", "null"}, {"url", `""`}, {"url", quoted("é", 2048)}, {"thumbnail", "null"}, {"thumbnail", quoted("é", 2048)},
		{"excerpt", "null"}, {"excerpt", quoted("é", 10000)}, {"translationKey", quoted("é", 200)}, {"translationKey", "null"},
		{"content", `""`}, {"content", quoted(`\u0041`, 2<<20)}, {"content", `"\ud83d\ude00 \\u0000"`},
		{"language", `"en"`}, {"language", `"pt-BR"`}, {"language", `"zh-Hant-TW"`}, {"language", `"es-419"`}, {"language", `"haw"`},
		{"lastModified", "null"}, {"lastModified", `"2026-03-10"`}, {"lastModified", `"0001-01-01"`},
		{"metadata", "null"}, {"metadata", "{}"}, {"metadata", `{"map_poi_id":""}`}, {"metadata", nested(500)},
		{"metadata", `{"a":[1e999,-1e999,0.001e1002,9.99e-997,1000e-999,-0,1.5E+3,123456789012345678901234567890.5]}`},
		{"metadata", `{"\u00e9\\u0000":"\ud83d\ude00"}`},
		{"metadata", `{"a":` + quoted("x", 64<<10-8) + ` }`},
		{"metadata", `{"a":[1e999` + strings.Repeat(",1e999", 64) + "]}"},
		{"metadata", `{"opening_hours":"Mo-Fr 06:00-22:00; PH off"}`}, {"metadata", `{"opening_hours":null}`},
	} {
		record, err := ingest.NewReader(strings.NewReader(item(map[string]string{tc.field: tc.value}))).Next()
		if err != nil {
			t.Errorf("%s: %.100s: %.200v", tc.field, tc.value, err)
		} else if tc.field == "lastModified" && record.Item.LastModified.IsZero() != (tc.value == "null") {
			t.Errorf("%s became %v", tc.value, record.Item.LastModified)
		}
	}
	for _, typ := range content.Types() {
		check.Must(ingest.NewReader(strings.NewReader(item(map[string]string{"contentType": fmt.Sprintf("%q", typ)}))).Next())(t)
	}
}

func TestBadItems(t *testing.T) {
	const digits = "a number of more than 1000 digits when written out"
	for _, tc := range []struct{ field, value, want string }{
		{"id", "", "id: missing or null"},
		{"id", "7", "id: must be a string, not a number"},
		{"id", "null", "id: missing or null"},
		{"id", `""`, "id: must not be empty"},
		{"id", `"."`, "id: must not be . or .."},
		{"id", `".."`, "id: must not be . or .."},
		{"id", `"a\nb"`, "id: must not hold control characters"},
		{"id", `"a\u0085b"`, "id: must not hold control characters"},
		{"id", `"\u007f"`, "id: must not hold control characters"},
		{"id", quoted("é", 201), "id: longer than 200 characters"},
		{"contentType", "", "contentType: missing or null"},
		{"contentType", `"Page"`, `contentType: "Page" is not one of page, news, faq,`},
		{"contentType", "true", "contentType: must be a string, not a boolean"},
		{"title", "null", "title: missing or null"},
		{"title", `""`, "title: must not be empty"},
		{"title", quoted("日", 1001), "title: longer than 1000 characters"},
		{"title", `"a\u0000b"`, `title: holds \u0000`},
		{"title", `"a\ud800b"`, "title: not JSON: invalid surrogate pair"},
		{"title", "\"a\xffb\"", "title: not JSON: invalid UTF-8"},
		{"title", "\"a\tb\"", "title: not JSON: invalid character"},
		{"url", "[]", "url: must be a string, not an array"},
		{"url", quoted("x", 2049), "url: longer than 2048 characters"},
		{"thumbnail", "{}", "thumbnail: must be a string, not an object"},
		{"thumbnail", quoted("x", 2049), "thumbnail: longer than 2048 characters"},
		{"excerpt", quoted("x", 10001), "excerpt: longer than 10000 characters"},
		{"translationKey", quoted("x", 201), "translationKey: longer than 200 characters"},
		{"translationKey", `""`, "translationKey: must not be empty; leave it out for an item without translations"},
		{"content", "", "content: missing or null"},
		{"content", quoted("x", 2<<20+1), "content: longer than 2097152 bytes"},
		{"language", `"en_US"`, `language: "en_US" is not a language code like en or pt-BR`},
		{"language", `"english"`, "language: "},
		{"language", `"e"`, "language: "},
		{"language", `""`, "language: "},
		{"language", "null", "language: missing or null"},
		{"lastModified", `"yesterday"`, `lastModified: "yesterday" is not a date or time: want an ISO 8601 date`},
		{"lastModified", "1773134100", "lastModified: must be a string, not a number"},
		{"metadata", "[]", "metadata: must be an object or null, not an array"},
		{"metadata", `{"a":{"b":[1,"x\u0000"]}}`, `metadata.a.b.1: holds \u0000`},
		{"metadata", `{"a\u0000":1}`, `"metadata.a\x00": holds`},
		{"metadata", `{"a":{"b":1,"b":2}}`, "metadata.a.b: given twice in one object"},
		{"metadata", `{"a":"\udc00"}`, "metadata.a: not JSON: invalid surrogate pair"},
		{"metadata", `{"a":[1e131071]}`, "metadata.a.0: " + digits},
		{"metadata", `{"a":1e1000}`, "metadata.a: " + digits},
		{"metadata", `{"a":0.01e1002}`, "metadata.a: " + digits},
		{"metadata", `{"a":9.99e-998}`, "metadata.a: " + digits},
		{"metadata", `{"a":1e99999999999999999999}`, "metadata.a: " + digits},
		{"metadata", `{"a":` + strings.Repeat("9", 1001) + `}`, "metadata.a: " + digits},
		{"metadata", `{"a":NaN}`, "metadata.a: not JSON: invalid character 'N'"},
		{"metadata", nested(501), "metadata: nested more than 500 deep"},
		{"metadata", nested(20000), "not JSON: exceeded max depth"},
		{"metadata", `{"a":` + quoted("x", 64<<10-7) + `}`, "metadata: has 65537 bytes written out; at most 65536 (64 KB) are allowed"},
		{"metadata", `{"a":[1e999` + strings.Repeat(",1e999", 65) + "]}", "metadata: has 66073 bytes written out"},
		{"metadata", `{"opening_hours":"Mon-Fri 6am-10pm"}`, `metadata.opening_hours: "Mon-Fri" after 0 bytes: want a month such as Apr, or a day such as Mo; write`},
		{"metadata", `{"opening_hours":""}`, "metadata.opening_hours: days or times, such as Mo-Fr 06:00-22:00 is missing"},
		{"metadata", `{"opening_hours":["24/7"]}`, "metadata.opening_hours: must be a string, not an array"},
		{"titel", "1", `titel: unknown field; known: title, id,`},
		{"Title", `"T"`, "Title: unknown field; known: title, "},
		{"url", `"javascript:x"`, "url: must not be a link of the scheme javascript"},
		{"url", `" Java\tscript:x"`, "url: must not be a link of the scheme javascript"},
		{"thumbnail", `"DATA:image/png,x"`, "thumbnail: must not be a link of the scheme data"},
		{"thumbnail", `"vbscript:x"`, "thumbnail: must not be a link of the scheme vbscript"},
		{"\u202e", "1", `"\u202e": unknown field`},
		{strings.Repeat("é", 200), "1", "é\": unknown field"},
	} {
		_, err := ingest.NewReader(strings.NewReader(item(map[string]string{tc.field: tc.value}) + "\n")).Next()
		var invalid *ingest.Invalid
		if !errors.As(err, &invalid) {
			t.Errorf("%s: %.100s: %v, want an *Invalid", tc.field, tc.value, err)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "line 1") || !strings.Contains(got, tc.want) || len(got) > 600 {
			t.Errorf("%s: %.100s: %s, want %s", tc.field, tc.value, got, tc.want)
		}
		check.Same(t, map[bool]string{true: "", false: "i"}[tc.field == "id"], invalid.ID, "the id of an item with a bad "+tc.field)
	}
}

func TestShopping(t *testing.T) {
	for _, tc := range []struct{ metadata, want string }{
		{`null`, ""},
		{`{}`, ""},
		{`{"location_detail":"T1","hours_of_operation":"24/7","phone_number":"+1","map_poi_id":1.5,"more":[]}`, ""},
		{`{"deep":{"map_poi_id":"x"}}`, ""},
		{`{"map_poi_id":"7"}`, "metadata.map_poi_id: must be a number for shopping, not a string"},
		{`{"map_poi_id":null}`, "metadata.map_poi_id: must be a number for shopping, not null"},
		{`{"location_detail":null}`, "metadata.location_detail: must be a string for shopping, not null"},
		{`{"hours_of_operation":{}}`, "metadata.hours_of_operation: must be a string for shopping, not an object"},
		{`{"phone_number":5}`, "metadata.phone_number: must be a string for shopping, not a number"},
	} {
		// The type is known only after the metadata.
		in := fmt.Sprintf(`{"metadata":%s,"contentType":"shopping","id":"i","title":"T","content":""}`, tc.metadata)
		_, err := ingest.NewReader(strings.NewReader(in)).Next()
		if got := fmt.Sprint(err); err == nil && tc.want != "" || err != nil && got != "line 1 (id i): "+tc.want {
			t.Errorf("%s: %v, want %s", tc.metadata, err, tc.want)
		}
	}
}

// The id of a bad item protects its stored version from --prune, so it must be the right one or
// none.
func TestIDOfBadItems(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{"contentType":7,"id":"x"}`, "x"},
		{`{"title":"a","title":"b","id":"x"}`, "x"},
		{`{"id":"x","title":`, "x"},
		{`{"id":"x","title":?,"content":""}`, "x"},
		{"{\"title\":\"\xff\",\"id\":\"x\"}", "x"},
		{`{"title":"\ud800","\u0069d":"x"}`, "x"},
		{`{"id":"x","id":"y"}`, ""},
		{`{"id":"x","id":"x"}`, ""},
		{`{"id":7,"id":"y"}`, ""},
		{`{"id":"x\u0000"}`, ""},
		{`{"id":"x\ud800"}`, ""},
		{"{\"id\":\"x\xff\"}", ""},
		{`{"id":["x"]}`, ""},
		{`{"metadata":{"id":"x"}}`, ""},
		{`["id","x"]`, ""},
		{`{"id":"` + strings.Repeat("x", 201) + `"}`, ""},
	} {
		_, err := ingest.NewReader(strings.NewReader(tc.in + "\n")).Next()
		var invalid *ingest.Invalid
		if !errors.As(err, &invalid) || invalid.ID != tc.want {
			t.Errorf("%.100s: %#v, want id %q", tc.in, err, tc.want)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		item(nil), "[" + item(nil) + ", " + item(nil) + "]", item(map[string]string{"metadata": `{"a":[1e5,"\u0000"]}`}) + "\n" + item(nil),
		`{"id":"x","id":"y"}`, "\ufeff[", "[1,[2],{\"a\":\"]\"}]x", "\x1f\x8b", "{\"title\":\"\xff\"}", `{"title":"\ud800"}`, "a\nb\n{}",
		item(map[string]string{"contentType": `"shopping"`, "metadata": `{"map_poi_id":null}`}), item(map[string]string{"lastModified": `"2026-03-10"`}),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := ingest.NewReader(strings.NewReader(string(in)))
		last := 0
		for {
			record, err := r.Next()
			var invalid *ingest.Invalid
			switch {
			case err == nil:
				checkRecord(t, record)
				if record.Line <= last {
					t.Errorf("line %d after line %d", record.Line, last)
				}
				last = record.Line
			case errors.As(err, &invalid):
				if invalid.Line <= last || invalid.Field == "" || invalid.Reason == "" || !utf8.ValidString(err.Error()) {
					t.Errorf("%#v after line %d", invalid, last)
				}
				last = invalid.Line
			default:
				if record != nil || !errors.Is(err, io.EOF) && err.Error() == "" {
					t.Errorf("%v, %v", record, err)
				}
				return
			}
		}
	})
}

func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// checkRecord holds what the store relies on.
func checkRecord(t *testing.T, r *ingest.Record) {
	t.Helper()
	it := r.Item
	for _, s := range []*string{&it.ID, &it.Title, it.URL, it.Excerpt, it.Body, it.Thumbnail, &it.Language} {
		if s != nil && !storable(*s) {
			t.Errorf("Postgres cannot store %q", *s)
		}
	}
	for _, text := range r.Texts {
		for _, token := range text.Tokens {
			if !storable(token.Text) {
				t.Errorf("Postgres cannot store %q", token.Text)
			}
		}
	}
	if _, known := content.ParseType(string(it.Type)); !known || it.ID == "" || it.Title == "" || it.Body == nil || it.Language == "" {
		t.Errorf("incomplete: %#v", it)
	}
	if it.Metadata != nil && it.Metadata[0] != '{' {
		t.Errorf("metadata %s", it.Metadata)
	}
}
