package search

import (
	"cmp"
	"slices"
)

// reach is which items a tsquery finds, from the fewest to the most.
type reach int

const (
	every  reach = iota // those that hold every word
	rare                // those that hold a word; a common one only where there is no rarer one
	common              // those that hold a word
	parted              // those that hold a word, or a part of a word in pieces
	reaches
)

// tsqueries are a tsquery for each reach, with upper bounds of the items that they find.
type tsqueries struct {
	texts  [reaches]string
	atMost [reaches]int
}

// plan chooses the clauses, and writes the tsqueries. Queries[every] is empty if there is
// nothing to search for. A query of nothing but stop words searches for titles that are these words.
func (d draft) plan(words rarity) (l languagePlan) {
	l = languagePlan{Language: d.corpus.Language, Foremost: d.exactTitle(), Unordered: d.served || d.hasIntent()}
	var least float64
	l.Clauses, least = choose(d.alternatives)
	var queries [reaches][]string
	hasWords := false
	for _, a := range d.alternatives {
		hasWords = hasWords || len(a.wanted)+len(a.unwanted)+len(a.clauses) > 0
		of := a.tsqueries(least, words)
		if of.texts[every] == "" || of.texts[parted] == "" {
			continue
		}
		for far, text := range of.texts {
			if text != "" {
				queries[far] = append(queries[far], text)
			}
			l.AtMost[far] += of.atMost[far]
		}
	}
	for far, list := range queries {
		if l.Queries[far] = join(list, " | "); !hasWords {
			l.Queries[far], l.AtMost[far] = l.Foremost, d.corpus.Items
		}
	}
	// Of several alternatives, each may have a place of its own. Then none of the items comes last.
	if len(d.alternatives) == 1 && d.alternatives[0].last != nil {
		l.Foremost = "!(" + join(d.alternatives[0].last, " | ") + ")"
	}
	return l
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

// tsqueries are the tsqueries of the alternative. least is the least weight of the clauses that are
// searched.
func (a alternative) tsqueries(least float64, words rarity) (of tsqueries) {
	of.texts[every], of.atMost[every] = a.all(), a.atMost
	for far := rare; far < reaches; far++ {
		of.texts[far], of.atMost[far] = a.any(least, words, far)
	}
	if of.texts[common] == "" { // only parts find items
		of.texts[rare], of.texts[common] = of.texts[parted], of.texts[parted]
		of.atMost[rare], of.atMost[common] = of.atMost[parted], of.atMost[parted]
	}
	return of
}

// all is a tsquery for items that hold all that is wanted.
func (a alternative) all() string { return a.without(queriesOf(a.wanted)) }

// any is a tsquery for items that hold one of the finders, with an upper bound of these items. There
// may be no finder:
//
//	items hold what is wanted             none: clauses of other alternatives are rarer
//	no item holds what is wanted          what is wanted; it finds no item
//	nothing but a stop phrase, -word      none: the "find -taxi" of "find -taxi or bus"
//	nothing but -word, or nothing at all  all items without the word, or none
func (a alternative) any(least float64, words rarity, far reach) (tsquery string, atMost int) {
	found := a.finders(least, words, far)
	switch {
	case found != nil:
	case a.isHeld():
		return "", 0
	case len(a.wanted) > 0:
		found = a.wanted
	case a.spoken:
		return "", 0
	default:
		return a.all(), a.atMost
	}
	for _, c := range found {
		atMost += c.frequency
	}
	return a.without([]string{join(queriesOf(found), " | ")}), atMost
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
func (a alternative) finders(least float64, words rarity, far reach) (list []clause) {
	allowed := []role{always}
	if a.isHeld() && len(a.wanted) > 1 {
		allowed = append(allowed, beside)
	}
	if far == parted {
		allowed = append(allowed, lastResort)
	}
	hasRare := far == rare && slices.ContainsFunc(a.wanted, func(c clause) bool { return words.isRare(c.name) })
	for _, c := range a.clauses {
		if c.Weight >= least && slices.Contains(allowed, c.role) && !(hasRare && words.isCommon(c.name)) {
			list = append(list, c)
		}
	}
	return list
}

// isHeld reports whether items hold something that is wanted, or a part of it.
func (a alternative) isHeld() bool {
	return slices.ContainsFunc(a.clauses, func(c clause) bool { return c.role != beside })
}
