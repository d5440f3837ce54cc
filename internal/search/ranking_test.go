package search_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

// An item of average length, with a title of average length, has the norms of the built-in numbers.
func TestNorms(t *testing.T) {
	t.Parallel()
	n := search.RankingIn("english").Norms(100, 4)
	check.Same(t, []float64{1, 1}, []float64{n.Item + 100*n.Length, n.Title + 4*n.TitleLength})
	n = search.Ranking{K1: 1.1, B: 0, Title: 8}.Norms(100, 4)
	check.Same(t, search.Norms{Item: 0.5, Title: 0.25}, n, "half the k1, and twice as much for a title")
}
