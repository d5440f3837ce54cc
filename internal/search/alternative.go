package search

import "slices"

// alternative is the part of a query between two "or", as clauses.
type alternative struct {
	wanted   []clause // that items have to hold
	unwanted []string // tsqueries of the items that are not left out
	last     []string // tsqueries of items that come last
	clauses  []clause // that items may hold
	atMost   int      // an upper bound of the items that hold all that is wanted
	spoken   bool     // it has a stop phrase, which is not wanted
	runs     []runPlan
}

// alternative reads the words of an alternative, one run after the other.
func (p *planner) alternative(words []Word) (a alternative) {
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
		a.runs = append(a.runs, plan)
	}
	a.refine(p.sentence)
	return a
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

// refine lets places and times find no items by themselves, and the other words of an intent only
// where nothing serves it. So do parts of the intent itself: who types "forgot my jacket" looks for no
// jacket. The other words of a sentence may say what is wanted. Beside a thing to eat or buy that would
// serve it, the intent says little more: "hungry vegetarian" looks for vegetarian food.
func (a *alternative) refine(sentence bool) {
	hasThing := slices.ContainsFunc(a.wanted, func(c clause) bool { return !c.isPlaceOrTime })
	var intents, vague []string // their names
	for i, c := range a.wanted {
		switch {
		case c.intent && a.namesThing(c):
			vague, a.wanted[i].intent = append(vague, c.name), false
		case c.intent && !sentence:
			intents = append(intents, c.name)
		}
	}
	for i := range a.clauses {
		switch c := &a.clauses[i]; {
		case c.isPlaceOrTime && hasThing:
			c.role, c.PhraseTitle = never, ""
			if c.elsewhere != "" {
				a.last = append(a.last, c.elsewhere)
			}
		case !c.isPlaceOrTime && slices.Contains(vague, c.name):
			c.Weight *= stopPhraseShare
		case !c.isPlaceOrTime && intents != nil && !slices.Contains(intents, c.name):
			c.role = max(c.role, lastResort)
			c.Weight *= stopPhraseShare
		}
	}
}

// namesThing reports whether the words beside an intent name a thing to eat or buy, of a type that
// serves the intent.
func (a *alternative) namesThing(intent clause) bool {
	return slices.ContainsFunc(a.wanted, func(c clause) bool {
		return !c.intent && slices.ContainsFunc(c.types, func(t string) bool {
			return (t == "dining" || t == "shopping") && slices.Contains(intent.types, t)
		})
	})
}
