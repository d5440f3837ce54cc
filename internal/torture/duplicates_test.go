package torture_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/ingest"
)

// Of lines with one id the first counts. Where that is a bad one, the stored version stays.
func TestDuplicateLines(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, _ := a.key()
	a.importItems(importOptions(), item("a", "page", "old"), item("b", "page", "old"), item("c", "page", "old"), item("d", "page", "old"))
	_, cursor := a.changes(key, "")
	before := a.dates()

	o := importOptions()
	o.SkipInvalid = true
	got := a.importItems(o,
		item("a", "page", "first"), item("a", "page", "second"), item("a", "faq", "third"),
		`{"id":"b"}`, item("b", "page", "second"),
		item("c", "page", "old"), item("c", "page", "second"),
		item("e", "page", "first"), item("e", "page", "second"))
	if diff := cmp.Diff(ingest.Result{Added: 1, Updated: 1, Unchanged: 1, Deleted: 1, Skipped: 6}, got); diff != "" {
		t.Error(diff)
	}
	told, _ := a.changes(key, cursor)
	if diff := cmp.Diff([]string{"+a first", "-d page", "+e first"}, told); diff != "" {
		t.Error(diff)
	}
	after := a.dates()
	for _, id := range []string{"b", "c"} {
		if after[id] != before[id] {
			t.Errorf("%s is dated %s, want %s as before", id, after[id], before[id])
		}
	}
	a.checkDerived()
}
