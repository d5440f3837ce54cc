package search_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search/concept"
)

// What is not wanted is left out.
func TestNegations(t *testing.T) {
	t.Parallel()
	held := airport{"burger": 9, "mcdonald": 2, "hudson": 2, "parking": 9, "terminal": 90, "1": 9, "hand": 3, "luggage": 4, "allowed": 5, "restaurant": 9}.corpusIn("english")
	held.Concepts = concept.Get()
	const mcdonalds, terminalOne = "!'mcdonald':A", "!(('place terminal 1' | (('terminal' <1> '1')) & !'place terminal'))"
	for q, want := range map[string]string{
		"burger not mcdonald":                                      mcdonalds,
		"burger but not mcdonald":                                  mcdonalds,
		"burger except mcdonald":                                   mcdonalds,
		"Burger ohne mcdonald":                                     mcdonalds,
		"burger sauf mcdonald":                                     mcdonalds,
		"parking but not terminal 1":                               terminalOne,
		"parking not terminal 1":                                   terminalOne,
		"what is not allowed in hand luggage":                      "",
		"parking not allowed":                                      "",
		"not mcdonald":                                             "",
		"I hand my luggage in without hudson burger":               "",
		"where is a restaurant with parking but not in terminal 1": terminalOne,
	} {
		_, got, _ := strings.Cut(strings.TrimSuffix(only(planOf(q, held)).All, ")"), " & !")
		check.Same(t, strings.TrimPrefix(want, "!"), got, q)
	}
}
