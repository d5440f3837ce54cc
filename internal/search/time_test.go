package search_test

import (
	"slices"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
)

// A time beside a thing is one thing: the hour in which items are open. Elsewhere it is words.
func TestTimes(t *testing.T) {
	t.Parallel()
	held := airport{"food": 9, "restaurant": 9, "pharmacy": 2, "flight": 9, "late": 9, "gate": 9, "9": 9, "21": 9}.corpusIn("english")
	held.Concepts = concept.Get()
	for q, want := range map[string]string{
		"food after 9pm":      "('open hours' & !'open 21')",
		"food after 9 p.m.":   "('open hours' & !'open 21')",
		"food 21:00":          "('open hours' & !'open 21')",
		"food before 6am":     "('open hours' & !'open 5')",
		"food at 9 o'clock":   "('open hours' & !'open 9')",
		"pharmacy open late":  "('open hours' & !'open 22')",
		"Apotheke ab 21 Uhr":  "('open hours' & !'open 21')",
		"pharmacie après 21h": "('open hours' & !'open 21')",
		"food at midnight":    "('open hours' & !'open 22')",
		"pharmacy 9":          "",
		"flight 21:00":        "",
		"food 25:00":          "",
		"coffee 4.50":         "", // a price
	} {
		got := only(planOf(q, held)).Exact
		if want != "" {
			want = "!(" + want + ")"
		} else if len(got) > 0 && got[0] != '!' {
			got = "" // the title that is the query
		}
		check.Same(t, want, got, q)
	}
}

// Concepts of a time prefer the items that are open then.
func TestConceptsOfTimes(t *testing.T) {
	t.Parallel()
	held := airport{"food": 9, "restaurant": 9, "pharmacy": 2, "breakfast": 2, "24": 2, "hour": 2}.corpusIn("english")
	held.Concepts = concept.Get()
	for q, open := range map[string]string{"pharmacy round the clock": "'open 3'", "late night food": "'open 22'", "early breakfast": "'open 5'"} {
		if !slices.ContainsFunc(only(planOf(q, held)).Clauses, func(c search.Clause) bool { return c.Phrase == open }) {
			t.Errorf("%s: no clause prefers %s", q, open)
		}
	}
}
