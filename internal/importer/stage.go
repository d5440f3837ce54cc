package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/ingest"
	"airport-content/internal/panics"
	"airport-content/internal/search/word"
)

// Limits of a batch of lines. Two are in memory at a time.
const (
	batchLines = 500
	batchBytes = 2 << 20 // of bodies; the last body may exceed it
)

// batch is a run of lines of an input, in their order.
type batch struct {
	good []*ingest.Record
	bad  []ingest.Invalid
	err  error // ends the input; nil at the regular end
}

// readBatches reads ahead while the database stages the previous batch.
func readBatches(ctx context.Context, reader *ingest.Reader, prune bool) <-chan batch {
	batches := make(chan batch)
	go func() {
		defer close(batches)
		for more := true; more; {
			var b batch
			for size := 0; more && len(b.good)+len(b.bad) < batchLines && size < batchBytes; {
				record, err := nextRecord(reader)
				var invalid *ingest.Invalid
				switch {
				case err == nil:
					b.good = append(b.good, record)
					size += len(*record.Item.Body)
				case errors.As(err, &invalid):
					b.bad = append(b.bad, *invalid)
				case errors.Is(err, io.EOF), errors.Is(err, ingest.ErrEmpty) && prune:
					more = false
				default:
					b.err, more = err, false
				}
			}
			select {
			case batches <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	return batches
}

// nextRecord reads the next item. It returns a panic as an error, since a panic would end all pulls
// of this process.
func nextRecord(reader *ingest.Reader) (record *ingest.Record, err error) {
	defer panics.Catch(&err)
	return reader.Next()
}

// stage sends every line to the temporary tables, and collects the bad lines. With Prune, an empty
// input is no error here: checkPrune decides.
func (m *merge) stage(ctx context.Context, reader *ingest.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for b := range readBatches(ctx, reader, m.options.Prune) {
		for _, invalid := range b.bad {
			m.addInvalid(invalid)
		}
		if b.err != nil {
			return b.err
		}
		if err := m.stageBatch(ctx, b); err != nil {
			return fmt.Errorf("stage the items: %w", db.Classify(err))
		}
	}
	if _, err := m.conn.Exec(ctx, "CREATE INDEX ON import_item (id); ANALYZE import_item (id, to_merge)"); err != nil {
		return fmt.Errorf("index the staged items: %w", db.Classify(err))
	}
	taken, err := m.ListTakenLines(ctx, db.ListTakenLinesParams{Airport: m.airport, Source: m.source, UpTo: maxShown})
	if err == nil && len(taken) > 0 {
		m.addTaken(taken)
		err = m.RefuseTakenLines(ctx, m.airport, m.source)
	}
	if err != nil {
		return fmt.Errorf("refuse ids that are taken: %w", db.Classify(err))
	}
	twice, err := m.ListTranslatedTwice(ctx, maxShown)
	if err == nil && len(twice) > 0 {
		m.addTwice(twice)
		err = m.RefuseTranslatedTwice(ctx)
	}
	if err != nil {
		return fmt.Errorf("refuse second items of a language: %w", db.Classify(err))
	}
	if err := m.HideLines(ctx, m.airport); err != nil {
		return fmt.Errorf("find hidden items: %w", db.Classify(err))
	}
	return nil
}

func (s *session) stageBatch(ctx context.Context, b batch) error {
	vectors, err := s.vectors(ctx, b.good)
	if err != nil {
		return err
	}
	rows := make([]db.StageItemsParams, 0, len(b.good)+len(b.bad))
	for i, r := range b.good {
		v := vectors[i]
		item, contentType, language := r.Item, string(r.Item.Type), word.Language(r.Item.Language)
		var modified *time.Time
		if !item.LastModified.IsZero() {
			modified = &item.LastModified
		}
		rows = append(rows, db.StageItemsParams{Line: int64(r.Line), ID: r.Item.ID, ToMerge: true, ContentType: &contentType,
			Language: &item.Language, SearchLanguage: &language, SourceLastModified: modified, Title: &item.Title, Url: item.URL,
			Excerpt: item.Excerpt, Thumbnail: item.Thumbnail, Metadata: item.Metadata, ReadKeys: r.ReadKeys, UnreadKeys: r.UnreadKeys,
			OpenTimes: textOrNull(r.OpenTimes), Content: item.Body, TitleLength: &v.TitleLength,
			SearchLength: &v.Length, Search: v.Lexemes, Translation: s.thing(item)})
	}
	for _, invalid := range b.bad {
		if invalid.ID != "" {
			rows = append(rows, db.StageItemsParams{Line: int64(invalid.Line), ID: invalid.ID})
		}
	}
	_, err = s.StageItems(ctx, rows)
	return err
}

// thing is the thing that an item tells of, as content_item.translation; nil if the item has no
// translations.
func (s *session) thing(item *content.Item) *string {
	if item.TranslationKey == "" {
		return nil
	}
	return new(fmt.Sprintf("%s %s %s", s.source, item.Type, item.TranslationKey))
}
