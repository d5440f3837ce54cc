package search

import (
	"cmp"
	"slices"
	"strings"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// planner makes the plan for the items of one language.
type planner struct {
	corpus Corpus
	stems  Stemmer
	ways   []reading // all readings; the table cannot be named where its functions are
	lookedUp
	prefixes  []unknownWord     // unknown words that are searched for as prefixes
	natives   concept.Languages // of the items of all corpora
	single    bool              // as wholePlan.Single
	sentence  bool              // the query is longer than shortQuery
	native    bool              // it is a sentence in the language of the items: most of its words are theirs
	endings   bool              // Korean words of the query may have endings
	substance bool              // at least one word is no stop phrase
	accented  bool              // at least one word was typed with accents

	foremost     string // as in languagePlan
	alternatives []alternative
	unknown      []unknownWord
	doubtful     []unknownWord // as in wholePlan
	terms        []mark.Term
	concepts     map[string]usedConcept // by the words of the query
	foreign      bool                   // words of the query are of another language that the airport has items in
	marked       int                    // clauses marked so far
	looked       int                    // words looked up in compounds so far
	atMost       [reaches]int           // as wholePlan.AtMost
}

// lookedUp caches what was looked up of a query's words for the items of one language: their lexemes,
// and their concepts. All plans of the query share it.
type lookedUp struct {
	analyses map[string]Analysis
	meanings map[*meaning]*understood
}

// newPlanner reads a query for the items of a corpus.
func newPlanner(c Corpus, natives concept.Languages, q Query, stems Stemmer, read lookedUp, prefixes []unknownWord) *planner {
	count := len(slices.Concat(q...))
	p := &planner{corpus: c, stems: stems, ways: readings, lookedUp: read, prefixes: prefixes,
		natives: natives, concepts: map[string]usedConcept{},
		single: q.isSingle(), sentence: count > shortQuery, endings: count > keywords}
	q = p.respell(q)
	known := 0
	for _, w := range slices.Concat(q...) {
		a := p.analysis(w.Parts...)
		if a.isEmpty() || a.frequency() > 0 {
			known++
		}
		p.accented = p.accented || w.Kind == Bare && a.isAccented()
		p.substance = p.substance || !a.isEmpty() && (w.Kind == Bare || w.Kind == Phrase)
	}
	p.native = p.sentence && 2*known > count
	for i, words := range q {
		q[i] = p.withoutLittle(words)
		p.alternatives = append(p.alternatives, p.alternative(q[i]))
	}
	p.foremost = p.exactTitle(q)
	return p
}

// analysis looks words up.
func (p *planner) analysis(words ...string) Analysis {
	key := words[0]
	if len(words) > 1 {
		key = strings.Join(words, " ")
	}
	a, ok := p.analyses[key]
	if !ok {
		a = p.corpus.counted(analyse(words, p.corpus.Language, p.stems))
		p.analyses[key] = a
	}
	return a
}

// respell spells the bare words of a query as items do: gebühr for gebuehr.
func (p *planner) respell(q Query) Query {
	spelled := q.clone()
	for w := range spelled.bareWords() {
		if len(w.Parts) == 1 {
			w.Parts = []string{p.spelledAs(w.Parts[0])}
		}
	}
	return spelled
}

// spelledAs is a word as the items spell it. The other spelling is taken if no item holds the word,
// and items or synonyms have the other spelling.
func (p *planner) spelledAs(text string) string {
	other := word.Respelled(text, p.corpus.Language)
	if other == "" || p.analysis(text).frequency() > 0 {
		return text
	}
	if a := p.analysis(other); a.frequency() > 0 || p.corpus.Synonyms.of(a.key()) != nil {
		return other
	}
	return text
}

// exactTitle is a tsquery for titles that are the whole query. "or" is one of its words.
func (p *planner) exactTitle(q Query) string {
	var words []string
	for i, list := range q {
		if i > 0 {
			words = append(words, "or")
		}
		for _, w := range list {
			if w.Kind == Phrase || w.Kind == Absent {
				return ""
			}
			words = append(words, w.Parts...)
		}
	}
	if tag := document.TitleTag(p.corpus.Language, words, p.stems); tag != "" {
		return quote(tag)
	}
	return ""
}

// alternative is the part of a query between two "or".
type alternative struct {
	wanted   []clause // that items have to hold
	unwanted []string // tsqueries of the items that are not left out
	last     []string // tsqueries of items that come last
	clauses  []clause // that items may hold
	atMost   int      // an upper bound of the items that hold all that is wanted
}

// alternative reads the words of an alternative, one run after the other.
func (p *planner) alternative(words []Word) alternative {
	a := alternative{atMost: p.corpus.Items}
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
		main, others := p.clauses(r)
		if main.query == "" { // a stop word
			if slices.Contains(word.Sides, r.only()) {
				side = r.only()
			}
			continue
		}
		side = ""
		switch kind := r.words[0].Kind; {
		case kind == Absent:
			a.unwanted = append(a.unwanted, "!"+main.query)
		case excludes:
			a.unwanted = append(a.unwanted, "!"+main.excluded())
		case main.role == beside: // a stop phrase
			a.add(main)
		default:
			a.wanted = append(a.wanted, main)
			a.atMost = min(a.atMost, main.frequency)
			a.add(main)
			a.add(others...)
			if kind == Bare && main.frequency == 0 && main.lexemes == 1 && !r.is(asSynonym) {
				p.addUnknown(r.only())
			}
		}
	}
	a.refine(p.sentence)
	return a
}

