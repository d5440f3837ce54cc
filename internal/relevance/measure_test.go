package relevance_test

import (
	"math"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/relevance"
)

func TestParseScript(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"a.txt": {Data: []byte(`# names

airport LKX
starbuks coffe -> x-1, x-2
  wifi ~> x-3, x-4
airport VDX
coffee -starbucks !> x-5
"a -> b" -> nothing
`)}}
	want := []relevance.Expectation{
		{Where: "a.txt:4", Airport: "LKX", Query: "starbuks coffe", Kind: relevance.First, IDs: []string{"x-1", "x-2"}},
		{Where: "a.txt:5", Airport: "LKX", Query: "wifi", Kind: relevance.FirstSet, IDs: []string{"x-3", "x-4"}},
		{Where: "a.txt:7", Airport: "VDX", Query: "coffee -starbucks", Kind: relevance.Absent, IDs: []string{"x-5"}},
		{Where: "a.txt:8", Airport: "VDX", Query: `"a -> b"`, Kind: relevance.First},
	}
	got, err := relevance.ParseScript(fsys, "a.txt")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, expectations (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []string{"starbucks", "starbucks ->", "starbucks -> x-1,", "starbucks -> x-1 x-2"} {
		if _, err := relevance.ParseScript(fstest.MapFS{"a.txt": {Data: []byte(wrong)}}, "a.txt"); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

func TestParseJudged(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"j.txt": {Data: []byte("airport LKX\nquery 3 pizzas\n3 x-1\n1 x-2, x-3\nairport QLB\nquery fog\n2 y-1\n")}}
	want := []relevance.Judgement{
		{Where: "j.txt:2", Airport: "LKX", Query: "3 pizzas", Grades: map[string]int{"x-1": 3, "x-2": 1, "x-3": 1}},
		{Where: "j.txt:6", Airport: "QLB", Query: "fog", Grades: map[string]int{"y-1": 2}},
	}
	got, err := relevance.ParseJudged(fsys, "j.txt")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, judgements (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []string{"3 x-1", "query fog\n4 x-1", "query fog\n3 x-1 x-2"} {
		if _, err := relevance.ParseJudged(fstest.MapFS{"j.txt": {Data: []byte(wrong)}}, "j.txt"); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

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
