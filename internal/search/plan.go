package search

import (
	"slices"
	"sync/atomic"

	"airport-content/internal/search/document"
	"airport-content/internal/search/mark"
)

const maxUnknown = 12 // words for which a correction is looked up

// wholePlan says how a query is run. It depends only on the parameters of planWithBeginnings.
type wholePlan struct {
	Languages []languagePlan         // without languages with nothing to search for
	Single    bool                   // the query is one word or phrase: any word is searched for only if no item holds the whole
	Terms     []mark.Term            // terms to mark in the found items
	Concepts  map[string]usedConcept // the concepts whose words are searched for, by the words of the query
	// Unknown has the bare words of the query that no item holds, also not as a synonym or a related
	// word.
	Unknown []unknownWord
	// Doubtful has the words that no item holds, and that are known only as forms of words of languages
	// without items.
	Doubtful []unknownWord
	found    *[reaches]atomic.Int64 // items within a reach, at least 1; 0: it was not asked yet
}

// languagePlan is the search of the items of one language.
type languagePlan struct {
	LanguageQuery // without Query and First, which depend on the reach
	asks          [reaches]ask
}

// unknownWord is a word that no item holds.
type unknownWord struct{ Text, Unaccented string }

// planWithBeginnings plans a query for the items of these languages. Items of a language are
// searched for lexemes of this language only. It plans anew if an unknown word may be the
// beginning of others.
func planWithBeginnings(q Query, corpora []Corpus, stems Stemmer) wholePlan {
	planners := newPlanners(q, corpora, stems)
	plan := planOnce(q, planners)
	begins := func(u unknownWord) bool {
		return slices.ContainsFunc(corpora, func(c Corpus) bool { return len(c.begunBy(u.Unaccented)) > 0 })
	}
	if slices.ContainsFunc(plan.Unknown, begins) {
		for _, p := range planners {
			p.beginnings = plan.Unknown
		}
		plan = planOnce(q, planners)
	}
	return plan
}

// planOnce makes the plan of all languages.
func planOnce(q Query, planners []*planner) wholePlan {
	drafts := make([]draft, len(planners))
	for i, p := range planners {
		drafts[i] = p.draft()
	}
	known := rarityIn(drafts)
	plan := wholePlan{Single: q.isSingle(), Unknown: unknownIn(drafts), Doubtful: doubtfulIn(drafts), Concepts: map[string]usedConcept{}, found: new([reaches]atomic.Int64)}
	for i, d := range drafts {
		language := d.plan(known)
		if language.asks[everyWord].tsquery == "" {
			continue // nothing but stop words
		}
		if len(drafts) > 1 {
			language.restrict(likelihood(drafts, i))
		}
		plan.Languages = append(plan.Languages, language)
		for n, r := range d.runs {
			for _, term := range r.marks {
				term.Clause = n
				plan.Terms = append(plan.Terms, term)
			}
			if name := r.main.name; r.concept.name != "" && (plan.Concepts[name].name == "" || !r.concept.near) {
				plan.Concepts[name] = r.concept
			}
		}
	}
	return plan
}

// draft is a query as it was read for the items of one language. Its plan needs the drafts of the
// other languages too: together they tell which words are common.
type draft struct {
	*planner
	alternatives []alternative
	runs         []runPlan // of all alternatives
}

// draft reads the query, one alternative after the other.
func (p *planner) draft() draft {
	d := draft{planner: p}
	for _, words := range p.query {
		a := p.alternative(words)
		d.alternatives, d.runs = append(d.alternatives, a), append(d.runs, a.runs...)
	}
	return d
}

// unknownIn lists the words that are unknown in all languages, each once.
func unknownIn(drafts []draft) (list []unknownWord) {
	for i, d := range drafts {
		var here []unknownWord
		for _, r := range d.runs {
			if u := r.unknown; u != nil && !slices.Contains(here, *u) && (i == 0 || slices.Contains(list, *u)) {
				here = append(here, *u)
			}
		}
		list = here
	}
	return list[:min(len(list), maxUnknown)]
}

// doubtfulIn lists the words that are doubtful in a language, and held in none, each once.
func doubtfulIn(drafts []draft) (list []unknownWord) {
	for _, d := range drafts {
		for _, r := range d.runs {
			u := r.doubtful
			isHeld := func(o draft) bool { return o.analysis(u.Text).frequency() > 0 }
			if u != nil && len(list) < maxUnknown && !slices.Contains(list, *u) && !slices.ContainsFunc(drafts, isHeld) {
				list = append(list, *u)
			}
		}
	}
	return list
}

// restrict makes the plan one of several, with its share of the likelihood.
// Languages share lexemes. With the tag, the index leaves out items of other languages.
func (l *languagePlan) restrict(share float64) {
	for n := range l.Clauses {
		l.Clauses[n].Weight *= share
	}
	tag := quote(document.LanguageTag(l.Language))
	for far := range l.asks {
		if of := &l.asks[far]; of.tsquery != "" {
			of.tsquery = tag + " & " + of.tsquery
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
