package relevance_test

import (
	"math"
	"testing"

	"airport-content/internal/relevance"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	type ids = []string
	for name, c := range map[string]struct {
		kind      relevance.Kind
		ids, find ids
		ok        bool
	}{
		"first":               {relevance.First, ids{"a", "b"}, ids{"a", "b", "c"}, true},
		"first, other order":  {relevance.First, ids{"a", "b"}, ids{"b", "a", "c"}, false},
		"first, too few":      {relevance.First, ids{"a", "b"}, ids{"a"}, false},
		"set":                 {relevance.FirstSet, ids{"a", "b"}, ids{"b", "a", "c"}, true},
		"set, one late":       {relevance.FirstSet, ids{"a", "b"}, ids{"b", "c", "a"}, false},
		"absent":              {relevance.Absent, ids{"a"}, ids{"b", "c"}, true},
		"absent, yet there":   {relevance.Absent, ids{"a", "c"}, ids{"b", "b", "c"}, false},
		"nothing":             {relevance.First, nil, nil, true},
		"nothing, but a find": {relevance.First, nil, ids{"a"}, false},
	} {
		err := relevance.Expectation{Kind: c.kind, IDs: c.ids}.Check(c.find)
		if (err == nil) != c.ok {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestNDCG(t *testing.T) {
	t.Parallel()
	grades := map[string]int{"a": 3, "b": 2, "c": 1}
	ideal := 7 + 3/math.Log2(3) + 1/math.Log2(4)
	for name, c := range map[string]struct {
		ranked []string
		k      int
		want   float64
	}{
		"the best order":       {[]string{"a", "b", "c", "x"}, 10, 1},
		"another order":        {[]string{"b", "x", "a"}, 10, (3 + 7/math.Log2(4)) / ideal},
		"cut at k":             {[]string{"x", "a", "b"}, 2, (7 / math.Log2(3)) / (7 + 3/math.Log2(3))},
		"k beyond the ranking": {[]string{"a"}, 10, 7 / ideal},
		"none found":           {[]string{"x", "y"}, 10, 0},
		"nothing found":        {nil, 10, 0},
	} {
		if got := relevance.NDCG(c.ranked, grades, c.k); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
