package postgres

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
)

type searcher struct{}

func newSearcher() *searcher { return &searcher{} }

func (s *searcher) search(ctx context.Context, q *db.Queries, st *content.State, query content.Query) (content.Page, error) {
	return content.Page{}, nil
}
