package importer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/db"
	"airport-content/internal/search"
)

// Reindex rebuilds the search data of an airport in one transaction: after new vectors beside old counts, the next import would
// count wrongly. The API keeps serving the airport meanwhile; imports of it wait. progress gets the number of items done so far.
func Reindex(ctx context.Context, databaseURL, airport string, waiting func(), progress func(items int)) (items int, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return 0, err
	}
	defer s.close()
	if err := s.lock(ctx, waiting); err != nil {
		return 0, err
	}
	err = pgx.BeginFunc(ctx, s.conn, func(tx pgx.Tx) (err error) {
		q := db.New(tx)
		if items, err = s.reindexItems(ctx, q, progress); err != nil {
			return err
		}
		return recount(ctx, q, airport)
	})
	if err != nil {
		return items, fmt.Errorf("reindex %s: %w", airport, db.Classify(err))
	}
	return items, nil
}

// VacuumSearch removes the rows that reindexing has replaced. All airports share the tables, so call it once, after the last
// airport. If it fails, autovacuum does the same later.
func VacuumSearch(ctx context.Context, databaseURL string) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return
	}
	defer db.CloseSession(conn)
	_, _ = conn.Exec(ctx, "VACUUM (SKIP_LOCKED, ANALYZE) content_item, search_term, search_word")
}

func (s *session) reindexItems(ctx context.Context, q *db.Queries, progress func(int)) (items int, err error) {
	for after := ""; ; {
		rows, err := q.ListTexts(ctx, s.airport, after)
		if err != nil {
			return items, err
		}
		if len(rows) == 0 {
			break
		}
		texts := make([]itemTexts, len(rows))
		for i, row := range rows {
			texts[i] = itemTexts{id: row.ID, contentType: row.ContentType, language: search.Language(row.Language),
				texts: search.Document(search.Item{Type: row.ContentType, Language: row.Language, Title: row.Title, Excerpt: row.Excerpt,
					Body: row.Content, Metadata: row.Metadata})}
		}
		vectors, err := s.vectors(ctx, q, texts)
		if err != nil {
			return items, err
		}
		staged := make([]db.StageVectorsParams, len(rows))
		for i, t := range texts {
			v := vectors[i]
			staged[i] = db.StageVectorsParams{ID: t.id, ContentType: t.contentType, SearchLanguage: t.language,
				TitleLength: v.TitleLength, SearchLength: v.Length, Search: v.Lexemes}
		}
		if _, err := q.StageVectors(ctx, staged); err != nil {
			return items, err
		}
		after = rows[len(rows)-1].ID
		items += len(rows)
		progress(items)
	}
	return items, q.SetVectors(ctx, s.airport)
}

func recount(ctx context.Context, q *db.Queries, airport string) error {
	if err := q.DeleteAllTerms(ctx, airport); err != nil {
		return fmt.Errorf("delete terms: %w", err)
	}
	if err := q.CountChangedTerms(ctx); err != nil { // all items are staged
		return fmt.Errorf("count terms: %w", err)
	}
	if err := q.RaiseTerms(ctx, airport); err != nil {
		return fmt.Errorf("insert terms: %w", err)
	}
	if err := q.DeleteAllWords(ctx, airport); err != nil {
		return fmt.Errorf("delete words: %w", err)
	}
	if err := finishSearch(ctx, q, airport); err != nil {
		return err
	}
	return q.FinishReindex(ctx, search.Version, airport)
}
