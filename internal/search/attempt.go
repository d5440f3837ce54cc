package search

import (
	"context"

	"airport-content/internal/content"
)

// match says which words of a query an item must hold.
type match string

const (
	unspecified match = ""
	allWords    match = "all"
	anyWord     match = "any"
)

// enough is the least number of items with every word. If there are fewer, items with any word are
// found too. It is also the least number of items with a rare word: if there are fewer, items with
// a common word are found too.
const enough = 10

// attempt is one way to ask for the items of a plan.
type attempt struct {
	match   match
	queries []LanguageQuery
	// The attempt is good if its queries find so many items, and, if shown is set, the filters leave
	// one of them.
	found int
	shown bool
}

func (a attempt) isGood(page *content.Page) bool {
	return page.Found >= a.found && (page.Total > 0 || !a.shown)
}

// attempts lists what is asked, until an attempt is good: for every word, if enough items may hold
// them; then for any word, but for common words only beside too few items; then for parts of words.
// A query of one word or phrase is asked for any word only if no item holds the whole. If a match
// is given, it decides, and what is found does not depend on the filters: so a click on a value of
// a facet, with the match of the answer, finds what the facet counts.
func (p Plan) attempts(given match) (list []attempt) {
	all := attempt{match: allWords, queries: make([]LanguageQuery, 0, len(p.Languages)), found: enough, shown: true}
	rarer := attempt{match: anyWord, found: enough, shown: true}
	any := attempt{match: anyWord, found: 1}
	parts := attempt{match: anyWord}
	isAny, isRare, isWhole := true, true, true // an attempt would ask what the one before has asked
	for _, l := range p.Languages {
		first := l.All
		if l.Foreign { // no item in the language of the query stands behind these
			first = ""
		}
		all.queries = append(all.queries, LanguageQuery{l.Language, l.All, "", l.Exact, l.Clauses})
		if l.Any != "" {
			rarer.queries = append(rarer.queries, LanguageQuery{l.Language, l.Any, first, l.Exact, l.Clauses})
		}
		any.queries = append(any.queries, LanguageQuery{l.Language, l.Common, first, l.Exact, l.Clauses})
		parts.queries = append(parts.queries, LanguageQuery{l.Language, l.Parts, first, l.Exact, l.Clauses})
		isAny, isRare, isWhole = isAny && l.All == l.Common, isRare && l.Any == l.Common, isWhole && l.Common == l.Parts
	}
	if given == allWords || p.Single || isAny {
		all.found, all.shown = 1, false
	}
	if given != anyWord && (given == allWords || p.Single || isAny || p.AtMost >= enough) {
		list = append(list, all)
	}
	if given == allWords {
		return list
	}
	if !isAny || given == anyWord {
		if !isRare && p.AtMostAny >= enough {
			rarer.shown = given == unspecified
			list = append(list, rarer)
		}
		list = append(list, any)
	}
	if !isWhole {
		list = append(list, parts)
	}
	return list
}

// find makes the attempts of a plan until one is good. The last one counts in any case.
func find(ctx context.Context, index Index, p Plan, given match) (page content.Page, made match, err error) {
	for _, a := range p.attempts(given) {
		if page, err = index.Page(ctx, a.queries); err != nil || a.isGood(&page) {
			return page, a.match, err
		}
		made = a.match
	}
	return page, made, nil
}
