package relevance

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Check compares a result, the ids of all its items in order, with the expectation. The error says
// what is wrong; nil if nothing is.
func (e Expectation) Check(result []string) error {
	want, got := slices.Clone(e.IDs), slices.Clone(result)
	if len(want) > 0 && e.Kind != Absent {
		got = got[:min(len(got), len(want))]
	}
	ok := slices.Equal(want, got)
	switch e.Kind {
	case FirstSet:
		slices.Sort(want)
		slices.Sort(got)
		ok = slices.Equal(want, got)
	case Absent:
		ok = !slices.ContainsFunc(got, func(id string) bool { return slices.Contains(want, id) })
	}
	if ok {
		return nil
	}
	return fmt.Errorf("%s: %s %q: want %s %v, got %v", e.Where, e.Airport, e.Query, e.Kind, e.IDs, result[:min(len(result), 5)])
}

// NDCG is the normalised discounted cumulative gain of the first k ids of a ranking: 1 for the best
// order of the graded items, 0 if none of them is found.
//
// The measure is Järvelin and Kekäläinen's (Cumulated gain-based evaluation of IR techniques, ACM
// TOIS 20(4), 2002), in the variant of Burges et al. (Learning to rank using gradient descent, ICML
// 2005): a gain of 2^grade − 1, divided by log2(rank + 1) with ranks from 1.
func NDCG(ranked []string, grades map[string]int, k int) float64 {
	best := slices.Sorted(maps.Values(grades))
	slices.Reverse(best)
	var got []int
	for _, id := range ranked[:min(len(ranked), k)] {
		got = append(got, grades[id])
	}
	return dcg(got) / dcg(best[:min(len(best), k)])
}

// dcg sums the discounted gains of grades, in their order.
func dcg(grades []int) float64 {
	sum := 0.0
	for i, grade := range grades {
		sum += (math.Exp2(float64(grade)) - 1) / math.Log2(float64(i)+2)
	}
	return sum
}
