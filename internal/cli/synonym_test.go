package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// synonyms is a group as the program prints it.
type synonyms struct{ Words []string }

func TestSynonyms(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	groupOf := func(word string) []string {
		t.Helper()
		var groups []synonyms
		e.mustDecode(t, &groups, "synonym", "list")
		for _, g := range groups {
			if slices.Contains(g.Words, word) {
				return g.Words
			}
		}
		return nil
	}
	for _, step := range []struct {
		args []string
		of   string
		want []string
	}{
		{[]string{"add", "zeppelin", "dirigible"}, "zeppelin", []string{"dirigible", "zeppelin"}},
		{[]string{"add", "Zeppelins", "airship"}, "zeppelin", []string{"airship", "dirigible", "zeppelin"}}, // reads the same
		{[]string{"add", "hot  air balloon", "aerostat"}, "aerostat", []string{"aerostat", "hot air balloon"}},
		{[]string{"add", "aerostat", "airship"}, "airship", []string{"aerostat", "airship", "dirigible", "hot air balloon", "zeppelin"}},
		{[]string{"add", "airship"}, "airship", []string{"aerostat", "airship", "dirigible", "hot air balloon", "zeppelin"}},
		{[]string{"remove", "Hot-Air Balloons"}, "airship", []string{"aerostat", "airship", "dirigible", "zeppelin"}},
		{[]string{"remove", "aerostat"}, "airship", []string{"airship", "dirigible", "zeppelin"}},
		{[]string{"remove", "dirigible"}, "airship", []string{"airship", "zeppelin"}},
		{[]string{"remove", "zeppelin"}, "airship", nil}, // one word alone is no group
	} {
		e.must(t, append([]string{"synonym"}, step.args...)...)
		if diff := cmp.Diff(step.want, groupOf(step.of)); diff != "" {
			t.Errorf("after %q: %s", step.args, diff)
		}
	}
	e.refuses(t, []refusal{
		{args: []string{"synonym", "add", "airship"}, code: 1, says: "want two words that differ"},
		{args: []string{"synonym", "add", "airship", "airships"}, code: 1, says: "want two words that differ"},
		{args: []string{"synonym", "add", "airship", "the"}, code: 1, says: `"the" is too common a word`},
		{args: []string{"synonym", "add", "airship", "?!"}, code: 1, says: "it has 0 words"},
		{args: []string{"synonym", "add", "airship", "one two three four five"}, code: 1, says: "it has 5 words to search for, want 1 to 4"},
		{args: []string{"synonym", "add", "airship", "a\x00b"}, code: 1, says: "without control characters"},
		{args: []string{"synonym", "remove", "stroler"}, code: 1, says: `no synonym "stroler"; known: stroller, `},
	})
	if groupOf("airship") != nil {
		t.Error("a refused addition has left something")
	}
	if table := e.must(t, "synonym", "list"); !strings.HasPrefix(table, "WORDS\n") {
		t.Errorf("table: %s", table)
	}
}
