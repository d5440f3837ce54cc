package search_test

import (
	"testing"

	"airport-content/internal/check"
)

// A place is one thing. An item that is known to be elsewhere comes last.
func TestPlaces(t *testing.T) {
	t.Parallel()
	held := airport{"coffee": 30, "terminal": 300, "1": 90, "gate": 400, "b12": 3, "after": 50, "security": 60, "airside": 4}.corpusIn("english")
	for q, c := range map[string]struct{ any, first string }{
		"coffee terminal 1":         {"'coffee'", "!(('place terminal' & !'place terminal 1'))"},
		"coffee T1":                 {"'coffee'", "!(('place terminal' & !'place terminal 1'))"},
		"coffee nach der Kontrolle": {"'coffee'", "!(('place security' & !'place security after'))"},
		"terminal 1":                {"('place terminal 1' | (('terminal' <1> '1')) & !'place terminal')", "'title terminal 1'"},
		"gate b12":                  {"('place gate b12' | ('b12') & !'place gate')", "'title gate b12'"},
		"gate 45":                   {"'place gate 45'", "'title gate 45'"}, // no item names it
		"through security":          {"'security'", "'title through security'"},
	} {
		p := only(planOf(q, held))
		check.Same(t, []any{c.any, c.first}, []any{p.Any, p.Exact}, q)
	}
}
