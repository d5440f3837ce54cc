package search

import (
	"context"

	"airport-content/internal/content"
)

// Index is what a search asks of one airport's items. Only items that the key may read count.
type Index interface {
	// Analyse gives for each text its analysis in each of the airport's languages, in their order.
	Analyse(ctx context.Context, texts []string) (map[string][]Analysis, error)
	// Related lists the lexemes of words that have the parts, those first that most items hold.
	Related(ctx context.Context, parts []Part) (map[Part][]Lexeme, error)
	// NearWords lists words of the airport that may have been meant by any of the misspelled ones.
	NearWords(ctx context.Context, misspelled []Misspelling) ([]Candidate, error)
	// Page reads the page of what the queries find, best first.
	Page(ctx context.Context, queries []LanguageQuery) (content.Page, error)
	// Forms gives the words that the airport's items write lexemes as, with the lexeme of each.
	Forms(ctx context.Context, lexemes []Token) (map[Token]string, error)
	// Beginnings reads the first characters of bodies, by the id of the item.
	Beginnings(ctx context.Context, ids []string, characters int) (map[string]string, error)
}

// LanguageQuery finds and scores items of one language.
type LanguageQuery struct {
	Language string
	Query    string // a tsquery
	First    string // a tsquery for those of the items that come before all others; empty: none
	Clauses  []Clause
}

// enough is how many items must hold every word. If fewer do, items that hold any of the words are found too.
const enough = 10

// Run finds the page that a query asks for, and marks what was found if the page is to be highlighted. languages are those of the
// airport, without analyses.
func Run(ctx context.Context, index Index, text string, languages []Vocabulary, highlighted bool) (content.Page, error) {
	query := Parse(text)
	plan, err := makePlan(ctx, index, query, languages)
	if err != nil {
		return content.Page{}, err
	}
	var corrected map[string]string
	if misspelled := plan.Misspellings(languages); len(misspelled) > 0 {
		candidates, err := index.NearWords(ctx, misspelled)
		if err != nil {
			return content.Page{}, err
		}
		corrected = Corrections(misspelled, candidates, languages)
	}
	if corrected != nil {
		query = query.Correct(corrected)
		if plan, err = makePlan(ctx, index, query, languages); err != nil {
			return content.Page{}, err
		}
	}
	page, match, err := find(ctx, index, plan)
	page.Search = &content.Search{Match: match, AllWords: page.TotalFirst, Query: query.String(), Corrected: corrected}
	if match == "all" {
		page.Search.AllWords = page.Total
	}
	if err == nil && highlighted {
		err = highlight(ctx, index, plan, page.Items)
	}
	return page, err
}

// makePlan makes the plan, and adds analyses of texts to languages. A plan says which texts it misses: first the words of the query, then
// synonyms of these. When it misses none, related words are looked up.
func makePlan(ctx context.Context, index Index, query Query, languages []Vocabulary) (Plan, error) {
	plan := NewPlan(query, languages)
	for len(plan.Missing) > 0 {
		analyses, err := index.Analyse(ctx, plan.Missing)
		if err != nil {
			return Plan{}, err
		}
		for _, text := range plan.Missing {
			for i, analysis := range analyses[text] {
				languages[i].Analyses[text] = analysis
			}
		}
		plan = NewPlan(query, languages)
	}
	related, err := addRelated(ctx, index, query, plan.Unknown, languages)
	if related {
		plan = NewPlan(query, languages)
	}
	return plan, err
}

// find asks for every word if enough items hold them all and one of these passes the filters, else for any word. One word or phrase is
// asked for as it is, if any item holds it. The counts for facets are those of the match before the filters. If some items hold every word,
// but none of these passes the filters, the results are of any word, and the counts stay those of every word.
func find(ctx context.Context, index Index, p Plan) (page content.Page, match string, err error) {
	if p.Languages == nil {
		return content.Page{}, "all", nil
	}
	var all, any []LanguageQuery
	same := true
	for _, l := range p.Languages {
		all = append(all, LanguageQuery{l.Language, l.All, l.Title, l.Clauses})
		any = append(any, LanguageQuery{l.Language, l.Any, l.All, l.Clauses})
		same = same && l.All == l.Any
	}
	if p.AtMost >= enough || p.Single || same {
		page, err = index.Page(ctx, all)
		if err != nil || same || p.Single && page.Found > 0 || page.Found >= enough && page.Total > 0 {
			return page, "all", err
		}
	}
	every := page
	page, err = index.Page(ctx, any)
	if every.Found >= enough {
		page.Counts = every.Counts
	}
	return page, "any", err
}
