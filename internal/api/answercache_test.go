package api

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// A removed airport that is added again may reach the same revision with other content.
func TestCachedAnswersBelongToAState(t *testing.T) {
	t.Parallel()
	c := newAnswerCache()
	key, of := answerKey{airport: "SFO", request: "q=bar"}, content.State{ID: "a 7", Synonyms: 1}
	c.add(key, &of, pageMeta{Search: &content.Search{}}, nil, listAnswer{})
	for name, with := range map[string]struct {
		state content.State
		want  bool
	}{
		"the same state": {of, true},
		"another epoch":  {content.State{ID: "b 7", Synonyms: 1}, false},
		"a later one":    {content.State{ID: "a 8", Synonyms: 1}, false},
		"other synonyms": {content.State{ID: "a 7", Synonyms: 2}, false},
	} {
		check.Same(t, with.want, c.get(key, &with.state) != nil, "found with "+name)
	}
	check.Same(t, len(c.get(key, &of).body)+len(key.request)+entrySize, c.entries.Size(), "size")
	if c.add(key, &of, pageMeta{}, nil, strings.Repeat("x", largestCached)) != nil {
		t.Error("an answer that is too long is cached")
	}
}
