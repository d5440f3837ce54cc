package search

import (
	"slices"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// Words become clauses of a concept in stages. Each stage knows more:
//
//   - a meaning is what words mean in any language, by the lists of concepts (readMeanings)
//   - a sense is what is left of a meaning for the items of one language, which may mean something
//     else by the words (senseOf)
//   - understood is a sense with those names of its concepts that items hold (understand). Items
//     without any of the names do not understand the words, which are then read one by one
//   - planConcept makes clauses of these names. The answer tells the concept (usedConcept)

// meaning is what words mean, in any language.
type meaning struct {
	words     int  // that have the meaning
	whole     bool // false: the word has more letters
	inflected bool // the words have other endings than in the lists
	of        []concept.Meaning
}

// readMeanings looks up words among the concepts. A place is none, and ends a phrase: the coffee of
// "caffè prima dei controlli" is not early.
func readMeanings(words []Word, concepts *concept.Thesaurus) {
	for len(words) > 0 {
		if at := words[0].place; at != nil {
			words = words[at.words:]
			continue
		}
		size := slices.IndexFunc(words, func(w Word) bool { return w.place != nil })
		if size < 0 {
			size = len(words)
		}
		readMeaningsOf(words[:size], concepts)
		words = words[size:]
	}
}

func readMeaningsOf(words []Word, concepts *concept.Thesaurus) {
	for _, r := range spokenTexts(words) {
		for _, f := range concepts.Find(r.text) {
			covered, whole := r.cover(f.Begin, f.End)
			whole = whole && !f.Compound
			first := &covered[0]
			switch {
			case first.meant == nil:
				first.meant = &meaning{len(covered), whole, f.Inflected, f.Meanings}
			case !whole && len(covered) == 1: // another part of the word
				first.meant = &meaning{1, false, f.Inflected, slices.Concat(first.meant.of, f.Meanings)}
			}
		}
	}
}

// languages are the languages of all meanings.
func (m *meaning) languages() (all concept.Languages) {
	for _, one := range m.of {
		all |= one.Languages
	}
	return all
}

// understood is what words mean to the items of one language.
type understood struct {
	concept concept.Concept
	id      concept.ID
	used    usedConcept
	names   [][]Analysis // words of the concept that items hold; of an intent, those of each concept that it means
	near    []Analysis   // words of concepts whose items serve too
	foreign bool         // the words are of other languages
	served  bool         // and the airport has items in one of these
}

// usedConcept is the concept whose words are searched for.
type usedConcept struct {
	name string
	near bool // this is a near concept: items hold its words, and none of the concept that was understood
}

// understand tells what words mean to the items. It is nil if the words have no meaning, if items
// mean something else by them, or if items hold none of the concept's words.
func (p *planner) understand(words []Word) *understood {
	m := words[0].meant
	if m == nil || len(words) != m.words {
		return nil
	}
	u, ok := p.understood[m]
	if !ok {
		u = p.namesFor(m, words)
		p.understood[m] = u
	}
	return u
}

// sense is what words mean to the items of a language, before one looks for items about it.
type sense struct {
	of      []concept.Meaning // none: the words have no meaning here
	foreign bool              // the words are of other languages
	loose   bool              // items hold the words, which only travellers use for the concept
}

// senseOf is the sense of words. held: items hold the words.
func (p *planner) senseOf(m *meaning, words []Word, held bool) sense {
	t := p.corpus.Concepts
	here := t.Of(p.corpus.Language)
	own := slices.DeleteFunc(slices.Clone(m.of), func(one concept.Meaning) bool {
		return one.Languages&here == 0 || one.Names&here == 0 && t.IsOutvoted(one, m.of, p.natives)
	})
	switch {
	case !m.whole && (held || len(own) > 0): // the items' language has other ways to read a part of a word
		return sense{}
	case len(own) > 0:
		isName := func(m concept.Meaning) bool { return m.Names&here != 0 || t.Concepts[m.Concept].Intent }
		named := slices.IndexFunc(own, isName)
		if named > 0 { // what airports call so comes before what travellers call so
			own[0], own[named] = own[named], own[0]
		}
		return sense{of: own, loose: held && named < 0}
	case p.native || !slices.ContainsFunc(words, p.isStrange):
		return sense{}
	case m.inflected && (held || slices.ContainsFunc(words, p.isEveryday)): // hardly a form of a word of another language
		return sense{}
	}
	all := slices.DeleteFunc(slices.Clone(m.of), func(one concept.Meaning) bool { return t.IsOutvoted(one, m.of, concept.AllLanguages) })
	return sense{of: all, foreign: true}
}

// namesFor looks for the names of what words mean. It is nil if items hold none.
func (p *planner) namesFor(m *meaning, words []Word) *understood {
	texts, spellings := p.spellings(run{words: words}, true)
	typed := concat(texts)
	held, said := typed.frequency() > 0, append(spellings, typed)
	s := p.senseOf(m, words, held)
	u := &understood{foreign: s.foreign, served: s.foreign && m.languages()&p.natives != 0}
	for _, one := range s.of {
		c := p.corpus.Concepts.Concepts[one.Concept]
		about, serving := namedBy(one.Concept, c, s.loose)
		names, _ := p.heldNames(about, said)
		near, nearby := p.heldNames(serving, said)
		u.names, u.near = append(u.names, names...), append(u.near, slices.Concat(near...)...)
		if u.used.name != "" || len(names)+len(near) == 0 {
			continue
		}
		u.id, u.concept, u.used.name = one.Concept, c, c.Name
		if len(names) == 0 && (s.loose || !held) && !slices.Contains(c.Brands, nearby[0]) {
			u.used = usedConcept{p.corpus.Concepts.Concepts[nearby[0]].Name, nearby[0] != one.Concept}
		}
	}
	if u.used.name == "" {
		return nil
	}
	if !held {
		said = spellings
	}
	u.near = p.otherThan(slices.Concat(append(u.names, said)...), u.near, held && len(u.names) > 0)
	return u
}

// namedBy lists the concepts by whose names items are about what words mean, and those by whose names
// items serve too. Of words that only travellers use for a concept, its own names only serve.
func namedBy(id concept.ID, c concept.Concept, loose bool) (about, serving []concept.ID) {
	switch {
	case c.Intent:
		return c.Also, nil
	case loose:
		return nil, []concept.ID{id}
	}
	return []concept.ID{id}, slices.Concat(c.Also, c.Brands)
}

// otherThan leaves out near names that find nothing but what the names of the thing find. Beside a
// thing that items name, a near name that many items hold says little: the art of "art gallery".
func (p *planner) otherThan(names, near []Analysis, isNamed bool) []Analysis {
	return slices.DeleteFunc(distinct(near), func(a Analysis) bool {
		return slices.ContainsFunc(names, a.holds) || isNamed && a.frequency() > p.corpus.Items/commonShare
	})
}

// isStrange reports whether a word is none of the everyday words of the items' language.
func (p *planner) isStrange(w Word) bool {
	typed := p.analysis(w.Parts...)
	return !typed.isEmpty() && !(typed.frequency() > 0 && p.isEveryday(w))
}

// isEveryday reports whether a word is one of the everyday words of the items' language.
func (p *planner) isEveryday(w Word) bool {
	return isEveryday(word.Unaccented(w.Parts[0]), p.corpus.Language)
}

// heldNames lists the names of each concept that items hold, without others, and the concepts that
// have such names.
func (p *planner) heldNames(concepts []concept.ID, others []Analysis) (names [][]Analysis, of []concept.ID) {
	for _, id := range concepts {
		if found := distinct(p.namesOf([]concept.ID{id}), others); len(found) > 0 {
			names, of = append(names, found), append(of, id)
		}
	}
	return names, of
}

// namesOf lists the words of concepts that items hold.
func (p *planner) namesOf(concepts []concept.ID) (list []Analysis) {
	t := p.corpus.Concepts
	for _, tag := range t.List(t.Of(p.corpus.Language)) {
		for _, id := range concepts {
			for _, name := range t.ReadNames(id, tag) {
				parts := name.Words
				if a := p.ofName(name); a.frequency() > 0 && !word.IsPrefix(parts[0]) {
					list = append(list, a)
					if i := slices.IndexFunc(parts, isConjunction); i > 0 && i+1 < len(parts) { // Lost & Found
						list = append(list, p.analysis(slices.Concat(parts[:i], parts[i+1:])...))
					}
				}
				list = append(list, p.otherForms(parts)...)
			}
		}
	}
	return list
}

// ofName looks a name up. It is empty if no item holds one of the words, as of most names. A name with
// one word beside its stop words keeps its particle: to carry is no carry-on.
func (p *planner) ofName(name *concept.Name) Analysis {
	stems := name.Stems(func(text string) word.Stem { return p.stems.Of(word.Word{Language: p.corpus.Language, Text: text}) })
	for i, stem := range stems {
		if stem.Lexeme != "" && !word.IsPrefix(name.Words[i]) && p.corpus.frequency(stem.Lexeme) == 0 {
			return Analysis{}
		}
	}
	a := analysisOfStems(name.Words, stems)
	if len(a.Lexemes) > 1 && len(a.lexemes()) == 1 {
		return p.phrase(name.Words...)
	}
	p.corpus.setFrequencies(a.Lexemes)
	return a
}

func isConjunction(text string) bool { return slices.Contains(word.Conjunctions, text) }

// haveMeaning reports whether words are a concept that items know.
func haveMeaning(p *planner, words []Word) bool { return p.understand(words) != nil }
