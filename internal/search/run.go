package search

import (
	"context"
	"maps"

	"airport-content/internal/content"
	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// Database is the database as a search needs it.
type Database interface {
	// Known is the stem of a word, if it was read before.
	Known(w word.Word) (word.Stem, bool)
	// ReadStems gives each word its stem.
	ReadStems(ctx context.Context, stems word.Stems) error
	// Page reads a page of the items that the queries find and the key may read, best first.
	Page(ctx context.Context, queries []LanguageQuery) (content.Page, error)
	mark.Bodies
}

// LanguageQuery finds and scores items of one language.
type LanguageQuery struct {
	Language  string
	Query     string // a tsquery
	First     string // a tsquery for items that hold every word, and come first; empty: none
	Unordered bool   // those of First do not come first, and are counted only
	Foremost  string // a tsquery for items that come before those; empty: none
	Clauses   []Clause
}

// Request is a request for a search.
type Request struct {
	Text        string
	Match       string // "all" or "any" of the words must be held; empty: the search chooses
	Uncorrected bool   // unknown words are not corrected
	Highlighted bool   // terms are marked in the items
}

// Plan is what the text of a request means to the items of the airport's languages. It may run many
// times, also at once.
type Plan struct {
	query     Query
	corrected map[string]string
	of        wholePlan
}

// NewPlan plans the search for the text of a request among the items of the airport's languages.
func NewPlan(ctx context.Context, database Database, r Request, corpora []Corpus) (*Plan, error) {
	p := &Plan{query: Parse(r.Text)}
	var err error
	if p.of, err = planWithStems(ctx, database, p.query, corpora); err != nil || r.Uncorrected {
		return p, err
	}
	if p.corrected, err = correctionsOf(ctx, p.of.Unknown, p.of.Doubtful, corpora); p.corrected == nil {
		return p, err
	}
	p.query = p.query.Correct(p.corrected)
	p.of, err = planWithStems(ctx, database, p.query, corpora)
	return p, err
}

// Run finds the page that a request asks for. Text and Uncorrected of the request, and the corpora, are
// those of the plan.
func (p *Plan) Run(ctx context.Context, database Database, r Request, corpora []Corpus) (content.Page, error) {
	page, made, err := find(ctx, database, p.of, match(r.Match))
	if err != nil {
		return content.Page{}, err
	}
	page.Search = &content.Search{Match: string(made), AllWords: page.TotalFirst, Query: p.query.String(), Corrected: p.corrected, Concepts: make(map[string]string, len(p.of.Concepts))}
	if made != matchAny {
		page.Search.AllWords = page.Total
	}
	for words, used := range p.of.Concepts {
		page.Search.Concepts[words] = used.name
		if used.near && len(p.query) == 1 { // items hold a near concept, and none holds these words
			page.Search.AllWords = 0
		}
	}
	for _, unknown := range p.of.Unknown {
		page.Search.Unknown = append(page.Search.Unknown, unknown.Text)
	}
	if r.Highlighted && len(page.Items) > 0 {
		err = marker(p.of, corpora).Items(ctx, database, page.Items)
	}
	return page, err
}

// Size estimates the memory of the plan in bytes.
func (p *Plan) Size() int {
	size := 500 + 150*len(p.of.Terms)
	for _, l := range p.of.Languages {
		for _, a := range l.asks {
			size += 100 + len(a.tsquery)
		}
		for _, c := range l.Clauses {
			size += 200 + len(c.Word) + len(c.WordTitle) + len(c.Prefix) + len(c.PrefixTitle) + len(c.Phrase) + len(c.PhraseTitle) +
				len(c.Synonyms) + len(c.SynonymsTitle)
		}
	}
	return size
}

// planWithStems plans a query. It plans anew if the stem of a word has to be read.
func planWithStems(ctx context.Context, database Database, query Query, corpora []Corpus) (wholePlan, error) {
	s := &stemReader{database: database, read: word.Stems{}, lacking: word.Stems{}}
	for {
		plan := planWithBeginnings(query, corpora, s)
		if len(s.lacking) == 0 {
			return plan, nil
		}
		if err := database.ReadStems(ctx, s.lacking); err != nil {
			return wholePlan{}, err
		}
		maps.Copy(s.read, s.lacking)
		clear(s.lacking)
	}
}

// stemReader has the stems of a query's words. It notes the words whose stem it lacks.
type stemReader struct {
	database      Database
	read, lacking word.Stems
}

// Of is the stem of a word.
func (s *stemReader) Of(w word.Word) word.Stem {
	if _, ok := s.read[w]; !ok && w.NeedsDictionary() {
		stem, known := s.database.Known(w)
		if !known {
			s.lacking[w] = word.Stem{}
			return stem
		}
		s.read[w] = stem
	}
	return s.read.Of(w)
}

// marker makes the marker of a plan. The corpora tell how items write the plan's lexemes.
func marker(p wholePlan, corpora []Corpus) *mark.Marker {
	lexemes := map[string][]string{}
	for _, term := range p.Terms {
		for _, l := range term.Lexemes {
			lexemes[term.Language] = append(lexemes[term.Language], l.Text)
		}
	}
	forms := map[string][]mark.Form{}
	for _, c := range corpora {
		forms[c.Language] = c.forms(lexemes[c.Language])
	}
	return mark.New(p.Terms, forms)
}
