package relevance_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"airport-content/internal/relevance"
	"airport-content/internal/sample"
)

// The files speak of the sample airports: a renamed item must not turn an expectation into one that cannot be met.
func TestScriptsSpeakOfTheSample(t *testing.T) {
	t.Parallel()
	known := sampleIDs(t)
	all, err := relevance.ParseScripts(os.DirFS("testdata/scripts"))
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		airport, query string
		absent         bool
	}
	seen := map[key]bool{}
	queries := map[string]bool{}
	for _, e := range all {
		k := key{e.Airport, e.Query, e.Kind == relevance.Absent}
		if seen[k] {
			t.Errorf("%s:%d: %q is there twice", e.File, e.Line, e.Query)
		}
		seen[k] = true
		queries[e.Query] = true
		for _, id := range e.IDs {
			if known[id] != e.Airport {
				t.Errorf("%s:%d: airport %s has no item %s", e.File, e.Line, e.Airport, id)
			}
		}
	}
	if len(queries) < 70 {
		t.Errorf("%d queries, want at least 70", len(queries))
	}
}

func TestJudgedSpeaksOfTheSample(t *testing.T) {
	t.Parallel()
	known := sampleIDs(t)
	all, err := relevance.ParseJudged(os.DirFS("testdata"), "judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[2]string]bool{}
	for _, j := range all {
		if seen[[2]string{j.Airport, j.Query}] {
			t.Errorf("judged.txt:%d: %q is there twice", j.Line, j.Query)
		}
		seen[[2]string{j.Airport, j.Query}] = true
		for id := range j.Grades {
			if known[id] != j.Airport {
				t.Errorf("judged.txt:%d: airport %s has no item %s", j.Line, j.Airport, id)
			}
		}
	}
	if len(all) < 50 {
		t.Errorf("%d queries, want at least 50", len(all))
	}
}

// sampleIDs maps each id of the sample to its airport.
func sampleIDs(t *testing.T) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for _, airport := range sample.Airports() {
		f, err := sample.Open(airport.Code)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 2<<20)
		for lines.Scan() {
			var item struct{ ID string }
			if err := json.Unmarshal(lines.Bytes(), &item); err != nil {
				t.Fatal(err)
			}
			ids[item.ID] = airport.Code
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}
