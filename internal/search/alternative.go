package search

import (
	"slices"

	"airport-content/internal/search/mark"
)

// draft is a query as it was read for the items of one language. Its plan needs the drafts of the
// other languages too: together they tell which words are common.
type draft struct {
	*planner
	alternatives []alternative
	terms        []mark.Term            // to mark
	unknown      []unknownWord          // words that no item holds, each once
	doubtful     []unknownWord          // as in wholePlan
	concepts     map[string]usedConcept // by the words of the query
	served       bool                   // words are of another language that the airport has items in
}

// draft reads the query, one alternative after the other.
func (p *planner) draft() draft {
	d := draft{planner: p, concepts: map[string]usedConcept{}}
	marked := 0
	for _, words := range p.query {
		a, plans := p.alternative(words)
		d.alternatives = append(d.alternatives, a)
		for _, plan := range plans {
			for _, term := range plan.marks {
				term.Clause = marked
				d.terms = append(d.terms, term)
			}
			if plan.unknown != nil && !slices.Contains(d.unknown, *plan.unknown) {
				d.unknown = append(d.unknown, *plan.unknown)
			}
			if plan.doubtful != nil {
				d.doubtful = append(d.doubtful, *plan.doubtful)
			}
			if plan.concept.name != "" {
				d.concepts[plan.main.name] = plan.concept
			}
			d.served = d.served || plan.served
			marked++
		}
	}
	return d
}

// hasIntent reports whether words say what somebody wants.
func (d draft) hasIntent() bool {
	return slices.ContainsFunc(d.alternatives, func(a alternative) bool {
		return slices.ContainsFunc(a.wanted, func(c clause) bool { return c.intent })
	})
}

// alternative is the part of a query between two "or", as clauses.
type alternative struct {
	wanted   []clause // that items have to hold
	unwanted []string // tsqueries of the items that are not left out
	last     []string // tsqueries of items that come last
	clauses  []clause // that items may hold
	atMost   int      // an upper bound of the items that hold all that is wanted
	spoken   bool     // it has a stop phrase, which is not wanted
}

// alternative reads the words of an alternative, one run after the other. It returns the plan of
// each run, too.
func (p *planner) alternative(words []Word) (a alternative, plans []runPlan) {
	a.atMost = p.corpus.Items
	var before Word
	excludes := false // the run before is left out
	for len(words) > 0 {
		var r run
		r, words = p.next(before, words)
		excludes = a.isExcluded(r.words[0], before, excludes)
		before = r.words[len(r.words)-1]
		if r.isRest {
			continue
		}
		plan := p.planRun(r)
		switch {
		case plan.main.query == "": // a stop word
			continue
		case r.words[0].Kind == Absent:
			a.unwanted = append(a.unwanted, "!"+plan.main.query)
		case excludes:
			a.unwanted = append(a.unwanted, "!"+plan.main.excluded())
			plan = runPlan{main: plan.main} // nothing is marked, corrected or named for it
		case plan.main.role == beside: // a stop phrase
			a.spoken = true
			a.add(plan.main)
		default:
			a.wanted = append(a.wanted, plan.main)
			a.atMost = min(a.atMost, plan.main.frequency)
			a.add(plan.main)
			a.add(plan.others...)
		}
		plans = append(plans, plan)
	}
	a.refine(p.sentence)
	return a, plans
}

// isExcluded reports whether a word is left out: by a negation that leaves out the word before, too, or
// that begins where something is wanted already.
func (a *alternative) isExcluded(w, before Word, goesOn bool) bool {
	begins := !before.excluded && len(a.wanted) > 0
	return w.excluded && (begins || goesOn)
}

// add adds clauses that items may hold. A repeated clause gains weight.
func (a *alternative) add(clauses ...clause) {
	for _, c := range clauses {
		if c.frequency == 0 {
			continue
		}
		if i := slices.IndexFunc(a.clauses, func(o clause) bool { return o.query == c.query }); i >= 0 {
			a.clauses[i].Weight += c.Weight
			a.clauses[i].role = min(a.clauses[i].role, c.role)
			continue
		}
		a.clauses = append(a.clauses, c)
	}
}

// refine lets places and times, and the other words of an intent, find no items by themselves. So do
// parts of the intent itself: who types "forgot my jacket" looks for no jacket. The other words of a
// sentence may say what is wanted.
func (a *alternative) refine(sentence bool) {
	hasThing := slices.ContainsFunc(a.wanted, func(c clause) bool { return !c.isPlaceOrTime })
	intent := slices.IndexFunc(a.wanted, func(c clause) bool { return c.intent && !sentence })
	refine := func(list []clause) {
		for i := range list {
			switch c := &list[i]; {
			case c.isPlaceOrTime && hasThing:
				c.role, c.PhraseTitle = never, ""
				if c.elsewhere != "" && !slices.Contains(a.last, c.elsewhere) {
					a.last = append(a.last, c.elsewhere)
				}
			case !c.isPlaceOrTime && intent >= 0 && c.name != a.wanted[intent].name:
				c.role = never
				c.Weight *= stopPhraseShare
			}
		}
	}
	refine(a.wanted)
	refine(a.clauses)
}