// refine lets places, and the other words of an intent, find no items by themselves. The other words
// of a sentence may say what is wanted.
func (a *alternative) refine(sentence bool) {
	intent := slices.IndexFunc(a.wanted, func(c clause) bool { return c.intent && !sentence })
	hasThing := slices.ContainsFunc(a.wanted, func(c clause) bool { return !c.isPlaceOrTime })
	for _, list := range [][]clause{a.wanted, a.clauses} {
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
}

// addUnknown notes a word that no item holds, unless it has synonyms.
func (p *planner) addUnknown(text string) {
	u := unknownWord{text, p.analysis(text).Unaccented}
	if len(p.unknown) < maxUnknown && !p.corpus.Synonyms.lexeme[p.analysis(text).key()] && !slices.Contains(p.unknown, u) {
		p.unknown = append(p.unknown, u)
	}
}

// mark notes the terms of a clause and of its parts, if items hold the term.
func (p *planner) mark(c clause, parts []clause) {
	for _, from := range append(slices.Clone(parts), c) {
		for _, lexemes := range from.terms {
			if analysisOf(lexemes...).frequency() > 0 {
				p.terms = append(p.terms, mark.Term{Language: p.corpus.Language, Lexemes: toMark(lexemes), Clause: p.marked, Weight: c.Weight,
					Optional: c.role == beside || from.role == lastResort})
			}
		}
	}
	p.marked++
}

func toMark(lexemes []Lexeme) []mark.Lexeme {
	list := make([]mark.Lexeme, len(lexemes))
	for i, l := range lexemes {
		list[i] = mark.Lexeme{Text: l.Text, Prefix: l.Prefix}
	}
	return list
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

// plan chooses the clauses, and writes the tsqueries. All is empty if there is nothing to search
// for. A query of nothing but stop words searches for titles that are these words.
func (p *planner) plan(known rarity) languagePlan {
	l := languagePlan{Language: p.corpus.Language, Foremost: p.foremost, Foreign: p.foreign}
	var least float64
	l.Clauses, least = choose(p.alternatives)
	var queries [reaches][]string
	for _, a := range p.alternatives {
		of, atMost := a.queries(least, known)
		if of[every] == "" || of[parted] == "" {
			continue
		}
		for far, query := range of {
			if query != "" {
				queries[far] = append(queries[far], query)
			}
			p.atMost[far] += atMost[far]
		}
	}
	for far, list := range queries {
		if l.Queries[far] = join(list, " | "); queries[every] == nil && !p.hasWords() {
			l.Queries[far] = p.foremost
		}
	}
	if last := p.last(); last != "" {
		l.Foremost = "!" + last
	}
	return l
}

// last is a tsquery for the items that come last; empty if the query has alternatives.
func (p *planner) last() string {
	if len(p.alternatives) != 1 || p.alternatives[0].last == nil {
		return ""
	}
	return "(" + join(p.alternatives[0].last, " | ") + ")"
}

// hasWords reports whether the query has more than stop words.
func (p *planner) hasWords() bool {
	return slices.ContainsFunc(p.alternatives, func(a alternative) bool { return len(a.wanted)+len(a.unwanted)+len(a.clauses) > 0 })
}

// all is a tsquery for items that hold all that is wanted.
func (a alternative) all() string {
	var queries []string
	for _, c := range a.wanted {
		queries = append(queries, c.query)
	}
	return join(append(queries, a.unwanted...), " & ")
}

// queries are the tsqueries of the alternative, with upper bounds of the items that they find.
func (a alternative) queries(least float64, known rarity) (of [reaches]string, atMost [reaches]int) {
	of[every], atMost[every] = a.all(), a.atMost
	for far := rare; far < reaches; far++ {
		of[far], atMost[far] = a.any(least, known, far)
	}
	if of[common] == "" { // only parts find items
		of[rare], of[common] = of[parted], of[parted]
	}
	return of, atMost
}

// finders lists the clauses of at least this weight that find items by themselves. Stop phrases are
// left out beside a single word, and where no item holds any other word: the items that they find
// have little to do with the query.
func (a alternative) finders(least float64, known rarity, far reach) (list []clause) {
	allowed := []role{always}
	if a.isHeld() && len(a.wanted) > 1 {
		allowed = append(allowed, beside)
	}
	if far == parted {
		allowed = append(allowed, lastResort)
	}
	hasRare := far == rare && slices.ContainsFunc(a.wanted, func(c clause) bool { return known.isRare(c.name) })
	for _, c := range a.clauses {
		if c.Weight >= least && slices.Contains(allowed, c.role) && !(hasRare && known.isCommon(c.name)) {
			list = append(list, c)
		}
	}
	return list
}

// isHeld reports whether items hold more than a stop phrase.
func (a alternative) isHeld() bool {
	return slices.ContainsFunc(a.clauses, func(c clause) bool { return c.role != beside })
}

// any is a tsquery for items that hold one of the finders, with an upper bound of these items. It is
// empty if there is nothing to search for.
func (a alternative) any(least float64, known rarity, far reach) (query string, atMost int) {
	found := a.finders(least, known, far)
	switch {
	case found != nil:
	case a.isHeld(): // clauses of other alternatives are rarer
		return "", 0
	case len(a.wanted) > 0: // no item holds them
		found = a.wanted
	default:
		return a.all(), a.atMost
	}
	var queries []string
	for _, c := range found {
		queries = append(queries, c.query)
		atMost += c.frequency
	}
	return join(append([]string{join(queries, " | ")}, a.unwanted...), " & "), atMost
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
		frequency += c.frequency
		if i == maxClauses || i >= fewClauses && frequency > mostFrequency {
			break
		}
		chosen = append(chosen, c.Clause)
		least = c.Weight
	}
	return chosen, least
}
