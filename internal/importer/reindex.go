package importer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search/document"
)

// Reindex rebuilds the search data of an airport in one transaction: with new vectors beside old
// counts, the next import would count wrongly. Meanwhile the API serves the airport, and imports of
// the airport wait. progress gets the number of items done so far.
func Reindex(ctx context.Context, databaseURL, airport string, waiting func(), progress func(items int)) (items int, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return 0, err
	}
	defer s.close()
	if err := s.lock(ctx, waiting); err != nil {
		return 0, err
	}
	// Every statement of the session is in this transaction.
	err = pgx.BeginFunc(ctx, s.conn, func(pgx.Tx) (err error) {
		if items, err = s.reindexItems(ctx, progress); err != nil {
			return err
		}
		return s.recount(ctx)
	})
	if err != nil {
		return items, fmt.Errorf("reindex %s: %w", airport, db.Classify(err))
	}
	return items, nil
}

// VacuumSearch removes the rows that reindexing has replaced. All airports share the tables, so one
// call after the last airport is enough. If VacuumSearch fails, autovacuum does the same later.
func VacuumSearch(ctx context.Context, databaseURL string) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return
	}
	defer db.CloseSession(conn)
	_, _ = conn.Exec(ctx, "VACUUM (SKIP_LOCKED, ANALYZE) content_item, search_term, search_word")
}

func (s *session) reindexItems(ctx context.Context, progress func(int)) (items int, err error) {
	for after := ""; ; {
		rows, err := s.ListTexts(ctx, s.airport, after)
		if err != nil {
			return items, err
		}
		if len(rows) == 0 {
			break
		}
		var b batch
		for _, row := range rows {
			texts := document.Texts(document.Item{Type: row.ContentType, Language: row.Language, Title: row.Title, Excerpt: row.Excerpt,
				Body: row.Content, Metadata: row.Metadata})
			record := &ingest.Record{Item: &content.Item{ID: row.ID, Type: content.Type(row.ContentType), Language: row.Language, Metadata: row.Metadata}, Texts: texts}
			record.ReadMetadata(s.readsTexts)
			b.good = append(b.good, record)
		}
		if err := s.stageBatch(ctx, b); err != nil {
			return items, err
		}
		after = rows[len(rows)-1].ID
		items += len(rows)
		progress(items)
	}
	if _, err := s.setReadKeys(ctx); err != nil {
		return items, err
	}
	if err := s.ChangeAllItems(ctx); err != nil {
		return items, err
	}
	return items, s.SetVectors(ctx, s.airport)
}

// setReadKeys stores what was read from the texts of the staged items. The changed items belong to
// the airport's next revision.
func (s *session) setReadKeys(ctx context.Context) (changed int64, err error) {
	revision, err := s.NextRevision(ctx, s.airport)
	if err != nil {
		return 0, fmt.Errorf("read the revision: %w", err)
	}
	if changed, err = s.SetReadKeys(ctx, revision, s.airport); err != nil {
		return 0, fmt.Errorf("store what was read from texts: %w", err)
	}
	return changed, nil
}

func (s *session) recount(ctx context.Context) error {
	if err := s.DeleteAllTerms(ctx, s.airport); err != nil {
		return fmt.Errorf("delete terms: %w", err)
	}
	if err := s.CountChangedTerms(ctx); err != nil { // all items are staged
		return fmt.Errorf("count terms: %w", err)
	}
	if err := s.RaiseTerms(ctx, s.airport); err != nil {
		return fmt.Errorf("insert terms: %w", err)
	}
	if err := s.DeleteAllWords(ctx, s.airport); err != nil {
		return fmt.Errorf("delete words: %w", err)
	}
	if err := finishSearch(ctx, s.Queries, s.airport); err != nil {
		return err
	}
	return s.FinishReindex(ctx, ingest.Version, s.airport)
}
