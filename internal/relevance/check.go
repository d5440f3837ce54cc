package relevance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Check tells what is wrong with a result, given as the ids of all its items in order; nil when it is as expected.
// Only Absent and an expectation of nothing need more of the result than the first len(e.IDs).
func (e Expectation) Check(result []string) error {
	if e.Kind == Absent {
		for rank, id := range result {
			if slices.Contains(e.IDs, id) {
				return fmt.Errorf("%s:%d: %s %q: %s is there, at rank %d", e.File, e.Line, e.Airport, e.Query, id, rank+1)
			}
		}
		return nil
	}
	want, got := e.IDs, result
	if len(want) > 0 {
		got = got[:min(len(got), len(want))]
	}
	if e.Kind == FirstSet {
		want, got = slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))
	}
	if slices.Equal(want, got) {
		return nil
	}
	return fmt.Errorf("%s:%d: %s %q: want %s %s, got %s", e.File, e.Line, e.Airport, e.Query, e.Kind, list(e.IDs), list(result[:min(len(result), 5)]))
}

func list(ids []string) string {
	return cmp.Or(strings.Join(ids, ", "), nothing)
}
