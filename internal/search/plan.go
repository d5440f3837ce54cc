package search

import (
	"cmp"
	"slices"
	"strings"
)

const (
	maxClauses    = 24     // clauses that are searched and scored: the rarest
	mostFrequency = 60_000 // of all clauses together; the commonest are left out
	fewClauses    = 2      // clauses that stay, however common they are
	maxUnknown    = 12     // words for which a correction is looked up
)

// Plan says how a query is run.
type Plan struct {
	Languages []LanguagePlan // without those in which there is nothing to search for
	AtMost    int            // an upper bound of the items that hold every word
	Single    bool           // the query is one word or phrase: any word is asked for only if no item holds it
	Unknown   []string       // bare words, each once, that no item holds, nor a synonym or related word of theirs
	Missing   []string       // texts that must be analysed first
	Terms     []Term         // what is marked in the items that are found
}

// LanguagePlan is how the items of one language are asked. All, Any and Title are tsqueries.
type LanguagePlan struct {
	Language string
	All      string   // finds items that hold every word
	Any      string   // finds items that hold one of the words
	Title    string   // finds items whose title holds the whole query; empty unless it is two to six words
	Clauses  []Clause // what is scored, the weightiest first
}

// Term is a word, phrase or synonym that is searched for.
type Term struct {
	Language string   // of the items that are searched for it
	Lexemes  []Lexeme // one after the other; the place of a stop word is empty
	Clause   int      // terms of one clause mean the same
	Weight   float64  // of the clause
	Optional bool     // part of a stop phrase
}

// NewPlan makes the plan of a query for an airport that has items in these languages. Items of a language are asked for its lexemes
// only.
func NewPlan(q Query, languages []Vocabulary) Plan {
	if len(languages) == 1 {
		return planOf(q, languages[0])
	}
	var whole Plan
	for i, v := range languages {
		p := planOf(q, v)
		whole.Missing = union(whole.Missing, p.Missing)
		if i == 0 {
			whole.Unknown = p.Unknown
		}
		whole.Unknown = slices.DeleteFunc(whole.Unknown, func(word string) bool { return !slices.Contains(p.Unknown, word) })
		if p.Languages == nil {
			continue // nothing but stop words
		}
		whole.AtMost += p.AtMost
		whole.Single = p.Single
		whole.Terms = append(whole.Terms, p.Terms...)
		of := p.Languages[0]
		likely := likelihood(q, languages, i)
		for n := range of.Clauses {
			of.Clauses[n].Weight *= likely
		}
		// Other languages write some words alike: the index leaves their items out.
		tag := quote("language " + v.Language)
		of.All, of.Any = tag+" & "+of.All, tag+" & "+of.Any
		whole.Languages = append(whole.Languages, of)
	}
	return whole
}

// likelihood tells how likely a query is of a language, up to 1. It compares what the words weigh there with what they weigh in the
// language that they are likely from: the one in which most items hold a word, and nothing for a stop word of any language. So the few
// German items that hold "coffee" do not outrank the English ones only because the word is rare in German. The order within a
// language stays.
func likelihood(q Query, languages []Vocabulary, i int) float64 {
	here, there := 0.0, 0.0
	for _, words := range q {
		for _, w := range words {
			frequency := languages[i].Analyses[w.Text].frequency()
			if frequency == 0 || w.Kind == Absent {
				continue
			}
			here += languages[i].weight(frequency)
			there += weightAnywhere(w.Text, languages)
		}
	}
	if here == 0 {
		return 1
	}
	return min(1, there/here)
}

func weightAnywhere(word string, languages []Vocabulary) float64 {
	most, weight := 0, 0.0
	for _, v := range languages {
		analysis := v.Analyses[word]
		if analysis.query() == "" {
			return 0
		}
		if frequency := analysis.frequency(); frequency > most {
			most, weight = frequency, v.weight(frequency)
		}
	}
	return weight
}

// planOf makes the plan of a query for items of one language. If the plan has Missing texts, the caller adds their analyses to the
// vocabulary and calls again.
func planOf(q Query, v Vocabulary) Plan {
	p := planner{vocabulary: v, plan: Plan{Single: q.isSingle()}, language: LanguagePlan{Language: v.Language}}
	q = p.respell(q)
	p.analyseAll(q)
	var alternatives []alternative
	for _, words := range q {
		alternatives = append(alternatives, p.alternative(words))
	}
	least := p.choose(alternatives)
	p.language.Title = p.title(q)
	var all, any []string
	for _, a := range alternatives {
		every, some := a.all(), a.any(least)
		if every != "" && some != "" {
			all, any = append(all, every), append(any, some)
			p.plan.AtMost += a.atMost
		}
	}
	p.language.All, p.language.Any = join(all, " | "), join(any, " | ")
	if all != nil {
		p.plan.Languages = []LanguagePlan{p.language}
	}
	return p.plan
}

// isSingle reports whether the query is one word or phrase. A long text in an unspaced script is several words.
func (q Query) isSingle() bool {
	if len(q) != 1 || len(q[0]) != 1 {
		return false
	}
	word := q[0][0]
	return word.Kind != Bare || !IsUnspaced(word.Text) || strings.Count(word.Text, " ") < wholePieces
}

type planner struct {
	vocabulary Vocabulary
	substance  bool // at least one word is more than a stop phrase
	accented   bool // at least one word was typed with accents
	clauses    int  // so far
	plan       Plan
	language   LanguagePlan
}

