package search

import (
	"slices"

	"airport-content/internal/search/document"
	"airport-content/internal/search/mark"
)

const maxUnknown = 12 // words for which a correction is looked up

// wholePlan says how a query is run. It depends only on the parameters of planWithBeginnings.
type wholePlan struct {
	Languages []languagePlan    // without languages with nothing to search for
	AtMost    [reaches]int      // upper bounds of the items that the queries of a reach find
	Single    bool              // the query is one word or phrase: any word is searched for only if no item holds the whole
	Terms     []mark.Term       // terms to mark in the found items
	Concepts  map[string]string // the concepts whose words are searched for, by the words of the query; nil: none
	// Unknown has the bare words of the query that no item holds, also not as a synonym or a related
	// word.
	Unknown []unknownWord
	// Doubtful has the words that no item holds, and that are known only as forms of words of languages
	// without items.
	Doubtful []unknownWord
}

// unknownWord is a word that no item holds.
type unknownWord struct{ Text, Unaccented string }

// languagePlan is the search of the items of one language.
type languagePlan struct {
	Language string
	Queries  [reaches]string // tsqueries; that for rare words may be empty
	AtMost   [reaches]int    // upper bounds of the items that they find
	Foremost string          // a tsquery for items that come first: whose title is the whole query, or that are not elsewhere; may be empty
	Clauses  []Clause        // the weightiest first
	// Unordered: items with every word do not come first, because words of the query are of another
	// language that the airport has items in, or say what somebody wants, and the others only refine it.
	Unordered bool
}

// planWithBeginnings plans a query for the items of these languages. Items of a language are
// searched for lexemes of this language only. It plans anew if an unknown word may be the
// beginning of others.
func planWithBeginnings(q Query, corpora []Corpus, stems Stemmer) wholePlan {
	planners := newPlanners(q, corpora, stems)
	plan := planOnce(planners)
	begins := func(u unknownWord) bool {
		return slices.ContainsFunc(corpora, func(c Corpus) bool { return len(c.begunBy(u.Unaccented)) > 0 })
	}
	if slices.ContainsFunc(plan.Unknown, begins) {
		for _, p := range planners {
			p.beginnings = plan.Unknown
		}
		plan = planOnce(planners)
	}
	return plan
}

// planOnce makes the plan of all languages.
func planOnce(planners []*planner) (plan wholePlan) {
	drafts := make([]draft, len(planners))
	for i, p := range planners {
		drafts[i] = p.draft()
	}
	words := rarityIn(drafts)
	for i, d := range drafts {
		if i == 0 {
			plan.Single, plan.Unknown = d.single, slices.Clone(d.unknown)
		}
		plan.Unknown = slices.DeleteFunc(plan.Unknown, func(u unknownWord) bool { return !slices.Contains(d.unknown, u) })
		for _, u := range d.doubtful {
			isHeld := func(o draft) bool { return o.analysis(u.Text).frequency() > 0 }
			if len(plan.Doubtful) < maxUnknown && !slices.Contains(plan.Doubtful, u) && !slices.ContainsFunc(drafts, isHeld) {
				plan.Doubtful = append(plan.Doubtful, u)
			}
		}
		language := d.plan(words)
		if language.Queries[every] == "" {
			continue // nothing but stop words
		}
		for far, items := range language.AtMost {
			plan.AtMost[far] += items
		}
		plan.Terms = append(plan.Terms, d.terms...)
		for typed, used := range d.concepts {
			if plan.Concepts == nil {
				plan.Concepts = map[string]string{}
			}
			if plan.Concepts[typed] == "" || !used.near {
				plan.Concepts[typed] = used.name
			}
		}
		if len(drafts) > 1 {
			language.restrict(likelihood(drafts, i))
		}
		plan.Languages = append(plan.Languages, language)
	}
	plan.Unknown = plan.Unknown[:min(len(plan.Unknown), maxUnknown)]
	return plan
}

// restrict makes the plan one of several, with its share of the likelihood.
// Languages share lexemes. With the tag, the index leaves out items of other languages.
func (l *languagePlan) restrict(share float64) {
	for n := range l.Clauses {
		l.Clauses[n].Weight *= share
	}
	tag := quote(document.LanguageTag(l.Language))
	for far, query := range l.Queries {
		if query != "" {
			l.Queries[far] = tag + " & " + query
		}
	}
}

// likelihood is the likelihood, up to 1, that the query is in language i: the weight of its words
// anywhere, divided by their weight here. The weight of a word anywhere is its weight in the
// language in which most items hold the word; 0 for a stop word of any language. The motive:
// "coffee" is rare in German, but the few German items with the word must not outrank the English
// ones. The order within a language stays.
func likelihood(drafts []draft, i int) float64 {
	here, there := 0.0, 0.0
	for _, w := range slices.Concat(drafts[i].query...) {
		if frequency := drafts[i].analysis(w.Parts...).frequency(); frequency > 0 && w.Kind != Absent {
			here += drafts[i].corpus.weight(frequency)
			there += weightAnywhere(w, drafts)
		}
	}
	if here == 0 {
		return 1
	}
	return min(1, there/here)
}

func weightAnywhere(w Word, drafts []draft) float64 {
	most, weight := 0, 0.0
	for _, d := range drafts {
		a := d.analysis(w.Parts...)
		if a.isEmpty() {
			return 0
		}
		if frequency := a.frequency(); frequency > most {
			most, weight = frequency, d.corpus.weight(frequency)
		}
	}
	return weight
}
