package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
)

// planner has what is known of a query before its words are read as clauses: the items of one
// language, and facts about the whole query. Its methods take values and return values. They change
// nothing but what is remembered of words that were looked up.
type planner struct {
	corpus     Corpus
	stems      Stemmer
	ways       []reading         // all readings; the table cannot be named where its functions are
	beginnings []unknownWord     // unknown words that are searched for as prefixes
	natives    concept.Languages // of the items of all corpora

	analyses   map[string]Analysis
	understood map[*meaning]*understood
	forms      map[string][]Analysis // compounds or other forms of words

	query     Query
	single    bool // as wholePlan.Single
	sentence  bool // the query is longer than shortQuery
	native    bool // the query is a sentence, and items hold most of its words
	endings   bool // Korean words of the query may have endings
	substance bool // at least one word is no stop phrase
	accented  bool // at least one word was typed with accents
}

// newPlanners reads a query for the items of each corpus.
func newPlanners(q Query, corpora []Corpus, stems Stemmer) (list []*planner) {
	var concepts *concept.Thesaurus
	var natives concept.Languages
	for _, c := range corpora {
		if c.Concepts != nil {
			concepts = c.Concepts
			natives |= concepts.Of(c.Language)
		}
	}
	q = q.withNotes(concepts)
	for _, c := range corpora {
		list = append(list, newPlanner(c, natives, q, stems))
	}
	return list
}

func newPlanner(c Corpus, natives concept.Languages, q Query, stems Stemmer) *planner {
	words := slices.Concat(q...)
	p := &planner{corpus: c, stems: stems, ways: readings, natives: natives,
		analyses: map[string]Analysis{}, understood: map[*meaning]*understood{}, forms: map[string][]Analysis{},
		query: q, single: q.isSingle(), sentence: q.isSentence(), endings: len(words) > keywords}
	size, held := 0, 0 // of the query: its words, with the pieces of texts, and how many of these are words of the items
	for _, w := range words {
		lists := [][]string{w.Parts}
		if w.isUnspaced() && !isOneWord(w.Parts) {
			lists = each(w.Parts)
		}
		for _, parts := range lists {
			a := p.analysis(parts...)
			if size++; a.isEmpty() || a.frequency() > 0 {
				held++
			}
			p.accented = p.accented || w.Kind == Bare && a.isAccented()
			p.substance = p.substance || !a.isEmpty() && (w.Kind == Bare || w.Kind == Phrase)
		}
	}
	p.native = size > shortQuery && 2*held > size
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
		a = analyse(words, p.corpus.Language, p.stems)
		p.corpus.setFrequencies(a.Lexemes)
		p.analyses[key] = a
	}
	return a
}

// exactTitle is a tsquery for titles that are the whole query. "or" is one of its words.
func (p *planner) exactTitle() string {
	var words []string
	for i, list := range p.query {
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

// weightOf is the weight of words that items must hold: the sum over their lexemes.
func (p *planner) weightOf(texts []Analysis) (weight float64) {
	for _, l := range concat(texts).lexemes() {
		weight += p.corpus.weight(l.Frequency)
	}
	return weight
}

// atLeastSome is a weight that is no less than that of words that some items hold.
func (p *planner) atLeastSome(weight float64) float64 {
	return max(weight, p.corpus.weight(p.corpus.Items/someShare))
}
