package cli_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// search finds what a partner finds, and explains it.
func TestSearch(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "airport", "add", "SFO", "San Francisco")
	must(t, env, "partner", "add", "Acme")
	news := keyID(must(t, env, "key", "create", "--partner", "Acme", "--airport", "SFO", "--scope", "content:read:news"))
	must(t, env, "airport", "add", "QLB", "Sample")
	file := `{"id":"a","contentType":"dining","title":"Starbucks coffee","content":"Coffee and coffee again, or espresso"}
{"id":"b","contentType":"news","title":"A new pharmacy","content":"It sells no coffee"}
`
	if got := feed(t.Context(), env, file, "import", "SFO", "-"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	got := run(t.Context(), env, "search", "sfo", "starbuks coffee")
	if got.code != 0 || !strings.HasPrefix(got.stdout, "TYPE    LANGUAGE  ID  TITLE\ndining  en        a   Starbucks coffee\n") ||
		!strings.Contains(got.stderr, "2 results; 1 of them with every word") {
		t.Errorf("%+v", got)
	}
	text := must(t, env, "search", "SFO", "starbuks coffee", "--explain")
	for _, says := range []string{"run       starbucks coffee\n", "corrected starbuks → starbucks\n", "match     any: 2 results; 1 of them with every word\n",
		"CLAUSE  LANGUAGE  READING", "'starbuck'", "'coffe'", "SCORE", "FIRST", "CLAUSE 1", "CLAUSE 2"} {
		if !strings.Contains(text, says) {
			t.Errorf("the explanation lacks %q:\n%s", says, text)
		}
	}
	rows := strings.Join(strings.Fields(must(t, env, "search", "SFO", `coffee "new pharmacy"`, "--explain")), " ")
	for _, reading := range []string{`phrase \S+ \('new' <1> 'pharmaci'\)`, `concepts \S+ 'coffe' 'espresso'`, `as typed \S+ 'coffe'`, `type \S+ 'type dining'`} {
		if !regexp.MustCompile(" " + reading + " ").MatchString(rows) {
			t.Errorf("no clause is %s: %s", reading, rows)
		}
	}
	if text := must(t, env, "search", "SFO", "coffee helicopters", "--explain"); !strings.Contains(text, "unknown   helicopters: no item") {
		t.Error(text)
	}
	if text := must(t, env, "search", "SFO", "Apotheke", "--explain"); !strings.Contains(text, "concept   Apotheke is pharmacy\n") {
		t.Error(text)
	}
	var of struct {
		Total   int
		Clauses []any
		Results []struct {
			ID  string
			Why *struct{ Score float64 }
		}
	}
	check.NoError(t, json.Unmarshal([]byte(must(t, env, "search", "SFO", "coffee", "--key", news, "--explain", "--json")), &of))
	if of.Total != 1 || len(of.Clauses) == 0 || of.Results[0].ID != "b" || of.Results[0].Why.Score <= 0 {
		t.Errorf("with a key for news: %+v", of)
	}
	if text := must(t, env, "search", "SFO", "coffee", "--json"); strings.Contains(text, "clauses") || strings.Contains(text, "why") {
		t.Error(text)
	}
	for _, words := range []string{"helicopters", "the", "not-coffee"} {
		if got := run(t.Context(), env, "search", "SFO", words, "--explain"); got.code != 0 {
			t.Errorf("%s: %+v", words, got)
		}
	}
	check.Same(t, text, must(t, env, "search", "SFO", "starbuks", "coffee", "--explain"), "words that are no one argument")
	fails(t, env, []string{"search", "SFO", " "}, 1, "no words")
	fails(t, env, []string{"search", "SFO", strings.Repeat("é", 513)}, 1, "512 characters")
	fails(t, env, []string{"search", "JFK", "x"}, 1, `no airport "JFK"`)
	fails(t, env, []string{"search", "SFO", "x", "--key", "none"}, 1, `no key "none"`)
	fails(t, env, []string{"search", "SFO", "x", "--limit", "101"}, 1, "want a whole number from 1 to 100")
	fails(t, env, []string{"search", "QLB", "x", "--key", news}, 1, "finds nothing: the key is not for QLB")
	must(t, env, "airport", "offline", "SFO")
	fails(t, env, []string{"search", "SFO", "coffee"}, 1, "SFO is offline")
}
