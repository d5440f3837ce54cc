package search

import (
	"context"
	"maps"

	"airport-content/internal/content"
	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// Index is the database as a search needs it.
type Index interface {
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

// Run finds the page that a request asks for among the items of the airport's languages.
func Run(ctx context.Context, index Index, r Request, corpora []Corpus) (content.Page, error) {
	query := Parse(r.Text)
	plan, err := planWithStems(ctx, index, query, corpora)
	if err != nil {
		return content.Page{}, err
	}
	var corrected map[string]string
	if !r.Uncorrected {
		if corrected, err = correctionsOf(ctx, plan.Unknown, plan.Doubtful, corpora); err != nil {
			return content.Page{}, err
		}
	}
	if corrected != nil {
		query = query.Correct(corrected)
		if plan, err = planWithStems(ctx, index, query, corpora); err != nil {
			return content.Page{}, err
		}
	}
	given := match(r.Match)
	page, made, err := find(ctx, index, plan, given)
	if err != nil {
		return content.Page{}, err
	}
	page.Search = &content.Search{Match: string(made), AllWords: page.TotalFirst, Query: query.String(), Corrected: corrected, Concepts: plan.Concepts}
	for _, unknown := range plan.Unknown {
		page.Search.Unknown = append(page.Search.Unknown, unknown.Text)
	}
	if made != matchAny {
		page.Search.AllWords = page.Total
	}
	if r.Highlighted && len(page.Items) > 0 {
		err = marker(plan, corpora).Items(ctx, index, page.Items)
	}
	return page, err
}

// planWithStems plans a query. It plans anew if the stem of a word has to be read.
func planWithStems(ctx context.Context, index Index, query Query, corpora []Corpus) (wholePlan, error) {
	s := &stemReader{index: index, read: word.Stems{}, lacking: word.Stems{}}
	for {
		plan := planWithBeginnings(query, corpora, s)
		if len(s.lacking) == 0 {
			return plan, nil
		}
		if err := index.ReadStems(ctx, s.lacking); err != nil {
			return wholePlan{}, err
		}
		maps.Copy(s.read, s.lacking)
		clear(s.lacking)
	}
}

// stemReader has the stems of a query's words. It notes the words whose stem it lacks.
type stemReader struct {
	index         Index
	read, lacking word.Stems
}

// Of is the stem of a word.
func (s *stemReader) Of(w word.Word) word.Stem {
	if _, ok := s.read[w]; !ok && w.NeedsDictionary() {
		stem, known := s.index.Known(w)
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
