package relevance_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"text/tabwriter"

	"airport-content/internal/check"
	"airport-content/internal/relevance"
)

const (
	firstOfForeign = 3    // results, one of which must be good
	leastForeign   = 0.95 // of all queries in languages that not every item is in
	leastOfEach    = 0.85 // of a language with many queries
	manyQueries    = 10
)

// Words of other languages bring up what they mean.
func TestForeign(t *testing.T) {
	queries := check.Must(relevance.ParseForeign(os.DirFS("testdata"), "languages.txt"))(t)
	ours := searchOf(t, sampleDatabase(t))
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	all, good, goodOfAll := map[string]int{}, map[string]int{}, 0
	for _, q := range queries {
		first := firstOf(ours(q.Airport, q.Query), firstOfForeign)
		all[q.Language]++
		if slices.ContainsFunc(first, func(id string) bool { return slices.Contains(q.IDs, id) }) {
			good[q.Language]++
			goodOfAll++
		} else {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%v\n", q.Where, q.Airport, q.Language, q.Query, first)
		}
	}
	for _, language := range slices.Sorted(maps.Keys(all)) {
		share := float64(good[language]) / float64(all[language])
		fmt.Fprintf(table, "%s\t%d of %d\n", language, good[language], all[language])
		if share < leastOfEach && all[language] >= manyQueries {
			t.Errorf("%s: %.2f of the queries bring up something good, want %.2f", language, share, leastOfEach)
		}
	}
	if share := float64(goodOfAll) / float64(len(queries)); share < leastForeign {
		t.Errorf("%.3f of %d queries bring up something good, want %.2f", share, len(queries), leastForeign)
	}
}
