package relevance_test

import (
	"cmp"
	"slices"

	"airport-content/internal/relevance"
)

// scores tell how well a way to search does.
type scores struct {
	mean float64   // nDCG@10 of the judged queries
	each []float64 // of each of them
	met  int       // how many expectations are met
}

func score(judged []relevance.Judgement, scripts []relevance.Expectation, find func(airport, query string) []string) scores {
	s := scores{each: make([]float64, len(judged))}
	for i, j := range judged {
		s.each[i] = relevance.NDCG(find(j.Airport, j.Query), j.Grades, 10)
		s.mean += s.each[i] / float64(len(judged))
	}
	for _, e := range scripts {
		if e.Check(find(e.Airport, e.Query)) == nil {
			s.met++
		}
	}
	return s
}

// worst lists the n queries that are answered worst, by their place in the judged set.
func (s scores) worst(n int) []int {
	places := make([]int, len(s.each))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(s.each[a], s.each[b]) })
	return places[:min(n, len(places))]
}
