package search

import (
	"maps"
	"slices"

	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// alternative is the part of a query between two "or", as clauses.
type alternative struct {
	wanted   []clause // that items have to hold
	unwanted []string // tsqueries of the items that are not left out
	last     []string // tsqueries of items that come last
	clauses  []clause // that items may hold
	atMost   int      // an upper bound of the items that hold all that is wanted

	marks    [][]mark.Term          // of each clause that is marked
	unknown  []unknownWord          // words that no item holds
	doubtful []unknownWord          // as in wholePlan
	concepts map[string]usedConcept // by the words of the query
	foreign  bool                   // as languagePlan.Foreign
}

// alternatives reads the query, one alternative after the other.
func (p *planner) alternatives() (list []alternative) {
	for _, words := range p.query {
		list = append(list, p.alternative(words))
	}
	return list
}

// alternative reads the words of an alternative, one run after the other.
func (p *planner) alternative(words []Word) alternative {
	a := alternative{atMost: p.corpus.Items, concepts: map[string]usedConcept{}}
	var before Word
	var side string
	excludes := false // something is wanted before the negation
	for len(words) > 0 {
		var r run
		r, words = p.next(before, words)
		excludes = r.words[0].excluded && (excludes || !before.excluded && len(a.wanted) > 0)
		before, r.side = r.words[len(r.words)-1], side
		if r.isRest {
			continue
		}
		if plan := p.planRun(r); plan.main.query != "" {
			a.take(r, plan, excludes)
			side = ""
		} else if slices.Contains(word.Sides, r.only()) {
			side = r.only()
		}
	}
	return a.refined(p.sentence)
}

// take adds the plan of a run, or leaves out what it finds.
func (a *alternative) take(r run, plan runPlan, excludes bool) {
	if plan.marks != nil {
		a.marks = append(a.marks, plan.marks)
	}
	a.foreign = a.foreign || plan.foreign
	a.doubtful = append(a.doubtful, plan.doubtful...)
	if plan.concept.name != "" {
		a.concepts[r.name()] = plan.concept
	}
	main := plan.main
	switch {
	case r.words[0].Kind == Absent:
		a.unwanted = append(a.unwanted, "!"+main.query)
	case excludes:
		a.unwanted = append(a.unwanted, "!"+main.excluded())
	case main.role == beside: // a stop phrase
		a.add(main)
	default:
		a.wanted = append(a.wanted, main)
		a.atMost = min(a.atMost, main.frequency)
		a.add(main)
		a.add(plan.others...)
		a.unknown = append(a.unknown, plan.unknown...)
	}
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

// refined lets places and times, and the other words of an intent, find no items by themselves. The
// other words of a sentence may say what is wanted.
func (a alternative) refined(sentence bool) alternative {
	hasThing := slices.ContainsFunc(a.wanted, func(c clause) bool { return !c.isPlaceOrTime })
	intent := slices.IndexFunc(a.wanted, func(c clause) bool { return c.intent && !sentence })
	for _, list := range [][]clause{a.wanted, a.clauses} {
		for i, c := range list {
			switch {
			case c.isPlaceOrTime && hasThing:
				c.role, c.PhraseTitle = never, ""
				if c.elsewhere != "" && !slices.Contains(a.last, c.elsewhere) {
					a.last = append(a.last, c.elsewhere)
				}
			case !c.isPlaceOrTime && intent >= 0 && c.name != a.wanted[intent].name:
				c.role = never
				c.Weight *= stopPhraseShare
			}
			list[i] = c
		}
	}
	return a
}

// draft is a query as it was read for the items of one language. Its plan needs the drafts of the other
// languages too: together they tell which words are common.
type draft struct {
	*planner
	list []alternative
}

// terms lists what is marked. Each clause has a number.
func (d draft) terms() (list []mark.Term) {
	number := 0
	for _, a := range d.list {
		for _, terms := range a.marks {
			for _, term := range terms {
				term.Clause = number
				list = append(list, term)
			}
			number++
		}
	}
	return list
}

// unknown lists the words that no item holds, each once.
func (d draft) unknown() (list []unknownWord) {
	for _, a := range d.list {
		for _, u := range a.unknown {
			if len(list) < maxUnknown && !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

// concepts are the concepts whose words are searched for, by the words of the query.
func (d draft) concepts() map[string]usedConcept {
	all := map[string]usedConcept{}
	for _, a := range d.list {
		maps.Copy(all, a.concepts)
	}
	return all
}
