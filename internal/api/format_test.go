package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"airport-content/internal/admin"
	"airport-content/internal/check"
)

// Lists, items and changes have the same body in each format. Links begin at the item's page.
func TestBodyFormat(t *testing.T) {
	t.Parallel()
	s := serve(t)
	shop := newItem("shop")
	shop.URL = new("/shops/corner")
	shop.Content = new(`<p>Books &amp; <a href="map">maps</a></p>`)
	s.airport(t, "SFO", shop)
	check.Must(s.SetPlace(t.Context(), "SFO", admin.Place{Website: new("https://www.example.com/en/"), TimeZone: nil}))(t)
	key := s.key(t, "content:read")
	for format, want := range map[string]string{
		"html":     *shop.Content,
		"markdown": "Books & [maps](https://www.example.com/shops/map)",
		"text":     "Books & maps (https://www.example.com/shops/map)",
	} {
		for range 2 { // the second answer comes from the answer cache
			var list struct{ Results []item }
			check.Must(list, json.Unmarshal(s.get(t, key, "SFO/content?bodyFormat="+format).body, &list))(t)
			check.Same(t, *list.Results[0].Content, want, "list", format)
			var one struct{ Result item }
			check.Must(one, json.Unmarshal(s.get(t, key, "SFO/content/shop?bodyFormat="+format).body, &one))(t)
			check.Same(t, *one.Result.Content, want, "item", format)
			var changes struct{ Results []struct{ Item item } }
			check.Must(changes, json.Unmarshal(s.get(t, key, "SFO/changes?bodyFormat="+format).body, &changes))(t)
			check.Same(t, *changes.Results[0].Item.Content, want, "changes", format)
		}
	}
	queries := []string{"SFO/content?bodyFormat=text", "SFO/content/shop?bodyFormat=text", "SFO/changes?bodyFormat=text", "content?q=title&bodyFormat=text"}
	old := map[string]string{}
	for _, query := range queries {
		old[query] = s.get(t, key, query).header.Get("ETag")
	}
	check.Must(s.SetPlace(t.Context(), "SFO", admin.Place{Website: new("https://new.example.com")}))(t)
	for _, query := range queries {
		a := s.get(t, key, query, "If-None-Match", old[query])
		if a.is(t, 200, ""); !strings.Contains(string(a.body), "(https://new.example.com/shops/map)") {
			t.Errorf("%s after the website moved: %s", query, a.body)
		}
	}
	tags := map[string]bool{}
	for _, query := range []string{"", "?bodyFormat=markdown", "?bodyFormat=text"} {
		tags[s.get(t, key, "SFO/content/shop"+query).header.Get("ETag")] = true
	}
	if len(tags) != 3 {
		t.Errorf("the formats of an item have %d ETags, want 3", len(tags))
	}
	s.get(t, key, "SFO/content?bodyFormat=pdf").is(t, 400, "invalid_parameter")
	s.get(t, key, "SFO/content/shop?bodyFormat=").is(t, 400, "invalid_parameter")
}
