package importer

import (
	"context"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/search/document"
)

// Hide deletes an item for partners, as an import would, and keeps the item in hidden_item: until
// Unhide, imports and pulls bring new versions there. hidden is false if the item was hidden
// already. The error for an unknown item is content.ErrItemNotFound. databaseURL must not lead
// through a pooler.
func Hide(ctx context.Context, databaseURL, airport, id string, retention time.Duration, waiting func()) (hidden bool, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return false, err
	}
	defer s.close()
	if err := s.lock(ctx, waiting); err != nil {
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
	return true, s.publishChange(ctx, retention, "hide "+id)
}

// Unhide gives partners a hidden item again, in its newest version, as an import would. found is
// false if the item is no longer hidden, but its source does not have it. The error for an item
// that is not hidden is content.ErrItemNotFound. databaseURL must not lead through a pooler.
func Unhide(ctx context.Context, databaseURL, airport, id string, retention time.Duration, waiting func()) (found bool, err error) {
	s, err := open(ctx, databaseURL, airport, "")
	if err != nil {
		return false, err
	}
	defer s.close()
	if err := s.lock(ctx, waiting); err != nil {
		return false, err
	}
	rows, err := s.GetHiddenItem(ctx, airport, id)
	switch {
	case err != nil:
		return false, fmt.Errorf("find the hidden item %s of %s: %w", id, airport, db.Classify(err))
	case len(rows) == 0:
		return false, content.ErrItemNotFound
	case rows[0].Content == nil:
		return false, db.Classify(s.ForgetHiding(ctx, airport, id))
	}
	s.source = rows[0].Source
	if err := s.stageBatch(ctx, batch{good: []*ingest.Record{s.hiddenRecord(rows[0])}}); err != nil {
		return false, fmt.Errorf("stage the item: %w", db.Classify(err))
	}
	return true, s.publishChange(ctx, retention, "unhide "+id, id)
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

// publishChange merges what is staged, and ends the hiding of some items.
func (s *session) publishChange(ctx context.Context, retention time.Duration, task string, shown ...string) error {
	m := &merge{session: s, options: Options{Retention: retention}}
	err := m.count(ctx)
	if err == nil {
		err = m.begin(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", task, err)
	}
	defer m.rollback()
	for _, id := range shown {
		if err := m.queries.ForgetHiding(ctx, s.airport, id); err != nil {
			return m.failed(ctx, task, err)
		}
	}
	return m.publish(ctx)
}
