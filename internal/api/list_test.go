package api_test

import (
	"strings"
	"testing"
)

// Filters and facets of metadata, over HTTP. Each request is sent again for the answer cache, and
// once more for a 304.
func TestFiltersOfMetadata(t *testing.T) {
	t.Parallel()
	s := serve(t)
	poi := func(id, contentType string, metadata map[string]any) item {
		i := newItem(id)
		i.ContentType, i.Metadata = contentType, metadata
		return i
	}
	s.airport(t, "SFO", poi("a", "dining", map[string]any{"map_poi_id": 7, "cuisine": []string{"thai", "sushi"}}),
		poi("b", "shopping", map[string]any{"map_poi_id": 7, "terminal": "1, upper"}), poi("c", "page", nil))
	all, dining := s.key(t, "content:read"), s.key(t, "content:read:dining")
	for _, test := range []struct{ key, query, ids, has string }{
		{all, "metadata.map_poi_id=7", "a b", `"total":2`},
		{dining, "metadata.map_poi_id=7", "a", `"total":1`},
		{all, "metadata.cuisine=sushi,pizza&metadata.map_poi_id=7.0", "a", `"total":1`},
		{all, "metadata.terminal=1,+upper&q=text", "b", `"total":1`},
		{all, "metadata.terminal=1&facets=metadata.terminal,contentType", "", `"facets":{"contentType":{},"metadata.terminal":{"1, upper":1}}`},
		{dining, "facets=metadata.terminal&facets=metadata.map_poi_id,metadata.cuisine", "a",
			`"facets":{"metadata.cuisine":{"sushi":1,"thai":1},"metadata.map_poi_id":{"7":1},"metadata.terminal":{}}`},
		{all, "q=text&facets=metadata.map_poi_id&metadata.cuisine=thai", "a", `"facets":{"metadata.map_poi_id":{"7":1}}`},
		{all, "ids=c,x&ids=a", "c a", `{"size":100,"from":0,"total":2,"pages":1,"hasMore":false}`},
		{dining, "ids=c,a&includeBody=false", "a", `"total":1`},
		{all, "q=txet&correct=false", "", `"query":"txet"`},
		{all, "q=text+unheard&match=all", "", `"match":"all"`},
	} {
		t.Run(test.query, func(t *testing.T) {
			var tag string
			for range 2 {
				a := s.get(t, test.key, "SFO/content?"+test.query)
				a.is(t, 200, "")
				var ids []string
				for _, part := range strings.Split(string(a.body), `{"id":"`)[1:] {
					ids = append(ids, part[:1])
				}
				if strings.Join(ids, " ") != test.ids || !strings.Contains(string(a.body), test.has) {
					t.Errorf("%s: %s, want %s", test.key, a.body, test.ids)
				}
				tag = a.header.Get("ETag")
			}
			s.get(t, test.key, "SFO/content?"+test.query, "If-None-Match", tag).is(t, 304, "")
		})
	}
}
