package search

import (
	"cmp"
	"slices"
	"strings"
)

const (
	maxTerms   = 24     // terms that are searched and scored: the rarest
	mostHeld   = 60_000 // how often items may hold the terms, all together; the commonest are left out
	fewTerms   = 2      // terms that stay, however many items hold them
	maxUnknown = 12     // words for which a correction is looked up
)

// Plan says how a query is run.
type Plan struct {
	All, Any string   // tsqueries for items that hold every word, or any word; empty if there is nothing to search for
	Title    string   // a tsquery for items whose title holds the whole query; empty unless it is two to six words
	Most     int      // at most so many items hold every word
	One      bool     // the query is one word or phrase: Any is asked only if All finds nothing
	Terms    []Term   // what is scored, the weightiest first
	Unknown  []string // words that no item holds, without repeats
	Missing  []string // texts that must be read into the vocabulary first
}

// Term is a word, or several words, or one of their synonyms, that is scored. Of these, the one that counts most in an item
// counts.
type Term struct {
	Word     Form // counts as often as it stands there
	Phrase   Form // several words; counts once
	Synonyms Form // count once
	Weight   float64
	Part     int // the place of its language among those of the airport
}

// Plain reports whether the term is one word without synonyms.
func (t Term) Plain() bool { return t.Phrase.Query == "" && t.Synonyms.Query == "" }

// Form is a way to say a term, as tsqueries for the whole item and for its title. It may be empty.
type Form struct {
	Query, Title string
}

// NewPlan makes the plan of a query. If the plan has Missing texts, the caller reads these into the vocabulary and calls again.
func NewPlan(q Query, v Vocabulary) Plan {
	p := planner{vocabulary: v, plan: Plan{One: len(q) == 1 && len(q[0]) == 1}}
	p.readAll(q)
	var branches []branch
	for _, words := range q {
		branches = append(branches, p.branch(words))
	}
	least := p.choose(branches)
	p.plan.Title = p.title(q)
	var all, any []string
	for _, b := range branches {
		every, some := b.all(), b.any(least)
		if every != "" && some != "" {
			all, any = append(all, every), append(any, some)
			p.plan.Most += b.most
		}
	}
	p.plan.All, p.plan.Any = join(all, " | "), join(any, " | ")
	return p.plan
}

type planner struct {
	vocabulary Vocabulary
	substance  bool // at least one word is more than the frame of a question
	plan       Plan
}

// read looks a text up.
func (p *planner) read(text string) Reading {
	reading, ok := p.vocabulary.Readings[text]
	if !ok && !slices.Contains(p.plan.Missing, text) {
		p.plan.Missing = append(p.plan.Missing, text)
	}
	return reading
}

func (p *planner) readAll(q Query) {
	for _, words := range q {
		for _, w := range words {
			asks := p.read(w.Text).query() != ""
			p.substance = p.substance || asks && (w.Kind == Bare || w.Kind == Phrase)
		}
	}
}

// title is a tsquery for titles that hold all words of the query one after the other; empty for one word, for a long query, and for
// one with operators.
func (p *planner) title(q Query) string {
	if len(q) != 1 || len(q[0]) > shortQuery {
		return ""
	}
	var whole Reading
	for _, w := range q[0] {
		if w.Kind == Phrase || w.Kind == Absent {
			return ""
		}
		if w.Kind == Bare {
			places := len(whole.Lexemes) + len(strings.Fields(w.Text))
			whole.Lexemes = append(whole.Lexemes, p.read(w.Text).Lexemes...)
			for len(whole.Lexemes) < places { // stop words at the end
				whole.Lexemes = append(whole.Lexemes, Lexeme{})
			}
		}
	}
	if len(whole.words()) > 1 {
		return whole.titleQuery()
	}
	return ""
}

// branch is one alternative of a query.
type branch struct {
	wanted, unwanted []string // tsqueries
	terms            []term   // that items may hold
	most             int      // at most so many items hold all that is wanted
}

// branch reads one alternative.
func (p *planner) branch(words []Word) branch {
	b := branch{most: p.vocabulary.Items}
	for len(words) > 0 {
		first, size := words[0], 1
		var t term
		switch first.Kind {
		case Bare:
			if t, size = p.bareTerm(words); size == 0 {
				words = slices.Concat(parts(first), words[1:])
				continue
			}
		default:
			t = p.term(words[:1], nil)
		}
		run := words[:size]
		words = words[size:]
		switch {
		case t.query == "": // a stop word
		case first.Kind == Absent:
			b.unwanted = append(b.unwanted, "!"+t.query)
		case first.Kind == Frame && p.substance:
			t.frame = true
			b.add(t)
		default:
			b.want(t)
			if t.held == 0 {
				p.unknown(first, t)
			}
			if first.Kind == Bare && t.lexemes > 1 {
				b.add(p.partly(run)...)
			}
		}
	}
	return b
}

func (b *branch) want(t term) {
	b.wanted = append(b.wanted, t.query)
	b.most = min(b.most, t.held)
	b.add(t)
}

// add adds terms that items may hold. A term that is there already gains weight.
func (b *branch) add(terms ...term) {
	for _, t := range terms {
		if t.held == 0 {
			continue
		}
		if i := slices.IndexFunc(b.terms, func(o term) bool { return o.query == t.query }); i >= 0 {
			b.terms[i].Weight += t.Weight
			b.terms[i].frame = b.terms[i].frame && t.frame
			continue
		}
		b.terms = append(b.terms, t)
	}
}

// all is a tsquery for items that hold all that is wanted.
func (b branch) all() string { return join(append(slices.Clone(b.wanted), b.unwanted...), " & ") }

// any is a tsquery for items that hold one of the terms with this weight at least; empty if there is nothing to search for.
// What frames the only word of a query is not searched for, unless no item holds that word.
func (b branch) any(least float64) string {
	framed := len(b.wanted) == 1 && b.most > 0
	var any []string
	for _, t := range b.terms {
		if t.Weight >= least && !(framed && t.frame) {
			any = append(any, t.query)
		}
	}
	switch {
	case any != nil:
	case len(b.terms) > 0: // others are rarer
		return ""
	case len(b.wanted) > 0: // no item holds them
		any = b.wanted
	default:
		return b.all()
	}
	return join(append([]string{join(any, " | ")}, b.unwanted...), " & ")
}

// choose takes the terms that are searched and scored into the plan, and returns the least weight of these.
func (p *planner) choose(branches []branch) (least float64) {
	var terms []term
	for _, b := range branches {
		terms = append(terms, b.terms...)
	}
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(b.Weight, a.Weight) })
	held := 0
	for i, t := range terms {
		held += t.held
		if i == maxTerms || i >= fewTerms && held > mostHeld {
			break
		}
		p.plan.Terms = append(p.plan.Terms, t.Term)
		least = t.Weight
	}
	return least
}

func (p *planner) unknown(w Word, t term) {
	if w.Kind == Bare && t.lexemes == 1 && !t.synonyms && len(p.plan.Unknown) < maxUnknown && !slices.Contains(p.plan.Unknown, w.Text) {
		p.plan.Unknown = append(p.plan.Unknown, w.Text)
	}
}

// join writes several tsqueries as one.
func join(queries []string, operator string) string {
	if len(queries) < 2 {
		return strings.Join(queries, "")
	}
	return "(" + strings.Join(queries, operator) + ")"
}
