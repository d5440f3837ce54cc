package postgres

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/searchtext"
)

func TestParseSearch(t *testing.T) {
	t.Parallel()
	type words = []searchWord
	for q, want := range map[string]words{
		"":                      nil,
		" - -- \"\" or !?":      nil,
		"Coffee  shop":          {{"Coffee", "coffee", bareWord, 0}, {"shop", "shop", bareWord, 0}},
		"coffee or tea OR milk": {{"coffee", "coffee", bareWord, 0}, {"tea", "tea", bareWord, 1}, {"milk", "milk", bareWord, 2}},
		"or coffee or or tea":   {{"coffee", "coffee", bareWord, 0}, {"tea", "tea", bareWord, 1}},
		`coffee "or" tea`:       {{"coffee", "coffee", bareWord, 0}, {"or", "or", exactPhrase, 0}, {"tea", "tea", bareWord, 0}},
		"coffee -starbucks":     {{"coffee", "coffee", bareWord, 0}, {"starbucks", "starbucks", absent, 0}},
		"--coffee":              {{"coffee", "coffee", absent, 0}},
		`-"flat white"`:         {{"flat white", "flat white", absent, 0}},
		`"flat white`:           {{"flat white", "flat white", exactPhrase, 0}},
		`flat"white"x`:          {{"flat", "flat", bareWord, 0}, {"white", "white", exactPhrase, 0}, {"x", "x", bareWord, 0}},
		"24/7 wi-fi":            {{"24/7", "24 7", bareWord, 0}, {"wi-fi", "wi fi", bareWord, 0}},
		"H & M":                 {{"H&M", "hm", bareWord, 0}},
		"McDonald’s":            {{"McDonald’s", "mcdonald", bareWord, 0}},
		"Find me a taxi":        {{"Find", "find", frameWord, 0}, {"me", "me", bareWord, 0}, {"a", "a", bareWord, 0}, {"taxi", "taxi", bareWord, 0}},
		`"find" -get`:           {{"find", "find", exactPhrase, 0}, {"get", "get", absent, 0}},
	} {
		if diff := cmp.Diff(want, parseSearch(q).words, cmp.AllowUnexported(searchWord{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

func FuzzParseSearch(f *testing.F) {
	for _, q := range []string{"coffee -starbucks", `"lost and found" or -"x y"`, "H & M", `\ ' : * & | ! <->`, "\xff\x00 \"", strings.Repeat("a or ", 100)} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		query := parseSearch(q)
		texts, kinds, branches := query.arguments()
		for i, text := range texts {
			if text == "" || text != searchtext.Normalise(text) || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				t.Errorf("word %d is %q", i, text)
			}
			if kinds[i] != exactPhrase && kinds[i] != absent && len(strings.Fields(query.words[i].typed)) != 1 {
				t.Errorf("word %d is of %q, which is no word", i, query.words[i].typed)
			}
			if last := max(0, i-1); branches[i] != branches[last] && branches[i] != branches[last]+1 || i == 0 && branches[i] != 0 {
				t.Errorf("branches are %v", branches)
			}
		}
		if len(texts) > maxWords {
			t.Errorf("%d words", len(texts))
		}
		if again := parseSearch(query.run(nil)); utf8.ValidString(q) && len(again.words) > len(texts) {
			t.Errorf("%q, written as it was run, %q, has %d words, not %d", q, query.run(nil), len(again.words), len(texts))
		}
	})
}
