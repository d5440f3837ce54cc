package relevance

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// NDCG is the normalised discounted cumulative gain of the first k ids of a ranking: 1 for the best possible order of
// the graded items, 0 where none of them is found or none is graded.
//
// The measure is Järvelin and Kekäläinen's (Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002), in
// the variant of Burges et al. (Learning to rank using gradient descent, ICML 2005): a gain of 2^grade − 1, divided by
// log2(rank + 1) with ranks from 1. An id that comes a second time gains nothing.
func NDCG(ranked []string, grades map[string]int, k int) float64 {
	best := slices.Collect(maps.Values(grades))
	slices.SortFunc(best, func(a, b int) int { return cmp.Compare(b, a) })

	seen := map[string]bool{}
	var got []int
	for _, id := range ranked[:min(len(ranked), k)] {
		grade := grades[id]
		if seen[id] {
			grade = 0
		}
		seen[id] = true
		got = append(got, grade)
	}
	ideal := dcg(best[:min(len(best), k)])
	if ideal == 0 {
		return 0
	}
	return dcg(got) / ideal
}

// dcg sums the discounted gains of grades, in their order.
func dcg(grades []int) float64 {
	sum := 0.0
	for i, grade := range grades {
		sum += (math.Exp2(float64(grade)) - 1) / math.Log2(float64(i)+2)
	}
	return sum
}
