package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/insight"
)

// Which requests count as searches, and of which kind.
func TestCountedSearches(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "AAA", newItem("a"), newItem("b"))
	key, restricted := s.key(t, "content:read"), s.key(t, "content:read:news")
	etag := s.get(t, key, "AAA/content?q=title").header.Get("ETag")
	one := insight.Counts{Searches: 1}
	for _, test := range []struct {
		name, key, path string
		headers         []string
		want            insight.Counts
	}{
		{"found", key, "AAA/content?q=title&size=1", nil, one},
		{"the same, from the answer cache", key, "AAA/content?q=title&size=1", nil, one},
		{"not modified", key, "AAA/content?q=title", []string{"If-None-Match", etag}, insight.Counts{}},
		{"a page further on", key, "AAA/content?q=title&size=1&from=1", nil, insight.Counts{}},
		{"nothing found", key, "AAA/content?q=zeppelin", nil, insight.Counts{Searches: 1, WithoutResults: 1}},
		{"nothing of its types found", restricted, "AAA/content?q=title", nil, insight.Counts{Searches: 1, WithoutResults: 1}},
		{"some words", key, "AAA/content?q=title+zeppelin", nil, insight.Counts{Searches: 1, SomeWords: 1}},
		{"corrected", key, "AAA/content?q=titel", nil, insight.Counts{Searches: 1, Corrected: 1}},
		{"no search", key, "AAA/content", nil, insight.Counts{}},
		{"refused", key, "AAA/content?q=title&size=0", nil, insight.Counts{}},
		{"suggestions", key, "AAA/suggest?q=titl", nil, insight.Counts{}},
	} {
		before := s.searches.Totals()["AAA"]
		s.get(t, test.key, test.path, test.headers...)
		got := s.searches.Totals()["AAA"]
		got = insight.Counts{Searches: got.Searches - before.Searches, WithoutResults: got.WithoutResults - before.WithoutResults,
			SomeWords: got.SomeWords - before.SomeWords, Corrected: got.Corrected - before.Corrected}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
