package relevance_test

import (
	"math"
	"testing"

	"airport-content/internal/relevance"
)

func TestNDCG(t *testing.T) {
	t.Parallel()
	grades := map[string]int{"a": 3, "b": 2, "c": 1}
	ideal := 7 + 3/math.Log2(3) + 1/math.Log2(4)
	for name, c := range map[string]struct {
		ranked []string
		grades map[string]int
		k      int
		want   float64
	}{
		"the best order":            {[]string{"a", "b", "c", "x"}, grades, 10, 1},
		"another order":             {[]string{"b", "x", "a"}, grades, 10, (3 + 7/math.Log2(4)) / ideal},
		"cut at k":                  {[]string{"x", "a", "b"}, grades, 2, (7 / math.Log2(3)) / (7 + 3/math.Log2(3))},
		"k beyond the ranking":      {[]string{"a"}, grades, 10, 7 / ideal},
		"an id twice gains once":    {[]string{"a", "a"}, grades, 10, 7 / ideal},
		"none found":                {[]string{"x", "y"}, grades, 10, 0},
		"empty ranking":             {nil, grades, 10, 0},
		"nothing graded":            {[]string{"a"}, nil, 10, 0},
		"only zero grades":          {[]string{"a"}, map[string]int{"a": 0}, 10, 0},
		"more graded than k":        {[]string{"a"}, grades, 1, 1},
		"gain grows with the grade": {[]string{"c", "b", "a"}, grades, 10, (1 + 3/math.Log2(3) + 7/math.Log2(4)) / ideal},
	} {
		if got := relevance.NDCG(c.ranked, c.grades, c.k); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
