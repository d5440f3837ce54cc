package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/postgres/db"
	"airport-content/internal/search"
	"airport-content/sql/staging"
)

const reindexBatch = 50 // items, each of up to 2 MB

// Reindex rebuilds what is derived from an airport's items: first the vectors in batches, then counts and words in one
// transaction. The API keeps serving the airport; imports of it wait. progress gets the number of items done so far.
func Reindex(ctx context.Context, databaseURL, airport string, waiting func(), progress func(items int)) (items int, err error) {
	conn, err := connectDirect(ctx, databaseURL)
	if err != nil {
		return 0, err
	}
	defer closeSession(conn)
	queries := db.New(conn)
	if err := lockAirport(ctx, queries, airport, waiting); err != nil {
		return 0, err
	}
	if _, err := conn.Exec(ctx, staging.Import); err != nil {
		return 0, fmt.Errorf("make the staging tables: %w", classify(err))
	}
	if items, err = reindexItems(ctx, queries, airport, progress); err != nil {
		return items, fmt.Errorf("reindex %s: %w", airport, classify(err))
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return recount(ctx, db.New(tx), airport) })
	if err != nil {
		return items, fmt.Errorf("reindex %s: %w", airport, classify(err))
	}
	// Autovacuum does it later where this fails.
	_, _ = conn.Exec(ctx, "VACUUM (SKIP_LOCKED, ANALYZE) content_item, search_term, search_word")
	return items, nil
}

func reindexItems(ctx context.Context, queries *db.Queries, airport string, progress func(int)) (items int, err error) {
	var filter wordFilter
	for after := ""; ; {
		rows, err := queries.ListTexts(ctx, db.ListTextsParams{Airport: airport, AfterID: after, Size: reindexBatch})
		if err != nil || len(rows) == 0 {
			return items, err
		}
		set := db.SetSearchVectorsParams{Airport: airport}
		var words []string
		for _, row := range rows {
			title, excerpt, text := search.Document(row.Title, row.Excerpt, row.Content)
			set.Ids = append(set.Ids, row.ID)
			set.Titles = append(set.Titles, title)
			set.Excerpts = append(set.Excerpts, excerpt)
			set.Texts = append(set.Texts, text)
			words = append(words, filter.fresh(title, excerpt, text)...)
		}
		if err := queries.SetSearchVectors(ctx, set); err != nil {
			return items, err
		}
		if err := queries.StageWords(ctx, words); err != nil {
			return items, err
		}
		after = rows[len(rows)-1].ID
		items += len(rows)
		progress(items)
	}
}

func recount(ctx context.Context, q *db.Queries, airport string) error {
	of := func(do func(context.Context, string) error) func(context.Context) error {
		return func(ctx context.Context) error { return do(ctx, airport) }
	}
	return run(ctx, []step{
		{"delete terms", of(q.DeleteAllTerms)},
		{"count terms", of(q.CountAllTerms)},
		{"delete words", of(q.DeleteAllWords)},
		{"insert words", of(q.InsertWords)},
		{"flush the search indexes", q.FlushSearchIndexes},
		{"delete counts", of(q.DeleteCounts)},
		{"insert counts", of(q.InsertCounts)},
		{"finish", of(q.FinishReindex)},
	})
}
