package search_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{"en": "english", "DE-at": "german", "pt-BR": "portuguese", "nb": "norwegian", "ja": "japanese", "zh-Hant-TW": "chinese"} {
		check.Same(t, want, word.Language(tag), tag)
	}
}

// Each language's lexemes are searched for in its own items. A word that is known in one language
// is not corrected in another.
func TestPlanOfSeveralLanguages(t *testing.T) {
	t.Parallel()
	german, english := airport{"park": 3, "platz": 5}, airport{"park": 100, "gate": 30}
	plan := func(q string) search.Plan {
		return planOf(q, english.corpusIn("english", "park, garage"), german.corpusIn("german"))
	}
	p := plan("parks gate platz zzz the")
	check.Same(t, "'language german' & ('park' & 'gate' & 'platz' & 'zzz')", p.Languages[1].All)
	check.Same(t, []search.Unknown{{"zzz", "zzz"}}, p.Unknown)
	p = plan("park")
	want := search.Clause{Word: "'park'", WordTitle: "'park':A", Weight: weight(1000, 100)} // as English as German
	if diff := cmp.Diff([]search.Clause{want, want}, slices.Concat(p.Languages[0].Clauses, p.Languages[1].Clauses)); diff != "" || p.AtMost != 103 {
		t.Errorf("%d items at most; clauses (-want +got):\n%s", p.AtMost, diff)
	}
	check.Same(t, "'language english' & 'title the'", plan("the").Languages[0].All, "stop words are asked for as titles")
}
