package concept_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// A name remembers the stems of its words once all of them are known.
func TestStemsOfName(t *testing.T) {
	t.Parallel()
	name := concept.Name{Words: []string{"lost", "bags"}}
	asked := 0
	with := func(stems map[string]word.Stem) func(string) word.Stem {
		return func(text string) word.Stem {
			asked++
			return stems[text]
		}
	}
	lost, bag := word.Stem{Lexeme: "lost", Unaccented: "lost"}, word.Stem{Lexeme: "bag", Unaccented: "bags"}
	check.Same(t, []word.Stem{lost, {}}, name.Stems(with(map[string]word.Stem{"lost": lost})), "one is unknown")
	all := with(map[string]word.Stem{"lost": lost, "bags": bag})
	check.Same(t, []word.Stem{lost, bag}, name.Stems(all))
	check.Same(t, []word.Stem{lost, bag}, name.Stems(all), "again")
	check.Same(t, 4, asked)
}
