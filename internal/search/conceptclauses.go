package search

import (
	"slices"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
)

// planConcept makes the clauses of a concept. Items with the words as typed, or with a name of the
// concept, are about it. So are items with a name of a near concept in their title. The type of an
// item counts for the order.
func (p *planner) planConcept(r run) runPlan {
	r = p.lookUp(r)
	u := r.concept
	about, itself := p.aboutConcept(r)
	serving, raising := p.servingConcept(about, u)
	main, others, marks := p.widened(serving, r)
	plan := runPlan{main: main, others: slices.Concat(raising, itself, others), marks: marks, concept: u.used, served: u.served}
	if u.served {
		plan.main.Weight *= servedShare
		for i := range plan.others {
			plan.others[i].Weight *= servedShare
		}
	}
	if m := r.words[0].meant; u.foreign && m.inflected && m.languages()&p.natives == 0 && r.only() != "" {
		plan.doubtful = &unknownWord{r.only(), p.analysis(r.only()).Unaccented}
	}
	return plan
}

// aboutConcept makes the clause of the words as typed, in other spellings and as names of the
// concept, and a clause that raises items with the words as typed. Beside other words, that clause finds
// items, too: those with the word "shop" that the generic concept leaves out (ofType).
func (p *planner) aboutConcept(r run) (main clause, itself []clause) {
	names := distinct(slices.Concat(r.concept.names...))
	main = p.named(names)
	held := concat(r.texts).frequency() > 0
	if held { // the words as typed tell the weight
		main = p.clause(r.texts, slices.Concat(r.spellings, names))
		main.Weight = p.weightOf(r.texts)
		main = p.narrowed(main, r, names)
	}
	main.name, main.types = r.name(), p.typesOf(r.concept.concept)
	if main.intent = r.concept.concept.Intent; main.intent {
		main.Weight = p.atLeastSome(main.Weight)
	}
	if held && len(r.spellings)+len(names) > 0 {
		c := p.clause(r.texts, r.spellings)
		c.Weight, c.role, c.name, c.Reading = typedShare*main.Weight, beside, main.name, "as typed"
		itself = append(itself, c)
	}
	return main, itself
}

// typesOf lists the content types of the things of a concept.
func (p *planner) typesOf(c concept.Concept) []string {
	if !c.Intent {
		return []string{c.Type}
	}
	var types []string
	for _, id := range c.Also {
		types = append(types, p.corpus.Concepts.Concepts[id].Type)
	}
	return types
}

// servingConcept adds the names of near concepts to the main clause. The other clauses raise items:
// by what an intent means, by the hour, and by the type.
func (p *planner) servingConcept(main clause, u *understood) (serving clause, raising []clause) {
	weight := p.atLeastSome(main.Weight)
	serving, near := p.near(main, u)
	serving, ofType := p.ofType(serving, u, weight)
	return serving, slices.Concat(p.intended(main, u), p.openThen(main, u), near, ofType)
}

// narrowed lets a name that is one of the typed words find items by their titles only: the gallery of
// "art gallery". Elsewhere, such a name is a part of what was typed, as any word is.
func (p *planner) narrowed(main clause, r run, names []Analysis) clause {
	isTyped := func(name Analysis) bool { return name.isOneOf(r.texts) }
	if len(r.texts) < 2 || !slices.ContainsFunc(names, isTyped) {
		return main
	}
	others := slices.DeleteFunc(slices.Clone(names), isTyped)
	queries := []string{p.clause(r.texts, slices.Concat(r.spellings, others)).query}
	for _, name := range names {
		if isTyped(name) {
			queries = append(queries, name.query(inTitles))
		}
	}
	main.query = join(queries, " | ")
	return main
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
func (p *planner) intended(main clause, u *understood) (raising []clause) {
	if !main.intent {
		return nil
	}
	share := intentShare
	for _, names := range u.names {
		of := p.named(names)
		titles := join(of.titles(), " | ")
		c := main.sharing(share, titles, titles)
		c.frequency, c.role, c.Reading = of.frequency, never, "intent"
		raising = append(raising, c)
		share *= nextShare
	}
	return raising
}

// openThen makes the clause of the hour that a concept means besides a thing.
func (p *planner) openThen(main clause, u *understood) []clause {
	hour, ok := hoursOf[u.concept.Name]
	if !ok {
		return nil
	}
	open := p.openClause(hour)
	open.role, open.name, open.Reading = never, main.name, "open then"
	open.likely = 0 // the hour does not tell how common the words are
	return []clause{open}
}

// near lets items serve that have a name of a near concept in their title.
func (p *planner) near(main clause, u *understood) (_ clause, list []clause) {
	of := p.named(u.near)
	if of.query == "" || main.intent {
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
	c.query, c.frequency, c.terms, c.Reading = titles, of.frequency, of.terms, "near concepts"
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
	return main, []clause{{Clause: Clause{Weight: typeShare * weight, Phrase: tag, PhraseTitle: tag, Reading: "type"}, name: main.name, query: tag, frequency: p.corpus.Items, role: never}}
}
