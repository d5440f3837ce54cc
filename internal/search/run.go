package search

import (
	"cmp"
	"context"

	"airport-content/internal/content"
	"airport-content/internal/search/mark"
	"airport-content/internal/search/word"
)

// Index is the database as a search needs it.
type Index interface {
	// Stem gives each token its stem.
	Stem(ctx context.Context, tokens word.Stems) error
	// Page reads a page of the items that the queries find and the key may read, best first.
	Page(ctx context.Context, queries []LanguageQuery) (content.Page, error)
	mark.Bodies
}

// LanguageQuery finds and scores items of one language.
type LanguageQuery struct {
	Language string
	Query    string // a tsquery
	First    string // a tsquery for the items that come first; empty: none
	Clauses  []Clause
}

// Request is a request for a search.
type Request struct {
	Text        string
	Match       string // "all" or "any" of the words must be held; empty: find chooses
	Uncorrected bool   // unknown words are not corrected
	Highlighted bool   // terms are marked in the items
}

// Run finds the page that a request asks for among the items of the airport's languages.
func Run(ctx context.Context, index Index, r Request, corpora []Corpus) (content.Page, error) {
	query := Parse(r.Text)
	plan, err := makePlan(ctx, index, query, corpora)
	if err != nil {
		return content.Page{}, err
	}
	var corrected map[string]string
	if !r.Uncorrected {
		if corrected, err = Corrections(ctx, plan.Unknown, corpora); err != nil {
			return content.Page{}, err
		}
	}
	if corrected != nil {
		query = query.Correct(corrected)
		if plan, err = makePlan(ctx, index, query, corpora); err != nil {
			return content.Page{}, err
		}
	}
	plans := []Plan{plan}
	if phrase := query.asPhrase(); phrase != nil && r.Match != "any" {
		whole, err := makePlan(ctx, index, phrase, corpora)
		if err != nil {
			return content.Page{}, err
		}
		if whole.AtMost > 0 {
			plans = []Plan{whole, plan}
		}
	}
	var page content.Page
	var match string
	for _, plan = range plans {
		if page, match, err = find(ctx, index, plan, r.Match); err != nil {
			return content.Page{}, err
		}
		if page.Found > 0 {
			break
		}
	}
	page.Search = &content.Search{Match: match, AllWords: page.TotalFirst, Query: query.String(), Corrected: corrected}
	if match == "all" {
		page.Search.AllWords = page.Total
	}
	if r.Highlighted && len(page.Items) > 0 {
		err = marker(plan, corpora).Items(ctx, index, page.Items)
	}
	return page, err
}

// marker makes the marker of a plan. The corpora tell how items write the plan's lexemes.
func marker(p Plan, corpora []Corpus) *mark.Marker {
	lexemes := map[string][]string{}
	for _, term := range p.Terms {
		for _, l := range term.Lexemes {
			lexemes[term.Language] = append(lexemes[term.Language], l.Text)
		}
	}
	forms := map[string][]mark.Form{}
	for _, c := range corpora {
		for _, form := range c.forms(lexemes[c.Language]) {
			forms[c.Language] = append(forms[c.Language], mark.Form{Word: form.Word, Lexeme: form.Lexeme})
		}
	}
	return mark.New(p.Terms, forms)
}

// makePlan reads the stems of the query's words, and makes the query's plan.
func makePlan(ctx context.Context, index Index, query Query, corpora []Corpus) (Plan, error) {
	tokens := query.Tokens(corpora)
	if err := index.Stem(ctx, tokens); err != nil {
		return Plan{}, err
	}
	return NewPlan(query, corpora, tokens), nil
}

// enough is the least number of items with every word. If there are fewer, items with any word are
// found too.
const enough = 10

// find searches for every word if enough items hold every word and one of these items passes the
// filters, else for any word. A query of one word or phrase is searched for whole if an item holds
// the whole. If no item holds a word, find searches for parts of words. If a match is given, it
// decides.
func find(ctx context.Context, index Index, p Plan, given string) (page content.Page, match string, err error) {
	if p.Languages == nil {
		return content.Page{}, cmp.Or(given, "all"), nil
	}
	var all, any, parts []LanguageQuery
	same, whole := true, true
	for _, l := range p.Languages {
		all = append(all, LanguageQuery{l.Language, l.All, l.Title, l.Clauses})
		any = append(any, LanguageQuery{l.Language, l.Any, l.All, l.Clauses})
		parts = append(parts, LanguageQuery{l.Language, l.Parts, l.All, l.Clauses})
		same = same && l.All == l.Any
		whole = whole && l.Parts == l.Any
	}
	if given == "all" || given == "" && (p.AtMost >= enough || p.Single || same) {
		page, err = index.Page(ctx, all)
		if err != nil || given == "all" || same && whole || (p.Single || same) && page.Found > 0 || page.Found >= enough && page.Total > 0 {
			return page, "all", err
		}
	}
	if !same || given == "any" {
		if page, err = index.Page(ctx, any); err != nil || whole || page.Found > 0 {
			return page, "any", err
		}
	}
	page, err = index.Page(ctx, parts)
	return page, "any", err
}
