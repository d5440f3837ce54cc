package relevance_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/relevance"
)

func TestParseScripts(t *testing.T) {
	t.Parallel()
	got, err := relevance.ParseScripts(fstest.MapFS{
		"b.txt": {Data: []byte("airport QLB\nthe of and -> nothing\n")},
		"a.txt": {Data: []byte(`# names

airport LKX
starbuks coffe -> x-1, x-2
  wifi ~> x-3,x-4
airport VDX
coffee -starbucks !> x-5
"a -> b" -> x/6
`)},
		"notes.md": {Data: []byte("not a script")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []relevance.Expectation{
		{File: "a.txt", Line: 4, Airport: "LKX", Query: "starbuks coffe", Kind: relevance.First, IDs: []string{"x-1", "x-2"}},
		{File: "a.txt", Line: 5, Airport: "LKX", Query: "wifi", Kind: relevance.FirstSet, IDs: []string{"x-3", "x-4"}},
		{File: "a.txt", Line: 7, Airport: "VDX", Query: "coffee -starbucks", Kind: relevance.Absent, IDs: []string{"x-5"}},
		{File: "a.txt", Line: 8, Airport: "VDX", Query: `"a -> b"`, Kind: relevance.First, IDs: []string{"x/6"}},
		{File: "b.txt", Line: 2, Airport: "QLB", Query: "the of and", Kind: relevance.First},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expectations (-want +got):\n%s", diff)
	}
}

func TestParseScriptsRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"starbucks -> x-1":                  "s.txt:1: no airport yet",
		"airport LKX\n\nstarbucks":          "s.txt:3: want: query",
		"airport LKX\nstarbucks ->":         "s.txt:2: want: query",
		"airport LKX\nstarbucks -> x-1,":    "s.txt:2: ",
		"airport LKX\nstarbucks -> x-1 x-2": "s.txt:2: ",
		"airport LKX\nstarbucks !> nothing": "s.txt:2: ",
		"airport lkx\nstarbucks -> x-1":     "s.txt:1: no airport yet",
	} {
		_, err := relevance.ParseScripts(fstest.MapFS{"s.txt": {Data: []byte(text)}})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s…", text, err, want)
		}
	}
}

func TestParseJudged(t *testing.T) {
	t.Parallel()
	got, err := relevance.ParseJudged(fstest.MapFS{"j.txt": {Data: []byte(`# judged
airport LKX
query vegan food
3 x-1
1 x-2, x-3
query 3 pizzas
2 x-1
airport QLB
query fog
3 y-1
`)}}, "j.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := []relevance.Judgement{
		{Line: 3, Airport: "LKX", Query: "vegan food", Grades: map[string]int{"x-1": 3, "x-2": 1, "x-3": 1}},
		{Line: 6, Airport: "LKX", Query: "3 pizzas", Grades: map[string]int{"x-1": 2}},
		{Line: 9, Airport: "QLB", Query: "fog", Grades: map[string]int{"y-1": 3}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("judgements (-want +got):\n%s", diff)
	}
}

func TestParseJudgedRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"query fog\n3 x-1":   "j.txt:1: no airport yet",
		"airport LKX\n3 x-1": "j.txt:2: a grade before any query",
		"airport LKX\nquery fog\n3 x-1\nairport QLB\n3 x-1": "j.txt:5: a grade before any query",
		"airport LKX\nquery fog\n4 x-1":                     "j.txt:3: want: query",
		"airport LKX\nquery fog\n0 x-1":                     "j.txt:3: want: query",
		"airport LKX\nquery fog\n3 x-1\n2 x-1":              "j.txt:4: x-1 is graded twice",
		"airport LKX\nquery fog\nquery rain\n3 x-1":         "j.txt:2: query \"fog\" has no graded item",
	} {
		_, err := relevance.ParseJudged(fstest.MapFS{"j.txt": {Data: []byte(text)}}, "j.txt")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s…", text, err, want)
		}
	}
}
