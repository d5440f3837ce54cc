package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search/document"
)

// Hide deletes an item for partners, as an import would, and keeps the item in hidden_item: until
// Unhide, imports and pulls bring new versions there. hidden is false if the item was
// hidden before. An unknown item gives content.ErrItemNotFound. databaseURL is the database itself,
// and no pooler.
func Hide(ctx context.Context, databaseURL, airport, id string, o Options) (hidden bool, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return false, err
	}
	defer s.close()
	if err := s.lock(ctx, o.Waiting); err != nil {
		return false, err
	}
	found, err := s.FindItemToHide(ctx, airport, id)
	if err != nil {
		return false, fmt.Errorf("find the item %s of %s: %w", id, airport, db.Classify(err))
	}
	if found == 0 {
		rows, err := s.GetHiddenItem(ctx, airport, id)
		if err == nil && len(rows) == 0 {
			err = content.ErrItemNotFound
		}
		return false, db.Classify(err)
	}
	return true, s.publishChange(ctx, o, "item hide", id, nil)
}

// Unhide gives partners a hidden item again, in its newest version, as an import would. found is
// false if the item is no longer hidden, but its source does not have it. The error for an item
// that is not hidden is content.ErrItemNotFound. databaseURL must not lead through a pooler.
func Unhide(ctx context.Context, databaseURL, airport, id string, o Options) (found bool, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return false, err
	}
	defer s.close()
	if err := s.lock(ctx, o.Waiting); err != nil {
		return false, err
	}
	rows, err := s.GetHiddenItem(ctx, airport, id)
	switch {
	case err != nil:
		return false, fmt.Errorf("find the hidden item %s of %s: %w", id, airport, db.Classify(err))
	case len(rows) == 0:
		return false, content.ErrItemNotFound
	case rows[0].Content == nil:
		return false, s.forgetGone(ctx, o, id)
	}
	s.source = rows[0].Source
	if err := s.stageBatch(ctx, batch{good: []*ingest.Record{s.hiddenRecord(rows[0])}}); err != nil {
		return false, fmt.Errorf("stage the item: %w", db.Classify(err))
	}
	return true, s.publishChange(ctx, o, "item unhide", id, &rows[0])
}

// hiddenRecord is a hidden item as a line of a file.
func (s *session) hiddenRecord(row db.GetHiddenItemRow) *ingest.Record {
	item := &content.Item{ID: row.ID, Type: content.Type(row.ContentType), Language: row.Language, Title: row.Title, URL: row.Url,
		Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Body: row.Content, Metadata: row.Metadata}
	if row.SourceLastModified != nil {
		item.LastModified = *row.SourceLastModified
	}
	if row.Translation != nil {
		item.TranslationKey = strings.TrimPrefix(*row.Translation, fmt.Sprintf("%s %s ", row.Source, row.ContentType))
	}
	excerpt := ""
	if row.Excerpt != nil {
		excerpt = *row.Excerpt
	}
	record := &ingest.Record{Line: 1, Item: item, Texts: document.Texts(document.Item{Type: row.ContentType, Language: row.Language,
		Title: row.Title, Excerpt: excerpt, Body: *row.Content, Metadata: row.Metadata})}
	record.ReadMetadata(s.readsTexts)
	return record
}

// forgetGone ends the hiding of an item that its source does not have.
func (s *session) forgetGone(ctx context.Context, o Options, id string) error {
	err := pgx.BeginFunc(ctx, s.conn, func(pgx.Tx) error { // every statement of the session
		if err := s.ForgetHiding(ctx, s.airport, id); err != nil {
			return err
		}
		m := &merge{session: s, options: o, queries: s.Queries}
		return m.note(ctx, "item unhide", s.airport+" "+id, "")
	})
	return db.Classify(err)
}

// publishChange merges what is staged to hide an item, or to show it again; shown is then the hidden
// item.
func (s *session) publishChange(ctx context.Context, o Options, command, id string, shown *db.GetHiddenItemRow) error {
	m := &merge{session: s, options: o, ofOneItem: true}
	err := m.count(ctx)
	if err == nil {
		err = m.begin(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", command, id, err)
	}
	defer m.rollback()
	if shown != nil {
		err = m.queries.SetAddedAt(ctx, db.SetAddedAtParams{Airport: s.airport, Item: id, AddedAt: shown.AddedAt})
		if err == nil {
			err = m.queries.ForgetHiding(ctx, s.airport, id)
		}
	}
	if err == nil {
		err = m.note(ctx, command, s.airport+" "+id, "")
	}
	if err != nil {
		return m.failed(ctx, command, err)
	}
	return m.publish(ctx)
}
