package search

import (
	"cmp"
	"slices"
)

// reach is which items a tsquery finds, from the fewest to the most.
type reach int

const (
	everyWord reach = iota // those that hold every word
	rareWord               // those that hold a word that is not common; any word, where none of the query is rare
	anyWord                // those that hold a word
	anyPart                // those that hold a word, or a part of a word in pieces
	reaches
)

// ask is what is asked within a reach.
type ask struct {
	tsquery string
	atMost  int // an upper bound of the items that it finds
}

// plan chooses the clauses and writes the tsqueries. Without anything to search for, the tsquery of every
// word is empty. Stop words alone search for the titles that are these words.
func (d draft) plan(known rarity) (l languagePlan) {
	l.Language, l.Foremost, l.Unordered = d.corpus.Language, d.exactTitle(), d.isUnordered()
	var least float64
	l.Clauses, least = choose(d.alternatives)
	var queries [reaches][]string
	hasWords := false
	for _, a := range d.alternatives {
		hasWords = hasWords || len(a.wanted)+len(a.unwanted)+len(a.clauses) > 0
		of := a.asks(least, known)
		if of[everyWord].tsquery == "" || of[anyPart].tsquery == "" {
			continue
		}
		for far := range of {
			if of[far].tsquery != "" {
				queries[far] = append(queries[far], of[far].tsquery)
			}
			l.asks[far].atMost += of[far].atMost
		}
	}
	for far, list := range queries {
		if l.asks[far].tsquery = join(list, " | "); !hasWords {
			l.asks[far] = ask{l.Foremost, d.corpus.Items}
		}
	}
	// Of several alternatives, each may have a place of its own. Then none of the items comes last.
	if len(d.alternatives) == 1 && d.alternatives[0].last != nil {
		l.Foremost = "!(" + join(d.alternatives[0].last, " | ") + ")"
	}
	return l
}

// isUnordered reports whether items with every word do not come first: words are of another language
// that the airport has items in, or say what somebody wants, and the others only refine it.
func (d draft) isUnordered() bool {
	return slices.ContainsFunc(d.runs, func(r runPlan) bool { return r.served }) ||
		slices.ContainsFunc(d.alternatives, func(a alternative) bool {
			return slices.ContainsFunc(a.wanted, func(c clause) bool { return c.intent })
		})
}

// choose chooses the clauses that are searched and scored, and returns the least of their weights.
func choose(alternatives []alternative) (chosen []Clause, least float64) {
	var all []clause
	for _, a := range alternatives {
		all = append(all, a.clauses...)
	}
	slices.SortStableFunc(all, func(a, b clause) int { return cmp.Compare(b.Weight, a.Weight) })
	frequency := 0
	for i, c := range all {
		if c.role != never {
			frequency += c.frequency
		}
		if i == maxClauses || i >= fewClauses && frequency > mostFrequency {
			break
		}
		chosen = append(chosen, c.Clause)
		least = c.Weight
	}
	return chosen, least
}

// asks are what the alternative asks within each reach. least is the least weight of the clauses that
// are searched.
func (a alternative) asks(least float64, known rarity) (of [reaches]ask) {
	of[everyWord] = ask{a.all(), a.atMost}
	for far := rareWord; far < reaches; far++ {
		of[far] = a.any(least, known, far)
	}
	if of[anyWord].tsquery == "" { // only parts find items
		of[rareWord], of[anyWord] = of[anyPart], of[anyPart]
	}
	return of
}

// all is a tsquery for items that hold all that is wanted.
func (a alternative) all() string { return a.without(queriesOf(a.wanted)) }

// any asks for items that hold one of the finders. There may be no finder:
//
//	items hold what is wanted             none: other alternatives have rarer clauses, or it is a place
//	no item holds what is wanted          what is wanted; it finds no item
//	nothing but a stop phrase, -word      none: the "find -taxi" of "find -taxi or bus"
//	nothing but -word, or nothing at all  all items without the word, or none
func (a alternative) any(least float64, known rarity, far reach) ask {
	found := a.finders(least, known, far)
	switch {
	case found != nil:
	case a.isHeld():
		return ask{}
	case len(a.wanted) > 0:
		found = a.wanted
	case a.spoken:
		return ask{}
	default:
		return ask{a.all(), a.atMost}
	}
	atMost := 0
	for _, c := range found {
		atMost += c.frequency
	}
	return ask{a.without([]string{join(queriesOf(found), " | ")}), atMost}
}

// without leaves out what is unwanted.
func (a alternative) without(queries []string) string {
	return join(slices.Concat(queries, a.unwanted), " & ")
}

func queriesOf(clauses []clause) (list []string) {
	for _, c := range clauses {
		list = append(list, c.query)
	}
	return list
}

// finders lists the clauses of at least this weight that find items by themselves. Stop phrases are
// left out beside a single word, and where no item holds any other word: the items that they find
// have little to do with the query.
func (a alternative) finders(least float64, known rarity, far reach) (list []clause) {
	allowed := []role{always}
	if a.isHeld() && len(a.wanted) > 1 {
		allowed = append(allowed, beside)
	}
	if far == anyPart {
		allowed = append(allowed, lastResort)
	}
	hasRare := far == rareWord && slices.ContainsFunc(a.wanted, func(c clause) bool { return known.isRare(c.name) })
	for _, c := range a.clauses {
		if c.Weight >= least && slices.Contains(allowed, c.role) && !(hasRare && known.isCommon(c.name)) {
			list = append(list, c)
		}
	}
	return list
}

// isHeld reports whether items hold something that is wanted, or a part of it.
func (a alternative) isHeld() bool {
	return slices.ContainsFunc(a.clauses, func(c clause) bool { return c.role != beside })
}
