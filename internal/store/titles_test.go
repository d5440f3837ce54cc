package store

import (
	"testing"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

func TestTitleCacheForgetsWhatWasNotUsed(t *testing.T) {
	c := newTitleCache()
	large := search.NewTitles(make([]search.Title, 100_000)) // some 15 MB
	first, last := &content.State{Code: "FST", ID: "1"}, &content.State{Code: "LST", ID: "1"}
	c.add(first, large)
	for _, code := range []string{"AAA", "BBB", "CCC", "DDD", "EEE"} {
		c.get(first)
		c.add(&content.State{Code: code, ID: "1"}, large)
	}
	c.add(last, large)
	c.add(last, large) // again
	if c.get(first) == nil || c.get(last) == nil || c.size > maxTitles || c.size != c.airports.Len()*large.Size() {
		t.Errorf("%d airports, %d bytes", c.airports.Len(), c.size)
	}
	if c.get(&content.State{Code: "AAA", ID: "1"}) != nil || c.get(&content.State{Code: "LST", ID: "2"}) != nil {
		t.Error("too much is kept")
	}
}