// analysis looks a text up.
func (p *planner) analysis(text string) Analysis {
	analysis, ok := p.vocabulary.Analyses[text]
	if !ok && !slices.Contains(p.plan.Missing, text) {
		p.plan.Missing = append(p.plan.Missing, text)
	}
	return analysis
}

func (p *planner) analyseAll(q Query) {
	for _, words := range q {
		for _, w := range words {
			analysis := p.analysis(w.Text)
			asks := analysis.query() != ""
			p.accented = p.accented || w.Kind == Bare && analysis.isAccented()
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
	var whole Analysis
	for _, w := range q[0] {
		if w.Kind == Phrase || w.Kind == Absent {
			return ""
		}
		if w.Kind == Bare {
			whole.Lexemes = append(whole.Lexemes, p.analysis(w.Text).Lexemes...)
		}
	}
	if len(whole.lexemes()) > 1 {
		return whole.titleQuery()
	}
	return ""
}

// alternative is what stands between two "or" of a query.
type alternative struct {
	wanted, unwanted []string // tsqueries
	clauses          []clause // that items may hold
	atMost           int      // no more items than these hold all that is wanted
}

func (p *planner) alternative(words []Word) alternative {
	a := alternative{atMost: p.vocabulary.Items}
	for len(words) > 0 {
		first, size := words[0], 1
		var c, compound clause
		switch first.Kind {
		case Bare:
			if c, size = p.bareClause(words); size == 0 {
				words = slices.Concat(p.split(first), words[1:])
				continue
			}
			if size == 1 {
				c, compound = p.withRelated(first, c)
			}
		default:
			c = p.clause(words[:1], nil)
		}
		run := words[:size]
		words = words[size:]
		switch {
		case c.query == "": // a stop word
		case first.Kind == Absent:
			a.unwanted = append(a.unwanted, "!"+c.query)
		case first.Kind == StopPhrase && p.substance:
			c.optional = true
			c.Weight *= asStopPhrase
			a.add(c)
			p.mark(c)
		default:
			var partly []clause
			if first.Kind == Bare && c.lexemes > 1 {
				partly = p.partly(run)
			}
			p.mark(c, partly...)
			typed, differs := p.asAccented(run)
			if differs && first.Kind == Bare && !c.synonyms {
				c.Weight *= 1 - asTyped
				a.add(typed)
			}
			a.wanted = append(a.wanted, c.query)
			a.atMost = min(a.atMost, c.frequency)
			a.add(c, compound)
			a.add(partly...)
			if c.frequency == 0 && first.Kind == Bare && c.lexemes == 1 && !c.synonyms && len(p.plan.Unknown) < maxUnknown {
				p.plan.Unknown = union(p.plan.Unknown, []string{first.Text})
			}
		}
	}
	return a
}

// mark notes the terms of a clause, and of its parts, that items hold.
func (p *planner) mark(c clause, partly ...clause) {
	for _, of := range append(partly, c) {
		for _, lexemes := range of.terms {
			if (Analysis{Lexemes: lexemes}).frequency() > 0 {
				p.plan.Terms = append(p.plan.Terms, Term{Language: p.vocabulary.Language, Lexemes: lexemes, Clause: p.clauses, Weight: c.Weight, Optional: c.optional})
			}
		}
	}
	p.clauses++
}

// add adds clauses that items may hold. A clause that is there already gains weight.
func (a *alternative) add(clauses ...clause) {
	for _, c := range clauses {
		if c.frequency == 0 {
			continue
		}
		if i := slices.IndexFunc(a.clauses, func(o clause) bool { return o.query == c.query }); i >= 0 {
			a.clauses[i].Weight += c.Weight
			a.clauses[i].optional = a.clauses[i].optional && c.optional
			continue
		}
		a.clauses = append(a.clauses, c)
	}
}

// all is a tsquery for items that hold all that is wanted.
func (a alternative) all() string { return join(append(slices.Clone(a.wanted), a.unwanted...), " & ") }

// any is a tsquery for items that hold one of the clauses with this weight at least; empty if there is nothing to search for. Stop phrases
// are not searched for beside a single word, nor where no item holds any other word: what they bring up has little to do with the query.
func (a alternative) any(least float64) string {
	held := slices.ContainsFunc(a.clauses, func(c clause) bool { return !c.optional })
	single := len(a.wanted) == 1
	var any []string
	for _, c := range a.clauses {
		if c.Weight >= least && !(c.optional && (single || !held)) {
			any = append(any, c.query)
		}
	}
	switch {
	case any != nil:
	case held: // others are rarer
		return ""
	case len(a.wanted) > 0: // no item holds them
		any = a.wanted
	default:
		return a.all()
	}
	return join(append([]string{join(any, " | ")}, a.unwanted...), " & ")
}

// choose takes the clauses that are searched and scored into the plan, and returns the least weight of these.
func (p *planner) choose(alternatives []alternative) (least float64) {
	var clauses []clause
	for _, a := range alternatives {
		clauses = append(clauses, a.clauses...)
	}
	slices.SortStableFunc(clauses, func(a, b clause) int { return cmp.Compare(b.Weight, a.Weight) })
	frequency := 0
	for i, c := range clauses {
		frequency += c.frequency
		if i == maxClauses || i >= fewClauses && frequency > mostFrequency {
			break
		}
		p.language.Clauses = append(p.language.Clauses, c.Clause)
		least = c.Weight
	}
	return least
}

// join writes several tsqueries as one.
func join(queries []string, operator string) string {
	if len(queries) < 2 {
		return strings.Join(queries, "")
	}
	return "(" + strings.Join(queries, operator) + ")"
}
