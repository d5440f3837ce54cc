package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

// Explanation is a search with the reasons for its order.
type Explanation struct {
	content.Page
	Clauses []ExplainedClause // what is scored, by language
	Gains   []Gains           // of the items of the page, in their order
}

// ExplainedClause is a clause of a search in the items of one language.
type ExplainedClause struct {
	Language string  `json:"language"` // such as english
	Number   int     `json:"number"`   // from 1, in each language
	Reading  string  `json:"reading"`  // as search.Clause has it
	Weight   float64 `json:"weight"`   // the most that an item can gain
	Words    string  `json:"words"`    // a tsquery: the lexemes of a word, of a beginning, or of several words
	Synonyms string  `json:"synonyms"` // a tsquery: they count less; empty: none
}

// Gains are what an item gains.
type Gains struct {
	Language string    `json:"searchLanguage"`
	Foremost bool      `json:"foremost"` // before all others: the title is the whole query, or the item is not elsewhere
	First    bool      `json:"first"`    // before the rest: it holds every word
	Score    float64   `json:"score"`
	Clauses  []float64 `json:"clauses"` // the gain by each clause of the language, in the order of their numbers
}

// Explain reads the page of a search as List does, and says why it is so.
func (s *Store) Explain(ctx context.Context, airport string, q content.Query) (Explanation, error) {
	for try := 0; ; try++ {
		st, err := s.State(ctx, airport)
		if err != nil {
			return Explanation{}, err
		}
		e, err := s.Reader(noPartner, try).explain(ctx, &st, q)
		if !errors.Is(err, content.ErrOtherState) || try == 3 {
			return e, err
		}
	}
}

func (r Reader) explain(ctx context.Context, st *content.State, q content.Query) (e Explanation, err error) {
	var found []search.LanguageQuery
	if e.Page, found, err = r.search(ctx, st, q); err != nil {
		return e, err
	}
	asked := explainedQueries(st, found)
	for _, language := range asked {
		for n, c := range language.Clauses {
			e.Clauses = append(e.Clauses, ExplainedClause{language.Language, n + 1, c.Reading, c.Weight, cmp.Or(c.Word, c.Prefix, c.Phrase), c.Synonyms})
		}
	}
	if len(e.Items) == 0 {
		return e, nil
	}
	queries, err := json.Marshal(asked)
	if err != nil {
		return e, fmt.Errorf("write the queries: %w", err)
	}
	ids := make([]string, len(e.Items))
	for i, item := range e.Items {
		ids[i] = item.ID
	}
	rows, err := r.pool.ExplainItems(ctx, db.ExplainItemsParams{Airport: st.Code, Queries: string(queries), Ids: ids})
	if err != nil {
		return e, r.failed(ctx, err)
	}
	of := map[string]Gains{}
	for _, row := range rows {
		if row.StateID != st.ID {
			return e, content.ErrOtherState
		}
		g := of[row.ID]
		g.Language, g.Foremost, g.First, g.Score, g.Clauses = row.SearchLanguage, row.Foremost, row.First, g.Score+row.Gain, append(g.Clauses, row.Gain)
		of[row.ID] = g
	}
	for _, id := range ids {
		e.Gains = append(e.Gains, of[id])
	}
	return e, nil
}

// explainedQueries are the queries of a page, with all clauses in one list.
func explainedQueries(st *content.State, found []search.LanguageQuery) []searchPageQuery {
	asked := searchPageQueries(st, found)
	for i := range asked {
		asked[i].Weight1, asked[i].Word1, asked[i].Title1, asked[i].Weight2, asked[i].Word2, asked[i].Title2 = 0, "", "", 0, "", ""
		asked[i].Clauses = found[i].Clauses
	}
	return asked
}
