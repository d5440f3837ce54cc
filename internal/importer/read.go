package importer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
)

// SetReadTexts chooses whether keys of metadata are read from the texts of an airport's items, and
// reads them, or drops what was read, in one transaction. It counts the items that changed.
func SetReadTexts(ctx context.Context, databaseURL, airport string, read bool, o Options) (changed int64, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return 0, err
	}
	defer s.close()
	if err := s.lock(ctx, o.Waiting); err != nil {
		return 0, err
	}
	err = pgx.BeginFunc(ctx, s.conn, func(pgx.Tx) error { // every statement of the session
		if err := s.Queries.SetReadTexts(ctx, read, airport); err != nil {
			return err
		}
		s.readsTexts = read
		if changed, err = s.readAgain(ctx); err != nil {
			return err
		}
		m := &merge{session: s, options: o, queries: s.Queries}
		return m.note(ctx, "airport set", airport, fmt.Sprintf("readTexts: %t, items: %d", read, changed))
	})
	if err != nil {
		return 0, fmt.Errorf("read the texts of %s: %w", airport, db.Classify(err))
	}
	return changed, nil
}

// readAgain reads the texts of all items, and counts those that change.
func (s *session) readAgain(ctx context.Context) (int64, error) {
	for after := ""; ; {
		rows, err := s.ListMetadata(ctx, s.airport, after)
		if err != nil {
			return 0, err
		}
		if len(rows) == 0 {
			break
		}
		staged := make([]db.StageItemsParams, len(rows))
		for i, row := range rows {
			record := ingest.Record{Item: &content.Item{Type: content.Type(row.ContentType), Language: row.Language, Metadata: row.Metadata}}
			record.ReadMetadata(s.readsTexts)
			staged[i] = db.StageItemsParams{ID: row.ID, Metadata: record.Item.Metadata, ReadKeys: record.ReadKeys,
				UnreadKeys: record.UnreadKeys, OpenTimes: textOrNull(record.OpenTimes)}
		}
		if _, err := s.StageItems(ctx, staged); err != nil {
			return 0, err
		}
		after = rows[len(rows)-1].ID
	}
	changed, err := s.setReadKeys(ctx)
	if err == nil && changed > 0 {
		err = s.FinishReading(ctx, s.airport)
	}
	return changed, err
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
