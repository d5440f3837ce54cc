package integration_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// single is the envelope of one item.
type single struct {
	Success *bool `json:"success"`
	Meta    meta  `json:"meta"`
	Result  item  `json:"result"`
}

// escaped is an id as one path segment, every byte of it encoded that may be.
func escaped(id string) string {
	var out strings.Builder
	for _, b := range []byte(id) {
		fmt.Fprintf(&out, "%%%02x", b)
	}
	return out.String()
}

func TestItemsByID(t *testing.T) {
	t.Parallel()
	ids := []string{"plain", "a/b", "/", "//", "a//b/", "../../etc/passwd", "%", "50%", "%41", "%2F", "a%2fb", "%zz", "a b", " ", " a ", "a+b", "+", "ü", "e\u0301", "日本語",
		"😀", "a?b=c", "a#b", "a;b", "a&b", "a:b", "a@b", "a,b", "a=b", `a"b`, `a\b`, "a'b--", "<script>", "content", "health", "changes", "...", "a.", "\u2028", "\u00a0", "\ufeff",
		strings.Repeat("a", 200), strings.Repeat("😀", 200), "SFO/content/a", "null", "0"}
	var items []item
	for _, id := range ids {
		items = append(items, newItem(id))
	}
	i, key := imported(t, items...)
	s := i.serve(t)
	for k, id := range ids {
		for _, segment := range []string{url.PathEscape(id), escaped(id)} {
			a := s.get(t, key, "SFO/content/"+segment)
			if a.status != 200 {
				t.Errorf("%q as %s: %d %s", id, segment, a.status, a.body)
				continue
			}
			var got single
			decode(t, a.body, &got)
			if diff := cmp.Diff(items[k], got.Result, sameJSON); diff != "" {
				t.Errorf("%q as %s: %s", id, segment, diff)
			}
			if got.Success == nil || !*got.Success || got.Meta.Airport != "SFO" || got.Meta.Partner != "Acme" || !timestampForm.MatchString(got.Meta.Timestamp) {
				t.Errorf("%q: envelope %s", id, a.body)
			}
		}
	}
	for _, segment := range []string{"PLAIN", "plai", "plain%20", "%20plain", "ü%CC%88", "e", "%C3%A9", "a%252Fb", ".", "..", "%2e%2E", strings.Repeat("a", 201), strings.Repeat("a", 5000)} {
		s.get(t, key, "SFO/content/"+segment).fails(t, "item "+segment, 404, "item_not_found")
	}
	for _, segment := range []string{"a%00b", "%FF", "%ED%A0%80", "%C3"} {
		if a := s.get(t, key, "SFO/content/"+segment); a.status != 404 && a.status != 400 {
			t.Errorf("item %s: %d %s", segment, a.status, a.body)
		}
	}
	for _, path := range []string{"SFO/content/", "SFO/content/a/b", "SFO/content//", "SFO/content/plain/", "SFO/contents", "SFO/content/plain/content"} {
		s.get(t, key, path).fails(t, path, 404, "route_not_found")
	}
}

func TestItemsOfAScopedKey(t *testing.T) {
	t.Parallel()
	items := assorted(9)
	i, _ := imported(t, items...)
	key := i.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:news", "--scope", "content:read:event")
	s := i.serve(t)
	for _, it := range items {
		a := s.get(t, key, "SFO/content/"+url.PathEscape(it.ID))
		if it.ContentType == "news" || it.ContentType == "event" {
			if a.status != 200 {
				t.Errorf("%s: %d %s", it.ContentType, a.status, a.body)
			}
			continue
		}
		a.fails(t, it.ContentType, 404, "item_not_found")
	}
}
