package api

import (
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/content"
)

// What is kept has a bound in bytes, and the newest stays.
func TestKeptBound(t *testing.T) {
	t.Parallel()
	k := newKeptPages()
	page := func(title string) *content.Page { return &content.Page{Items: []content.Item{{Title: title}}} }
	at := func(n int) pageKey { return pageKey{airport: "SFO", request: strconv.Itoa(n)} }
	long := strings.Repeat("x", largestKept/2)
	for n := range 3 * maxKept / len(long) {
		st := content.State{Revision: int64(n)}
		k.keep(at(0), &st, page(long)) // the same request at each revision counts once
		k.keep(at(n), &st, page(long))
		if k.get(at(n), &st) == nil {
			t.Fatalf("page %d is not kept", n)
		}
	}
	held := int64(0)
	for _, key := range k.cache.Keys() {
		kept, _ := k.cache.Peek(key)
		held += kept.takes(key)
	}
	if held != k.size || held > maxKept || held < maxKept-2*largestKept {
		t.Errorf("%d bytes are kept, counted as %d, of %d", held, k.size, maxKept)
	}
	if k.keep(at(-1), &content.State{}, page(strings.Repeat("x", largestKept))) != nil {
		t.Error("a page that is too large is kept")
	}
}

// An airport that was removed and added again may reach the same revision with other content.
func TestKeptPagesBelongToAState(t *testing.T) {
	t.Parallel()
	k := newKeptPages()
	key, of := pageKey{airport: "SFO", request: "q=bar"}, content.State{Epoch: "a", Revision: 7, Synonyms: 1}
	k.keep(key, &of, &content.Page{Search: &content.Search{}})
	for name, c := range map[string]struct {
		state content.State
		want  bool
	}{
		"the same state": {of, true},
		"another epoch":  {content.State{Epoch: "b", Revision: 7, Synonyms: 1}, false},
		"a later one":    {content.State{Epoch: "a", Revision: 8, Synonyms: 1}, false},
		"other synonyms": {content.State{Epoch: "a", Revision: 7, Synonyms: 2}, false},
	} {
		if got := k.get(key, &c.state) != nil; got != c.want {
			t.Errorf("with %s: found %v, want %v", name, got, c.want)
		}
	}
}
