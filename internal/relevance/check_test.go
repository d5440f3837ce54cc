package relevance_test

import (
	"strings"
	"testing"

	"airport-content/internal/relevance"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   relevance.Kind
		ids    []string
		result []string
		wrong  string // in the error; empty: as expected
	}{
		"first":               {relevance.First, []string{"a", "b"}, []string{"a", "b", "c"}, ""},
		"first, other order":  {relevance.First, []string{"a", "b"}, []string{"b", "a", "c"}, "want -> a, b, got b, a, c"},
		"first, too few":      {relevance.First, []string{"a", "b"}, []string{"a"}, "got a"},
		"first, none":         {relevance.First, []string{"a"}, nil, "got nothing"},
		"set":                 {relevance.FirstSet, []string{"a", "b"}, []string{"b", "a", "c"}, ""},
		"set, one late":       {relevance.FirstSet, []string{"a", "b"}, []string{"b", "c", "a"}, "want ~> a, b, got b, c, a"},
		"absent":              {relevance.Absent, []string{"a"}, []string{"b", "c"}, ""},
		"absent, yet there":   {relevance.Absent, []string{"a", "c"}, []string{"b", "c"}, "c is there, at rank 2"},
		"nothing":             {relevance.First, nil, nil, ""},
		"nothing, but a find": {relevance.First, nil, []string{"a"}, "want -> nothing, got a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := relevance.Expectation{File: "s.txt", Line: 7, Airport: "LKX", Query: "q", Kind: c.kind, IDs: c.ids}
			err := e.Check(c.result)
			if c.wrong == "" {
				if err != nil {
					t.Errorf("error %v, want none", err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), `s.txt:7: LKX "q": `) || !strings.HasSuffix(err.Error(), c.wrong) {
				t.Errorf("error %v, want one that ends in %q", err, c.wrong)
			}
		})
	}
}
