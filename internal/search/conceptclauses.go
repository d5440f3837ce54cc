package search

import (
	"slices"

	"airport-content/internal/search/document"
)

// planConcept makes the clauses of a concept. Items with the words as typed, or with a name of the
// concept, are about it. So are items with a name of a near concept in their title. The type of an
// item counts for the order.
func (p *planner) planConcept(r run) runPlan {
	u := p.understand(r.words)
	texts, spelled := p.written(r)
	held := concat(texts).frequency() > 0
	names := distinct(slices.Concat(u.names...))
	main := p.named(names)
	if held { // the words as typed tell the weight
		main = p.clause(texts, slices.Concat(spelled, names))
		main.Weight = p.weightOf(texts)
	}
	main.name = r.name()
	main, others := p.intended(main, u)
	weight := p.atLeastSome(main.Weight)
	main, near := p.near(main, u)
	main, ofType := p.ofType(main, u, weight)
	others = slices.Concat(others, p.openThen(main, u), near, ofType)
	hasNames := held && len(spelled)+len(names) > 0
	if hasNames && main.Synonyms != "" {
		itself := p.clause(texts, spelled)
		itself.Weight, itself.role, itself.name = typedShare*main.Weight, beside, main.name
		others = append(others, itself)
	}
	r.texts, r.concept = texts, u
	main, more, marks := p.beside(main, r)
	others = append(others, more...)
	if hasNames && main.Synonyms == "" { // each item has the words as typed
		main.Weight *= 1 + typedShare
	}
	if u.foreign {
		main.Weight *= foreignness
		for i := range others {
			others[i].Weight *= foreignness
		}
	}
	plan := runPlan{main: main, others: others, marks: marks, concept: u.used, foreign: u.foreign}
	if m := r.words[0].meant; u.abroad && m.inflected && m.languages()&p.natives == 0 && r.only() != "" {
		plan.doubtful = &unknownWord{r.only(), p.analysis(r.only()).Unaccented}
	}
	return plan
}

// named makes the clause of the names of a concept.
func (p *planner) named(names []Analysis) clause {
	if len(names) == 0 {
		return clause{}
	}
	return p.clause(names[:1], names[1:])
}

// intended makes clauses that raise items with a name of a concept of an intent in their title, the
// first concept most.
func (p *planner) intended(main clause, u *understood) (_ clause, raising []clause) {
	if !u.concept.Intent {
		return main, nil
	}
	main.intent = true
	main.Weight = p.atLeastSome(main.Weight)
	share := intentShare
	for _, names := range u.names {
		of := p.named(names)
		titles := join(of.titles(), " | ")
		c := main.sharing(share, titles, titles)
		c.frequency, c.role = of.frequency, never
		raising = append(raising, c)
		share *= nextShare
	}
	return main, raising
}

// openThen makes the clause of the hour that a concept means besides a thing.
func (p *planner) openThen(main clause, u *understood) []clause {
	hour, ok := hoursOf[u.concept.Name]
	if !ok {
		return nil
	}
	open := p.openClause(hour)
	open.role, open.name = never, main.name
	return []clause{open}
}

// near lets items serve that have a name of a near concept in their title.
func (p *planner) near(main clause, u *understood) (_ clause, list []clause) {
	of := p.named(u.near)
	if of.query == "" || u.concept.Intent {
		return main, nil
	}
	titles := join(of.titles(), " | ")
	if main.query == "" {
		of.Clause = Clause{Weight: of.Weight, Synonyms: titles, SynonymsTitle: titles}
		of.query, of.name = titles, main.name
		return of, nil
	}
	alone := "((" + titles + ") & !(" + join(main.titles(), " | ") + "))"
	c := main.sharing(nearShare, alone, alone)
	c.query, c.frequency, c.terms = titles, of.frequency, of.terms
	return main.or(c), []clause{c}
}

// ofType raises items of the concept's type. Those of a generic concept, such as a shop, must have
// the type, or a name of the concept in their title.
func (p *planner) ofType(main clause, u *understood, weight float64) (_ clause, list []clause) {
	if u.concept.Type == "" {
		return main, nil
	}
	tag := quote(document.TypeTag(u.concept.Type))
	if p.corpus.Concepts.IsGeneric(u.id) {
		main.query = "((" + main.query + ") & " + tag + " | " + join(main.titles(), " | ") + ")"
	}
	return main, []clause{{Clause: Clause{Weight: typeShare * weight, Phrase: tag, PhraseTitle: tag}, name: main.name, query: tag, frequency: p.corpus.Items, role: never}}
}
