package search_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
)

// withConcepts is a corpus whose items are searched for concepts.
func (a airport) withConcepts(language string, groups ...string) search.Corpus {
	c := a.corpusIn(language, groups...)
	c.Concepts = concept.Get()
	return c
}

// What is searched for any word of a query, and what its words were understood as.
func TestConcepts(t *testing.T) {
	t.Parallel()
	held := airport{"pharmacy": 3, "medicine": 2, "toilet": 9, "car": 4}
	for name, c := range map[string]struct {
		q, want  string
		concepts map[string]string
	}{
		"a word of another language": {"Apotheke", "('pharmacy' | 'medicine')", map[string]string{"Apotheke": "pharmacy"}},
		"in another script":          {"厕所", "'toilet'", map[string]string{"厕所": "toilets"}},
		"within a text in pieces":    {"厕所在哪里", "'toilet'", map[string]string{"厕所在哪里": "toilets"}},
		"of several words":           {"bureau de tabac", "('bureau' | 'tabac')", nil}, // no item is about tobacco
		"in a compound":              {"Apothekenladen", "('pharmacy' | 'medicine')", map[string]string{"Apothekenladen": "pharmacy"}},
		"an emoji":                   {"💊", "('pharmacy' | 'medicine')", map[string]string{"💊": "pharmacy"}},
		"the items' own words":       {"chemist", "('pharmacy' | 'medicine')", map[string]string{"chemist": "pharmacy"}},
		"also as typed":              {"medicines", "('medicine' | 'pharmacy')", map[string]string{"medicines": "pharmacy"}},
		"keep their meaning":         {"car", "'car'", nil}, // not the coach of France
		"nothing is about it":        {"Zahnarzt", "'zahnarzt'", nil},
		"no correction":              {"privé", "'privé'", nil},
		"quoted":                     {`"Apotheke"`, "'apotheke'", nil},
	} {
		p := planOf(c.q, held.withConcepts("english"))
		check.Same(t, []any{c.want, c.concepts}, []any{only(p).Any, p.Concepts}, name, ": ", c.q)
	}
}

// The other words of a query with an intent find no items by themselves.
func TestIntents(t *testing.T) {
	t.Parallel()
	held := airport{"jacket": 3, "lost": 4, "property": 4, "restaurant": 9, "terminal": 90, "1": 90}.withConcepts("english")
	for q, want := range map[string]string{
		"forgot my jacket": "('lost' <1> 'property')",
		"jacket":           "'jacket'",
	} {
		check.Same(t, want, only(planOf(q, held)).Any, q)
	}
}

// Items in the language of the query come before those that a concept finds.
func TestConceptsOfSeveralLanguages(t *testing.T) {
	t.Parallel()
	german, english := airport{"apotheke": 3}.withConcepts("german"), airport{"pharmacy": 3}.withConcepts("english")
	p := planOf("Apotheke", german, english)
	if own, other := p.Languages[0], p.Languages[1]; own.Foreign || !other.Foreign || other.Clauses[0].Weight > own.Clauses[0].Weight/10 {
		t.Errorf("%+v", p.Languages)
	}
	if p = planOf("Apotheke", english); p.Languages[0].Foreign {
		t.Errorf("without German items: %+v", p.Languages)
	}
}
