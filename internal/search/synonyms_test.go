package search_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
)

// Groups that have a word in common are one.
func TestGroupsOfSynonyms(t *testing.T) {
	t.Parallel()
	a := airport{"lift": 10, "elevator": 10, "hoist": 10, "crane": 10, "tram": 10, "the": 10}
	v := a.corpus("lift, elevator", "tram, the", "hoist, crane", "hoists, lifts")
	for word, want := range map[string]string{
		"crane": "('crane' | 'hoist' | 'lift' | 'elevator')",
		"tram":  "'tram'",
	} {
		check.Same(t, want, only(planOf(word, v)).All, word)
	}
}

// A text without spaces is asked for its synonyms from each of its pieces on.
func TestSynonymWithinText(t *testing.T) {
	t.Parallel()
	a := airport{"コイ": 9, "イン": 9, "ンロ": 9, "ロッ": 9, "ッカ": 9, "カー": 9, "料金": 9, "預け": 9}
	v := a.corpus("コイ イン ンロ ロッ ッカ カー, 預け")
	const locker = "(('コイ' <1> 'イン' <1> 'ンロ' <1> 'ロッ' <1> 'ッカ' <1> 'カー') | '預け')"
	if p := planOf("コインロッカー料金", v); !strings.Contains(only(p).All, locker) {
		t.Errorf("the plan is %s, without %s", only(p).All, locker)
	}
}
