package search

import (
	"context"
	"slices"

	"airport-content/internal/content"
)

// match says which words of a query an item must hold. Empty: the search chooses.
type match string

const (
	matchAll match = "all"
	matchAny match = "any"
)

// attempt is one way to ask for the items of a plan, and when it is enough.
type attempt struct {
	reach reach // what is asked
	match match // what the answer calls it
	found int   // it is enough if so many items are found,
	shown bool  // and, if shown is set, the filters leave one of them
}

func (a attempt) isEnough(page *content.Page) bool {
	return page.Found >= a.found && (page.Total > 0 || !a.shown)
}

// attempts lists what is asked, one after the other, until an attempt is enough: for every word, if
// enough items may hold all; for a rare word, if enough items may hold one, so that "coffee terminal"
// finds items about coffee; for any word; for parts of words. A query of one word or phrase is asked
// for more only if no item holds the whole. A given match decides alone, whatever the filters leave: a
// click on a value of a facet, with the match of the answer, then finds what the facet counts.
func (p wholePlan) attempts(given match) (list []attempt) {
	isAny := p.areSame(everyWord, anyWord)
	switch {
	case given == matchAny:
	case given == matchAll || p.Single || isAny:
		list = append(list, attempt{reach: everyWord, match: matchAll, found: 1})
	case p.atMost(everyWord) >= enough:
		list = append(list, attempt{reach: everyWord, match: matchAll, found: enough, shown: true})
	}
	if given == matchAll {
		return list
	}
	if !isAny || given == matchAny {
		if !p.areSame(rareWord, anyWord) && p.atMost(rareWord) >= enough {
			list = append(list, attempt{reach: rareWord, match: matchAny, found: enough, shown: given == ""})
		}
		list = append(list, attempt{reach: anyWord, match: matchAny, found: 1})
	}
	if !p.areSame(anyWord, anyPart) {
		list = append(list, attempt{reach: anyPart, match: matchAny})
	}
	return list
}

// areSame reports whether two reaches ask for the same items.
func (p wholePlan) areSame(a, b reach) bool {
	return !slices.ContainsFunc(p.Languages, func(l languagePlan) bool { return l.asks[a].tsquery != l.asks[b].tsquery })
}

// atMost is an upper bound of the items within a reach: how many were found before, if it was asked.
func (p wholePlan) atMost(far reach) (items int) {
	if found := p.found[far].Load(); found > 0 {
		return int(found)
	}
	for _, l := range p.Languages {
		items += l.asks[far].atMost
	}
	return items
}

// queries asks for the items within a reach, in the languages in which there may be any. Those that
// hold every word come first, unless the plan is unordered.
func (p wholePlan) queries(far reach) (list []LanguageQuery) {
	for _, l := range p.Languages {
		q := l.LanguageQuery
		if q.Query = l.asks[far].tsquery; far != everyWord {
			q.First = l.asks[everyWord].tsquery
		}
		if l.asks[far].atMost > 0 {
			list = append(list, q)
		}
	}
	return list
}

// find makes the attempts of a plan until one is enough. The last one counts in any case. The
// database is not asked for what no item holds.
func find(ctx context.Context, database Database, p wholePlan, given match) (page content.Page, made match, err error) {
	for _, a := range p.attempts(given) {
		if made, page = a.match, (content.Page{}); p.atMost(a.reach) == 0 {
			continue
		}
		if page, err = database.Page(ctx, p.queries(a.reach)); err != nil {
			return page, made, err
		}
		if p.found[a.reach].Store(int64(max(1, page.Found))); a.isEnough(&page) {
			return page, made, nil
		}
	}
	return page, made, nil
}
