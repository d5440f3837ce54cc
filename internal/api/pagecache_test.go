package api

import (
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/content"
)

// What is cached has a bound in bytes, and the newest stays.
func TestPageCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := newPageCache()
	at := func(n int) pageKey { return pageKey{airport: "SFO", request: strconv.Itoa(n)} }
	long := strings.Repeat("x", largestCached/2)
	for n := range 3 * maxCached / len(long) {
		st := content.State{ID: strconv.Itoa(n)}
		c.add(at(0), &st, nil, long) // the same request at each revision counts once
		c.add(at(n), &st, nil, long)
		if c.get(at(n), &st) == nil {
			t.Fatalf("page %d is not cached", n)
		}
	}
	size := int64(0)
	for _, key := range c.pages.Keys() {
		cached, _ := c.pages.Peek(key)
		size += cached.size(key)
	}
	if size != c.size || size > maxCached || size < maxCached-2*largestCached {
		t.Errorf("%d bytes are cached, counted as %d, of %d", size, c.size, maxCached)
	}
	if c.add(at(-1), &content.State{}, nil, strings.Repeat("x", largestCached)) != nil {
		t.Error("a page that is too large is cached")
	}
}

// An airport that was removed and added again may reach the same revision with other content.
func TestCachedPagesBelongToAState(t *testing.T) {
	t.Parallel()
	c := newPageCache()
	key, of := pageKey{airport: "SFO", request: "q=bar"}, content.State{ID: "a 7", Synonyms: 1}
	c.add(key, &of, &content.Search{}, listAnswer{})
	for name, with := range map[string]struct {
		state content.State
		want  bool
	}{
		"the same state": {of, true},
		"another epoch":  {content.State{ID: "b 7", Synonyms: 1}, false},
		"a later one":    {content.State{ID: "a 8", Synonyms: 1}, false},
		"other synonyms": {content.State{ID: "a 7", Synonyms: 2}, false},
	} {
		if got := c.get(key, &with.state) != nil; got != with.want {
			t.Errorf("with %s: found %v, want %v", name, got, with.want)
		}
	}
}
