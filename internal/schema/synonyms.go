package schema

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

// addDefaultSynonyms adds the program's own synonyms, once for each database.
func addDefaultSynonyms(ctx context.Context, conn *pgx.Conn) error {
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		q := db.New(tx)
		if claimed, err := q.ClaimDefaultSynonyms(ctx); err != nil || claimed == 0 {
			return err
		}
		group, err := q.LastSynonymGroup(ctx)
		if err != nil {
			return err
		}
		var rows []db.InsertDefaultSynonymsParams
		for language, groups := range search.DefaultSynonyms() {
			for _, words := range groups {
				group++
				for _, word := range words {
					rows = append(rows, db.InsertDefaultSynonymsParams{Language: language, Word: word, Reading: word, GroupID: group})
				}
			}
		}
		_, err = q.InsertDefaultSynonyms(ctx, rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("add the default synonyms: %w", db.Classify(err))
	}
	return nil
}
